import { checks } from '../index.ts';
import { type BehaviourName, type Behaviours, behaviourNames } from '../npc/index.ts';
import type { ModManifest } from './manifest.ts';
import { type FindNpc, guidOfNpc, type ModComponent } from './mod-component.ts';
import type { ComponentDefinition, NpcDefinition } from './npc-definition.ts';
import type { PlannedComponent, PlannedNpc } from './npc-life.ts';
import type { ScriptRun } from './script.ts';

/** Values of behaviours that name a body. */
const bodyValues = ['target', 'leader'];

/** Checks the components of NPCs: behaviours, those of the mod's scripts, and those of mods that it needs. */
export class ComponentKinds {
  private readonly npc: Behaviours;
  private readonly manifest: ModManifest;
  private readonly run: ScriptRun;
  private readonly componentOf: (name: string) => ModComponent | undefined;
  private readonly find: FindNpc;

  constructor(
    npc: Behaviours,
    manifest: ModManifest,
    run: ScriptRun,
    componentOf: (name: string) => ModComponent | undefined,
    find: FindNpc,
  ) {
    this.npc = npc;
    this.manifest = manifest;
    this.run = run;
    this.componentOf = componentOf;
    this.find = find;
  }

  /** An NPC with its components checked; what is wrong is noted. */
  plan(definition: NpcDefinition, guid: number): PlannedNpc {
    const components = new Map<string, PlannedComponent>();
    const tagNames = [...definition.tags];
    for (const component of definition.components) {
      const planned = this.component(definition, component);
      if (planned === undefined) continue;
      components.set(component.name, planned);
      if (planned.kind === 'behaviour') tagNames.push(...tagsOf(planned.values));
    }
    return { definition, guid, components, tagNames };
  }

  private component(
    { file }: NpcDefinition,
    { name, values, node, path }: ComponentDefinition,
  ): PlannedComponent | undefined {
    try {
      if (isBehaviour(name)) {
        const resolved = this.withGuids(path, values);
        this.npc.check(name, resolved as object, path);
        return { kind: 'behaviour', name, values: resolved as Record<string, unknown> };
      }
      const component = this.scriptComponent(name);
      if (component === undefined) {
        const known = this.known();
        throw new TypeError(`${path}: there is no component '${name}'${checks.suggestion(name, known)}`);
      }
      return { kind: 'script', component, cells: component.check(path, values, this.find) };
    } catch (error) {
      file.checked(node, path, error);
      return undefined;
    }
  }

  private scriptComponent(name: string): ModComponent | undefined {
    if (!name.includes('/')) return this.run.components.get(`${this.manifest.name}/${name}`);
    const mod = name.split('/')[0];
    if (mod === this.manifest.name) return this.run.components.get(name);
    return this.manifest.needs.includes(mod) ? this.componentOf(name) : undefined;
  }

  private known(): string[] {
    return [...behaviourNames, ...[...this.run.components.keys()].map((name) => name.split('/')[1])];
  }

  /** Values in which bodies are named by guid, where the file names NPCs. @throws TypeError for what only code can know. */
  private withGuids(path: string, values: unknown): unknown {
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
    const resolved: Record<string, unknown> = { ...values };
    for (const key of bodyValues) {
      if (Object.hasOwn(resolved, key)) resolved[key] = guidOfNpc(`${path}.${key}`, resolved[key], this.find);
    }
    // The id of a shared route is known to the code that has made it, and another one in the next run.
    if (typeof resolved.route === 'number')
      throw new TypeError(`${path}.route: expected a list of places [x, y] or [x, y, z], found ${resolved.route}`);
    return resolved;
  }
}

function isBehaviour(name: string): name is BehaviourName {
  return (behaviourNames as readonly string[]).includes(name);
}

function tagsOf({ tags }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(tags) ? tags : typeof tags === 'string' ? [tags] : [];
}
