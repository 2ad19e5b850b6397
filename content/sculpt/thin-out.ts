import { gradient, type Shape } from './shapes.ts';
import { ontoSurface, type Surface } from './surface.ts';
import { add, cross, dot, length, normalize, scale, subtract, type Vector } from './vector.ts';

/** How far triangles may be made larger. */
export interface Coarseness {
  /** Metres by which the surface may come to lie beside the shape's. */
  readonly error: number;
  /** Metres that an edge may be long: where a body bends it needs corners. */
  readonly edge: number | ((point: Vector) => number);
}

/** A symmetric 4 by 4 matrix: the sum of squared distances to planes; and the number of planes. */
type Quadric = Float64Array;

const CELLS = 11;

/**
 * Takes away corners where the surface is nearly flat: shortens the edge to a point that costs least, again and again
 * (quadric error metrics), and puts what is left onto the shape.
 */
export function thinOut(surface: Surface, shape: Shape, { error, edge }: Coarseness): Surface {
  const positions = surface.positions.slice();
  const triangles = surface.triangles.slice();
  const longest = typeof edge === 'number' ? () => edge : edge;
  const around: Set<number>[] = positions.map(() => new Set());
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) around[triangles[at + corner]].add(at);
  }
  const quadrics = positions.map(() => new Float64Array(CELLS));
  for (let at = 0; at < triangles.length; at += 3) {
    const plane = planeOf(positions, triangles, at);
    for (let corner = 0; corner < 3; corner++) addPlane(quadrics[triangles[at + corner]], plane);
  }
  const gone = new Uint8Array(positions.length);
  const changed = new Uint32Array(positions.length);
  const queue: { cost: number; a: number; b: number; to: Vector; stamp: number }[] = [];
  const offer = (a: number, b: number): void => {
    const apart = length(subtract(positions[a], positions[b]));
    const middle = scale(add(positions[a], positions[b]), 0.5);
    if (apart > longest(middle)) return;
    const sum = quadrics[a].map((value, cell) => value + quadrics[b][cell]);
    let to = middle;
    let cost = Number.POSITIVE_INFINITY;
    for (const candidate of [middle, positions[a], positions[b]]) {
      const found = errorAt(sum, candidate);
      if (found < cost) [to, cost] = [candidate, found];
    }
    // A little for the length, so that short edges go first where all is flat.
    if (cost < error * error)
      push(queue, { cost: cost + apart * apart * 1e-6, a, b, to, stamp: changed[a] + changed[b] });
  };
  const neighbours = (vertex: number): Set<number> => {
    const found = new Set<number>();
    for (const at of around[vertex]) for (let corner = 0; corner < 3; corner++) found.add(triangles[at + corner]);
    found.delete(vertex);
    return found;
  };
  for (let vertex = 0; vertex < positions.length; vertex++) {
    for (const other of neighbours(vertex)) if (vertex < other) offer(vertex, other);
  }
  for (;;) {
    const best = pop(queue);
    if (best === undefined) break;
    const { a, b, to, stamp } = best;
    if (gone[a] || gone[b] || changed[a] + changed[b] !== stamp) continue;
    const shared = [...around[a]].filter((at) => around[b].has(at));
    const ofA = neighbours(a);
    const common = [...neighbours(b)].filter((vertex) => ofA.has(vertex));
    if (shared.length !== 2 || common.length !== 2) continue;
    if (flips(positions, triangles, around, a, b, to) || flips(positions, triangles, around, b, a, to)) continue;
    if ([...ofA, ...neighbours(b)].some((vertex) => length(subtract(positions[vertex], to)) > longest(to) * 1.6))
      continue;
    positions[a] = to;
    for (let cell = 0; cell < CELLS; cell++) quadrics[a][cell] += quadrics[b][cell];
    gone[b] = 1;
    for (const at of shared) {
      for (let corner = 0; corner < 3; corner++) around[triangles[at + corner]].delete(at);
      triangles[at] = -1;
    }
    for (const at of around[b]) {
      for (let corner = 0; corner < 3; corner++) if (triangles[at + corner] === b) triangles[at + corner] = a;
      around[a].add(at);
    }
    around[b].clear();
    changed[a]++;
    for (const other of neighbours(a)) offer(Math.min(a, other), Math.max(a, other));
  }

  const numberOf = new Map<number, number>();
  const kept: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    if (triangles[at] < 0) continue;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + corner];
      if (!numberOf.has(vertex)) numberOf.set(vertex, numberOf.size);
      kept.push(numberOf.get(vertex) as number);
    }
  }
  const left = [...numberOf.keys()].map((vertex) => ontoSurface(shape, positions[vertex], error * 4));
  return { positions: left, normals: left.map((point) => gradient(shape, point)), triangles: kept };
}

function planeOf(positions: Vector[], triangles: number[], at: number): [Vector, number, number] {
  const [a, b, c] = [0, 1, 2].map((corner) => positions[triangles[at + corner]]);
  const side = cross(subtract(b, a), subtract(c, a));
  const normal = normalize(side);
  return [normal, -dot(normal, a), length(side)];
}

function addPlane(q: Quadric, [[a, b, c], d]: [Vector, number, number]): void {
  const cells = [a * a, a * b, a * c, a * d, b * b, b * c, b * d, c * c, c * d, d * d, 1];
  for (let cell = 0; cell < CELLS; cell++) q[cell] += cells[cell];
}

/** The mean square of the distances of a point to a quadric's planes. */
function errorAt(q: Quadric, [x, y, z]: Vector): number {
  const sum =
    q[0] * x * x +
    2 * (q[1] * x * y + q[2] * x * z + q[3] * x) +
    q[4] * y * y +
    2 * (q[5] * y * z + q[6] * y) +
    q[7] * z * z +
    2 * q[8] * z +
    q[9];
  return Math.max(0, sum) / q[10];
}

/** Whether a triangle of `moved` that does not go away would turn over, or become a needle. */
function flips(
  positions: Vector[],
  triangles: number[],
  around: Set<number>[],
  moved: number,
  other: number,
  to: Vector,
): boolean {
  for (const at of around[moved]) {
    const corners = [triangles[at], triangles[at + 1], triangles[at + 2]];
    if (corners.includes(other)) continue;
    const before = corners.map((vertex) => positions[vertex]);
    const after = corners.map((vertex) => (vertex === moved ? to : positions[vertex]));
    const old = cross(subtract(before[1], before[0]), subtract(before[2], before[0]));
    const side = cross(subtract(after[1], after[0]), subtract(after[2], after[0]));
    if (dot(normalize(old), normalize(side)) < 0.5) return true;
    const longest = Math.max(...[0, 1, 2].map((corner) => length(subtract(after[corner], after[(corner + 1) % 3]))));
    if (length(side) < longest * longest * 0.14) return true;
  }
  return false;
}

interface Costly {
  readonly cost: number;
}

/** A heap whose first is the cheapest. */
function push<Item extends Costly>(heap: Item[], item: Item): void {
  let at = heap.length;
  heap.push(item);
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above].cost <= item.cost) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = item;
}

function pop<Item extends Costly>(heap: Item[]): Item | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = at * 2 + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1].cost < heap[below].cost) below++;
    if (heap[below].cost >= last.cost) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = last;
  return first;
}
