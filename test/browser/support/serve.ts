import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** The built page, as `npm run build:page` writes it. */
export const PAGE_FOLDER = fileURLToPath(new URL('../../../dist/page', import.meta.url));

/** A folder served on this machine until it is closed. */
export interface ServedFolder {
  /** Ends with a slash: `http://127.0.0.1:PORT/`. */
  url: string;
  close(): Promise<void>;
}

const MIME_TYPES: Record<string, string> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ktx2': 'image/ktx2',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};

/**
 * Serves a folder of files on a free port of 127.0.0.1. A file that is not there is answered with 404, never with the
 * page, so that a wrong address shows.
 */
export async function serveFolder(folder: string = PAGE_FOLDER): Promise<ServedFolder> {
  const root = resolve(folder);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${root} is not there: build it first (npm run build:page)`);
  }
  const server = createServer((request, response) => {
    answer(root, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('the server has no port');
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((closed, failed) => {
        server.close((error) => (error ? failed(error) : closed()));
        server.closeAllConnections();
      }),
  };
}

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const path = filePath(root, request.url ?? '/');
  const size = path === undefined ? undefined : fileSize(path);
  if (path === undefined || size === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('not found');
    return;
  }
  response.writeHead(200, {
    'Content-Type': MIME_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    'Content-Length': size,
    'Cache-Control': 'no-store',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(createReadStream(path), response);
}

/** The file that an address means; undefined if it lies outside the folder or the address is malformed. */
function filePath(root: string, url: string): string | undefined {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  const path = join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  return path.startsWith(root + sep) && !path.includes('\0') ? path : undefined;
}

function fileSize(path: string): number | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() ? status.size : undefined;
}
