import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  createEngine,
  type EndReason,
  type Engine,
  type Transport,
  WEB_SOCKET_FRAME_LIMIT,
  writeServerHello,
} from '../index.ts';
import { Guest } from './guest.ts';
import { type CompleteServerOptions, completeServerOptions, type ServerOptions } from './options.ts';
import { isWelcome } from './origins.ts';
import { now, StepClock } from './step-clock.ts';

/** Guid of the player in the first seat; the others count on. */
export const FIRST_PLAYER_GUID = 0x50000001;
/** Fragments of a message, and pieces of one that wait, before `ws` ends the connection: a world's client needs one. */
const MOST_FRAGMENTS = 64;
const MOST_PIECES = 1024;
/** Milliseconds that who connects has to say what it wants. */
const REQUEST_TIMEOUT = 5000;
/** Milliseconds that a closing server waits for requests that are under way. */
const PATIENCE = 1000;
/** Connections beyond the players: who asks for the health, and who is about to be refused. */
const SPARE_CONNECTIONS = 64;

/** Who is there. */
export interface PlayerReading {
  /** Guid of its body. */
  readonly guid: number;
  /** The lowest number, from 0 on, that nobody had when it came. */
  readonly seat: number;
  /** Where it comes from, as its connection says. */
  readonly address: string;
  /** Seconds for which it has been there. */
  readonly seconds: number;
  /** Bytes that wait to be sent to it. */
  readonly buffered: number;
}

/** How a server is. */
export interface ServerStatus {
  /** Always `ok`: who asks and is answered knows that it runs. */
  readonly status: 'ok';
  /** Name of the scene; null: it has none. */
  readonly scene: string | null;
  /** Players who are there. */
  readonly players: number;
  /** Players that it lets in. */
  readonly maxPlayers: number;
  /** Bodies in its world, players with them. */
  readonly bodies: number;
  /** Steps since the start, those of each second, and the milliseconds that one takes, on average and at most. */
  readonly steps: { readonly count: number; readonly rate: number; readonly average: number; readonly most: number };
  /** Connections that were let in so far. */
  readonly joined: number;
  /** Connections that were refused so far. */
  readonly refused: number;
  /** Messages that were taken, and dropped. */
  readonly messages: { readonly received: number; readonly malformed: number; readonly dropped: number };
  /** Seconds since it began to listen. */
  readonly uptime: number;
}

/** What happens at a server's door. */
export type DoorEvent =
  | { readonly type: 'joined'; readonly guid: number; readonly address: string }
  | { readonly type: 'left'; readonly guid: number; readonly address: string; readonly reason: string }
  | { readonly type: 'refused'; readonly address: string; readonly status: number; readonly reason: string }
  | { readonly type: 'failed'; readonly where: string; readonly error: unknown };

const dropText = { failed: 'the connection has failed', abuse: 'it keeps sending more than it may' } as const;

/**
 * A world for many browsers: an engine in the server's role, its steps, and the door through which players come and go.
 * Who joins is given a body, told of itself and the scene (see {@link writeServerHello}), and hears of the world; who goes
 * takes its body along.
 */
export class GaitServer {
  /** The world: spawn NPCs, move them, listen to its events, add systems. */
  readonly engine: Engine;
  /** Called with what happens at the door; errors that it throws end nothing. */
  onDoor: (event: DoorEvent) => void = () => {};

  private readonly options: CompleteServerOptions;
  private readonly guests = new Map<number, Guest>();
  private readonly clock: StepClock;
  private readonly sockets: WebSocketServer;
  private http: HttpServer | null = null;
  private heart: ReturnType<typeof setInterval> | null = null;
  private listensSince = 0;
  private joined = 0;
  private refused = 0;
  private closing = false;

  /** @throws TypeError or RangeError that names the option and what was expected; Error for a bad scene or table. */
  constructor(options: ServerOptions) {
    this.options = completeServerOptions(options);
    const { motionTables, ground, engine, maxPlayers } = this.options;
    this.engine = createEngine({ capacity: maxPlayers + 64, ...engine, motionTables, ground, role: 'server' });
    this.clock = new StepClock(this.engine, () => {});
    this.engine.on('disconnected', ({ transport, reason }) => this.drop(transport, reason));
    this.engine.on('handlerError', ({ type, error }) => this.tell({ type: 'failed', where: type, error }));
    this.sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: WEB_SOCKET_FRAME_LIMIT,
      maxFragments: MOST_FRAGMENTS,
      maxBufferedChunks: MOST_PIECES,
    });
  }

  /** Who is there. */
  get players(): PlayerReading[] {
    return [...this.guests.values()].map(({ guid, seat, address, since, transport }) => {
      return { guid, seat, address, seconds: now() - since, buffered: transport.buffered };
    });
  }

  /** How it is. */
  get status(): ServerStatus {
    const { engine, options, clock } = this;
    const { received, malformed, droppedInAll } = engine.counters;
    return {
      status: 'ok',
      scene: options.scene?.name ?? null,
      players: this.guests.size,
      maxPlayers: options.maxPlayers,
      bodies: engine.entities().length,
      steps: { count: engine.world.clock.tick, ...clock.times },
      joined: this.joined,
      refused: this.refused,
      messages: { received, malformed, dropped: droppedInAll },
      uptime: this.listensSince === 0 ? 0 : now() - this.listensSince,
    };
  }

  /**
   * Begins to listen, and to run the world.
   *
   * @returns Where: `url` is what clients join. @throws Error when the port is taken, it listens already, or is closed.
   */
  async listen(): Promise<{ host: string; port: number; url: string }> {
    if (this.closing) throw new Error('listen: this server is closed; make a new one');
    if (this.http !== null) throw new Error('listen: this server listens already');
    const { host, port } = this.options;
    const http = createHttpServer(
      { requestTimeout: REQUEST_TIMEOUT, headersTimeout: REQUEST_TIMEOUT },
      (request, answer) => {
        const [status, type, body] = this.answer(request);
        answer.writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        });
        answer.end(body);
      },
    );
    http.maxConnections = this.options.maxPlayers + SPARE_CONNECTIONS;
    http.keepAliveTimeout = REQUEST_TIMEOUT;
    http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    http.on('clientError', (_error, socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(port, host, () => {
        http.off('error', reject);
        resolve();
      });
    });
    http.on('error', (error) => this.tell({ type: 'failed', where: 'http', error }));
    this.http = http;
    this.begin();
    const address = http.address() as AddressInfo;
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return { host: address.address, port: address.port, url: `ws://${name}:${address.port}/` };
  }

  /**
   * Takes the upgrade of an HTTP server of your own, in place of {@link listen}; call {@link begin} once.
   *
   * @param head What has come behind the request.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = request.socket.remoteAddress ?? 'unknown';
    // Until `ws` has it, errors of the socket are nobody else's.
    const ignore = (): void => {};
    socket.on('error', ignore);
    const { origin } = request.headers;
    if (this.closing) this.refuse(socket, address, 503, 'the server is closing');
    else if (!isWelcome(origin, this.options.origins)) {
      this.refuse(socket, address, 403, `pages of the origin ${String(origin).slice(0, 200)} may not join`);
    } else if (this.freeSeat() < 0) this.refuse(socket, address, 503, 'the server is full');
    else {
      this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
        socket.off('error', ignore);
        this.letIn(webSocket, address);
      });
    }
  }

  /** Begins to run the world and to ask whether its players are still there; {@link listen} does it. */
  begin(): void {
    if (this.heart !== null || this.closing) return;
    this.listensSince = now();
    this.clock.start();
    this.heart = setInterval(() => {
      for (const guest of this.guests.values()) guest.ping();
    }, this.options.heartbeat * 1000);
  }

  /** Sends everybody away and stops. @returns When everything is closed. */
  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    this.clock.stop();
    if (this.heart !== null) clearInterval(this.heart);
    const guests = [...this.guests.values()];
    for (const guest of guests) guest.sendAway('the server is closing');
    await Promise.all(guests.map(({ gone }) => gone));
    const { http } = this;
    if (http === null) return;
    http.closeIdleConnections();
    // Who has connected and asks for nothing is not waited for.
    setTimeout(() => http.closeAllConnections(), PATIENCE).unref();
    await new Promise<void>((resolve) => http.close(() => resolve()));
  }

  /** What an HTTP request is answered: status, type and text. */
  private answer(request: IncomingMessage): [number, string, string] {
    const path = (request.url ?? '/').split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return [405, 'text/plain', 'GET only\n'];
    if (path === '/health') return [200, 'application/json', `${JSON.stringify(this.status)}\n`];
    if (path !== '/') return [404, 'text/plain', 'There is nothing here.\n'];
    return [200, 'text/plain', 'A Gait server. Open the page with ?server= and the address of this server.\n'];
  }

  private refuse(socket: Duplex, address: string, status: number, reason: string): void {
    this.refused++;
    const line = status === 403 ? '403 Forbidden' : '503 Service Unavailable';
    socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${reason}\n`);
    this.tell({ type: 'refused', address, status, reason });
  }

  private letIn(socket: WebSocket, address: string): void {
    const seat = this.freeSeat();
    // Others may have come while this one was shaken hands with.
    if (seat < 0 || this.closing) {
      socket.close(1013, 'the server is full');
      return;
    }
    const { engine, options } = this;
    const guid = FIRST_PLAYER_GUID + seat;
    const guest = new Guest(socket, { guid, seat, address }, options.sendLimit, (gone) => this.leave(gone));
    try {
      const player = engine.spawn({ ...options.engine.defaults, ...options.player(seat), guid });
      guest.say(this.helloFor(guid));
      engine.connect(guest.transport, { player, limits: options.limits });
    } catch (error) {
      const entity = engine.entityOf(guid);
      if (entity !== 0) engine.despawn(entity);
      guest.cut('it could not be let in');
      this.tell({ type: 'failed', where: 'join', error });
      return;
    }
    this.guests.set(guid, guest);
    this.joined++;
    this.tell({ type: 'joined', guid, address });
  }

  /** The world has let go of somebody: its transport was closed, or it asked for too much. */
  private drop(transport: Transport, reason: EndReason): void {
    for (const guest of this.guests.values()) {
      if (guest.transport !== transport) continue;
      // The transport knows better why it has closed.
      guest.sendAway(reason === 'closed' ? '' : dropText[reason]);
      this.leave(guest);
      return;
    }
  }

  /** Takes somebody who is gone out of the world. */
  private leave(guest: Guest): void {
    if (this.guests.get(guest.guid) !== guest) return;
    this.guests.delete(guest.guid);
    this.engine.disconnect(guest.transport);
    const entity = this.engine.entityOf(guest.guid);
    if (entity !== 0) this.engine.despawn(entity);
    this.tell({ type: 'left', guid: guest.guid, address: guest.address, reason: guest.reason });
  }

  private helloFor(guid: number): string {
    const { engine, options } = this;
    return writeServerHello({
      guid,
      stepRate: Math.round(1 / engine.world.clock.quantum),
      motionTables: engine.world.motionTables.map(({ name }) => name),
      motionTableIds: options.engine.motionTableIds,
      scene: options.scene,
      defaults: options.engine.defaults ?? {},
    });
  }

  /** The lowest seat that nobody has; -1: all are taken. */
  private freeSeat(): number {
    for (let seat = 0; seat < this.options.maxPlayers; seat++) {
      const guid = FIRST_PLAYER_GUID + seat;
      if (!this.guests.has(guid) && this.engine.entityOf(guid) === 0) return seat;
    }
    return -1;
  }

  private tell(event: DoorEvent): void {
    try {
      this.onDoor(event);
    } catch (error) {
      console.error('onDoor has thrown:', error);
    }
  }
}

/**
 * Makes a server; `listen` opens its door.
 *
 * @throws TypeError or RangeError that names the option and what was expected; Error for a bad scene or motion table.
 */
export function createServer(options: ServerOptions): GaitServer {
  return new GaitServer(options);
}
