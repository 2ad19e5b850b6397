/**
 * The globals beside the language's own that the simulation uses (tsconfig.core.json): pages, workers and servers all
 * have them.
 */
declare const console: {
  error(...data: unknown[]): void;
  warn(...data: unknown[]): void;
};

declare function setTimeout(handler: () => void, milliseconds: number): object;
declare function clearTimeout(timer: object): void;
