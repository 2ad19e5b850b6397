import { requireBytes, requireFunction, requireNumber } from '../checks.ts';
import { Bottleneck } from './bottleneck.ts';
import {
  CONDITIONER_LIMIT,
  type ConditionerCounters,
  type ConditionerOptions,
  requireConditions,
} from './conditioner-options.ts';
import { DatagramHeap, type Flight } from './datagram-heap.ts';
import { LengthViews } from './length-views.ts';
import { LossPattern } from './loss-pattern.ts';

const MAX_DATAGRAM = 65_536;
/** Seconds by which sums of times may be wrong: a latency of whole steps must not come out a step longer. */
const ROUNDING = 1e-9;

/** Makes a direction with these conditions. @throws RangeError or TypeError naming the setting that cannot be. */
export function createConditioner(options: ConditionerOptions = {}): Conditioner {
  return new Conditioner(options);
}

/**
 * One direction of a bad network: datagrams go in with the time, and come out when they arrive, if they do. First they
 * pass the bandwidth, then they are lost or not, then they take their time, and some come twice.
 *
 * Every datagram takes the same number of draws whatever the settings, so that a changed setting changes nothing about
 * the other draws.
 */
export class Conditioner {
  /** What has become of the datagrams so far. */
  readonly counters: ConditionerCounters = {
    sent: 0,
    queued: 0,
    queueDropped: 0,
    longestWait: 0,
    lost: 0,
    longestBurst: 0,
    duplicated: 0,
    heldBack: 0,
    reordered: 0,
    delivered: 0,
    overflowed: 0,
  };

  private latency = 0;
  private jitter = 0;
  private reorder = 0;
  private reorderDelay = 0.1;
  private duplicate = 0;
  private state = 1;
  private readonly losses = new LossPattern();
  private readonly bottleneck = new Bottleneck();

  private time = Number.NEGATIVE_INFINITY;
  private readonly heap = new DatagramHeap(CONDITIONER_LIMIT);
  /** What is sent while datagrams are being handed over. */
  private readonly late: Flight[] = [];
  private newest = -1;
  private receiving = false;
  private handed = new Uint8Array(256);
  private views = new LengthViews(this.handed.buffer);

  constructor(options: ConditionerOptions = {}) {
    this.configure(options);
  }

  /** Datagrams on their way. */
  get pending(): number {
    return this.heap.count + this.late.length;
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
    this.reorder = options.reorder ?? this.reorder;
    this.reorderDelay = options.reorderDelay ?? this.reorderDelay;
    this.duplicate = options.duplicate ?? this.duplicate;
    this.losses.configure(options.loss, options.lossBurst);
    this.bottleneck.configure(options.bandwidth, options.queue);
    if (options.seed === undefined) return;
    this.state = options.seed;
    this.losses.restart();
  }

  /** Sends one datagram, at most 65,536 bytes, which are copied. @param now As for {@link receive}. */
  send(now: number, bytes: Uint8Array): void {
    requireBytes('send: bytes', bytes);
    if (bytes.length > MAX_DATAGRAM) {
      throw new RangeError(`bytes: expected at most ${MAX_DATAGRAM} bytes, found ${bytes.length}`);
    }
    const { counters, bottleneck } = this;
    const time = this.advance(now);
    const number = counters.sent++;
    const lost = this.losses.next(this.draw());
    const delay = this.drawDelay();
    const heldBack = this.draw() < this.reorder;
    const hold = this.reorderDelay * (0.5 + 0.5 * this.draw());
    const twice = this.draw() < this.duplicate;
    const secondDelay = this.drawDelay();

    counters.longestBurst = this.losses.longest;
    const start = bottleneck.pass(time, bytes.length);
    if (Number.isNaN(start)) {
      counters.queueDropped++;
      return;
    }
    if (bottleneck.wait > 0) counters.queued++;
    if (bottleneck.wait > counters.longestWait) counters.longestWait = bottleneck.wait;
    if (lost) {
      counters.lost++;
      return;
    }
    if (!this.add(start + (heldBack ? delay + hold : delay), number, bytes)) {
      counters.overflowed++;
      return;
    }
    if (heldBack) counters.heldBack++;
    if (twice && this.add(start + secondDelay, number, bytes)) counters.duplicated++;
  }

  /**
   * Hands over what has arrived by `now`, in the order of arrival; the view is only valid inside the call. What
   * `deliver` sends is looked at the next time. Does nothing inside itself.
   *
   * @param now Seconds, one clock for both sides; an earlier one than before counts as that.
   */
  receive(now: number, deliver: (datagram: Uint8Array) => void): void {
    requireFunction('receive: deliver', deliver, 'a function that takes each datagram');
    if (this.receiving) return;
    const time = this.advance(now);
    const { heap, counters } = this;
    this.receiving = true;
    try {
      while (heap.next <= time + ROUNDING) {
        const flight = heap.pop();
        counters.delivered++;
        if (flight.number < this.newest) counters.reordered++;
        else this.newest = flight.number;
        // The whole buffer is copied: a part of it would need a view of its own.
        this.handed.set(flight.bytes);
        heap.release(flight);
        deliver(this.views.of(flight.length));
      }
    } finally {
      this.receiving = false;
      for (const flight of this.late) heap.insert(flight);
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
    const flight = this.heap.take(arrival, number, bytes);
    if (flight === undefined) return false;
    const size = flight.bytes.length;
    if (size > this.handed.length) {
      this.handed = new Uint8Array(size);
      this.views = new LengthViews(this.handed.buffer);
    }
    if (this.receiving) this.late.push(flight);
    else this.heap.insert(flight);
    return true;
  }
}
