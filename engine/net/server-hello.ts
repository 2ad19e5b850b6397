import { requireInteger, requireObject } from '../checks.ts';

/** Number of the form of {@link ServerHello}. */
const HELLO_VERSION = 1;
/** Characters of the longest hello that is read: a large scene has some hundred thousand. */
const LONGEST_HELLO = 16_777_216;
const MOST_TABLES = 4096;

/**
 * What a server says first to who joins it over a WebSocket: one frame of text, before any message. A client makes its
 * world by it.
 */
export interface ServerHello {
  /** The guid that the client plays; 0: it looks on. */
  readonly guid: number;
  /** Steps a second. */
  readonly stepRate: number;
  /** Names of the server's motion tables in their order: messages name them by it, unless `motionTableIds` says how. */
  readonly motionTables: readonly string[];
  /** Names of motion tables by the ids by which messages name them; left out: 0x09000000 is the first, and so on. */
  readonly motionTableIds?: Readonly<Record<number, string>>;
  /** The scene, as its file holds it; null: level ground, or one that the client must know. */
  readonly scene: unknown;
  /** What bodies are like that messages bring, as `defaults` of an engine. */
  readonly defaults: unknown;
}

/** A hello as text. */
export function writeServerHello(hello: ServerHello): string {
  const { guid, stepRate, motionTables, motionTableIds, scene, defaults } = hello;
  return JSON.stringify({ gait: HELLO_VERSION, guid, stepRate, motionTables, motionTableIds, scene, defaults });
}

/** Reads a hello. Scene, defaults and ids of motion tables are for those to check who use them. @throws TypeError or RangeError: it is none. */
export function readServerHello(text: unknown): ServerHello {
  if (typeof text !== 'string') throw new TypeError('hello: expected text, found a frame of bytes');
  if (text.length > LONGEST_HELLO) {
    throw new RangeError(`hello: expected at most ${LONGEST_HELLO} characters, found ${text.length}`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new TypeError('hello: expected JSON');
  }
  const { gait, guid, stepRate, motionTables, motionTableIds, scene, defaults } = requireObject(
    'hello',
    content,
    'an object',
  ) as Record<string, unknown>;
  if (gait !== HELLO_VERSION) throw new TypeError(`hello.gait: expected ${HELLO_VERSION}, found ${String(gait)}`);
  if (!isNames(motionTables)) throw new TypeError('hello.motionTables: expected names of motion tables');
  return {
    guid: requireInteger('hello.guid', guid, 0, 0xffffffff),
    stepRate: requireInteger('hello.stepRate', stepRate, 10, 30),
    motionTables,
    ...(motionTableIds === undefined
      ? {}
      : {
          motionTableIds: requireObject('hello.motionTableIds', motionTableIds, 'an object') as Record<string, string>,
        }),
    scene: scene ?? null,
    defaults: requireObject('hello.defaults', defaults ?? {}, 'an object'),
  };
}

function isNames(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_TABLES) return false;
  return value.every((name) => typeof name === 'string');
}
