import type { Engine } from '../index.ts';
import type { BehaviourName, Behaviours } from '../npc/index.ts';
import type { ModComponent } from './mod-component.ts';
import type { NpcDefinition } from './npc-definition.ts';

/** A component of an NPC, checked. */
export type PlannedComponent =
  | { readonly kind: 'behaviour'; readonly name: BehaviourName; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'script'; readonly component: ModComponent; readonly cells: ReadonlyMap<string, number> };

/** An NPC that is checked in full: nothing of it can fail when it is brought to life. */
export interface PlannedNpc {
  readonly definition: NpcDefinition;
  readonly guid: number;
  readonly components: ReadonlyMap<string, PlannedComponent>;
  /** All tags that it has or speaks of. */
  readonly tagNames: readonly string[];
}

/** What a change of a mod did to its NPCs. */
export interface NpcChanges {
  readonly spawned: number[];
  readonly changed: number[];
  readonly removed: string[];
  kept: number;
}

/** Values that a behaviour takes from where the NPC stands when it begins. */
const fromPlace: Readonly<Partial<Record<BehaviourName, readonly string[]>>> = {
  guard: ['x', 'y'],
  wander: ['x', 'y'],
};

/** Brings NPCs to life, changes them and takes them away. */
export class NpcLife {
  private readonly engine: Engine;
  private readonly npc: Behaviours;

  constructor(engine: Engine, npc: Behaviours) {
    this.engine = engine;
    this.npc = npc;
  }

  /** Makes of the NPCs that a mod had those that it has now. */
  change(before: readonly PlannedNpc[], now: readonly PlannedNpc[]): NpcChanges {
    const changes: NpcChanges = { spawned: [], changed: [], removed: [], kept: 0 };
    const old = new Map(before.map((npc) => [npc.definition.id, npc]));
    const ids = new Set(now.map((npc) => npc.definition.id));
    for (const { definition, guid } of before) {
      if (ids.has(definition.id)) continue;
      const entity = this.engine.entityOf(guid);
      if (entity !== 0) this.engine.despawn(entity);
      changes.removed.push(definition.id);
    }
    for (const npc of now) {
      const other = old.get(npc.definition.id);
      const entity = this.engine.entityOf(npc.guid);
      if (other === undefined || entity === 0) changes.spawned.push(this.spawn(npc));
      else if (!same(other.definition.body, npc.definition.body)) {
        // A body cannot be changed: a new one with the same guid takes its place where it stands.
        const { x, y, z, heading } = this.engine.readFrame(entity);
        this.engine.despawn(entity);
        const at = same(other.definition.place, npc.definition.place) ? { x, y, z, heading } : npc.definition.place;
        changes.changed.push(this.spawn(npc, at));
      } else if (this.alter(entity, other, npc)) changes.changed.push(entity);
      else changes.kept++;
    }
    return changes;
  }

  /** Gives those that live all their components anew. */
  renew(npcs: readonly PlannedNpc[]): void {
    for (const { guid, components } of npcs) {
      const entity = this.engine.entityOf(guid);
      if (entity !== 0) for (const component of components.values()) this.give(entity, component);
    }
  }

  private spawn({ definition, guid, components }: PlannedNpc, place = definition.place): number {
    const entity = this.engine.spawn({ ...definition.body, ...place, guid });
    if (definition.tags.length > 0) this.npc.tag(entity, ...definition.tags);
    for (const component of components.values()) this.give(entity, component);
    return entity;
  }

  /** @returns Whether anything differed. */
  private alter(entity: number, before: PlannedNpc, now: PlannedNpc): boolean {
    let differs = false;
    if (!same(before.definition.place, now.definition.place)) {
      this.engine.place(entity, now.definition.place);
      differs = true;
    }
    const gone = before.definition.tags.filter((tag) => !now.definition.tags.includes(tag));
    const come = now.definition.tags.filter((tag) => !before.definition.tags.includes(tag));
    if (gone.length > 0) this.npc.untag(entity, ...gone);
    if (come.length > 0) this.npc.tag(entity, ...come);
    differs ||= gone.length + come.length > 0;
    for (const [name, component] of before.components) {
      if (now.components.has(name)) continue;
      if (component.kind === 'behaviour') this.npc.remove(entity, component.name);
      else component.component.remove(entity);
      differs = true;
    }
    for (const [name, component] of now.components) {
      const other = before.components.get(name);
      if (other !== undefined && isSame(other, component)) continue;
      differs = true;
      if (other?.kind === 'behaviour' && component.kind === 'behaviour') this.changeBehaviour(entity, other, component);
      else if (other?.kind === 'script' && component.kind === 'script' && other.component === component.component) {
        this.changeScript(entity, other, component);
      } else this.give(entity, component);
    }
    return differs;
  }

  private give(entity: number, component: PlannedComponent): void {
    if (component.kind === 'script') component.component.put(entity, component.cells);
    else this.npc.add(entity, component.name, component.values);
  }

  /** Changes the values that differ, so that a patrol goes on with the waypoint that it was going to. */
  private changeBehaviour(
    entity: number,
    before: Extract<PlannedComponent, { kind: 'behaviour' }>,
    now: Extract<PlannedComponent, { kind: 'behaviour' }>,
  ): void {
    const { name, values } = now;
    const left = Object.keys(before.values).filter((key) => !Object.hasOwn(values, key));
    // A value that was taken out of the file has its default again; those of a place are known only when it begins.
    if (!this.npc.has(entity, name) || left.some((key) => needsBegin(name, key))) {
      this.npc.add(entity, name, values);
      return;
    }
    const changed = Object.entries(values).filter(([key, value]) => !same(before.values[key], value));
    const defaults: Record<string, unknown> = this.npc.defaults(name);
    // What a script has given it may be another route: a place is one of the route that the file gives.
    if (values.route !== undefined && changed.some(([key]) => key === 'next')) changed.push(['route', values.route]);
    const usual = left.map((key) => [key, defaults[key]] as const);
    this.npc.change(entity, name, Object.fromEntries([...usual, ...changed]));
  }

  private changeScript(
    entity: number,
    before: Extract<PlannedComponent, { kind: 'script' }>,
    { component, cells }: Extract<PlannedComponent, { kind: 'script' }>,
  ): void {
    const changed = new Map<string, number>();
    for (const key of before.cells.keys()) if (!cells.has(key)) changed.set(key, component.initial(key));
    for (const [key, cell] of cells) if (before.cells.get(key) !== cell) changed.set(key, cell);
    component.put(entity, changed, component.has(entity));
  }
}

function needsBegin(name: BehaviourName, key: string): boolean {
  return (fromPlace[name] ?? []).includes(key);
}

function isSame(a: PlannedComponent, b: PlannedComponent): boolean {
  if (a.kind === 'behaviour' && b.kind === 'behaviour') return same(a.values, b.values);
  if (a.kind === 'script' && b.kind === 'script') {
    return a.component === b.component && same([...a.cells].sort(), [...b.cells].sort());
  }
  return false;
}

/** Whether two plain values are alike; names may be in any order. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [Object.entries(a), b as Record<string, unknown>];
  if (Array.isArray(a) !== Array.isArray(b) || one.length !== Object.keys(b).length) return false;
  return one.every(([key, value]) => Object.hasOwn(b, key) && same(value, other[key]));
}
