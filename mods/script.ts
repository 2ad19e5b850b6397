import { checks, type Engine, type GaitEvents, type GaitEventType, type SystemOptions } from '../index.ts';
import { type Behaviours, behaviourNames, type NpcEvents, type NpcEventType } from '../npc/index.ts';
import { ModComponent, type ModSchema } from './mod-component.ts';
import { SCRIPT_NAME } from './names.ts';
import type { NpcAtHand } from './npc-at-hand.ts';

/** What a mod's script exports as default. It is called when the mod is applied, and again when the script was changed. */
export type ModScript = (mod: ModApi) => void;

/** What a script is given. It is trusted code: it can reach everything that your own code can. */
export interface ModApi {
  /** The mod's name. */
  readonly name: string;
  /** The world's engine. */
  readonly engine: Engine;
  /** The behaviours of the world's NPCs. */
  readonly npc: Behaviours;
  /**
   * Defines a component. NPCs of this mod have it by its name, those of mods that need this one as `mod/name`.
   *
   * @throws TypeError or RangeError for a bad name or schema.
   */
  component<Schema extends ModSchema>(name: string, schema: Schema): ModComponent<Schema>;
  /** A component of this mod, or of one that it needs as `mod/name`. @throws RangeError when there is none. */
  componentOf(name: string): ModComponent;
  /**
   * Adds a system, placed before or after a named one: Gait's own, `npc`, this mod's, or another mod's as `mod/name`. It is
   * called `mod/name` itself. One that throws is disabled and named.
   */
  system(options: SystemOptions): void;
  /** Hears of the engine's events, as `engine.on`, until the mod is applied anew or removed. */
  on<Type extends GaitEventType>(type: Type, handler: (event: GaitEvents[Type]) => void): void;
  /** Hears of the behaviours' events, as `npc.on`, until then. */
  onNpc<Type extends NpcEventType>(type: Type, handler: (event: NpcEvents[Type]) => void): void;
  /** The body of an NPC of this mod, or of another one as `mod/name`; 0: it is not there. */
  entityOf(id: string): number;
  /** Calls a function when the mod is applied anew or removed. */
  onEnd(end: () => void): void;
}

/** Names that an NPC's JSON has for something else, or cannot have. */
const taken: readonly string[] = [...behaviourNames, 'constructor'];

/** What scripts ask of the world of mods. */
export interface ScriptWorld {
  readonly engine: Engine;
  readonly npc: Behaviours;
  /** A component of a mod that was applied. */
  componentOf(name: string): ModComponent | undefined;
  entityOf(name: string): number;
  /** Whom the code that runs is at: errors name it. */
  readonly atHand: NpcAtHand;
}

/** The scripts of one mod: what they defined, and what they are connected with. */
export class ScriptRun {
  /** By `mod/name`. */
  readonly components = new Map<string, ModComponent>();
  private readonly mod: string;
  private readonly world: ScriptWorld;
  private readonly before: ScriptRun | null;
  private readonly systems: { readonly path: string; readonly system: SystemOptions }[] = [];
  private readonly connects: { readonly path: string; readonly connect: () => () => void }[] = [];
  private readonly ends: (() => void)[] = [];
  private readonly detach: (() => void)[] = [];
  private defining = true;
  private path = '';

  /** @param before The run that this one takes the place of: components with the same schema are the same. */
  constructor(mod: string, world: ScriptWorld, before: ScriptRun | null) {
    this.mod = mod;
    this.world = world;
    this.before = before;
  }

  /** The file whose part is being defined or begun: that at fault, when it throws. */
  get acting(): string {
    return this.path;
  }

  /** Lets a script define what it has to. Nothing acts yet. @throws What the script throws. */
  define(script: ModScript, path: string): void {
    this.path = path;
    checks.refusePromise(script(this.api()), 'a script is not async: what comes after an await comes too late');
  }

  /** Lets it act. @throws Error of a system that cannot be placed; nothing acts then. */
  begin(): void {
    this.defining = false;
    const { engine } = this.world;
    try {
      for (const { path, system } of this.systems) {
        this.path = path;
        engine.addSystem(system);
        this.detach.push(() => engine.removeSystem(system.name));
      }
      for (const { path, connect } of this.connects) {
        this.path = path;
        this.detach.push(connect());
      }
    } catch (error) {
      this.pause();
      throw error;
    }
  }

  /** Ends what acts; components stay. */
  pause(): void {
    for (const detach of this.detach.splice(0).reverse()) detach();
  }

  /** Ends it for good, before another run acts: what it has and that one has not is taken away. @returns Errors of its `onEnd`. */
  end(next: ScriptRun | null): unknown[] {
    const errors: unknown[] = [];
    this.pause();
    for (const end of this.ends.splice(0)) {
      try {
        end();
      } catch (error) {
        errors.push(error);
      }
    }
    for (const component of this.components.values()) {
      if (next?.components.get(component.name) !== component) component.dispose();
    }
    return errors;
  }

  /** Takes back what was defined and is not the run's before. */
  discard(): void {
    for (const component of this.components.values()) {
      if (this.before?.components.get(component.name) !== component) component.dispose();
    }
  }

  private api(): ModApi {
    const { mod, world } = this;
    return {
      name: mod,
      engine: world.engine,
      npc: world.npc,
      component: (name, schema) => this.component(name, schema),
      componentOf: (name) => {
        const component = this.components.get(this.full(name)) ?? world.componentOf(this.full(name));
        if (component === undefined) throw new RangeError(`componentOf: there is no component '${name}'`);
        return component;
      },
      system: (options) => this.system(options),
      on: (type, handler) => {
        this.connect(() => {
          const named = world.atHand.naming(handler);
          world.engine.on(type, named);
          return () => world.engine.off(type, named);
        });
      },
      onNpc: (type, handler) => {
        this.connect(() => {
          const named = world.atHand.naming(handler);
          world.npc.on(type, named);
          return () => world.npc.off(type, named);
        });
      },
      entityOf: (id) => world.entityOf(this.full(id)),
      onEnd: (end) => {
        this.ends.push(end);
      },
    };
  }

  private connect(connect: () => () => void): void {
    this.connects.push({ path: this.path, connect });
  }

  private component<Schema extends ModSchema>(name: string, schema: Schema): ModComponent<Schema> {
    this.requireDefining('component');
    const full = `${this.mod}/${requireName('component', name)}`;
    if (taken.includes(name))
      throw new TypeError(`component: '${name}' is taken: NPCs could not be given a component of this name`);
    if (this.components.has(full)) throw new Error(`component: there is a component '${name}' already`);
    let component = new ModComponent(this.world.engine, full, schema, this.world.atHand);
    const old = this.before?.components.get(full);
    if (old !== undefined && old.signature === component.signature) {
      component.dispose();
      component = old as ModComponent<Schema>;
    }
    this.components.set(full, component as ModComponent);
    return component;
  }

  private system(options: SystemOptions): void {
    this.requireDefining('system');
    const { name, before, after, run } = options ?? {};
    const own = this.systems.map(({ system }) => system.name);
    const placed = (other: string | undefined) =>
      other !== undefined && own.includes(`${this.mod}/${other}`) ? `${this.mod}/${other}` : other;
    const named = typeof run === 'function' ? this.world.atHand.naming(run) : run;
    const full: SystemOptions = { name: `${this.mod}/${requireName('system', name)}`, run: named };
    if (before !== undefined) full.before = placed(before);
    if (after !== undefined) full.after = placed(after);
    this.systems.push({ path: this.path, system: full });
  }

  private requireDefining(call: string): void {
    if (!this.defining) throw new Error(`${call}: only while the script is called`);
  }

  private full(name: string): string {
    return name.includes('/') ? name : `${this.mod}/${name}`;
  }
}

function requireName(call: string, name: unknown): string {
  if (typeof name === 'string' && SCRIPT_NAME.test(name)) return name;
  throw new TypeError(
    `${call}: expected a name of letters, digits and -, a small letter first, found '${String(name)}'`,
  );
}
