import { nearest } from './sweep-state.ts';
import { axesOf, type BlockShape, type SceneShape } from './scene-shapes.ts';

/** What a solid is, for the function that measures the way to it. */
const Kind = { Box: 0, Block: 1, Pillar: 2 } as const;

/** Numbers of one solid in {@link Obstacles.data}. */
const STRIDE = 12;
/** Heights that differ by less, in metres, are the same. */
const LEVEL = 1e-9;

/** The static solids of a scene as arrays: what they are, and the boxes that hold them. */
export class Obstacles {
  readonly count: number;
  /**
   * By solid: x, y, cosine, sine, half width, half depth; height of the bottom in the middle and its slope along the
   * heading, of the top likewise; what makes the normals of top and bottom unit length. Of a pillar the half width is the
   * radius.
   */
  readonly data: Float64Array;
  /** By solid: least x, y, z, greatest x, y, z. */
  readonly bounds: Float64Array;
  private readonly kind: Uint8Array;

  constructor(shapes: readonly SceneShape[]) {
    this.count = shapes.length;
    this.kind = new Uint8Array(this.count);
    this.data = new Float64Array(this.count * STRIDE);
    this.bounds = new Float64Array(this.count * 6);
    shapes.forEach((shape, index) => {
      if (shape.kind === 'pillar') {
        const { x, y, radius, bottom, top } = shape;
        this.kind[index] = Kind.Pillar;
        this.data.set([x, y, 1, 0, radius, radius, bottom, 0, top, 0, 1, 1], index * STRIDE);
        this.bounds.set([x - radius, y - radius, bottom, x + radius, y + radius, top], index * 6);
      } else this.setBlock(index, shape);
    });
  }

  private setBlock(index: number, shape: BlockShape): void {
    const { x, y, heading, width, depth, bottomNear, bottomFar, topNear, topFar } = shape;
    const [cosine, sine] = axesOf(heading);
    const bottomSlope = (bottomFar - bottomNear) / depth;
    const topSlope = (topFar - topNear) / depth;
    const level = Math.abs(bottomFar - bottomNear) < LEVEL && Math.abs(topFar - topNear) < LEVEL;
    this.kind[index] = level ? Kind.Box : Kind.Block;
    const [hx, hy] = [width / 2, depth / 2];
    const middle = [(bottomNear + bottomFar) / 2, bottomSlope, (topNear + topFar) / 2, topSlope];
    const units = [topSlope, bottomSlope].map((slope) => 1 / Math.sqrt(1 + slope * slope));
    this.data.set([x, y, cosine, sine, hx, hy, ...middle, ...units], index * STRIDE);
    const reachX = Math.abs(cosine) * hx + Math.abs(sine) * hy;
    const reachY = Math.abs(sine) * hx + Math.abs(cosine) * hy;
    const [low, high] = [Math.min(bottomNear, bottomFar), Math.max(topNear, topFar)];
    this.bounds.set([x - reachX, y - reachY, low, x + reachX, y + reachY, high], index * 6);
  }

  /** Fills {@link nearest} for the point in it. */
  measure(index: number): void {
    switch (this.kind[index]) {
      case Kind.Box:
        this.measureBox(index);
        return;
      case Kind.Block:
        this.measureBlock(index);
        return;
      default:
        this.measurePillar(index);
    }
  }

  private measureBox(index: number): void {
    const { data } = this;
    const at = index * STRIDE;
    const dx = nearest.x - data[at];
    const dy = nearest.y - data[at + 1];
    const cosine = data[at + 2];
    const sine = data[at + 3];
    const hx = data[at + 4];
    const hy = data[at + 5];
    const x = dx * cosine - dy * sine;
    const y = dx * sine + dy * cosine;
    const z = nearest.z;
    const bottom = data[at + 6];
    const top = data[at + 8];
    const vx = x > hx ? x - hx : x < -hx ? x + hx : 0;
    const vy = y > hy ? y - hy : y < -hy ? y + hy : 0;
    const vz = z > top ? z - top : z < bottom ? z - bottom : 0;
    nearest.topX = 0;
    nearest.topY = 0;
    nearest.topZ = z >= top ? 1 : -1;
    const squared = vx * vx + vy * vy + vz * vz;
    if (squared > 0) {
      const distance = Math.sqrt(squared);
      const unit = 1 / distance;
      nearest.distance = distance;
      nearest.flat = (vx === 0 ? 0 : 1) + (vy === 0 ? 0 : 1) + (vz === 0 ? 0 : 1) === 1;
      nearest.normalX = (vx * cosine + vy * sine) * unit;
      nearest.normalY = (vy * cosine - vx * sine) * unit;
      nearest.normalZ = vz * unit;
      return;
    }
    const depthX = hx - Math.abs(x);
    const depthY = hy - Math.abs(y);
    const depthZ = Math.min(top - z, z - bottom);
    nearest.normalX = 0;
    nearest.normalY = 0;
    nearest.normalZ = 0;
    nearest.flat = true;
    if (depthZ <= depthX && depthZ <= depthY) {
      nearest.distance = -depthZ;
      nearest.normalZ = top - z <= z - bottom ? 1 : -1;
      nearest.topZ = nearest.normalZ;
    } else if (depthX <= depthY) {
      nearest.distance = -depthX;
      this.pointAcross(at, x < 0);
    } else {
      nearest.distance = -depthY;
      this.pointAlong(at, y < 0);
    }
  }

  /** Points the normal out of the right or the left side of the solid whose data start there. */
  private pointAcross(at: number, left: boolean): void {
    const { data } = this;
    nearest.normalX = left ? -data[at + 2] : data[at + 2];
    nearest.normalY = left ? data[at + 3] : -data[at + 3];
    nearest.normalZ = 0;
    nearest.topZ = -1;
  }

  /** Points the normal out of the end ahead or behind. */
  private pointAlong(at: number, back: boolean): void {
    const { data } = this;
    nearest.normalX = back ? -data[at + 3] : data[at + 3];
    nearest.normalY = back ? -data[at + 2] : data[at + 2];
    nearest.normalZ = 0;
    nearest.topZ = -1;
  }

  /** The nearest point of a profile that is drawn out sideways: the nearest of the profile, and of the width. */
  private measureBlock(index: number): void {
    const { data } = this;
    const at = index * STRIDE;
    const dx = nearest.x - data[at];
    const dy = nearest.y - data[at + 1];
    const cosine = data[at + 2];
    const sine = data[at + 3];
    const hx = data[at + 4];
    const hy = data[at + 5];
    const x = dx * cosine - dy * sine;
    const y = dx * sine + dy * cosine;
    const z = nearest.z;
    const bottom = data[at + 6];
    const bottomSlope = data[at + 7];
    const top = data[at + 8];
    const topSlope = data[at + 9];
    const topUnit = data[at + 10];
    const bottomUnit = data[at + 11];
    // Metres beyond each side of the profile: top, bottom, ahead, behind.
    const aboveTop = (z - top - topSlope * y) * topUnit;
    const belowBottom = (bottom + bottomSlope * y - z) * bottomUnit;
    const ahead = y - hy;
    const behind = -hy - y;
    const vx = x > hx ? x - hx : x < -hx ? x + hx : 0;
    const topX = (0 - topSlope) * topUnit * sine;
    const topY = (0 - topSlope) * topUnit * cosine;
    if (aboveTop <= 0 && belowBottom <= 0 && ahead <= 0 && behind <= 0) {
      nearest.flat = true;
      if (vx !== 0) {
        nearest.distance = Math.abs(vx);
        this.pointAcross(at, vx < 0);
        return;
      }
      const side = Math.abs(x) - hx;
      const deepest = Math.max(aboveTop, belowBottom, ahead, behind, side);
      nearest.distance = deepest;
      nearest.topZ = -1;
      if (deepest === aboveTop) {
        nearest.normalX = nearest.topX = topX;
        nearest.normalY = nearest.topY = topY;
        nearest.normalZ = nearest.topZ = topUnit;
      } else if (deepest === belowBottom) {
        nearest.normalX = bottomSlope * bottomUnit * sine;
        nearest.normalY = bottomSlope * bottomUnit * cosine;
        nearest.normalZ = -bottomUnit;
      } else if (deepest === side) this.pointAcross(at, x < 0);
      else this.pointAlong(at, deepest === behind);
      return;
    }
    // The nearest point (py, pz) of the profile: that of the nearest side which the point lies beyond.
    let squared = Number.POSITIVE_INFINITY;
    let py = y;
    let pz = z;
    let flat = false;
    if (aboveTop > 0) {
      const foot = y + aboveTop * topSlope * topUnit;
      py = foot > hy ? hy : Math.max(foot, -hy);
      pz = top + topSlope * py;
      flat = py === foot;
      squared = (y - py) * (y - py) + (z - pz) * (z - pz);
    }
    if (belowBottom > 0) {
      const foot = y - belowBottom * bottomSlope * bottomUnit;
      const fy = foot > hy ? hy : Math.max(foot, -hy);
      const fz = bottom + bottomSlope * fy;
      const other = (y - fy) * (y - fy) + (z - fz) * (z - fz);
      if (other < squared) {
        squared = other;
        py = fy;
        pz = fz;
        flat = fy === foot;
      }
    }
    if (ahead > 0 || behind > 0) {
      const fy = ahead > 0 ? hy : -hy;
      const low = bottom + bottomSlope * fy;
      const high = top + topSlope * fy;
      const fz = z > high ? high : Math.max(z, low);
      const other = (y - fy) * (y - fy) + (z - fz) * (z - fz);
      if (other < squared) {
        squared = other;
        py = fy;
        pz = fz;
        flat = fz === z;
      }
    }
    const vy = y - py;
    const vz = z - pz;
    const distance = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const unit = 1 / distance;
    nearest.distance = distance;
    nearest.flat = flat && vx === 0;
    nearest.normalX = (vx * cosine + vy * sine) * unit;
    nearest.normalY = (vy * cosine - vx * sine) * unit;
    nearest.normalZ = vz * unit;
    nearest.topX = topX;
    nearest.topY = topY;
    nearest.topZ = pz >= top + topSlope * py - LEVEL ? topUnit : -1;
  }

  private measurePillar(index: number): void {
    const { data } = this;
    const at = index * STRIDE;
    const dx = nearest.x - data[at];
    const dy = nearest.y - data[at + 1];
    const radius = data[at + 4];
    const z = nearest.z;
    const bottom = data[at + 6];
    const top = data[at + 8];
    const away = Math.sqrt(dx * dx + dy * dy);
    const ux = away > 0 ? dx / away : 1;
    const uy = away > 0 ? dy / away : 0;
    const out = away - radius;
    const vz = z > top ? z - top : z < bottom ? z - bottom : 0;
    nearest.topX = 0;
    nearest.topY = 0;
    nearest.topZ = z >= top ? 1 : -1;
    nearest.flat = out <= 0 && vz !== 0;
    if (out > 0 || vz !== 0) {
      const side = Math.max(out, 0);
      const distance = Math.sqrt(side * side + vz * vz);
      nearest.distance = distance;
      nearest.normalX = (ux * side) / distance;
      nearest.normalY = (uy * side) / distance;
      nearest.normalZ = vz / distance;
      return;
    }
    const depth = Math.min(top - z, z - bottom);
    if (-out <= depth) {
      nearest.distance = out;
      nearest.normalX = ux;
      nearest.normalY = uy;
      nearest.normalZ = 0;
      nearest.topZ = -1;
    } else {
      nearest.distance = -depth;
      nearest.normalX = 0;
      nearest.normalY = 0;
      nearest.normalZ = top - z <= z - bottom ? 1 : -1;
      nearest.topZ = nearest.normalZ;
    }
  }
}
