import type { Engine } from '../../index.ts';
import { turnBetween, type Watch } from '../../testing/index.ts';
import { cast, guidOf, RUN } from './scene.ts';

/** How far a body at rest may be off: metres, degrees. */
export const REST_DISTANCE = 0.06;
export const REST_TURN = 1;
/** Seconds between two positions of a moving body. */
export const SEND_INTERVAL = 0.2;
/** Metres that a moving body may be off besides what it comes along between two positions. */
export const MOVING_DISTANCE = 0.1;
/** Seconds for which a body has not moved when it counts as at rest: its last place has come and has been gone to. */
export const REST_TIME = 0.5;
/** Seconds after which everybody else must see it at rest, too. */
const REST_SEEN = 1;

/** Somebody who was not as the server has it. */
export interface Fault {
  readonly who: string;
  /** Seconds of the server's clock. */
  readonly time: number;
  readonly text: string;
}

/** What was seen of a run. */
export interface Judgement {
  /** How often bodies were looked at, at rest and moving. */
  resting: number;
  moving: number;
  /** The farthest that a body at rest was off, metres and degrees. */
  restDistance: number;
  restTurn: number;
  /** The farthest that a moving body was off, as a share of what it may be. */
  movingShare: number;
  /** How often somebody was stuck: stood while the server's went, went while it stood, did something else, or was not there. */
  stuck: number;
  /** Faults in words: the first of each body. */
  readonly faults: Fault[];
}

interface Look {
  readonly time: number;
  /** Metres and degrees between the two worlds; NaN: the client has no such body. */
  readonly distance: number;
  readonly turn: number;
  /** Steps since the server's body moved; 0 while it is on a move, though it may be waiting for its animation. */
  readonly still: number;
  /** Why it counts as stuck; empty: it does not. */
  readonly stuck: string;
}

/** The looks at one body in one round. */
interface BodyRecord {
  /** Metres of the server's steps, and of the client's up to those of a run. */
  readonly steps: number[];
  readonly seenSteps: number[];
  readonly looks: Look[];
}

/** Compares a client's world with its server's. */
export class Judge {
  readonly judgement: Judgement = {
    resting: 0,
    moving: 0,
    restDistance: 0,
    restTurn: 0,
    movingShare: 0,
    stuck: 0,
    faults: [],
  };
  private readonly server: Engine;
  private readonly client: Engine;
  private readonly truth: Watch;
  private readonly seen: Watch;
  private readonly runRates: readonly number[];
  private readonly quantum: number;
  private records: BodyRecord[] = [];

  constructor(server: Engine, client: Engine, truth: Watch, seen: Watch, runRates: readonly number[]) {
    this.server = server;
    this.client = client;
    this.truth = truth;
    this.seen = seen;
    this.runRates = runRates;
    this.quantum = server.world.clock.quantum;
    this.forget();
  }

  /** Notes what the step did; speeds are known from {@link REST_TIME} before to {@link SEND_INTERVAL} after a look. */
  note(): void {
    this.records.forEach(({ steps, seenSteps }, index) => {
      steps.push(this.truth.track(guidOf(index)).step);
      seenSteps.push(Math.min(RUN * this.runRates[index] * this.quantum, this.seen.track(guidOf(index)).step));
    });
  }

  /** Looks at everybody; after {@link note} of the same step. */
  look(): void {
    this.records.forEach(({ looks }, index) => {
      const truth = this.truth.track(guidOf(index));
      const seen = this.seen.track(guidOf(index));
      looks.push({
        time: this.server.world.clock.now,
        distance: seen.entity === 0 ? Number.NaN : Math.hypot(truth.x - seen.x, truth.y - seen.y, truth.z - seen.z),
        turn: turnBetween(truth.heading, seen.heading),
        still: this.isOnMove(truth.entity) ? 0 : truth.still,
        stuck: this.stuck(index),
      });
    });
  }

  /** Judges the looks since the last time. @param after Steps that were noted after the last look. */
  judge(after: number): void {
    this.records.forEach((record, index) => {
      this.judgeBody(record, index, after);
    });
    this.forget();
  }

  private forget(): void {
    this.records = cast.map(() => ({ steps: [], seenSteps: [], looks: [] }));
  }

  private judgeBody({ steps, seenSteps, looks }: BodyRecord, index: number, after: number): void {
    const { judgement, quantum } = this;
    const before = Math.round(REST_TIME / quantum);
    let told = false;
    const fault = (time: number, text: string): void => {
      if (!told) judgement.faults.push({ who: `${cast[index]} ${index}`, time, text });
      told = true;
    };
    looks.forEach(({ time, distance, turn, still, stuck }, number) => {
      const at = steps.length - after - looks.length + number;
      const around = [Math.max(0, at - before + 1), at + after + 1] as const;
      const truth = Math.max(...steps.slice(...around));
      if (stuck !== '') {
        judgement.stuck++;
        fault(time, stuck);
      }
      if (Number.isNaN(distance)) return;
      if (still >= before && truth === 0) {
        judgement.resting++;
        judgement.restDistance = Math.max(judgement.restDistance, distance);
        judgement.restTurn = Math.max(judgement.restTurn, turn);
        if (distance > REST_DISTANCE || turn > REST_TURN) {
          fault(
            time,
            `at rest for ${(still * quantum).toFixed(1)} s, off ${distance.toFixed(3)} m and ${turn.toFixed(1)}°`,
          );
        }
        return;
      }
      judgement.moving++;
      const speed = Math.max(truth, ...seenSteps.slice(...around)) / quantum;
      const allowed = speed * SEND_INTERVAL + MOVING_DISTANCE;
      judgement.movingShare = Math.max(judgement.movingShare, distance / allowed);
      if (distance > allowed) {
        fault(time, `moving at ${speed.toFixed(2)} m/s, off ${distance.toFixed(3)} m of ${allowed.toFixed(3)} m`);
      }
    });
  }

  private isOnMove(entity: number): boolean {
    return this.server.readMoveTo(entity).type !== 0;
  }

  /** Why the client's body counts as stuck; empty: it does not. */
  private stuck(index: number): string {
    const truth = this.truth.track(guidOf(index));
    const seen = this.seen.track(guidOf(index));
    if (seen.entity === 0) return 'is not there';
    const least = REST_TIME / this.quantum;
    if (truth.going >= least && seen.still >= least) return 'stands while the server’s goes';
    if (truth.still < least || this.isOnMove(truth.entity)) return '';
    if (truth.still >= REST_SEEN / this.quantum && seen.still < 0.2 / this.quantum)
      return 'moves while the server’s stands';
    const motion = this.server.readMotion(truth.entity);
    const other = this.client.readMotion(seen.entity);
    for (const part of ['style', 'substate', 'forwardCommand', 'sidestepCommand', 'turnCommand'] as const) {
      if (motion[part] === other[part]) continue;
      return `stands with ${part} 0x${other[part].toString(16)}, the server’s with 0x${motion[part].toString(16)}`;
    }
    return '';
  }
}
