import { distance, gradient, type Shape } from './shapes.ts';
import { add, cross, dot, length, scale, subtract, type Vector } from './vector.ts';

/** A surface of triangles. */
export interface Surface {
  positions: Vector[];
  normals: Vector[];
  /** Three numbers of vertices a triangle, seen from outside clockwise in the figure's axes. */
  triangles: number[];
}

/** Where to look for a shape's surface, and how fine. */
export interface Grid {
  from: Vector;
  to: Vector;
  /** Length of a cell, or its lengths along the axes. */
  cell: number | Vector;
}

/** Rounds of evening out the vertices. */
const ROUNDS = 4;

/**
 * Covers a shape with triangles whose corners lie on its surface (surface nets, then evened out): one corner a cell of the
 * grid through which the surface goes.
 */
export function cover(shape: Shape, grid: Grid): Surface {
  const { from } = grid;
  const cell: Vector = typeof grid.cell === 'number' ? [grid.cell, grid.cell, grid.cell] : grid.cell;
  const size = [0, 1, 2].map((axis) => Math.ceil((grid.to[axis] - from[axis]) / cell[axis]) + 1);
  const [nx, ny, nz] = size;
  const at = (x: number, y: number, z: number): number => (z * ny + y) * nx + x;
  const corner = (x: number, y: number, z: number): Vector => [
    from[0] + x * cell[0],
    from[1] + y * cell[1],
    from[2] + z * cell[2],
  ];
  const values = new Float64Array(nx * ny * nz);
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) for (let x = 0; x < nx; x++) values[at(x, y, z)] = distance(shape, corner(x, y, z));
  }

  const positions: Vector[] = [];
  const vertexOf = new Int32Array(values.length).fill(-1);
  for (let z = 0; z < nz - 1; z++) {
    for (let y = 0; y < ny - 1; y++) {
      for (let x = 0; x < nx - 1; x++) {
        const middle = middleOfCrossings(x, y, z, values, at, corner);
        if (middle === null) continue;
        vertexOf[at(x, y, z)] = positions.length;
        positions.push(middle);
      }
    }
  }

  const quads: [number, number, number, number][] = [];
  for (let z = 1; z < nz - 1; z++) {
    for (let y = 1; y < ny - 1; y++) {
      for (let x = 1; x < nx - 1; x++) {
        const here = values[at(x, y, z)] < 0;
        for (let axis = 0; axis < 3; axis++) {
          const next = values[at(x + (axis === 0 ? 1 : 0), y + (axis === 1 ? 1 : 0), z + (axis === 2 ? 1 : 0))] < 0;
          if (here === next) continue;
          const u = axis === 0 ? [0, 1, 0] : axis === 1 ? [0, 0, 1] : [1, 0, 0];
          const v = axis === 0 ? [0, 0, 1] : axis === 1 ? [1, 0, 0] : [0, 1, 0];
          const cellVertex = (du: number, dv: number) =>
            vertexOf[at(x - du * u[0] - dv * v[0], y - du * u[1] - dv * v[1], z - du * u[2] - dv * v[2])];
          const quad: [number, number, number, number] = [
            cellVertex(1, 1),
            cellVertex(0, 1),
            cellVertex(0, 0),
            cellVertex(1, 0),
          ];
          quads.push(here ? [quad[3], quad[2], quad[1], quad[0]] : quad);
        }
      }
    }
  }
  evenOut(shape, positions, quads, Math.min(...cell));
  const normals = positions.map((point) => gradient(shape, point));
  return { positions, normals, triangles: quads.flatMap((quad) => halves(quad, positions, normals)) };
}

function middleOfCrossings(
  x: number,
  y: number,
  z: number,
  values: Float64Array,
  at: (x: number, y: number, z: number) => number,
  corner: (x: number, y: number, z: number) => Vector,
): Vector | null {
  let sum: Vector = [0, 0, 0];
  let crossings = 0;
  for (let edge = 0; edge < 12; edge++) {
    const axis = edge >> 2;
    const i = edge & 1;
    const j = (edge >> 1) & 1;
    const [ax, ay, az] = axis === 0 ? [x, y + i, z + j] : axis === 1 ? [x + i, y, z + j] : [x + i, y + j, z];
    const [bx, by, bz] = [ax + (axis === 0 ? 1 : 0), ay + (axis === 1 ? 1 : 0), az + (axis === 2 ? 1 : 0)];
    const a = values[at(ax, ay, az)];
    const b = values[at(bx, by, bz)];
    if (a < 0 === b < 0) continue;
    const share = a / (a - b);
    sum = add(sum, add(scale(corner(ax, ay, az), 1 - share), scale(corner(bx, by, bz), share)));
    crossings++;
  }
  return crossings === 0 ? null : scale(sum, 1 / crossings);
}

/** Moves the vertices along the surface to the middle of their neighbours, and onto the surface. */
function evenOut(shape: Shape, positions: Vector[], quads: [number, number, number, number][], cell: number): void {
  const neighbours: Set<number>[] = positions.map(() => new Set());
  for (const quad of quads) {
    for (let side = 0; side < 4; side++) {
      neighbours[quad[side]].add(quad[(side + 1) % 4]);
      neighbours[quad[(side + 1) % 4]].add(quad[side]);
    }
  }
  for (let vertex = 0; vertex < positions.length; vertex++)
    positions[vertex] = ontoSurface(shape, positions[vertex], cell);
  for (let round = 0; round < ROUNDS; round++) {
    const moved = positions.map((point, vertex) => {
      const around = [...neighbours[vertex]];
      if (around.length === 0) return point;
      const middle = scale(
        around.reduce((sum, other) => add(sum, positions[other]), [0, 0, 0] as Vector),
        1 / around.length,
      );
      const normal = gradient(shape, point);
      const way = subtract(middle, point);
      return add(point, scale(subtract(way, scale(normal, dot(way, normal))), 0.5));
    });
    moved.forEach((point, vertex) => {
      positions[vertex] = ontoSurface(shape, point, cell);
    });
  }
}

/** The point of a surface next to a point near it; no step is longer than `cell`. */
export function ontoSurface(shape: Shape, point: Vector, cell: number): Vector {
  let on = point;
  const slope = { steep: 0 };
  for (let round = 0; round < 3; round++) {
    const away = distance(shape, on);
    const normal = gradient(shape, on, slope);
    const step = Math.max(-cell, Math.min(cell, away / Math.max(slope.steep, 0.2)));
    on = subtract(on, scale(normal, step));
  }
  return on;
}

/** Two triangles, divided where the surface bends less. */
function halves([a, b, c, d]: [number, number, number, number], positions: Vector[], normals: Vector[]): number[] {
  const flat = (u: number, v: number) => dot(normals[u], normals[v]) - length(subtract(positions[u], positions[v])) * 4;
  return flat(a, c) >= flat(b, d) ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
}

/** How large a triangle is, square metres; for tests of what comes out. */
export function areaOf(a: Vector, b: Vector, c: Vector): number {
  return length(cross(subtract(b, a), subtract(c, a))) / 2;
}
