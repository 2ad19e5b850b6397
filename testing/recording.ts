import type { Plain } from './plain-values.ts';

/** Number of the form of {@link Recording}. */
export const RECORDING_VERSION = 1;

/** Everything that has gone into the worlds of a stepper, and what came of it. Plain data: JSON holds it. */
export interface Recording {
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
  readonly world: number;
  readonly call: string;
  readonly args: readonly Plain[];
  /** What it answered when that was a number, or what it threw. */
  result?: number;
  threw?: string;
}

/** A step of an engine. */
export interface RecordedStep {
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
  readonly connection: number;
  readonly waiting: number | null;
  readonly overflow: number | null;
  readonly closed: boolean;
  /** Guids; of a server's peer. */
  readonly player: number;
  readonly viewer: number;
}

/** What one poll of one connection handed over, and how the transport was afterwards. */
export interface RecordedPoll {
  readonly connection: number;
  readonly messages: string[];
  waiting: number | null;
  overflow: number | null;
  closed: boolean;
}
