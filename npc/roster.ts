import { observe, onAdd, onRemove, onSet, removeComponent } from 'bitecs';
import { checks, type Engine, type GaitEvents, FrameF64, MoveToU32 } from '../index.ts';
import type { Brain } from './brain.ts';
import type { Context } from './context.ts';
import type { Store } from './fields.ts';
import { type BehaviourName, BehaviourStatus, behaviourNames, Kind } from './names.ts';
import { putNextRight } from './put-right.ts';
import { mixBits } from './random.ts';
import { type CheckedValues, checkValues } from './values.ts';

/** A step that does not come. */
const NEVER = 0xffffffff;

/** Keeps account of who has which behaviours and tags, whoever adds or removes the components. */
export class Roster {
  private readonly engine: Engine;
  private readonly c: Context;
  private readonly brain: Brain;
  private readonly seed: number;

  constructor(engine: Engine, c: Context, brain: Brain, seed: number) {
    this.engine = engine;
    this.c = c;
    this.brain = brain;
    this.seed = seed;
  }

  /** Hears from now on of every component that is added or removed, and of moves that end early. Answers how to stop it. */
  attach(): (() => void)[] {
    const { c, engine } = this;
    const { world } = engine;
    const tag = c.tagStore.columns;
    const detach = behaviourNames.flatMap((name, kind) => [
      observe(world, onAdd(c.columns[name]), (entity) => this.added(entity, kind)),
      observe(world, onRemove(c.columns[name]), (entity) => this.removed(entity, kind)),
      observe(world, onSet(c.columns[name]), (entity, values: unknown) => {
        this.write(entity, name, this.check(`set.${name}`, name, values, entity));
      }),
    ]);
    const noteError = ({ entity, guid, error }: GaitEvents['cancelled']) => {
      if (c.mind.guid[entity] !== guid || c.mind.moving[entity] === 0) return;
      if (world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type] === 0) c.mind.error[entity] = error;
    };
    engine.on('cancelled', noteError);
    return [
      ...detach,
      observe(world, onAdd(tag), (entity) => this.tagAdded(entity)),
      observe(world, onRemove(tag), (entity) => this.tagRemoved(entity)),
      () => engine.off('cancelled', noteError),
    ];
  }

  /**
   * Checks values of a behaviour; changes nothing.
   *
   * @param entity Who has the behaviour already and keeps its other values; 0: nobody.
   * @throws TypeError or RangeError that names the value.
   */
  check(what: string, name: BehaviourName, values: unknown, entity = 0): CheckedValues {
    const { c, engine } = this;
    const walked = entity === 0 ? 0 : c.columns.patrol.route[entity];
    const checked = checkValues(what, name, values, c.stores, c.routes, c.tags, walked);
    for (const key of ['target', 'leader']) {
      const guid = checked.cells.get(key);
      if (typeof guid !== 'number' || engine.entityOf(guid) !== 0 || !engine.isAlive(guid)) continue;
      throw new RangeError(`${what}.${key}: no body has the guid ${guid}; for the entity ${guid} give guidOf(${guid})`);
    }
    return checked;
  }

  /** Writes checked values to the columns of an entity that has the behaviour. */
  write(entity: number, name: BehaviourName, { cells, tags, route }: CheckedValues): void {
    const { c } = this;
    const store: Store = c.stores[name];
    for (const [key, value] of cells) store.write(entity, key, value);
    if (tags !== undefined) store.write(entity, 'tags', c.tags.bits(name, tags));
    if (name === 'patrol') {
      const { patrol } = c.columns;
      if (route !== null || cells.has('route')) {
        c.routes.delete(patrol.ownRoute[entity]);
        patrol.ownRoute[entity] = 0;
      }
      if (route !== null) patrol.route[entity] = patrol.ownRoute[entity] = c.routes.keep(route);
      patrol.done[entity] = 0;
      patrol.ownNext[entity] = patrol.next[entity];
      // The place that it was going to may not be on another route.
      putNextRight(c, entity);
    }
    c.mind.nextThought[entity] = 0;
  }

  /** Lets a behaviour start from its defaults. */
  begin(entity: number, name: BehaviourName): void {
    const { c, engine } = this;
    const { frame } = engine.world.components;
    const frameRow = entity * FrameF64.row;
    if (name === 'patrol') c.routes.delete(c.columns.patrol.ownRoute[entity]);
    c.stores[name].clear(entity);
    c.columns[name].status[entity] = BehaviourStatus.Waiting;
    if ((name === 'guard' || name === 'wander') && engine.isAlive(entity)) {
      c.columns[name].x[entity] = frame.f64[frameRow + FrameF64.x];
      c.columns[name].y[entity] = frame.f64[frameRow + FrameF64.y];
    }
    c.mind.reported[entity] &= ~(0x101 << Kind[name]);
    c.mind.nextThought[entity] = 0;
  }

  /** Takes an entity into the list of NPCs: nothing of another body with this id is left. */
  enlist(entity: number): void {
    const { c, brain, engine } = this;
    const { mind } = c;
    const capacity = Math.max(engine.world.capacity, entity);
    c.mindStore.growTo(capacity);
    c.outcomeStore.growTo(capacity);
    const guid = engine.isAlive(entity) ? c.guidOf(entity) : 0;
    const listed = mind.listed[entity] === 1;
    if (mind.mask[entity] !== 0 || (listed && mind.guid[entity] === guid)) return;
    c.mindStore.clear(entity);
    c.outcomeStore.clear(entity);
    mind.listed[entity] = listed ? 1 : 0;
    mind.guid[entity] = guid;
    mind.random[entity] = mixBits((guid ^ Math.imul(this.seed, 0x9e3779b9)) >>> 0);
    brain.enlist(entity);
  }

  /** Takes all behaviours and tags away; moves go on as they are. */
  forgetAll(): void {
    const { c, brain, engine } = this;
    for (const entity of brain.list) {
      for (let kind = 0; kind < behaviourNames.length; kind++) {
        if ((c.mind.mask[entity] & (1 << kind)) === 0) continue;
        removeComponent(engine.world, entity, c.columns[behaviourNames[kind]]);
      }
      c.mind.moving[entity] = 0;
    }
    brain.clear();
    for (const entity of [...c.tagged]) removeComponent(engine.world, entity, c.tagStore.columns);
    c.ways.clear();
    c.perception.reset();
    c.events.clear();
    c.routes.clear();
  }

  /** Whether a living body has behaviours. */
  isNpc(entity: number): boolean {
    const { mind } = this.c;
    return this.engine.isAlive(entity) && mind.mask[entity] > 0 && mind.guid[entity] === this.c.guidOf(entity);
  }

  /** @throws RangeError when there is no such body. */
  requireBody(call: string, entity: number): void {
    if (!this.engine.isAlive(entity)) throw checks.noBody(call, entity, (guid) => this.engine.entityOf(guid));
  }

  /** Nothing is thrown here: bitECS would be left half-way. */
  private added(entity: number, kind: number): void {
    const { c } = this;
    const name = behaviourNames[kind];
    c.stores[name].growTo(Math.max(this.engine.world.capacity, entity));
    this.enlist(entity);
    c.mind.mask[entity] |= 1 << kind;
    this.begin(entity, name);
  }

  private removed(entity: number, kind: number): void {
    const { mind, columns, routes } = this.c;
    if ((mind.mask[entity] & (1 << kind)) === 0) return;
    if (kind === Kind.patrol) {
      routes.delete(columns.patrol.ownRoute[entity]);
      columns.patrol.ownRoute[entity] = 0;
    }
    columns[behaviourNames[kind]].status[entity] = BehaviourStatus.None;
    mind.mask[entity] &= ~(1 << kind);
    mind.nextThought[entity] = 0;
    if (mind.mask[entity] !== 0) return;
    this.brain.noteLeaving();
    if (this.engine.isAlive(entity)) return;
    // Nothing is left to end.
    this.c.travel.forget(entity);
    mind.nextThought[entity] = NEVER;
  }

  private tagAdded(entity: number): void {
    const { tagStore, tagged } = this.c;
    tagStore.growTo(Math.max(this.engine.world.capacity, entity));
    tagStore.clear(entity);
    tagStore.columns.place[entity] = tagged.push(entity) - 1;
  }

  private tagRemoved(entity: number): void {
    const { tagStore, tagged } = this.c;
    const { bits, place } = tagStore.columns;
    bits[entity] = 0;
    const at = place[entity];
    if (tagged[at] !== entity) return;
    const last = tagged[tagged.length - 1];
    tagged[at] = last;
    place[last] = at;
    tagged.length--;
  }
}
