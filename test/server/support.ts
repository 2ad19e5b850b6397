import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { type JoinedServer, joinServer, type JoinServerOptions } from '../../index.ts';
import { createServer, type DoorEvent, type GaitServer, type ServerOptions } from '../../server/index.ts';
import { motionTable } from '../support/engines.ts';

export const motionTables = [motionTable('humanoid')];

/** A scene of the package. */
export function scene(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../content/scenes/${name}.json`, import.meta.url), 'utf8'));
}

/** A server on a free port of this machine, what its door has told, and what takes it and all who joined it down. */
export class ServerRig {
  readonly server: GaitServer;
  readonly told: DoorEvent[] = [];
  url = '';
  private readonly clients: JoinedServer[] = [];
  private readonly sockets = new Set<WebSocket>();
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(options: Partial<ServerOptions> = {}) {
    this.server = createServer({ motionTables, port: 0, ...options });
    this.server.onDoor = (event) => this.told.push(event);
    this.timer = setInterval(() => {
      for (const client of this.clients) client.engine.update(performance.now() / 1000);
      // Those who have left are nobody's any more.
      for (let index = this.clients.length - 1; index >= 0; index--) {
        if (this.clients[index].transport.closed) this.clients.splice(index, 1);
      }
    }, 10);
  }

  async open(): Promise<this> {
    this.url = (await this.server.listen()).url;
    return this;
  }

  /** Joins with a world of its own, which is stepped by the clock from now on. */
  async join(options: Partial<JoinServerOptions> = {}, socket = this.socket()): Promise<JoinedServer> {
    const joined = await joinServer(this.url, { motionTables, socket: () => socket, ...options });
    this.clients.push(joined);
    return joined;
  }

  /** A bare socket to the server. */
  socket(origin?: string): WebSocket {
    const socket = new WebSocket(this.url, { origin, handshakeTimeout: 5000 });
    socket.on('error', () => {});
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    return socket;
  }

  /** What the door has told of a kind. */
  tellings(type: DoorEvent['type']): DoorEvent[] {
    return this.told.filter((event) => event.type === type);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const socket of this.sockets) socket.terminate();
    await this.server.close();
  }
}
