import { requireInteger } from '../checks.ts';
import type { CapturedMessages } from './message-log.ts';

/** What a capture was read from. */
export type CaptureFormat = 'gait' | 'pcap' | 'pcapng';

/** Why something of a file is not among the capture's messages. */
export const skipReasons = [
  /** The frame was captured in part only: bytes of it are missing. */
  'cut frame',
  /** A block of a pcapng file that does not hold what it says, or a frame of an interface that was not described. */
  'bad block',
  /** A link type that is not read. */
  'unknown link type',
  'not IP',
  'not UDP',
  /** An IP or UDP header that cannot be. */
  'bad IP or UDP header',
  /** An IP fragment whose datagram never became whole. */
  'IP fragment left over',
  /** UDP, but not of the game. */
  'other UDP',
  /** On the game's port, but no transport packet: a wrong size, headers or fragments that do not fit. */
  'bad packet',
  /** A fragment that contradicts the others of its message, or an absurd count. */
  'bad fragment',
  'duplicate fragment',
  /** A message some of whose fragments never came. */
  'incomplete message',
  /** A message that is longer than a transport carries, or empty. */
  'bad message length',
  /** A packet or a message that belongs to logging in: neither stored nor shown. */
  'log-in data',
] as const;

/** A reason by name. */
export type SkipReason = (typeof skipReasons)[number];

/** Something that is worth telling of a file, and where. */
export interface CaptureNote {
  /** Bytes from the file's start. */
  readonly offset: number;
  /** What was found and what was expected. */
  readonly text: string;
}

/** What a file held. Counts of frames, packets and fragments are 0 for our own files, which hold whole messages. */
export interface CaptureCounts {
  /** Frames or records of the file. */
  frames: number;
  /** Transport packets that were taken, log-in packets not included. */
  packets: number;
  /** Of the packets: those to the client. */
  packetsToClient: number;
  /** Of the packets: those to the server. */
  packetsToServer: number;
  /** Fragments of these packets, duplicates included. */
  fragments: number;
  /** IP datagrams that were put together from IP fragments. */
  ipReassembled: number;
  /** What was passed over, by reason. */
  readonly skipped: Record<SkipReason, number>;
}

/** One connection of a capture. */
export interface CapturedConnection {
  /** What it is called: who talked to whom, or the name that the recorder was given. */
  readonly name: string;
}

/** What went over one or more connections: whole messages with their times. */
export interface Capture {
  /** The kind of file that it was read from. */
  readonly format: CaptureFormat;
  /** When it began: seconds since 1970 (UTC); 0: not known. */
  readonly startTime: number;
  /** Steps a second of the world that recorded it; 0: not known. */
  readonly stepRate: number;
  /** Seconds from its start to its end. */
  readonly duration: number;
  /** The connections whose messages it holds. */
  readonly connections: readonly CapturedConnection[];
  /** The messages in the order in which they went by. */
  readonly messages: CapturedMessages;
  /** What its file was made of. */
  readonly counts: Readonly<CaptureCounts>;
  /** Where and why reading ended before the end of the file; null: it was read to its end. What was before is there. */
  readonly damage: CaptureNote | null;
  /** What else is worth telling: the first {@link MOST_NOTES} skipped things. */
  readonly notes: readonly CaptureNote[];
}

/** The most notes that a capture keeps; the counts count all. */
export const MOST_NOTES = 32;

/** Throws unless this is a capture. */
export function requireCapture(what: string, capture: Capture): void {
  if (typeof capture?.messages?.bytesOf === 'function' && Array.isArray(capture.connections)) return;
  throw new TypeError(`${what}: expected a capture, as readCapture or a recorder answers it`);
}

/** The number of one of a capture's connections. @throws RangeError, TypeError when it has none of this number. */
export function connectionOf(what: string, { connections }: Capture, connection: number): number {
  if (connections.length === 0) throw new RangeError(`${what}.connection: the capture has no connections`);
  return requireInteger(`${what}.connection`, connection, 0, connections.length - 1);
}

/** All counts at 0. */
export function createCaptureCounts(): CaptureCounts {
  return {
    frames: 0,
    packets: 0,
    packetsToClient: 0,
    packetsToServer: 0,
    fragments: 0,
    ipReassembled: 0,
    skipped: Object.fromEntries(skipReasons.map((reason) => [reason, 0])) as Record<SkipReason, number>,
  };
}

/** Collects what is skipped of a file. */
export class SkipLog {
  readonly counts = createCaptureCounts();
  readonly notes: CaptureNote[] = [];

  /** Counts something, and notes it while there is room. */
  skip(reason: SkipReason, offset: number, text?: string): void {
    this.counts.skipped[reason]++;
    if (text !== undefined) this.note(offset, `${reason}: ${text}`);
  }

  note(offset: number, text: string): void {
    if (this.notes.length < MOST_NOTES) this.notes.push({ offset, text });
  }
}
