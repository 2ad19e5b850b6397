import { requireKeys, requireNumber, requireObject } from '../engine/checks.ts';
import { createSceneGround, type SceneGround } from '../engine/collision/scene-ground.ts';
import { readServerHello, type ServerHello } from '../engine/net/server-hello.ts';
import {
  createWebSocketTransport,
  errorText,
  type WebSocketLike,
  type WebSocketOptions,
  type WebSocketTransport,
} from '../engine/net/web-socket.ts';
import type { Ground } from '../engine/world.ts';
import { createEngine, type Engine } from './create-engine.ts';
import type { EngineOptions, SpawnOptions } from './engine-options.ts';

/** How a server is joined. */
export interface JoinServerOptions {
  /** Motion tables that the server may use, in any order. */
  readonly motionTables: readonly unknown[];
  /** What bodies stand on. Default: the scene that the server names, else level ground. */
  readonly ground?: Ground;
  /** More for the client's engine. */
  readonly engine?: Omit<Partial<EngineOptions>, 'motionTables' | 'ground' | 'role' | 'stepRate' | 'defaults'>;
  /** Limits of the transport. */
  readonly transport?: WebSocketOptions;
  /** Makes the socket. Default: the global WebSocket, which Node has from version 22 on. */
  readonly socket?: (url: string) => WebSocketLike;
  /** Seconds after which a server that has not said hello is given up. Default 10. */
  readonly timeout?: number;
}

/** A client's world in a server. */
export interface JoinedServer {
  /** The world: call `update` or `step`, and control the body with `localPlayer` as in any client. */
  readonly engine: Engine;
  /** Guid of the player; 0: this client looks on. */
  readonly guid: number;
  /** The entity of the player; 0: the server has not told of it yet. */
  readonly player: number;
  /** What the server has said of itself. */
  readonly hello: ServerHello;
  /** The server's scene, to draw it and to look around in it; null: it has named none, or another ground was given. */
  readonly ground: SceneGround | null;
  /** The connection: `closed`, `reason`, counters. */
  readonly transport: WebSocketTransport;
  /** Ends the connection. The world stays as it is. */
  leave(): void;
}

/** A server could not be joined; the message says why. */
export class JoinError extends Error {
  override name = 'JoinError';
}

const CALL = 'joinServer';
const joinKeys = ['motionTables', 'ground', 'engine', 'transport', 'socket', 'timeout'];

/**
 * Joins a server of `gait/server` over a WebSocket: waits for its hello and makes a client's world by it.
 *
 * @param url `ws://` or `wss://`.
 * @returns When the server has said hello. Its first messages, and with them the player's body, come with the first steps:
 * until then `player` is 0. Call `engine.update` as ever until it is not.
 * @throws TypeError or RangeError for a bad option. The promise is rejected with a {@link JoinError} when there is no such
 * server, it refuses or does not answer in time, or needs a motion table that is not there.
 */
export function joinServer(url: string, options: JoinServerOptions): Promise<JoinedServer> {
  requireObject(CALL, options, 'options such as { motionTables: [human] }');
  requireKeys(CALL, options, joinKeys);
  if (typeof url !== 'string' || !/^wss?:\/\/./.test(url)) {
    throw new TypeError(`${CALL}: expected an address that starts with ws:// or wss://, found '${String(url)}'`);
  }
  const timeout = requireNumber(`${CALL}.timeout`, options.timeout ?? 10, 0, 3600);
  const socket = (options.socket ?? newSocket)(url);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    let waits = true;
    const fail = (why: string): void => {
      if (!waits) return;
      waits = false;
      clearTimeout(timer);
      reject(new JoinError(`${url}: ${why}`));
      try {
        socket.close(1000);
      } catch {
        // It is gone already.
      }
    };
    const timer = setTimeout(() => fail(`no server has said hello in ${timeout} s`), timeout * 1000);
    socket.addEventListener('error', (event) => fail(`there is no connection${errorText(event)}`));
    socket.addEventListener('close', ({ code, reason }) => {
      fail(`the server has refused or ended the connection (${code}${reason === '' ? '' : `: ${reason}`})`);
    });
    socket.addEventListener('message', ({ data }) => {
      if (!waits) return;
      try {
        const joined = join(socket, data, options);
        waits = false;
        clearTimeout(timer);
        resolve(joined);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    });
  });
}

/** Makes the world that a hello describes; what follows the hello goes to its transport. */
function join(socket: WebSocketLike, data: unknown, options: JoinServerOptions): JoinedServer {
  const hello = readServerHello(data);
  const transport = createWebSocketTransport(socket, options.transport);
  const { guid, scene } = hello;
  const ground = scene === null || options.ground !== undefined ? null : createSceneGround(scene, { source: 'scene' });
  const engine = createEngine({
    ...options.engine,
    motionTables: hello.motionTables.map((name) => tableOf(name, options.motionTables)),
    motionTableIds: options.engine?.motionTableIds ?? hello.motionTableIds,
    ground: options.ground ?? ground ?? undefined,
    stepRate: hello.stepRate,
    defaults: hello.defaults as SpawnOptions,
  });
  engine.connect(transport);
  return {
    engine,
    guid,
    hello,
    ground,
    transport,
    get player() {
      return guid === 0 ? 0 : engine.entityOf(guid);
    },
    leave: () => engine.disconnect(transport),
  };
}

function tableOf(name: string, tables: readonly unknown[]): unknown {
  const table = tables.find((content) => (content as { name?: unknown } | null)?.name === name);
  if (table !== undefined) return table;
  const given = tables.map((content) => `'${String((content as { name?: unknown } | null)?.name)}'`).join(', ');
  throw new TypeError(`the server uses the motion table '${name}'; you gave ${given === '' ? 'none' : given}`);
}

function newSocket(url: string): WebSocketLike {
  const { WebSocket } = globalThis as { WebSocket?: new (url: string) => WebSocketLike };
  if (WebSocket === undefined) {
    throw new TypeError(`${CALL}.socket: expected a function that makes a WebSocket; there is no global one here`);
  }
  return new WebSocket(url);
}
