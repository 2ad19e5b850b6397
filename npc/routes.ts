import { checks } from '../index.ts';
import { FARTHEST, ON_GROUND } from './components.ts';

/** A place on a route or a path: metres east, north and, if it is not on the ground, up. */
export type Waypoint = readonly [x: number, y: number] | readonly [x: number, y: number, z: number];

/** Most waypoints of a route. */
export const LONGEST_ROUTE = 256;
/** Most routes of a world. */
export const MOST_ROUTES = 1 << 20;

/** Cells of a place: x, y, z. */
const CELLS = 3;

/** A route's places, one after the other in one array; a height is {@link ON_GROUND} where none was given. */
export class Route {
  readonly length: number;
  private readonly cells: Float64Array;

  /** @param cells x, y and z of each place. */
  constructor(cells: Float64Array) {
    this.length = cells.length / CELLS;
    this.cells = cells;
  }

  x(index: number): number {
    return this.cells[index * CELLS];
  }

  y(index: number): number {
    return this.cells[index * CELLS + 1];
  }

  z(index: number): number {
    return this.cells[index * CELLS + 2];
  }
}

/** Checks waypoints. @throws TypeError or RangeError that names the place in the list. */
export function checkWaypoints(what: string, points: unknown, most: number): Route {
  if (!Array.isArray(points)) throw new TypeError(`${what}: expected a list of places [x, y] or [x, y, z]`);
  if (points.length === 0 || points.length > most) {
    throw new RangeError(`${what}: expected 1 to ${most} places, found ${points.length}`);
  }
  const cells = new Float64Array(points.length * CELLS).fill(ON_GROUND);
  points.forEach((point: unknown, index) => {
    if (!Array.isArray(point) || point.length < 2 || point.length > 3) {
      throw new TypeError(`${what}[${index}]: expected a place [x, y] or [x, y, z]`);
    }
    for (let axis = 0; axis < point.length; axis++) {
      const where = `${what}[${index}][${axis}]`;
      cells[index * CELLS + axis] = checks.requireNumber(where, point[axis], -FARTHEST, FARTHEST);
    }
  });
  return new Route(cells);
}

/** The places of a route as they were given. */
export function waypointsOf(route: Route): Waypoint[] {
  return Array.from({ length: route.length }, (_, index) => {
    const z = route.z(index);
    return z === ON_GROUND ? [route.x(index), route.y(index)] : [route.x(index), route.y(index), z];
  });
}

/** The routes of a world, as modders see them. */
export type RouteList = Pick<Routes, 'add' | 'delete' | 'has' | 'points' | 'size' | 'ids'>;

/** The routes of a world by id; ids are not used again. Many NPCs may walk one route. */
export class Routes {
  /** The id that the next route gets. */
  nextId = 1;
  private readonly byId = new Map<number, Route>();

  /**
   * Keeps a route: 1 to 256 places.
   *
   * @returns Its id, for the column `patrol.route`.
   * @throws TypeError or RangeError for a bad place; RangeError when there are 1,048,576 routes.
   */
  add(points: readonly Waypoint[]): number {
    return this.keep(checkWaypoints('routes.add', points, LONGEST_ROUTE));
  }

  /** Forgets a route; who walks it stops. @returns Whether it was there. */
  delete(id: number): boolean {
    return this.byId.delete(id);
  }

  /** Whether there is a route with this id. */
  has(id: number): boolean {
    return this.byId.has(id);
  }

  /** The places of a route; null: there is none with this id. */
  points(id: number): Waypoint[] | null {
    const route = this.byId.get(id);
    return route === undefined ? null : waypointsOf(route);
  }

  /** How many there are. */
  get size(): number {
    return this.byId.size;
  }

  /** The ids of all. */
  ids(): number[] {
    return [...this.byId.keys()];
  }

  /** A route's places as arrays. */
  get(id: number): Route | undefined {
    return this.byId.get(id);
  }

  /** A route's places from a list that was checked before. */
  checked(points: readonly Waypoint[]): Route {
    return checkWaypoints('routes', points, LONGEST_ROUTE);
  }

  /** Keeps checked places. */
  keep(route: Route, id = this.nextId): number {
    if (this.byId.size >= MOST_ROUTES) throw new RangeError(`routes: expected at most ${MOST_ROUTES} routes`);
    this.byId.set(id, route);
    if (id >= this.nextId) this.nextId = id + 1;
    return id;
  }

  /** Forgets all. */
  clear(): void {
    this.byId.clear();
    this.nextId = 1;
  }
}
