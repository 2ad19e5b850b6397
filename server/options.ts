import {
  checks,
  type ConnectionLimits,
  createSceneGround,
  type EngineOptions,
  type Ground,
  type SceneContent,
  type SpawnOptions,
} from '../index.ts';
import { usualSpots } from './spots.ts';

/** How a server is made. */
export interface ServerOptions {
  /** Motion tables as content files hold them; those who join need tables of the same names. */
  readonly motionTables: readonly unknown[];
  /** The scene, as its file holds it. Those who join are told of it. Default: level ground. */
  readonly scene?: unknown;
  /** What the scene is called in errors, for example its file. */
  readonly sceneSource?: string;
  /** A ground in place of a scene; those who join must know it by themselves. */
  readonly ground?: Ground;
  /** More for the engine: motionTableIds, interest, players, budget, defaults, stepRate, capacity. */
  readonly engine?: Omit<Partial<EngineOptions>, 'motionTables' | 'ground' | 'role' | 'unknown' | 'markedSpot'>;
  /** Where it listens. Default 127.0.0.1: nobody but this machine. */
  readonly host?: string;
  /** 0: one that is free. Default 8787. */
  readonly port?: number;
  /**
   * Origins of the pages that may join, such as `https://example.org`; `*`: all. Default: pages of this machine
   * (localhost, 127.0.0.1, [::1], any port). Those who tell no origin are no browsers, and may.
   */
  readonly origins?: readonly string[];
  /** Players that may be there at once, 1 to 10,000. Default 64. */
  readonly maxPlayers?: number;
  /** What each may make the server do. Default: `peerLimits`. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Bytes that may wait to be sent to one who takes them too slowly, before the connection ends. Default 1 MiB. */
  readonly sendLimit?: number;
  /** Seconds between two pings; who has answered neither of two by the next is gone. Default 15. */
  readonly heartbeat?: number;
  /**
   * What a player's body is like. Default: on a spot of its own around the scene's place `start`, else the origin.
   *
   * @param seat The lowest number that no player has, from 0.
   */
  readonly player?: (seat: number) => Omit<SpawnOptions, 'guid' | 'localPlayer'>;
}

/** Options with nothing left out. */
export interface CompleteServerOptions {
  readonly motionTables: readonly unknown[];
  readonly scene: SceneContent | null;
  readonly ground: Ground | undefined;
  readonly engine: NonNullable<ServerOptions['engine']>;
  readonly host: string;
  readonly port: number;
  readonly origins: readonly string[] | null;
  readonly maxPlayers: number;
  readonly limits: Partial<ConnectionLimits>;
  readonly sendLimit: number;
  readonly heartbeat: number;
  readonly player: NonNullable<ServerOptions['player']>;
}

const CALL = 'createServer';
const serverKeys = [
  'motionTables',
  'scene',
  'sceneSource',
  'ground',
  'engine',
  'host',
  'port',
  'origins',
  'maxPlayers',
  'limits',
  'sendLimit',
  'heartbeat',
  'player',
] as const satisfies readonly (keyof ServerOptions)[];

/** @throws TypeError or RangeError that names the option and what was expected; Error for a bad scene. */
export function completeServerOptions(options: ServerOptions): CompleteServerOptions {
  checks.requireObject(CALL, options, 'options such as { motionTables: [human] }');
  checks.requireKeys(CALL, options, serverKeys);
  if (options.scene !== undefined && options.ground !== undefined) {
    throw new TypeError(`${CALL}: expected either a scene or a ground`);
  }
  const ground =
    options.scene === undefined
      ? undefined
      : createSceneGround(options.scene, { source: options.sceneSource ?? 'scene' });
  const host = options.host ?? '127.0.0.1';
  if (typeof host !== 'string' || host === '') throw new TypeError(`${CALL}.host: expected a name or an address`);
  const { player } = options;
  if (player !== undefined && typeof player !== 'function') {
    throw new TypeError(`${CALL}.player: expected a function from a seat to spawn options`);
  }
  return {
    motionTables: options.motionTables,
    scene: ground?.scene ?? null,
    ground: ground ?? options.ground,
    engine: requireEngineOptions(options.engine ?? {}),
    host,
    port: checks.requireInteger(`${CALL}.port`, options.port ?? 8787, 0, 65_535),
    origins: checkOrigins(options.origins),
    maxPlayers: checks.requireInteger(`${CALL}.maxPlayers`, options.maxPlayers ?? 64, 1, 10_000),
    limits: checks.requireObject(`${CALL}.limits`, options.limits ?? {}, 'limits of connections'),
    sendLimit: checks.requireInteger(`${CALL}.sendLimit`, options.sendLimit ?? 1_048_576, 65_536, 2 ** 31),
    heartbeat: checks.requireNumber(`${CALL}.heartbeat`, options.heartbeat ?? 15, 0.05, 3600),
    player: player ?? usualSpots(ground ?? null),
  };
}

function checkOrigins(origins: readonly string[] | undefined): readonly string[] | null {
  if (origins === undefined) return null;
  if (!Array.isArray(origins)) throw new TypeError(`${CALL}.origins: expected an array of origins`);
  return origins.map((origin: unknown) => {
    if (origin === '*') return '*';
    let parsed = '';
    try {
      parsed = new URL(String(origin)).origin;
    } catch {
      // Told below.
    }
    if (parsed !== '' && parsed !== 'null' && parsed === String(origin).replace(/\/$/, '').toLowerCase()) return parsed;
    throw new TypeError(`${CALL}.origins: expected origins such as 'https://example.org', found '${String(origin)}'`);
  });
}

/** Options of an engine that a server gives itself, or takes among its own. */
const notForEngine = ['motionTables', 'ground', 'role', 'unknown', 'markedSpot'];

function requireEngineOptions(engine: unknown): NonNullable<ServerOptions['engine']> {
  const given = checks.requireObject(`${CALL}.engine`, engine, 'options of an engine');
  const wrong = notForEngine.find((name) => Object.hasOwn(given, name));
  if (wrong === undefined) return given;
  const why = wrong === 'motionTables' || wrong === 'ground' ? `give it as ${CALL}.${wrong}` : 'a server has its own';
  throw new TypeError(`${CALL}.engine.${wrong}: ${why}`);
}
