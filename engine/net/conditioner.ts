import { requireInteger, requireKeys, requireNumber } from '../checks.ts';
import { LengthViews } from './length-views.ts';

/** Network conditions of one direction. What is left out is 0 (the seed: 1). */
export interface ConditionerOptions {
  /** Whole number from 0 to 4294967295: the same seed and the same calls give the same fate to every datagram. */
  readonly seed?: number;
  /** Seconds from one side to the other, 0 to 60. */
  readonly latency?: number;
  /** Seconds, 0 to 60: each datagram takes from latency - jitter to latency + jitter, drawn evenly, but not below 0. */
  readonly jitter?: number;
  /** Share of the datagrams that never arrive, 0 to 1. */
  readonly loss?: number;
  /** Share of the datagrams that are held back so that later ones overtake them, 0 to 1. */
  readonly reorder?: number;
  /** Seconds for which those are held back at most (and half of it at least), 0 to 60; 0.1 when left out. */
  readonly reorderDelay?: number;
  /** Share of the datagrams that arrive twice, 0 to 1. */
  readonly duplicate?: number;
}

/**
 * What happened to datagrams since the start. `sent` - `lost` - `overflowed` + `duplicated` is `delivered` and those on
 * their way.
 */
export interface ConditionerCounters {
  sent: number;
  lost: number;
  /** Copies made. */
  duplicated: number;
  /** Datagrams held back by the reorder setting. */
  heldBack: number;
  /** Datagrams that arrived after one that was sent later, whether held back or by jitter. */
  reordered: number;
  delivered: number;
  /** Datagrams that found no room: more than {@link CONDITIONER_LIMIT} bytes were on their way. */
  overflowed: number;
}

/** Bytes that may be on their way through one conditioner. */
export const CONDITIONER_LIMIT = 8 * 1024 * 1024;

const MAX_DATAGRAM = 65_536;
const MAX_SECONDS = 60;
const SMALLEST_SLOT = 256;
/** Bytes of slots that are kept for later. */
const SPARE_BYTES = 1024 * 1024;
/** Seconds by which sums of times may be wrong: a latency of whole steps must not come out a step longer. */
const ROUNDING = 1e-9;
const FIELDS = ['seed', 'latency', 'jitter', 'loss', 'reorder', 'reorderDelay', 'duplicate'];

/** A datagram on its way. */
interface Slot {
  arrival: number;
  /** Breaks ties of arrival: the order of insertion. */
  order: number;
  /** Which `send` it came from. */
  number: number;
  length: number;
  /** A power of two long. */
  bytes: Uint8Array;
}

/** Makes a direction with these conditions. @throws RangeError or TypeError naming the setting that cannot be. */
export function createConditioner(options: ConditionerOptions = {}): Conditioner {
  return new Conditioner(options);
}

/** Throws unless these are conditions; `what` is put before a field's name. */
export function requireConditions(options: ConditionerOptions, what = 'conditioner'): void {
  const { seed = 1, latency = 0, jitter = 0, loss = 0, reorder = 0, reorderDelay = 0, duplicate = 0 } = options;
  requireKeys(what, options, FIELDS);
  requireInteger(`${what}.seed`, seed, 0, 0xffffffff);
  requireNumber(`${what}.latency`, latency, 0, MAX_SECONDS);
  requireNumber(`${what}.jitter`, jitter, 0, MAX_SECONDS);
  requireNumber(`${what}.loss`, loss, 0, 1);
  requireNumber(`${what}.reorder`, reorder, 0, 1);
  requireNumber(`${what}.reorderDelay`, reorderDelay, 0, MAX_SECONDS);
  requireNumber(`${what}.duplicate`, duplicate, 0, 1);
}

/**
 * One direction of a bad network: datagrams go in with the time, and come out when they arrive, if they do.
 *
 * Every datagram takes the same number of draws whatever the settings, so that a changed setting changes nothing about
 * the other draws.
 */
export class Conditioner {
  readonly counters: ConditionerCounters = {
    sent: 0,
    lost: 0,
    duplicated: 0,
    heldBack: 0,
    reordered: 0,
    delivered: 0,
    overflowed: 0,
  };

  private latency = 0;
  private jitter = 0;
  private loss = 0;
  private reorder = 0;
  private reorderDelay = 0.1;
  private duplicate = 0;
  private state = 1;

  private time = Number.NEGATIVE_INFINITY;
  /** A binary heap: the next to arrive is first. */
  private readonly heap: Slot[] = [];
  /** What is sent while datagrams are being handed over. */
  private readonly late: Slot[] = [];
  /** Slots to use again, by size. */
  private readonly spare = new Map<number, Slot[]>();
  private spareBytes = 0;
  private order = 0;
  private newest = -1;
  private bytesOnTheWay = 0;
  private receiving = false;
  private handed = new Uint8Array(SMALLEST_SLOT);
  private views = new LengthViews(this.handed.buffer);

  constructor(options: ConditionerOptions = {}) {
    this.configure(options);
  }

  /** Datagrams on their way. */
  get pending(): number {
    return this.heap.length + this.late.length;
  }

  /**
   * Changes the settings that are given; the others stay. What is on its way keeps its time of arrival. A seed starts
   * the draws again.
   *
   * @throws RangeError or TypeError naming the setting that cannot be; then nothing is changed.
   */
  configure(options: ConditionerOptions): void {
    requireConditions(options);
    this.latency = options.latency ?? this.latency;
    this.jitter = options.jitter ?? this.jitter;
    this.loss = options.loss ?? this.loss;
    this.reorder = options.reorder ?? this.reorder;
    this.reorderDelay = options.reorderDelay ?? this.reorderDelay;
    this.duplicate = options.duplicate ?? this.duplicate;
    this.state = options.seed ?? this.state;
  }

  /** Sends one datagram, at most 65,536 bytes, which are copied. @param now As for {@link receive}. */
  send(now: number, bytes: Uint8Array): void {
    if (bytes.length > MAX_DATAGRAM) {
      throw new RangeError(`bytes: expected at most ${MAX_DATAGRAM} bytes, found ${bytes.length}`);
    }
    const time = this.advance(now);
    const number = this.counters.sent++;
    const lost = this.draw() < this.loss;
    const delay = this.drawDelay();
    const heldBack = this.draw() < this.reorder;
    const hold = this.reorderDelay * (0.5 + 0.5 * this.draw());
    const twice = this.draw() < this.duplicate;
    const secondDelay = this.drawDelay();
    if (lost) {
      this.counters.lost++;
      return;
    }
    if (!this.add(time + (heldBack ? delay + hold : delay), number, bytes)) {
      this.counters.overflowed++;
      return;
    }
    if (heldBack) this.counters.heldBack++;
    if (twice && this.add(time + secondDelay, number, bytes)) this.counters.duplicated++;
  }

  /**
   * Hands over what has arrived by `now`, in the order of arrival; the view is only valid inside the call. What
   * `deliver` sends is looked at the next time. Does nothing inside itself.
   *
   * @param now Seconds, one clock for both sides; an earlier one than before counts as that.
   */
  receive(now: number, deliver: (datagram: Uint8Array) => void): void {
    if (this.receiving) return;
    const time = this.advance(now);
    const { heap, counters } = this;
    this.receiving = true;
    try {
      while (heap.length > 0 && heap[0].arrival <= time + ROUNDING) {
        const slot = this.pop();
        counters.delivered++;
        if (slot.number < this.newest) counters.reordered++;
        else this.newest = slot.number;
        // The whole slot is copied: a part of it would need a view of its own.
        this.handed.set(slot.bytes);
        this.release(slot);
        deliver(this.views.of(slot.length));
      }
    } finally {
      this.receiving = false;
      for (const slot of this.late) this.insert(slot);
      this.late.length = 0;
    }
  }

  private advance(now: number): number {
    requireNumber('now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    this.time = Math.max(this.time, now);
    return this.time;
  }

  /** The next draw, from 0 to below 1: a Weyl sequence, mixed with integer arithmetic alone. */
  private draw(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  }

  private drawDelay(): number {
    return Math.max(0, this.latency + this.jitter * (2 * this.draw() - 1));
  }

  private add(arrival: number, number: number, bytes: Uint8Array): boolean {
    let size = SMALLEST_SLOT;
    while (size < bytes.length) size *= 2;
    if (this.bytesOnTheWay + size > CONDITIONER_LIMIT) return false;
    const slot = this.take(size);
    if (size > this.handed.length) {
      this.handed = new Uint8Array(size);
      this.views = new LengthViews(this.handed.buffer);
    }
    this.bytesOnTheWay += size;
    slot.arrival = arrival;
    slot.order = this.order++;
    slot.number = number;
    slot.length = bytes.length;
    slot.bytes.set(bytes);
    if (this.receiving) this.late.push(slot);
    else this.insert(slot);
    return true;
  }

  private take(size: number): Slot {
    const slot = this.spare.get(size)?.pop();
    if (slot === undefined) return { arrival: 0, order: 0, number: 0, length: 0, bytes: new Uint8Array(size) };
    this.spareBytes -= size;
    return slot;
  }

  private release(slot: Slot): void {
    const size = slot.bytes.length;
    this.bytesOnTheWay -= size;
    if (this.spareBytes + size > SPARE_BYTES) return;
    this.spareBytes += size;
    const spare = this.spare.get(size);
    if (spare === undefined) this.spare.set(size, [slot]);
    else spare.push(slot);
  }

  private insert(slot: Slot): void {
    const { heap } = this;
    let index = heap.length;
    heap.push(slot);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!arrivesBefore(slot, heap[parent])) break;
      heap[index] = heap[parent];
      index = parent;
    }
    heap[index] = slot;
  }

  private pop(): Slot {
    const { heap } = this;
    const first = heap[0];
    const moved = heap.pop() as Slot;
    const count = heap.length;
    if (count === 0) return first;
    let index = 0;
    for (let child = 1; child < count; child = 2 * index + 1) {
      if (child + 1 < count && arrivesBefore(heap[child + 1], heap[child])) child++;
      if (!arrivesBefore(heap[child], moved)) break;
      heap[index] = heap[child];
      index = child;
    }
    heap[index] = moved;
    return first;
  }
}

function arrivesBefore(a: Slot, b: Slot): boolean {
  return a.arrival < b.arrival || (a.arrival === b.arrival && a.order < b.order);
}
