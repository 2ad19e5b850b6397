import { type Engine, FrameF64, WaitingEvents } from '../index.ts';
import {
  type BehaviourColumns,
  createMindStore,
  createOutcomeStore,
  createStores,
  createTagStore,
  type MindColumns,
  type Stores,
} from './components.ts';
import { type NpcEvents, npcEventTypes } from './events.ts';
import {
  BehaviourResult,
  BehaviourStatus,
  behaviourNames,
  type BehaviourName,
  type BehaviourReason,
  behaviourReasons,
  Kind,
} from './names.ts';
import { OwnMoves } from './own-moves.ts';
import { Perception } from './perception.ts';
import { nextRandom } from './random.ts';
import { Routes } from './routes.ts';
import { Tags } from './tags.ts';
import { Travel } from './travel.ts';
import { type Navigate, Ways } from './ways.ts';

/** Seconds between two looks around. */
export const LOOK_INTERVAL = 0.4;
/** Most seconds between two thoughts: what is written to a column is noticed within them. */
export const LONGEST_WAIT = 1;

/** Everything that the rules of the behaviours share: what they know of the world and what they can do. */
export class Context {
  readonly engine: Engine;
  readonly stores: Stores = createStores();
  readonly tagStore = createTagStore();
  readonly outcomeStore = createOutcomeStore();
  readonly mindStore = createMindStore();
  readonly columns: BehaviourColumns;
  /** The priorities and statuses by the numbers of the behaviours. */
  readonly ranks: readonly { readonly priority: Uint8Array; readonly status: Uint8Array }[];
  readonly mind: MindColumns;
  readonly routes = new Routes();
  readonly tags = new Tags(() => this.tagsInUse());
  readonly events = new WaitingEvents<NpcEvents>('gait/npc', npcEventTypes);
  readonly perception: Perception;
  readonly ways: Ways;
  readonly moves: OwnMoves;
  readonly travel: Travel;
  /** The entities that have tags. */
  readonly tagged: number[] = [];

  /** Set by a rule's act: it needs nothing of the body now, so that one that only turns or gestures may act. */
  rests = false;
  /** The number of the behaviour whose rule is being asked; -1: none. Problems name it. */
  asked = -1;
  /** What those who made an NPC call it, by its guid; '': they do not know it. */
  nameOf: (guid: number) => string = () => '';

  constructor(engine: Engine, navigate: Navigate | null) {
    this.engine = engine;
    const { stores } = this;
    this.columns = {
      flee: stores.flee.columns,
      chase: stores.chase.columns,
      guard: stores.guard.columns,
      follow: stores.follow.columns,
      patrol: stores.patrol.columns,
      wander: stores.wander.columns,
      face: stores.face.columns,
      idle: stores.idle.columns,
    };
    this.ranks = behaviourNames.map((name) => this.columns[name]);
    this.mind = this.mindStore.columns;
    this.perception = new Perception(engine, this.tagStore.columns, this.tagged);
    this.ways = new Ways(navigate);
    this.moves = new OwnMoves(engine, this.mind, this.ways);
    this.travel = new Travel(engine, this.mind, this.ways, this.moves);
    this.ways.onError = (entity, message) => {
      const name = this.askedName;
      this.problem(entity, name, `${message}, for ${name ?? 'a move'} of ${this.subject(entity)}`);
    };
  }

  /** Simulated seconds. */
  get now(): number {
    return this.engine.world.clock.now;
  }

  x(entity: number): number {
    return this.engine.world.components.frame.f64[entity * FrameF64.row + FrameF64.x];
  }

  y(entity: number): number {
    return this.engine.world.components.frame.f64[entity * FrameF64.row + FrameF64.y];
  }

  guidOf(entity: number): number {
    return this.engine.world.components.identity.guid[entity];
  }

  /** The bits of tags that bodies have, and that behaviours of NPCs look for. */
  private tagsInUse(): number {
    const { tagStore, tagged, mind, columns } = this;
    let bits = 0;
    for (const entity of tagged) bits |= tagStore.columns.bits[entity];
    for (const name of ['flee', 'chase', 'guard', 'face'] as const) {
      const { tags } = columns[name];
      for (let entity = 0; entity < tags.length; entity++) {
        if ((mind.mask[entity] & (1 << Kind[name])) !== 0) bits |= tags[entity];
      }
    }
    return bits;
  }

  /** The living body with a guid, or 0. */
  entityOf(guid: number): number {
    return guid === 0 ? 0 : this.engine.entityOf(guid);
  }

  /** Metres between two bodies' middles, seen from above. */
  distance(entity: number, other: number): number {
    return this.distanceTo(entity, this.x(other), this.y(other));
  }

  /** Metres from a body to a place, seen from above. */
  distanceTo(entity: number, x: number, y: number): number {
    const dx = x - this.x(entity);
    const dy = y - this.y(entity);
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** The next random number of an NPC, 0 to 1. */
  random(entity: number): number {
    return nextRandom(this.mind.random, entity);
  }

  /** Seconds from `least` to `most`. */
  randomPause(entity: number, least: number, most: number): number {
    return most > least ? least + this.random(entity) * (most - least) : least;
  }

  /** The nearest of those who are meant, within `radius` metres of a place: the one named by guid, or one with a tag. */
  look(entity: number, target: number, tags: number, x: number, y: number, radius: number): number {
    const found = this.perception.nearest(entity, tags, x, y, radius);
    const named = this.entityOf(target);
    if (named === 0 || named === entity) return found;
    const distance = this.distanceTo(named, x, y);
    if (distance > radius) return found;
    return found === 0 || distance <= this.distanceTo(found, x, y) ? named : found;
  }

  /** Whether a body is one of those who are meant. */
  isMeant(entity: number, target: number, tags: number): boolean {
    return this.guidOf(entity) === target || this.perception.hasTag(entity, tags);
  }

  /** Whether a behaviour acted until now. */
  isActive(entity: number, name: BehaviourName): boolean {
    return this.columns[name].status[entity] === BehaviourStatus.Active;
  }

  arrived(entity: number, kind: number, target: number, index = -1): void {
    this.note(entity, kind, BehaviourResult.Arrived, 'none', 0, target);
    const behaviour = behaviourNames[kind];
    if (this.events.hears('arrived')) {
      this.events.push('arrived', { entity, guid: this.guidOf(entity), behaviour, target, index });
    }
  }

  /** It did not get there: tells, and lets the next try of the one that acts wait. */
  failed(entity: number, kind: number, reason: BehaviourReason): void {
    const error = this.mind.error[entity];
    if (this.mind.active[entity] === kind + 1) this.travel.countFailure(entity);
    this.note(entity, kind, BehaviourResult.Failed, reason, error, 0);
    const behaviour = behaviourNames[kind];
    if (this.events.hears('failed')) {
      this.events.push('failed', { entity, guid: this.guidOf(entity), behaviour, reason, error });
    }
  }

  lost(entity: number, kind: number, target: number, reason: BehaviourReason): void {
    this.note(entity, kind, BehaviourResult.Lost, reason, 0, target);
    const behaviour = behaviourNames[kind];
    if (this.events.hears('lost')) {
      this.events.push('lost', { entity, guid: this.guidOf(entity), behaviour, target, reason });
    }
  }

  /** The behaviour whose rule is being asked; null: none. */
  get askedName(): BehaviourName | null {
    return this.asked < 0 ? null : behaviourNames[this.asked];
  }

  /** An NPC in a message: `entity 3 (0x50000001)`, with its name where it has one. */
  subject(entity: number): string {
    const guid = this.guidOf(entity);
    const name = this.nameOf(guid);
    return `entity ${entity} (0x${guid.toString(16)}${name === '' ? '' : `, ${name}`})`;
  }

  problem(entity: number, behaviour: BehaviourName | null, message: string): void {
    const heard = this.events.push('problem', { entity, guid: this.guidOf(entity), behaviour, message });
    if (!heard) this.events.warn(message);
  }

  private note(
    entity: number,
    kind: number,
    result: number,
    reason: BehaviourReason,
    error: number,
    target: number,
  ): void {
    const { columns } = this.outcomeStore;
    columns.result[entity] = result;
    columns.behaviour[entity] = kind;
    columns.reason[entity] = behaviourReasons.indexOf(reason);
    columns.error[entity] = error;
    columns.target[entity] = target;
    columns.time[entity] = this.now;
    columns.count[entity]++;
  }
}
