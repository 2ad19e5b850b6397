import { refusePromise, requireKeys, requireObject, suggestion } from '../engine/checks.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Gait's own systems in the order in which a step runs them; `events` tells what the step has raised, when it is over. */
export const ownSystemNames = [
  'netIngest',
  'sequenceGate',
  'moveToUseTime',
  'motionInterp',
  'interpolation',
  'netEgress',
  'events',
] as const;

/** Name of one of Gait's own systems. */
export type OwnSystemName = (typeof ownSystemNames)[number];

/** Where in a step an added system can run: the place `before.X` comes before Gait's own system X, `end` after `events`. */
export const SystemPlace = {
  netIngest: 0,
  sequenceGate: 1,
  moveToUseTime: 2,
  motionInterp: 3,
  interpolation: 4,
  netEgress: 5,
  events: 6,
  end: 7,
} as const;

/** A system of your own. */
export interface SystemOptions {
  /** Its name, by which it is reported and others can be placed. */
  name: string;
  /** Name of the system that it runs just before: one of Gait's own ({@link ownSystemNames}) or one that was added. */
  before?: string;
  /**
   * Name of the system that it runs after; one of `before` and `after` is needed. A system after `events` runs when the
   * step is over: it alone may spawn and despawn.
   */
  after?: string;
  /** Called once a step. What it throws is told as `handlerError`, and it is not called again. */
  run(world: GaitWorld): void;
}

/** What is known of a system. */
export interface SystemReading {
  /** The name by which others can be placed before and after it. */
  name: string;
  /** Whether it is one of Gait's own. */
  own: boolean;
  /** False when it has thrown. */
  enabled: boolean;
  /** What it threw; null: nothing. */
  error: unknown;
  /** Milliseconds a step, a mean that follows the last second or so; 0 while nothing is timed ({@link StepClock}). */
  milliseconds: number;
  /** Milliseconds of its slowest step since timing began. */
  slowest: number;
}

/** Milliseconds on a steady clock, for example `() => performance.now()`. */
export type StepClock = () => number;

/** Share of the newest step in the mean time of a system. */
const NEWEST = 1 / 30;

interface Entry extends SystemReading {
  run: ((world: GaitWorld) => void) | null;
  /** Name of the system that it was placed after; '': before one. */
  after: string;
}

const systemKeys = ['name', 'before', 'after', 'run'] as const satisfies readonly (keyof SystemOptions)[];

/** The systems that were added to an engine's own, each before or after a named one. */
export class AddedSystems {
  /** True while systems run that come after `events`. */
  atEnd = false;

  private readonly order: Entry[] = ownSystemNames.map((name) => ({
    name,
    own: true,
    enabled: true,
    error: null,
    milliseconds: 0,
    slowest: 0,
    run: null,
    after: '',
  }));
  /** Gait's own, by their places. */
  private readonly own: readonly Entry[] = [...this.order];
  private clock: StepClock | null = null;
  /** The system of Gait's own that runs now, and since when; null: none is timed. */
  private running: Entry | null = null;
  private since = 0;
  /** The added systems of each place, in order. */
  private places: readonly Entry[][] = this.sortedPlaces();

  /**
   * Adds a system. Of several at one place, those added earlier run earlier.
   *
   * @throws TypeError or RangeError for a bad option; Error when the name is taken.
   */
  add(options: SystemOptions): void {
    requireObject('addSystem', options, 'an object with name, run and before or after');
    requireKeys('addSystem', options, systemKeys);
    const { name, before, after, run } = options;
    if (typeof name !== 'string' || name === '')
      throw new TypeError('addSystem.name: expected a text that is not empty');
    if (typeof run !== 'function') throw new TypeError(`addSystem.run: expected a function for '${name}'`);
    if (this.order.some((entry) => entry.name === name))
      throw new Error(`addSystem.name: there is a '${name}' already`);
    if ((before === undefined) === (after === undefined)) {
      throw new TypeError(`addSystem: expected either before or after for '${name}'`);
    }
    const at = before !== undefined ? this.indexOf('before', before) : this.placeAfter(after);
    const entry: Entry = {
      name,
      own: false,
      enabled: true,
      error: null,
      milliseconds: 0,
      slowest: 0,
      run: (world) => run(world),
      after: after ?? '',
    };
    this.order.splice(at, 0, entry);
    this.places = this.sortedPlaces();
  }

  /** Takes an added system away. @throws RangeError when there is none of this name. */
  remove(name: string): void {
    const index = this.order.findIndex((entry) => entry.name === name && !entry.own);
    if (index < 0) throw new RangeError(`removeSystem: there is no added system '${String(name)}'`);
    this.order.splice(index, 1)[0].enabled = false;
    this.places = this.sortedPlaces();
  }

  /** All systems in order. */
  list(): SystemReading[] {
    return this.order.map(({ run, after, ...reading }) => reading);
  }

  /** Times every system from the next step on; null: none any more. All times begin at 0. */
  timeBy(clock: StepClock | null): void {
    this.clock = clock;
    this.running = null;
    for (const entry of this.order) {
      entry.milliseconds = 0;
      entry.slowest = 0;
    }
  }

  /** Runs the added systems of a place; one that throws is disabled and named. */
  run(world: GaitWorld, place: number): void {
    const entries = this.places[place];
    const { clock } = this;
    if (clock !== null) this.endOwn(clock);
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (!entry.enabled) continue;
      try {
        const since = clock === null ? 0 : clock();
        refusePromise(entry.run?.(world), 'a system is not async: a step does not wait for what comes after an await');
        if (clock !== null) note(entry, clock() - since);
      } catch (error) {
        entry.enabled = false;
        entry.error = error;
        world.events.report(`system ${entry.name}`, error);
      }
    }
    if (clock !== null && place < this.own.length) {
      this.running = this.own[place];
      this.since = clock();
    }
  }

  /** Runs those that come after `events`, between two steps. */
  runEnd(world: GaitWorld): void {
    if (this.clock !== null) this.endOwn(this.clock);
    if (this.places[SystemPlace.end].length === 0) return;
    this.atEnd = true;
    try {
      this.run(world, SystemPlace.end);
    } finally {
      this.atEnd = false;
    }
  }

  /** Notes the time of the system of Gait's own that has just run. */
  private endOwn(clock: StepClock): void {
    if (this.running !== null) note(this.running, clock() - this.since);
    this.running = null;
  }

  private indexOf(option: 'before' | 'after', name: unknown): number {
    const names = this.order.map((entry) => entry.name);
    const index = names.indexOf(name as string);
    if (index < 0) {
      const found = String(name);
      throw new RangeError(`addSystem.${option}: there is no '${found}'${suggestion(found, names)}`);
    }
    return index;
  }

  /** Behind a system and behind those that were placed after it earlier. */
  private placeAfter(name: unknown): number {
    let at = this.indexOf('after', name) + 1;
    const passed = new Set<unknown>([name]);
    while (at < this.order.length && passed.has(this.order[at].after)) passed.add(this.order[at++].name);
    return at;
  }

  /** New lists, so that a system that adds or removes one does not change the list that is being run. */
  private sortedPlaces(): Entry[][] {
    const places: Entry[][] = Array.from({ length: ownSystemNames.length + 1 }, () => []);
    let place = 0;
    for (const entry of this.order) {
      if (entry.own) place++;
      else places[place].push(entry);
    }
    return places;
  }
}

/** Takes a step's time into those of a system. */
function note(entry: SystemReading, milliseconds: number): void {
  entry.milliseconds += entry.slowest === 0 ? milliseconds : (milliseconds - entry.milliseconds) * NEWEST;
  if (milliseconds > entry.slowest) entry.slowest = milliseconds;
}
