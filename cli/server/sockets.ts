/** What is told of a server without the package that gives it its sockets; its version is that of package.json. */
export const SOCKETS_NEEDED =
  'gait server needs the package ws, which is not installed here. Install it with: npm install ws@8.23.0';

/** Whether a module could not be loaded as there is no package `ws`, which not everybody needs. */
export function lacksSockets(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes("'ws'");
}
