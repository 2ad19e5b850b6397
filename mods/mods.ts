import { checks, type Engine } from '../index.ts';
import type { Behaviours } from '../npc/index.ts';
import { ComponentKinds } from './component-kinds.ts';
import { guidOf } from './guids.ts';
import { Problems } from './json-file.ts';
import { checkKnownNames, type KnownNames, noteLook, noteScenes } from './known-names.ts';
import type { ModManifest } from './manifest.ts';
import type { ModComponent } from './mod-component.ts';
import { type NeedsByMod, noteNeeds } from './needs.ts';
import { NpcAtHand } from './npc-at-hand.ts';
import type { NpcDefinition } from './npc-definition.ts';
import { NpcLife, type PlannedNpc } from './npc-life.ts';
import type { ModProblem } from './problem.ts';
import { type ModSource, type ReadMod, readMod } from './read-mod.ts';
import { ScriptRun } from './script.ts';
import { defineScripts, sameScripts, type ScriptSources, scriptsOf, switchScripts } from './script-sources.ts';

/** What has become of a mod that was applied. */
export interface ModReport {
  /** The mod. */
  readonly name: string;
  /** Whether it was applied; if not, the world is as it was. */
  readonly applied: boolean;
  /** What its author should put right; empty when it was applied. */
  readonly problems: readonly ModProblem[];
  /** Entities that appeared. */
  readonly spawned: readonly number[];
  /** Entities of which something changed. */
  readonly changed: readonly number[];
  /** Names of NPCs that are gone. */
  readonly removed: readonly string[];
  /** How many NPCs stayed as they were. */
  readonly kept: number;
}

/** An NPC of a mod, for who shows or draws it. */
export interface ModNpc {
  /** Name of the mod that brings it. */
  readonly mod: string;
  /** Its name in the mod. */
  readonly id: string;
  /** Made from both names: the same in every run. */
  readonly guid: number;
  /** The body; 0: it is gone. */
  readonly entity: number;
  /** What people call it; may be empty. */
  readonly name: string;
  /** A line about it for people; may be empty. */
  readonly about: string;
  /** How to draw it, for who draws; may be empty. */
  readonly look: string;
  /** Its colour, for who draws; may be empty. */
  readonly colour: string;
}

/** How the mods of a world are made. */
export interface ModsOptions extends KnownNames {
  /** Told of errors of scripts that cannot be told at a call: of an `onEnd`. Default: the console. */
  onError?: (mod: string, error: unknown) => void;
}

interface Applied {
  readonly manifest: ModManifest;
  readonly sources: ScriptSources;
  readonly run: ScriptRun;
  npcs: readonly PlannedNpc[];
}

/**
 * The mods of one engine's world: NPCs from JSON, components and systems from scripts. A mod that is applied again changes
 * what differs and leaves the rest alone; a broken one is left out, and the world goes on as it did.
 */
export class Mods {
  private readonly engine: Engine;
  private readonly npc: Behaviours;
  private readonly onError: (mod: string, error: unknown) => void;
  private readonly known: KnownNames;
  private readonly applied = new Map<string, Applied>();
  private readonly guids = new Map<number, string>();
  private readonly life: NpcLife;
  private readonly atHand: NpcAtHand;

  constructor(engine: Engine, npc: Behaviours, options: ModsOptions = {}) {
    if (typeof engine?.spawn !== 'function') throw new TypeError('createMods: expected an engine');
    if (typeof npc?.check !== 'function')
      throw new TypeError('createMods: expected the behaviours of createBehaviours');
    const given = checks.requireObject('createMods', options, 'an object of options');
    checks.requireKeys('createMods', given, ['onError', 'looks', 'scenes']);
    checkKnownNames('createMods', options);
    this.known = { looks: options.looks, scenes: options.scenes };
    this.engine = engine;
    this.npc = npc;
    this.onError = options.onError ?? ((mod, error) => console.warn(`gait/mods: ${mod}: ${String(error)}`));
    this.life = new NpcLife(engine, npc);
    const nameOf = (guid: number): string => this.guids.get(guid) ?? '';
    this.atHand = new NpcAtHand(engine, nameOf);
    npc.nameBy(nameOf);
  }

  /** The mods that there are, in the order in which they were applied first. */
  get list(): readonly ModManifest[] {
    return [...this.applied.values()].map(({ manifest }) => manifest);
  }

  /**
   * Brings a mod into the world, or changes what differs from when it was applied before. NPCs are told apart by their
   * `id`: they keep their place, their motion and every component that the edit did not touch. Between steps.
   *
   * Nothing is thrown for a broken mod: it is left out (one that was applied before stays as it was), and the report says
   * what is wrong where.
   *
   * @param beside What mods need that are brought in together with it and are not there yet, by their names: `applyMods`
   * gives it, so that the report can tell of those that need one another.
   * @throws Error while a step is running; nothing is changed.
   */
  apply(source: ModSource, beside: NeedsByMod = new Map()): ModReport {
    this.refuseInsideStep('apply');
    const name = String((source as ModSource | null)?.name);
    const problems = new Problems(name);
    const report = (more: Partial<ModReport> = {}): ModReport => ({
      name,
      applied: false,
      problems: problems.list,
      spawned: [],
      changed: [],
      removed: [],
      kept: 0,
      ...more,
    });
    if (typeof source !== 'object' || source === null || typeof source.files !== 'object' || source.files === null) {
      problems.add('', 'expected a mod as { name, files, scripts? }');
      return report();
    }
    const read = readMod(source, problems);
    if (read === undefined) return report();
    noteScenes(read.manifest, read.manifestFile, this.known.scenes);
    const there = new Map(this.list.map((manifest) => [manifest.name, manifest.needs]));
    if (!noteNeeds(read, there, beside) || problems.list.length > 0) return report();
    const before = this.applied.get(name);
    const sources = scriptsOf(source, read.manifest);
    const run = this.scriptRun(read, sources, before, problems);
    if (run === undefined) return report();
    const planned = this.plan(read, run, before, problems);
    if (
      planned === undefined ||
      !switchScripts(before?.run ?? null, run, problems, (error) => this.onError(name, error))
    ) {
      if (run !== before?.run) run.discard();
      return report();
    }
    if (before !== undefined && run !== before.run) for (const error of before.run.end(run)) this.onError(name, error);
    const { spawned, changed, removed, kept } = this.life.change(before?.npcs ?? [], planned);
    for (const { definition, guid } of before?.npcs ?? []) {
      if (!planned.some((npc) => npc.definition.id === definition.id)) this.guids.delete(guid);
    }
    for (const { guid, definition } of planned) this.guids.set(guid, `${name}/${definition.id}`);
    this.applied.set(name, { manifest: read.manifest, sources, run, npcs: planned });
    return report({ applied: true, spawned, changed, removed, kept });
  }

  /** Takes a mod out of the world, with its NPCs. @returns Whether it was there. @throws Error when others need it. */
  remove(name: string): boolean {
    this.refuseInsideStep('remove');
    const mod = this.applied.get(name);
    if (mod === undefined) return false;
    const needing = this.list.filter(({ needs }) => needs.includes(name)).map((manifest) => manifest.name);
    if (needing.length > 0) throw new Error(`remove: ${name} is needed by ${needing.join(', ')}`);
    this.life.change(mod.npcs, []);
    for (const { guid } of mod.npcs) this.guids.delete(guid);
    for (const error of mod.run.end(null)) this.onError(name, error);
    this.applied.delete(name);
    return true;
  }

  /** Gives all NPCs their components anew, as after something has taken their behaviours away. Between steps. */
  renew(): void {
    this.refuseInsideStep('renew');
    for (const { npcs } of this.applied.values()) this.life.renew(npcs);
  }

  /** Takes all mods out of the world, none before those that need it. */
  dispose(): void {
    while (this.applied.size > 0) {
      const free = this.list.filter(({ name }) => !this.list.some(({ needs }) => needs.includes(name)));
      for (const { name } of free.reverse()) this.remove(name);
    }
  }

  /** The body of an NPC by `mod/id`; 0: it is not there. */
  entityOf(name: string): number {
    const npc = this.planned(name);
    return npc === undefined ? 0 : this.engine.entityOf(npc.guid);
  }

  /** The NPC that a body is; null: it is none of a mod's. */
  npcOf(entity: number): ModNpc | null {
    if (!this.engine.isAlive(entity)) return null;
    const name = this.guids.get(this.engine.guidOf(entity));
    return name === undefined ? null : this.describe(name);
  }

  /** All NPCs of all mods, also those whose body is gone. */
  npcs(): ModNpc[] {
    return [...this.guids.values()].flatMap((name) => this.describe(name) ?? []);
  }

  /** A component that a script has defined, by `mod/name`; null: there is none. */
  componentOf(name: string): ModComponent | null {
    return this.applied.get(name.split('/')[0])?.run.components.get(name) ?? null;
  }

  private describe(fullName: string): ModNpc | null {
    const npc = this.planned(fullName);
    if (npc === undefined) return null;
    const { id, name, about, look, colour } = npc.definition;
    const entity = this.engine.entityOf(npc.guid);
    return { mod: fullName.split('/')[0], id, guid: npc.guid, entity, name, about, look, colour };
  }

  private refuseInsideStep(call: string): void {
    if (this.engine.isStepping) throw new Error(`${call}: not while a step is running; call it between steps`);
  }

  private planned(name: string): PlannedNpc | undefined {
    const [mod, id] = name.split('/');
    return this.applied.get(mod)?.npcs.find(({ definition }) => definition.id === id);
  }

  /** The run of the mod's scripts: the one that there is when none was changed. */
  private scriptRun(
    { manifest }: ReadMod,
    sources: ScriptSources,
    before: Applied | undefined,
    problems: Problems,
  ): ScriptRun | undefined {
    if (before !== undefined && sameScripts(before.sources, sources)) return before.run;
    const world = {
      engine: this.engine,
      npc: this.npc,
      componentOf: (name: string) => this.componentOf(name) ?? undefined,
      entityOf: (name: string) => this.entityOf(name),
      atHand: this.atHand,
    };
    const run = new ScriptRun(manifest.name, world, before?.run ?? null);
    if (defineScripts(run, sources, problems)) return run;
    run.discard();
    return undefined;
  }

  /** Checks every NPC against the world; nothing is changed. */
  private plan(
    read: ReadMod,
    run: ScriptRun,
    before: Applied | undefined,
    problems: Problems,
  ): PlannedNpc[] | undefined {
    const { manifest, npcs } = read;
    const guids = this.guidsFor(manifest.name, npcs, before);
    const find = (what: string, given: string): number => this.findNpc(what, given, manifest, guids);
    const kinds = new ComponentKinds(this.npc, manifest, run, (name) => this.componentOf(name) ?? undefined, find);
    const planned = npcs.map((definition) => kinds.plan(definition, guids.get(definition.id) as number));
    for (const { definition, guid } of planned) {
      const { file, node, path } = definition;
      const other = this.engine.entityOf(guid);
      if (other !== 0 && !this.guids.has(guid)) file.problem(node.at, path, `another body has its guid, ${guid}`);
      const { motionTable } = definition.body;
      const tables = this.engine.world.motionTables.map((table) => table.name);
      noteLook(definition, this.known.looks, tables[0]);
      if (motionTable === undefined || tables.includes(motionTable)) continue;
      const at = node.entries?.get('body')?.node.entries?.get('motionTable')?.node.at ?? node.at;
      file.problem(
        at,
        `${path}.body.motionTable`,
        `there is no motion table '${motionTable}'${checks.suggestion(motionTable, tables)}`,
      );
    }
    this.findRoomForTags(planned);
    return problems.list.length > 0 ? undefined : planned;
  }

  /** Tells of the first NPC for whose tags the world has no room. */
  private findRoomForTags(planned: readonly PlannedNpc[]): void {
    const names: string[] = [];
    for (const { definition, tagNames } of planned) {
      const { file, node, path } = definition;
      names.push(...tagNames);
      try {
        this.npc.tags.check(`${path}.tags`, names);
      } catch (error) {
        file.checked(node, path, error);
        return;
      }
    }
  }

  private guidsFor(mod: string, npcs: readonly NpcDefinition[], before: Applied | undefined): Map<string, number> {
    const own = new Map(before?.npcs.map(({ definition, guid }) => [definition.id, guid]));
    const fresh = new Set<number>();
    for (const { id } of npcs) {
      if (own.has(id)) continue;
      const guid = guidOf(`${mod}/${id}`, (taken) => this.guids.has(taken) || fresh.has(taken));
      fresh.add(guid);
      own.set(id, guid);
    }
    return own;
  }

  private findNpc(what: string, name: string, manifest: ModManifest, own: ReadonlyMap<string, number>): number {
    const [mod, id] = name.includes('/') ? name.split('/') : [manifest.name, name];
    const guid = mod === manifest.name ? own.get(id) : this.planned(name)?.guid;
    if (guid !== undefined && (mod === manifest.name || manifest.needs.includes(mod))) return guid;
    const others = [...this.guids.values()].filter((each) => manifest.needs.includes(each.split('/')[0]));
    throw new TypeError(`${what}: there is no NPC '${name}'${checks.suggestion(name, [...own.keys(), ...others])}`);
  }
}

/**
 * Makes the mods of an engine's world.
 *
 * @throws TypeError for something that is no engine, or no behaviours of it.
 */
export function createMods(engine: Engine, npc: Behaviours, options: ModsOptions = {}): Mods {
  return new Mods(engine, npc, options);
}
