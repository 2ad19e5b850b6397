import {
  requireChoice,
  requireFunction,
  requireInteger,
  requireKeys,
  requireNumber,
  requireObject,
} from '../checks.ts';
import { type Capture, type CapturedConnection, createCaptureCounts } from './capture.ts';
import { LAST_MICROS, MOST_CONNECTIONS } from './capture-format.ts';
import { writeCapture } from './capture-file.ts';
import { CaptureWriter } from './capture-writer.ts';
import { isLoginMessage } from './login-data.ts';
import { type CaptureDirection, MessageLog } from './message-log.ts';

/** How a recorder is made. */
export interface RecorderOptions {
  /** Which end records: a client receives what goes to the client, a server what goes to the server. Default client. */
  side?: 'client' | 'server';
  /** Steps a second of the world that is recorded, for who replays it. Default 0: not said. */
  stepRate?: number;
  /** When it starts, seconds since 1970. Default: now. */
  startTime?: number;
  /** Bytes of messages that are kept in memory; beyond that the oldest are given up. Default 64 MiB. */
  limit?: number;
  /**
   * Takes the file's bytes as they come, valid inside the call; nothing is kept in memory then. What it throws ends the
   * recording and is told by `failed`.
   */
  sink?: (bytes: Uint8Array) => void;
}

/** Counts since the start. */
export interface RecorderCounters {
  /** Messages that were recorded. */
  messages: number;
  /** Bytes of the messages that were recorded. */
  bytes: number;
  /** Messages that were given up again because of the limit. */
  givenUp: number;
  /** Messages that belong to logging in: never recorded. */
  withheld: number;
}

const OPTIONS = ['side', 'stepRate', 'startTime', 'limit', 'sink'];
const CALL = 'createRecorder';
const DEFAULT_LIMIT = 64 * 1024 * 1024;
const LEAST_LIMIT = 65_536 * 2;

/**
 * Records what goes over transports, with the times at which it went: the transports' own clock (what they are polled
 * with), from the first poll on. Whole messages are kept, never log-in data. Wrap transports with
 * {@link recordTransport}, or call {@link Recorder.record}.
 *
 * In memory the last `limit` bytes are kept, in two halves: the older one goes as a whole when the younger one is full.
 */
export class Recorder {
  /** Which end records. */
  readonly side: 'client' | 'server';
  /** Steps a second of the recorded world; 0: not known. */
  readonly stepRate: number;
  /** What was recorded and what was not. */
  readonly counters: RecorderCounters = { messages: 0, bytes: 0, givenUp: 0, withheld: 0 };
  /** What the sink threw; null: nothing. */
  failed: unknown = null;

  private readonly startTime: number;
  private readonly limit: number;
  private readonly names: CapturedConnection[] = [];
  private readonly writer: CaptureWriter | null;
  private older = new MessageLog();
  private younger = new MessageLog();
  /** Seconds on the transports' clock at the start; NaN before the first time. */
  private base = Number.NaN;
  private micros = 0;
  private ended = false;

  /** @throws TypeError or RangeError that names the option and what was expected. */
  constructor(options: RecorderOptions = {}) {
    requireObject(CALL, options, 'options such as { stepRate: 30 }');
    requireKeys(CALL, options, OPTIONS);
    this.side = requireChoice(`${CALL}.side`, options.side ?? 'client', ['client', 'server']);
    this.stepRate = requireNumber(`${CALL}.stepRate`, options.stepRate ?? 0, 0, 1000);
    this.startTime = requireNumber(`${CALL}.startTime`, options.startTime ?? Date.now() / 1000, 0, 1e12);
    this.limit = requireInteger(`${CALL}.limit`, options.limit ?? DEFAULT_LIMIT, LEAST_LIMIT, 2 ** 40);
    const { sink } = options;
    if (sink !== undefined) requireFunction(`${CALL}.sink`, sink, 'a function that takes bytes');
    this.writer =
      sink === undefined ? null : new CaptureWriter(sink, { startTime: this.startTime, stepRate: this.stepRate });
  }

  /**
   * Adds a connection.
   *
   * @param name What it is called. Default: `connection` and its number.
   * @returns Its number. @throws RangeError when there are 65,536 already.
   */
  connection(name?: string): number {
    const index = this.names.length;
    name ??= `connection ${index}`;
    if (typeof name !== 'string') throw new TypeError('recorder: expected a text as the name of a connection');
    if (index >= MOST_CONNECTIONS) throw new RangeError(`recorder: expected at most ${MOST_CONNECTIONS} connections`);
    this.names.push({ name });
    this.guard((writer) => writer.name(index, name));
    return index;
  }

  /** Lets time pass: the first time is the recording's start, and a time that goes back counts as the last. */
  at(now: number): void {
    if (!Number.isFinite(now)) return;
    if (Number.isNaN(this.base)) this.base = now;
    const micros = Math.round((now - this.base) * 1e6);
    if (micros > this.micros && micros <= LAST_MICROS) this.micros = micros;
  }

  /** Records a message at the time of the last {@link at}. */
  record(direction: CaptureDirection, connection: number, message: Uint8Array): void {
    if (this.ended || this.failed !== null) return;
    const { counters } = this;
    if (isLoginMessage(message)) {
      counters.withheld++;
      return;
    }
    counters.messages++;
    counters.bytes += message.length;
    if (this.writer !== null) {
      this.guard((writer) => writer.message(this.micros, direction, connection, message));
      return;
    }
    if (this.younger.size + message.length > this.limit / 2) this.turnOver();
    this.younger.append(this.micros, direction, connection, message);
  }

  /** Ends the recording: nothing is added to it from now on, and a sink gets the rest and the end mark. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.guard((writer) => writer.end(this.micros));
  }

  /** Gives a sink what has been gathered for it; a file that is not ended is then read up to here. */
  flush(): void {
    this.guard((writer) => writer.flush());
  }

  /**
   * What is in memory, as a capture of its own: its time 0 is the recording's start, or the first message that is still
   * there. The recording goes on.
   *
   * @throws Error when it goes to a sink.
   */
  capture(): Capture {
    if (this.writer !== null) throw new Error('recorder: what it records goes to its sink; nothing is kept here');
    const messages = new MessageLog();
    const givenUp = this.counters.givenUp > 0;
    const first = givenUp ? (this.older.count > 0 ? this.older : this.younger).microsOf(0) : 0;
    for (const log of [this.older, this.younger]) {
      for (let index = 0; index < log.count; index++) {
        messages.append(
          log.microsOf(index) - first,
          log.directionOf(index),
          log.connectionOf(index),
          log.bytesOf(index),
        );
      }
    }
    const counts = createCaptureCounts();
    counts.skipped['log-in data'] = this.counters.withheld;
    return {
      format: 'gait',
      startTime: this.startTime + first / 1e6,
      stepRate: this.stepRate,
      duration: (this.micros - first) / 1e6,
      connections: this.names.map(({ name }) => ({ name })),
      messages,
      counts,
      damage: null,
      notes: [],
    };
  }

  /** What is in memory, as the bytes of a capture file. @throws Error when it goes to a sink. */
  bytes(): Uint8Array {
    return writeCapture(this.capture());
  }

  private turnOver(): void {
    const { older } = this;
    this.counters.givenUp += older.count;
    older.clear();
    this.older = this.younger;
    this.younger = older;
  }

  private guard(call: (writer: CaptureWriter) => void): void {
    if (this.writer === null || this.failed !== null) return;
    try {
      call(this.writer);
    } catch (error) {
      this.failed = error ?? new Error('the sink threw nothing');
    }
  }
}

/** Makes a recorder. @throws TypeError or RangeError that names the option and what was expected. */
export function createRecorder(options: RecorderOptions = {}): Recorder {
  return new Recorder(options);
}
