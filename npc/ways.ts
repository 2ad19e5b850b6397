import { ON_GROUND } from './components.ts';
import { checkWaypoints, type Route, type Waypoint } from './routes.ts';

/** A place that an NPC wants to be at, metres. */
export interface Goal {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** Height; left out: the ground there. */
  z?: number;
}

/**
 * Finds the way to a place: the places to walk to one after the other, the goal last (at most 64). Null: there is none.
 * 'later': too many want one in this step, and it is asked again in the next. Where the scene has no walls none is needed,
 * and NPCs walk straight. `gait/nav` makes one of a scene.
 */
export type Navigate = (entity: number, goal: Goal) => readonly Waypoint[] | null | 'later';

/** The move that was under way when an NPC began to wait for its way, and what it does when it has it. */
export interface AwaitedWay {
  readonly type: number;
  readonly x: number;
  readonly y: number;
  readonly object: number;
  /** What it does with the way; undefined: straight. */
  readonly setOut: (way: Route | undefined) => void;
}

/** Most places of the answer of `navigate`. */
const LONGEST_WAY = 64;
/** Most errors of `navigate` that are reported. */
const MOST_ERRORS = 20;

interface Way {
  readonly route: Route;
  /** Place on the route of the next leg. */
  next: number;
}

/** The ways that NPCs walk, as a navigation of the scene's finds them. Only a cache: what is not there is found anew. */
export class Ways {
  /** Told of errors that `navigate` throws. */
  onError: (entity: number, message: string) => void = () => {};

  private readonly navigate: Navigate | null;
  private readonly ways = new Map<number, Way>();
  private readonly awaited = new Map<number, AwaitedWay>();
  private errors = 0;

  constructor(navigate: Navigate | null) {
    this.navigate = navigate;
  }

  /** How many are being walked. */
  get size(): number {
    return this.ways.size;
  }

  /** Whether ways are looked for at all. */
  get isNeeded(): boolean {
    return this.navigate !== null;
  }

  /**
   * The way to a place; undefined: straight; null: none; 'later': it is not this NPC's turn. A `navigate` that throws counts
   * as none being needed.
   */
  find(entity: number, x: number, y: number, z: number): Route | null | undefined | 'later' {
    if (this.navigate === null) return undefined;
    try {
      const points = this.navigate(entity, z === ON_GROUND ? { x, y } : { x, y, z });
      if (points === 'later') return points;
      return points === null ? null : checkWaypoints('navigate', points, LONGEST_WAY);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (this.errors++ < MOST_ERRORS)
        this.onError(entity, message.startsWith('navigate') ? message : `navigate: ${message}`);
      return undefined;
    }
  }

  /** An NPC waits for its way. */
  wait(entity: number, awaited: AwaitedWay): void {
    this.awaited.set(entity, awaited);
  }

  /** What an NPC waits with; undefined: it does not wait. */
  awaitedBy(entity: number): AwaitedWay | undefined {
    return this.awaited.get(entity);
  }

  /** An NPC sets out on a way. */
  begin(entity: number, route: Route): void {
    this.ways.set(entity, { route, next: 0 });
  }

  /** Whether the way of an NPC is known. */
  has(entity: number): boolean {
    return this.ways.has(entity);
  }

  /** The route of an NPC's way, or undefined when it is at its end or not known. */
  routeOf(entity: number): Route | undefined {
    const way = this.ways.get(entity);
    return way !== undefined && way.next < way.route.length ? way.route : undefined;
  }

  /** The place on its route to which an NPC is to go now; the one after it is next. */
  advance(entity: number): number {
    const way = this.ways.get(entity);
    return way === undefined ? 0 : way.next++;
  }

  /** Forgets an NPC's way, and that it waits for one. */
  forget(entity: number): void {
    this.ways.delete(entity);
    this.awaited.delete(entity);
  }

  /** Forgets all. */
  clear(): void {
    this.ways.clear();
    this.awaited.clear();
  }
}
