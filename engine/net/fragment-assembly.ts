import type { SkipLog } from './capture.ts';
import type { PacketFragment } from './transport-packet.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';

/** Limits of what a capture can make the assembly keep. */
export const AssemblyLimits = {
  /** Fragments of one message: of those that retail sends, 147 fill the longest message. */
  fragments: 1024,
  /** Messages that wait for the rest of their fragments, and bytes of theirs. The oldest goes first. */
  waiting: 2048,
  waitingBytes: 16 * 1024 * 1024,
  /** Finished messages whose late duplicates are known for what they are: at least half as many, the last ones. */
  finished: 262_144,
} as const;

interface Waiting {
  parts: (Uint8Array | undefined)[];
  missing: number;
  bytes: number;
  /** Where in the file its first fragment is. */
  offset: number;
}

/**
 * Puts messages together from fragments that come in any order. Fragments of one stream (a direction of a connection),
 * sequence and id make a message in the order of their index; what comes again is dropped, also when the message is
 * finished. Memory is bounded.
 */
export class FragmentAssembly {
  private readonly log: SkipLog;
  private readonly waiting = new Map<string, Waiting>();
  /** The last finished messages, in two halves: taking the oldest out of one set, one by one, is slow. */
  private finished = new Set<string>();
  private finishedBefore = new Set<string>();
  private waitingBytes = 0;

  constructor(log: SkipLog) {
    this.log = log;
  }

  /**
   * Takes a fragment.
   *
   * @param stream Number of the direction of a connection.
   * @param offset Where in the file its packet is, for what is told of it.
   * @returns The whole message when this was its last missing fragment, else null.
   */
  add(stream: number, fragment: PacketFragment, offset: number): Uint8Array | null {
    const { count, index, data } = fragment;
    if (count < 1 || count > AssemblyLimits.fragments) {
      return this.refuse(offset, `expected a count of 1 to ${AssemblyLimits.fragments}, found ${count}`);
    }
    if (index >= count) return this.refuse(offset, `expected an index below ${count}, found ${index}`);
    const key = `${stream}/${fragment.sequence}/${fragment.id}`;
    if (this.finished.has(key) || this.finishedBefore.has(key)) return this.duplicate(offset);
    if (count === 1) {
      if (this.waiting.has(key))
        return this.refuse(offset, `expected a fragment like the others of its message ${key}`);
      return this.finish(key, data, offset);
    }
    const entry = this.waiting.get(key) ?? this.begin(key, count, offset);
    if (entry.parts.length !== count) {
      return this.refuse(offset, `expected a count of ${entry.parts.length} as before, found ${count}`);
    }
    if (entry.parts[index] !== undefined) return this.duplicate(offset);
    entry.parts[index] = data;
    entry.missing--;
    entry.bytes += data.length;
    this.waitingBytes += data.length;
    if (entry.bytes > MAX_MESSAGE_BYTES) {
      this.forget(key, entry);
      this.remember(key);
      this.log.skip('bad message length', offset, `expected at most ${MAX_MESSAGE_BYTES} bytes, found ${entry.bytes}`);
      return null;
    }
    if (entry.missing > 0) {
      this.makeRoom();
      return null;
    }
    this.forget(key, entry);
    return this.finish(key, join(entry), offset);
  }

  /** Counts the messages that never became whole. */
  end(): void {
    for (const [key, entry] of this.waiting) this.giveUp(key, entry);
  }

  private begin(key: string, count: number, offset: number): Waiting {
    const entry: Waiting = { parts: new Array(count).fill(undefined), missing: count, bytes: 0, offset };
    this.waiting.set(key, entry);
    return entry;
  }

  private finish(key: string, message: Uint8Array, offset: number): Uint8Array | null {
    this.remember(key);
    if (message.length > 0 && message.length <= MAX_MESSAGE_BYTES) return message;
    this.log.skip('bad message length', offset, `expected 1 to ${MAX_MESSAGE_BYTES} bytes, found ${message.length}`);
    return null;
  }

  private remember(key: string): void {
    this.finished.add(key);
    if (this.finished.size < AssemblyLimits.finished / 2) return;
    this.finishedBefore = this.finished;
    this.finished = new Set();
  }

  private makeRoom(): void {
    while (this.waiting.size > AssemblyLimits.waiting || this.waitingBytes > AssemblyLimits.waitingBytes) {
      const [key, entry] = this.waiting.entries().next().value as [string, Waiting];
      this.giveUp(key, entry);
    }
  }

  private giveUp(key: string, entry: Waiting): void {
    this.forget(key, entry);
    const have = entry.parts.length - entry.missing;
    this.log.skip('incomplete message', entry.offset, `expected ${entry.parts.length} fragments, found ${have}`);
  }

  private forget(key: string, entry: Waiting): void {
    this.waiting.delete(key);
    this.waitingBytes -= entry.bytes;
  }

  private duplicate(offset: number): null {
    this.log.skip('duplicate fragment', offset);
    return null;
  }

  private refuse(offset: number, text: string): null {
    this.log.skip('bad fragment', offset, text);
    return null;
  }
}

function join({ parts, bytes }: Waiting): Uint8Array {
  const message = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    if (part === undefined) continue;
    message.set(part, at);
    at += part.length;
  }
  return message;
}
