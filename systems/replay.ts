import { requireChoice, requireInteger, requireKeys, requireNumber, requireObject } from '../engine/checks.ts';
import { type Capture, requireCapture } from '../engine/net/capture.ts';
import type { NetCounters } from '../engine/net-counters.ts';
import type { Engine } from './create-engine.ts';
import { type EngineOptions, engineKeys } from './engine-options.ts';
import { ReplayEngine } from './replay-engine.ts';
import { ReplayFeed } from './replay-feed.ts';
import { type ReplaySnapshot, ReplaySnapshots } from './replay-snapshots.ts';

/** How a replay is made: what an engine is made of, and what of the capture it plays. */
export interface ReplayOptions extends Omit<EngineOptions, 'role'> {
  /** Number of the connection whose client's world it is. Default: the one over which most came. */
  connection?: number;
  /**
   * What becomes of the player that the capture names. `follow` (the default): its place is where "far" is measured
   * from, and it moves by what its server says, as everyone does, since nobody presses its keys here. `local`: it is this
   * world's own player, as it was for the client; what it did itself is then not seen.
   */
  player?: 'follow' | 'local';
  /** Seconds between two snapshots for seeking, at first; more when there would be too many. Default 5. */
  snapshotInterval?: number;
  /** The most snapshots that are kept. Default 64. */
  snapshots?: number;
  /** The most bytes of snapshots that are kept. Default 64 MiB. */
  snapshotBytes?: number;
}

/** Seconds between two updates behind which time is thrown away instead of played. */
const MOST_BEHIND = 2;
/** Steps that one update runs at most. */
const STEPS_PER_UPDATE = 2048;
const FASTEST = 1000;
const CALL = 'createReplay';
const replayKeys: readonly string[] = [
  ...engineKeys.filter((key) => key !== 'role'),
  'connection',
  'player',
  'snapshotInterval',
  'snapshots',
  'snapshotBytes',
];
const MOST_SNAPSHOT_BYTES = 64 * 1024 * 1024;
/** Share of a step that counts as a whole one, so that sums of frame times do not lose a step to rounding. */
const ROUNDING = 1e-6;

/**
 * A capture played through a client's world: at any speed, step by step, forwards and back. The messages of a moment are
 * taken by the first step that begins then or later, and the world goes on in between as it always does: the same state
 * at a time, however one got there.
 *
 * Read the world and listen to its events as you like; whoever changes it makes a story of their own, which seeking does
 * not know.
 */
export class Replay {
  /** The world that is played. Its clock is driven by this replay alone. */
  readonly engine: Engine;
  /** What is played. */
  readonly capture: Capture;
  /** Seconds of one step. */
  readonly quantum: number;
  /** Stops time for {@link update}; {@link step} and {@link seek} still work. */
  paused = false;

  private readonly inner: ReplayEngine;
  private readonly feed: ReplayFeed;
  private readonly snapshots: ReplaySnapshots;
  /** Steps from the start to the end, and so far. */
  private readonly lastTick: number;
  private tick = 0;
  private factor = 1;
  private lastNow = Number.NaN;
  private behind = 0;

  /** @throws TypeError or RangeError for a bad option, Error for a bad motion table. */
  constructor(options: ReplayOptions, capture: Capture) {
    requireObject(CALL, options, 'options such as { motionTables: [human] }, and then a capture');
    requireKeys(CALL, options, replayKeys);
    requireCapture(CALL, capture);
    const { connection, player, snapshotInterval, snapshots, snapshotBytes, ...engineOptions } = options;
    if (player !== undefined) requireChoice(`${CALL}.player`, player, ['follow', 'local']);
    const recorded = capture.stepRate >= 10 && capture.stepRate <= 30 ? capture.stepRate : 30;
    this.inner = new ReplayEngine({
      ...engineOptions,
      role: 'client',
      unknown: options.unknown ?? 'spawn',
      stepRate: options.stepRate ?? recorded,
    });
    this.engine = this.inner;
    this.capture = capture;
    this.quantum = this.inner.world.clock.quantum;
    this.feed = new ReplayFeed(capture, connection, player === 'local' ? null : this.inner.world);
    this.inner.listenTo(this.feed);
    this.lastTick = firstTickFrom(capture.duration, this.quantum) + 1;
    this.snapshots = new ReplaySnapshots({
      interval: Math.max(
        1,
        Math.round(requireNumber(`${CALL}.snapshotInterval`, snapshotInterval ?? 5, 0, 1e6) / this.quantum),
      ),
      count: requireInteger(`${CALL}.snapshots`, snapshots ?? 64, 1, 1e6),
      bytes: requireInteger(`${CALL}.snapshotBytes`, snapshotBytes ?? MOST_SNAPSHOT_BYTES, 0, 2 ** 40),
    });
    this.keepSnapshot();
  }

  /** Seconds that have been played. */
  get time(): number {
    return this.tick * this.quantum;
  }

  /** Seconds at which it is over: when the capture's last message has been taken. */
  get duration(): number {
    return this.lastTick * this.quantum;
  }

  /** How much has been played, 0 to 1. */
  get progress(): number {
    return this.tick / this.lastTick;
  }

  /** Whether all has been played. */
  get ended(): boolean {
    return this.tick >= this.lastTick;
  }

  /** Number of the connection that is played; -1: the capture has nothing for a client. */
  get connection(): number {
    return this.feed.connection;
  }

  /** What the world has received up to this time. */
  get counters(): Readonly<NetCounters> {
    return this.engine.counters;
  }

  /** Guid of the player that the capture has named up to this time; 0: none. */
  get player(): number {
    return this.engine.world.viewer;
  }

  /** Factor on the time of {@link update}, 0 to 1000. */
  get speed(): number {
    return this.factor;
  }

  set speed(factor: number) {
    this.factor = requireNumber('replay.speed', factor, 0, FASTEST);
  }

  /** Where a renderer stands between the last two steps, 0 to 1. */
  get alpha(): number {
    return this.ended ? 1 : Math.min(1, this.behind / this.quantum);
  }

  /**
   * Lets time pass and runs the steps that are due.
   *
   * @param now Seconds on any steady clock. In a gap of more than two seconds nothing is played: it goes on from there.
   * @returns How many steps ran: at most 2048, the rest of what was due is left out.
   */
  update(now: number): number {
    requireNumber('now', now, -Number.MAX_VALUE, Number.MAX_VALUE);
    const passed = Number.isNaN(this.lastNow) ? 0 : Math.max(0, now - this.lastNow);
    this.lastNow = now;
    if (this.paused || this.ended || passed > MOST_BEHIND) return 0;
    this.behind += passed * this.factor;
    const due = Math.floor(this.behind / this.quantum + ROUNDING);
    this.behind = Math.max(0, this.behind - due * this.quantum);
    return this.step(Math.min(due, STEPS_PER_UPDATE));
  }

  /** Stops time for {@link update}. */
  pause(): void {
    this.paused = true;
  }

  /** Lets time go on. */
  resume(): void {
    this.paused = false;
  }

  /** Runs whole steps, up to the end. @returns How many. */
  step(count = 1): number {
    requireInteger('replay.step: count', count, 0, 1e9);
    const from = this.tick;
    while (this.tick < this.lastTick && this.tick - from < count) this.stepOnce();
    return this.tick - from;
  }

  /**
   * Goes to a time, forwards or back: from the nearest snapshot before it, step by step. The world's state is then what
   * playing up to there gives. Handlers of the engine's events hear what happens on the way.
   *
   * @param time Seconds; outside the replay: its start or its end.
   * @param mostSteps Steps that this call runs at most, so that a page can go a long way in several frames.
   * @returns Whether it is there; if not, the same call goes on.
   */
  seek(time: number, mostSteps = Number.POSITIVE_INFINITY): boolean {
    requireNumber('replay.seek: time', time, -Number.MAX_VALUE, Number.MAX_VALUE);
    requireNumber('replay.seek: mostSteps', mostSteps, 1, Number.POSITIVE_INFINITY);
    const wanted = Math.floor(Math.min(time, this.duration) / this.quantum + ROUNDING);
    const target = Math.min(this.lastTick, Math.max(0, wanted));
    const nearest = this.snapshots.before(target);
    if (target < this.tick || nearest.tick > this.tick) this.goBackTo(nearest);
    this.behind = 0;
    for (let steps = 0; this.tick < target && steps < mostSteps; steps++) this.stepOnce();
    return this.tick === target;
  }

  private stepOnce(): void {
    this.feed.time = this.time;
    this.engine.step();
    this.tick++;
    if (this.snapshots.wants(this.tick)) this.keepSnapshot();
  }

  private keepSnapshot(): void {
    this.snapshots.add({
      tick: this.tick,
      position: this.feed.position,
      world: this.engine.snapshot(),
      waiting: this.inner.saveWaiting(),
    });
  }

  private goBackTo(snapshot: ReplaySnapshot): void {
    this.engine.restore(snapshot.world);
    this.inner.restoreWaiting(snapshot.waiting);
    this.feed.position = snapshot.position;
    this.tick = snapshot.tick;
  }
}

/** The first tick that begins at a time or later, in whole microseconds as captures have them. */
function firstTickFrom(time: number, quantum: number): number {
  const micros = Math.round(time * 1e6);
  let tick = Math.floor(time / quantum);
  while (Math.round(tick * quantum * 1e6) < micros) tick++;
  return tick;
}

/**
 * Makes a replay of a capture.
 *
 * @throws TypeError or RangeError for a bad option, Error for a bad motion table.
 */
export function createReplay(options: ReplayOptions, capture: Capture): Replay {
  return new Replay(options, capture);
}
