import { addComponent, hasComponent, removeComponent } from 'bitecs';
import type { Engine } from '../index.ts';
import { type BehavioursOptions, completeOptions } from './behaviours-options.ts';
import { Brain } from './brain.ts';
import type { BehaviourColumns } from './components.ts';
import { Context } from './context.ts';
import type { NpcEvents, NpcEventType } from './events.ts';
import { type BehaviourName, BehaviourStatus, behaviourNames } from './names.ts';
import { Roster } from './roster.ts';
import type { RouteList } from './routes.ts';
import { loadBehaviours, saveBehaviours } from './save-load.ts';
import type { SavedBehaviours } from './saved.ts';
import type { TagNames } from './tags.ts';
import { initialCells, toldValues } from './told-values.ts';
import { type BehaviourValues, requireBehaviour } from './values.ts';

/** What the behaviours cost, in counts. */
export interface BehavioursWork {
  /** NPCs that there are. */
  npcs: number;
  /** NPCs that decided in the last step. */
  thoughts: number;
  /** NPCs that should have decided in the last step and do so in the next one. */
  late: number;
  /** Since the start: looks around. */
  looks: number;
  /** Since the start: bodies that looks examined. */
  candidates: number;
  /** Since the start: bodies that were put into the grid that looks use. */
  entries: number;
  /** Routes that there are. */
  routes: number;
  /** Ways that are being walked. */
  paths: number;
}

/** Engines whose NPCs have behaviours. */
const taken = new WeakSet<Engine>();
const NPC_SYSTEM = 'npc';
const EVENT_SYSTEM = 'npcEvents';

/**
 * The behaviours of one engine's NPCs: bitECS components that are added to bodies, and the system that lets them act.
 * Written against the public API alone, as a mod would be.
 */
export class Behaviours {
  /** The component of each behaviour, of tags and of results: plain objects of columns, indexed by entity id. */
  readonly components: BehaviourColumns & {
    readonly tag: { readonly bits: Uint32Array };
    readonly outcome: Context['outcomeStore']['columns'];
  };
  /** Routes that several patrols share. */
  readonly routes: RouteList;
  /** Names of tags. */
  readonly tags: TagNames;

  private readonly engine: Engine;
  private readonly c: Context;
  private readonly brain: Brain;
  private readonly roster: Roster;
  private readonly asSystem: boolean;
  private readonly detach: (() => void)[] = [];
  private disposed = false;

  constructor(engine: Engine, options: BehavioursOptions = {}) {
    const { seed, navigate, thoughtsPerStep, system } = completeOptions('createBehaviours', options);
    if (typeof engine?.addSystem !== 'function') throw new TypeError('createBehaviours: expected an engine');
    this.asSystem = system;
    if (taken.has(engine)) {
      throw new Error('createBehaviours: this engine has behaviours already; use those, or dispose() of them first');
    }
    this.engine = engine;
    this.c = new Context(engine, navigate);
    this.brain = new Brain(this.c, thoughtsPerStep);
    this.roster = new Roster(engine, this.c, this.brain, seed);
    const { columns, tagStore, outcomeStore, routes, tags } = this.c;
    this.components = { ...columns, tag: tagStore.columns, outcome: outcomeStore.columns };
    this.routes = routes;
    this.tags = tags;
    if (this.asSystem) {
      engine.addSystem({ name: NPC_SYSTEM, before: 'moveToUseTime', run: () => this.brain.run() });
      engine.addSystem({ name: EVENT_SYSTEM, after: 'events', run: () => this.c.events.tell() });
      this.detach.push(
        () => engine.removeSystem(NPC_SYSTEM),
        () => engine.removeSystem(EVENT_SYSTEM),
      );
    }
    this.detach.push(...this.roster.attach());
    taken.add(engine);
  }

  /**
   * Lets problems tell what an NPC is called, besides its guid; `gait/mods` does it for the NPCs of mods.
   *
   * @param nameOf Answers the name of the NPC with a guid; '': it has none.
   */
  nameBy(nameOf: (guid: number) => string): void {
    this.refuseDisposed('nameBy');
    if (typeof nameOf !== 'function') throw new TypeError('nameBy: expected a function');
    this.c.nameOf = nameOf;
  }

  /**
   * Gives a body a behaviour, or gives it anew with other values. It acts from the next step on, if it is the most urgent.
   *
   * @param values What is left out has its default.
   * @throws TypeError or RangeError that names the value, what was found and what was expected; nothing is changed then.
   */
  add<Name extends BehaviourName>(entity: number, name: Name, values: BehaviourValues[Name] = {}): void {
    this.refuseDisposed('add');
    requireBehaviour('add', name);
    this.roster.requireBody('add', entity);
    const checked = this.roster.check(`add.${name}`, name, values);
    const component = this.components[name];
    if (hasComponent(this.engine.world, entity, component)) this.roster.begin(entity, name);
    else addComponent(this.engine.world, entity, component);
    this.roster.write(entity, name, checked);
  }

  /**
   * Changes some values of a behaviour; the others stay, and so does what it is doing as far as it still fits.
   *
   * @throws as {@link add}; Error when the body does not have it.
   */
  change<Name extends BehaviourName>(entity: number, name: Name, values: BehaviourValues[Name]): void {
    this.refuseDisposed('change');
    this.requireHas('change', entity, name);
    this.roster.write(entity, name, this.roster.check(`change.${name}`, name, values, entity));
  }

  /**
   * Checks values as {@link add} does, and changes nothing.
   *
   * @param what Starts the error: the file, for example, and the place in it.
   * @throws as {@link add}.
   */
  check<Name extends BehaviourName>(name: Name, values: BehaviourValues[Name], what = `check.${name}`): void {
    this.roster.check(what, requireBehaviour(what, name), values);
  }

  /** Takes a behaviour away; its move ends in the next step unless another one goes on. @returns Whether it was there. */
  remove(entity: number, name: BehaviourName): boolean {
    requireBehaviour('remove', name);
    this.roster.requireBody('remove', entity);
    if (!this.owns(entity, name)) return false;
    removeComponent(this.engine.world, entity, this.components[name]);
    return true;
  }

  /** Whether a body has a behaviour. */
  has(entity: number, name: BehaviourName): boolean {
    requireBehaviour('has', name);
    return this.owns(entity, name);
  }

  /** The behaviours that a body has, in the stated order. */
  list(entity: number): BehaviourName[] {
    return behaviourNames.filter((name) => this.owns(entity, name));
  }

  /** Whether a behaviour acts or waits; null: the body does not have it. */
  status(entity: number, name: BehaviourName): 'active' | 'waiting' | null {
    requireBehaviour('status', name);
    if (!this.owns(entity, name)) return null;
    return this.components[name].status[entity] === BehaviourStatus.Active ? 'active' : 'waiting';
  }

  /** The most urgent behaviour that acts; null: none. */
  active(entity: number): BehaviourName | null {
    if (!this.roster.isNpc(entity)) return null;
    return behaviourNames[this.c.mind.active[entity] - 1] ?? null;
  }

  /**
   * What a behaviour was told, by the names of {@link BehaviourValues}.
   *
   * @throws Error when the body does not have it.
   */
  values<Name extends BehaviourName>(entity: number, name: Name): Required<BehaviourValues[Name]> {
    this.requireHas('values', entity, name);
    return toldValues(this.c, name, this.c.stores[name].read(entity));
  }

  /** What a behaviour is told that is added without values. The place of a guard or a wanderer is where it then stands. */
  defaults<Name extends BehaviourName>(name: Name): Required<BehaviourValues[Name]> {
    requireBehaviour('defaults', name);
    return toldValues(this.c, name, initialCells(this.c, name));
  }

  /** Gives a body tags, by which `tags` of behaviours find it. @throws as `tags.bit`. */
  tag(entity: number, ...names: string[]): void {
    this.refuseDisposed('tag');
    this.roster.requireBody('tag', entity);
    const bits = this.c.tags.bits('tag', names);
    const { tag } = this.components;
    if (!hasComponent(this.engine.world, entity, tag)) addComponent(this.engine.world, entity, tag);
    tag.bits[entity] |= bits;
  }

  /** Takes tags from a body; without names: all. */
  untag(entity: number, ...names: string[]): void {
    this.roster.requireBody('untag', entity);
    const { tag } = this.components;
    if (!hasComponent(this.engine.world, entity, tag)) return;
    tag.bits[entity] &= names.length === 0 ? 0 : ~this.c.tags.knownBits('untag', names);
    if (tag.bits[entity] === 0) removeComponent(this.engine.world, entity, tag);
  }

  /** The tags that a body was given. */
  tagsOf(entity: number): string[] {
    const given = this.engine.isAlive(entity) && hasComponent(this.engine.world, entity, this.components.tag);
    return given ? this.tags.namesOf(this.components.tag.bits[entity]) : [];
  }

  /** Lets an NPC decide anew in the next step. What is written to columns is noticed within a second anyway. */
  wake(entity: number): void {
    this.roster.requireBody('wake', entity);
    if (this.roster.isNpc(entity)) this.c.mind.nextThought[entity] = 0;
  }

  /** Calls `handler` with every event of a type, or of all types with '*' (then with the type first), after each step. */
  on<Type extends NpcEventType>(type: Type, handler: (event: NpcEvents[Type]) => void): void;
  on(type: '*', handler: (type: NpcEventType, event: NpcEvents[NpcEventType]) => void): void;
  on<Type extends NpcEventType>(type: Type | '*', handler: never): void {
    this.refuseDisposed('on');
    this.c.events.on(type as Type, handler);
  }

  /** Stops calling a handler, or all of a type. */
  off<Type extends NpcEventType>(type: Type, handler?: (event: NpcEvents[Type]) => void): void;
  off(type: '*', handler?: (type: NpcEventType, event: NpcEvents[NpcEventType]) => void): void;
  off<Type extends NpcEventType>(type: Type | '*', handler?: never): void {
    this.c.events.off(type as Type, handler);
  }

  /** Lets the NPCs act, and tells the events. Only without `system`: call it before each step. */
  update(): void {
    this.refuseDisposed('update');
    if (this.asSystem)
      throw new Error('update: the behaviours run as a system of the engine; make them with system: false');
    this.brain.run();
    this.c.events.tell();
  }

  /** What it costs, in counts. */
  get work(): BehavioursWork {
    const { looks, candidates, entries } = this.c.perception.work;
    const { npcs, thoughts, late } = this.brain.work;
    return {
      npcs,
      thoughts,
      late,
      looks,
      candidates,
      entries,
      routes: this.routes.size,
      paths: this.c.ways.size,
    };
  }

  /**
   * All that the behaviours know, as plain data. An engine's snapshot does not hold it: take and restore both together,
   * between two steps.
   */
  save(): SavedBehaviours {
    this.refuseDisposed('save');
    return saveBehaviours(this.engine, this.c, this.brain);
  }

  /**
   * Goes back to a saved state: what the NPCs have now is forgotten, and no move is started or ended. With a navigation
   * of your own, ways are found anew.
   *
   * @returns How many NPCs were left out because no body has their guid.
   * @throws TypeError or RangeError that names the place when it is no such state; nothing is changed then.
   */
  load(saved: SavedBehaviours): number {
    this.refuseDisposed('load');
    return loadBehaviours(this.engine, this.c, this.brain, this.roster, saved);
  }

  /**
   * Takes the behaviours of all NPCs away, ends their moves and lets go of the engine, which can then be given others. These
   * can only be asked afterwards; what would change something throws.
   */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    taken.delete(this.engine);
    for (const entity of this.brain.list) if (this.roster.isNpc(entity)) this.c.travel.halt(entity);
    this.roster.forgetAll();
    for (const detach of this.detach.splice(0)) detach();
  }

  private refuseDisposed(call: string): void {
    if (this.disposed)
      throw new Error(`${call}: these behaviours have been disposed of; make others with createBehaviours`);
  }

  private owns(entity: number, name: BehaviourName): boolean {
    return this.engine.isAlive(entity) && hasComponent(this.engine.world, entity, this.components[name]);
  }

  private requireHas(call: string, entity: number, name: BehaviourName): void {
    requireBehaviour(call, name);
    this.roster.requireBody(call, entity);
    if (!this.owns(entity, name)) throw new Error(`${call}: entity ${entity} has no ${name}; add it first`);
  }
}

/**
 * Makes the behaviours of an engine's NPCs.
 *
 * @throws TypeError or RangeError for a bad option; Error when the engine has some already.
 */
export function createBehaviours(engine: Engine, options: BehavioursOptions = {}): Behaviours {
  return new Behaviours(engine, options);
}
