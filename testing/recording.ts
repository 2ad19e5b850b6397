import type { Plain } from './plain-values.ts';

/** Number of the form of {@link Recording}. */
export const RECORDING_VERSION = 1;

/** Everything that has gone into the worlds of a stepper, and what came of it. Plain data: JSON holds it. */
export interface Recording {
  /** The form of the recording. */
  readonly version: typeof RECORDING_VERSION;
  /** Names and roles of the worlds. */
  readonly worlds: readonly { readonly name: string; readonly role: 'server' | 'client' }[];
  /** What happened, in order. */
  readonly entries: readonly RecordedEntry[];
}

/** Something that happened to a world, by its number. */
export type RecordedEntry = RecordedCall | RecordedStep;

/** A call on an engine. */
export interface RecordedCall {
  /** Number of the world, a place in {@link Recording.worlds}. */
  readonly world: number;
  /** Name of the engine's call. */
  readonly call: string;
  /** What it was given. */
  readonly args: readonly Plain[];
  /** What it answered when that was a number. */
  result?: number;
  /** The message of what it threw; left out: it threw nothing. */
  threw?: string;
}

/** A step of an engine. */
export interface RecordedStep {
  /** Number of the world, a place in {@link Recording.worlds}. */
  readonly world: number;
  /** The world's tick after it. */
  tick: number;
  /** Connections that were not as before when it began. */
  readonly connections: ConnectionState[];
  /** What its connections handed over, poll by poll. */
  readonly polls: RecordedPoll[];
  /** What it sent, in order: number of the connection and the bytes. */
  readonly sent: (readonly [connection: number, bytes: string, unreliable: boolean])[];
  /** Calls that were made inside it, by the name of the system that made them; '': by a handler of an event. */
  readonly calls: (RecordedCall & { readonly system: string })[];
  /** The hash of the world after it. */
  hash: string;
}

/** How a connection is from outside. */
export interface ConnectionState {
  /** Number of the connection in its world. */
  readonly connection: number;
  /** Messages that wait in its transport; null: it does not tell. */
  readonly waiting: number | null;
  /** Messages that its transport has lost for want of room; null: it does not tell. */
  readonly overflow: number | null;
  /** Whether its transport was closed. */
  readonly closed: boolean;
  /** Guid of a server's peer's body; 0: it has none. */
  readonly player: number;
  /** Guid of the body from whose place its interest is measured; 0: its player. */
  readonly viewer: number;
}

/** What one poll of one connection handed over, and how the transport was afterwards. */
export interface RecordedPoll {
  /** Number of the connection in its world. */
  readonly connection: number;
  /** The messages that were handed over, in hexadecimal. */
  readonly messages: string[];
  /** Messages that waited in the transport afterwards; null: it does not tell. */
  waiting: number | null;
  /** Messages that the transport had lost for want of room; null: it does not tell. */
  overflow: number | null;
  /** Whether the transport was closed afterwards. */
  closed: boolean;
}
