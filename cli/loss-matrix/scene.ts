import type { Engine } from '../../index.ts';
import { type Actor, type BehaviourName, behaviours } from './behaviours.ts';
import { Random } from './random.ts';

/** Who is there, by behaviour, in the order of their guids. */
export const cast: readonly BehaviourName[] = [
  ...Array<BehaviourName>(7).fill('patrol'),
  ...Array<BehaviourName>(8).fill('chase'),
  ...Array<BehaviourName>(6).fill('turn'),
  ...Array<BehaviourName>(6).fill('stick'),
  ...Array<BehaviourName>(3).fill('keys'),
  ...Array<BehaviourName>(2).fill('emote'),
];

/** Metres a second of a run at run rate 1. */
export const RUN = 4;

/** The first guid; the others follow. */
const FIRST_GUID = 0x50000001;

/** Guid of somebody by the place in the cast. */
export function guidOf(index: number): number {
  return FIRST_GUID + index;
}

/** Seconds between two thoughts of an actor. */
const THOUGHT = 0.1;

interface Member {
  readonly actor: Actor;
  readonly name: BehaviourName;
  nextThought: number;
  /** Not before this time it gets something new to do. */
  idleUntil: number;
  /** From this time on it gets nothing new to do. */
  end: number;
  /** Whether it is stopped then; else it ends what it does. */
  stops: boolean;
}

/**
 * The people of the matrix in a server's world: they go about, chase, turn and stick through the public API. What they
 * do follows from the seed alone, so it is the same whatever the network does.
 */
export class Scene {
  /** Run rates by place in the cast. */
  readonly runRates: readonly number[];
  private readonly engine: Engine;
  private readonly members: readonly Member[];

  constructor(engine: Engine, seed: number) {
    const others: number[] = [];
    const runRates: number[] = [];
    this.engine = engine;
    this.members = cast.map((name, index) => {
      const random = new Random(seed * 1000 + index);
      const runRate = random.pick([1, 1, 1.2, 1.5]);
      const entity = engine.spawn({
        guid: guidOf(index),
        x: random.between(-12, 12),
        y: random.between(-12, 12),
        heading: random.between(0, 360),
        runRate,
      });
      runRates.push(runRate);
      if (name === 'patrol') others.push(entity);
      const nextThought = random.between(0, THOUGHT);
      return { actor: { engine, entity, random, others }, name, nextThought, idleUntil: 0, end: 0, stops: false };
    });
    this.runRates = runRates;
  }

  /**
   * Everybody goes on; then a quarter ends what it does well before the network heals, a quarter about then, a quarter
   * after it, and the rest not at all.
   *
   * @param healing When the network heals, seconds of the server's clock.
   */
  plan(healing: number): void {
    this.members.forEach((member, index) => {
      const { random } = member.actor;
      const ends = [random.between(-6, -2), random.between(-0.5, 0.3), random.between(0.3, 1.4), 1000];
      member.end = healing + ends[index % ends.length];
      member.stops = random.chance(0.5);
    });
  }

  /** Lets those think whose turn it is; between two steps of the server. */
  think(): void {
    const { now } = this.engine.world.clock;
    for (const member of this.members) {
      const { actor, name } = member;
      if (now < member.nextThought) continue;
      member.nextThought += THOUGHT;
      if (now >= member.end) {
        if (member.stops) this.engine.stop(actor.entity);
        member.stops = false;
        continue;
      }
      if (now < member.idleUntil || this.engine.readMoveTo(actor.entity).type !== 0) continue;
      member.idleUntil = now + behaviours[name](actor);
    }
  }
}
