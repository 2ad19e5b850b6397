import { conjugate, dot, IDENTITY, length, type Quaternion, rotate, scale, subtract, type Vector } from './vector.ts';

/**
 * A solid, told by how far a point lies outside of it (negative: inside). The distance may be wrong far away; its sign and
 * the way along which it grows are right near the surface.
 */
export type Shape = (x: number, y: number, z: number) => number;

/** A ball. */
export function ball([cx, cy, cz]: Vector, radius: number): Shape {
  return (x, y, z) => long(x - cx, y - cy, z - cz) - radius;
}

/** A ball with three radii, turned. */
export function ellipsoid(centre: Vector, [rx, ry, rz]: Vector, turn: Quaternion = IDENTITY): Shape {
  const local: Shape = (x, y, z) => {
    const near = long(x / rx, y / ry, z / rz);
    const steep = long(x / (rx * rx), y / (ry * ry), z / (rz * rz));
    return steep === 0 ? -Math.min(rx, ry, rz) : (near * (near - 1)) / steep;
  };
  return turned(local, centre, turn);
}

/** Two balls and what a skin drawn round both encloses. */
export function cone(from: Vector, to: Vector, fromRadius: number, toRadius: number): Shape {
  const [fx, fy, fz] = from;
  const [ax, ay, az] = subtract(to, from);
  const l2 = ax * ax + ay * ay + az * az;
  const narrowing = fromRadius - toRadius;
  const a2 = l2 - narrowing * narrowing;
  return (x, y, z) => {
    const px = x - fx;
    const py = y - fy;
    const pz = z - fz;
    const along = px * ax + py * ay + pz * az;
    const beyond = along - l2;
    const sx = px * l2 - ax * along;
    const sy = py * l2 - ay * along;
    const sz = pz * l2 - az * along;
    const side2 = sx * sx + sy * sy + sz * sz;
    const k = Math.sign(narrowing) * narrowing * narrowing * side2;
    const beyond2 = beyond * beyond * l2;
    if (Math.sign(beyond) * a2 * beyond2 > k) return Math.sqrt(side2 + beyond2) / l2 - toRadius;
    const along2 = along * along * l2;
    if (Math.sign(along) * a2 * along2 < k) return Math.sqrt(side2 + along2) / l2 - fromRadius;
    return (Math.sqrt((side2 * a2) / l2) + along * narrowing) / l2 - fromRadius;
  };
}

/** A ring round the y axis, turned. */
export function ring(centre: Vector, radius: number, thickness: number, turn: Quaternion = IDENTITY): Shape {
  return turned((x, y, z) => long(Math.sqrt(x * x + z * z) - radius, y, 0) - thickness, centre, turn);
}

/** A box with round edges, turned. */
export function box(centre: Vector, [hx, hy, hz]: Vector, round: number, turn: Quaternion = IDENTITY): Shape {
  const local: Shape = (x, y, z) => {
    const qx = Math.abs(x) - hx + round;
    const qy = Math.abs(y) - hy + round;
    const qz = Math.abs(z) - hz + round;
    const outside = long(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0));
    return outside + Math.min(Math.max(qx, qy, qz), 0) - round;
  };
  return turned(local, centre, turn);
}

/** What lies below a plane through a point; the normal points out of it and is one long. */
export function below([nx, ny, nz]: Vector, through: Vector): Shape {
  const offset = dot([nx, ny, nz], through);
  return (x, y, z) => x * nx + y * ny + z * nz - offset;
}

/** What lies between two heights. */
export function slab(low: number, high: number): Shape {
  return (_, y) => Math.max(y - high, low - y);
}

/** A shape made wider, higher or deeper about a point. */
export function stretch(shape: Shape, [cx, cy, cz]: Vector, [fx, fy, fz]: Vector): Shape {
  const least = Math.min(fx, fy, fz);
  return (x, y, z) => shape(cx + (x - cx) / fx, cy + (y - cy) / fy, cz + (z - cz) / fz) * least;
}

/** A shape made larger about a point and put elsewhere. */
export function resize(shape: Shape, factor: number, [ax, ay, az]: Vector, [sx, sy, sz]: Vector): Shape {
  return (x, y, z) =>
    shape(ax + (x - sx - ax) / factor, ay + (y - sy - ay) / factor, az + (z - sz - az) / factor) * factor;
}

/** A shape that is this much thicker everywhere. */
export const grow =
  (shape: Shape, by: number): Shape =>
  (x, y, z) =>
    shape(x, y, z) - by;

/** A shape and its mirror image. */
export function both(shape: Shape): Shape {
  return (x, y, z) => Math.min(shape(x, y, z), shape(-x, y, z));
}

/** Shapes that flow into each other where they come closer than `blend`. */
export function join(blend: number, ...shapes: Shape[]): Shape {
  return (x, y, z) => {
    let least = shapes[0](x, y, z);
    for (let index = 1; index < shapes.length; index++) least = smoothMin(least, shapes[index](x, y, z), blend);
    return least;
  };
}

/** What shapes have in common, with an edge as round as `blend`. */
export function common(blend: number, ...shapes: Shape[]): Shape {
  return (x, y, z) => {
    let most = shapes[0](x, y, z);
    for (let index = 1; index < shapes.length; index++) most = -smoothMin(-most, -shapes[index](x, y, z), blend);
    return most;
  };
}

/** A shape without another. */
export function without(blend: number, shape: Shape, taken: Shape): Shape {
  return (x, y, z) => -smoothMin(-shape(x, y, z), taken(x, y, z), blend);
}

/** How far a point is from a shape. */
export const distance = (shape: Shape, [x, y, z]: Vector): number => shape(x, y, z);

/** The way in which the distance to a shape grows, one long; how fast it grows is written to `out`. */
export function gradient(shape: Shape, [x, y, z]: Vector, out: { steep: number } = { steep: 0 }): Vector {
  const h = 1 / 4096;
  const slope: Vector = [
    (shape(x + h, y, z) - shape(x - h, y, z)) / (2 * h),
    (shape(x, y + h, z) - shape(x, y - h, z)) / (2 * h),
    (shape(x, y, z + h) - shape(x, y, z - h)) / (2 * h),
  ];
  out.steep = length(slope);
  return out.steep > 0 ? scale(slope, 1 / out.steep) : [0, 1, 0];
}

function smoothMin(a: number, b: number, blend: number): number {
  const apart = Math.abs(a - b);
  if (apart >= blend) return Math.min(a, b);
  const near = (blend - apart) / blend;
  return Math.min(a, b) - near * near * blend * 0.25;
}

function long(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** A shape about the origin, turned and put somewhere. */
function turned(local: Shape, [cx, cy, cz]: Vector, turn: Quaternion): Shape {
  if (turn === IDENTITY) return (x, y, z) => local(x - cx, y - cy, z - cz);
  const back = conjugate(turn);
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = [
    rotate(back, [1, 0, 0]),
    rotate(back, [0, 1, 0]),
    rotate(back, [0, 0, 1]),
  ];
  return (x, y, z) => {
    const px = x - cx;
    const py = y - cy;
    const pz = z - cz;
    return local(px * xx + py * yx + pz * zx, px * xy + py * yy + pz * zy, px * xz + py * yz + pz * zz);
  };
}
