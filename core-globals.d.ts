/**
 * The one global beside the language's own that the simulation uses (tsconfig.core.json): pages, workers and servers
 * all have it.
 */
declare const console: {
  error(...data: unknown[]): void;
  warn(...data: unknown[]): void;
};
