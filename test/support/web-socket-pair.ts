import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** Both ends of a real WebSocket on this machine, and what takes them down. */
export interface WebSocketPair {
  server: WebSocket;
  client: WebSocket;
  close(): Promise<void>;
}

/** Connects a client to a server on a port that is free. */
export async function openWebSocketPair(options: { maxPayload?: number } = {}): Promise<WebSocketPair> {
  const host = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  await new Promise((resolve) => host.once('listening', resolve));
  const accepted = new Promise<WebSocket>((resolve) => host.once('connection', resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(host.address() as AddressInfo).port}`);
  const opened = new Promise((resolve) => client.once('open', resolve));
  const server = await accepted;
  await opened;
  return {
    server,
    client,
    close: async () => {
      for (const socket of [server, client]) socket.terminate();
      await new Promise((resolve) => host.close(resolve));
    },
  };
}

/** Waits until something is so; fails after half a minute, which only ends what hangs. */
export async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`in half a minute it has not come about that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
