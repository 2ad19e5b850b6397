import type { BodyObstacles } from './body-obstacles.ts';
import type { Collider } from './collider.ts';
import type { ObstacleHash } from './obstacle-hash.ts';
import type { Obstacles } from './obstacles.ts';
import { pushOut } from './push-out.ts';
import { LANDING_NORMAL_Z, WALKABLE_NORMAL_Z } from './walkable.ts';
import { type Contact, found, mover, nearest, region, rest, way } from './sweep-state.ts';
import type { Terrain } from './terrain.ts';
import { chooseColumn, measureColumn } from './terrain-distance.ts';
import { restOnTerrain } from './terrain-rest.ts';

/** A sphere this near to a surface touches it, metres. */
const TOUCH = 1e-8;
/** A whole way that leads into a surface by less than this, in metres, does not lead into it. */
const PARALLEL = 1e-7;
/**
 * An edge that is met at a smaller angle than this, in radians, is passed by: the sphere would go into it by no more than
 * a ten-thousandth of a millimetre. So the seams of level faces do not stop what slides over them.
 */
const GRAZE = 1e-3;
/** Steps of the search for a contact; each gets as near as a plane before the surface allows. */
const STEPS = 40;
/** Of what the measured thing is one: numbers below 0; from 0 on they are solids of the scene. */
const COLUMN = -1;
const BODY = -2;

/** The sphere that is cast, at its start, and the box around its way. */
class Ball {
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
  /** Share of the way at which it touches what it is cast at, and how much the way leads into that. */
  share = Number.NaN;
  approach = Number.NaN;
  minX = Number.NaN;
  minY = Number.NaN;
  minZ = Number.NaN;
  maxX = Number.NaN;
  maxY = Number.NaN;
  maxZ = Number.NaN;
}

const ball = new Ball();

/** A terrain, static solids and, where they block each other, moving bodies. */
export class SceneCollider implements Collider {
  nearby = 0;
  smooth = false;
  private readonly terrain: Terrain | null;
  private readonly obstacles: Obstacles;
  private readonly hash: ObstacleHash;
  private readonly bodies: BodyObstacles | null;
  /** Cells of the terrain that the region reaches over; none when it is smooth. */
  private firstColumn = 0;
  private lastColumn = -1;
  private firstRow = 0;
  private lastRow = -1;
  private seeksSupport = false;

  constructor(terrain: Terrain | null, obstacles: Obstacles, hash: ObstacleHash, bodies: BodyObstacles | null) {
    this.terrain = terrain;
    this.obstacles = obstacles;
    this.hash = hash;
    this.bodies = bodies;
  }

  gather(walks: boolean): void {
    const { hash, bodies, terrain } = this;
    hash.find();
    let nearby = hash.count;
    if (bodies !== null) {
      bodies.find();
      nearby += bodies.count;
    }
    this.smooth = false;
    this.lastColumn = -1;
    this.firstColumn = 0;
    if (terrain !== null) {
      this.smooth = walks && terrain.isSmooth(mover.x, mover.y, region.reach);
      if (!this.smooth) {
        const { perMetre } = terrain;
        this.firstColumn = Math.max(0, Math.floor((region.minX - terrain.x) * perMetre));
        this.lastColumn = Math.min(terrain.columns - 1, Math.floor((region.maxX - terrain.x) * perMetre));
        this.firstRow = Math.max(0, Math.floor((region.minY - terrain.y) * perMetre));
        this.lastRow = Math.min(terrain.rows - 1, Math.floor((region.maxY - terrain.y) * perMetre));
        if (this.lastColumn >= this.firstColumn && this.lastRow >= this.firstRow) nearby++;
      }
    }
    this.nearby = nearby;
  }

  rest(): void {
    if (this.terrain !== null) restOnTerrain(this.terrain);
    else rest.z = Number.NEGATIVE_INFINITY;
  }

  cast(seeksSupport: boolean): void {
    const { hash, bodies, obstacles } = this;
    const { near } = hash;
    const { bounds } = obstacles;
    this.seeksSupport = seeksSupport;
    found.first.share = 1;
    found.support.share = 1;
    found.deepest = Number.POSITIVE_INFINITY;
    this.aim(mover.radius);
    if (this.lastColumn >= this.firstColumn) this.castAtTerrain();
    const spheres = mover.upper === 0 ? 1 : 2;
    for (let sphere = 0; sphere < spheres; sphere++) {
      if (sphere === 1) this.aim(mover.radius + mover.upper);
      for (let index = 0; index < hash.count; index++) {
        const box = near[index] * 6;
        if (
          bounds[box] <= ball.maxX &&
          bounds[box + 3] >= ball.minX &&
          bounds[box + 1] <= ball.maxY &&
          bounds[box + 4] >= ball.minY &&
          bounds[box + 2] <= ball.maxZ &&
          bounds[box + 5] >= ball.minZ
        ) {
          this.castAt(near[index]);
        }
      }
    }
    if (bodies !== null) {
      for (let index = 0; index < bodies.count; index++) {
        bodies.choose(index);
        this.castAt(BODY);
      }
    }
  }

  /** Puts the ball `height` metres above the body's origin. */
  private aim(height: number): void {
    const { radius } = mover;
    const x = mover.x;
    const y = mover.y;
    const z = mover.z + height;
    ball.x = x;
    ball.y = y;
    ball.z = z;
    ball.minX = (way.x < 0 ? x + way.x : x) - radius;
    ball.maxX = (way.x > 0 ? x + way.x : x) + radius;
    ball.minY = (way.y < 0 ? y + way.y : y) - radius;
    ball.maxY = (way.y > 0 ? y + way.y : y) + radius;
    ball.minZ = (way.z < 0 ? z + way.z : z) - radius;
    ball.maxZ = (way.z > 0 ? z + way.z : z) + radius;
  }

  private castAtTerrain(): void {
    const terrain = this.terrain as Terrain;
    const { perMetre, columns, heights } = terrain;
    const firstColumn = Math.max(this.firstColumn, Math.floor((ball.minX - terrain.x) * perMetre));
    const lastColumn = Math.min(this.lastColumn, Math.floor((ball.maxX - terrain.x) * perMetre));
    const firstRow = Math.max(this.firstRow, Math.floor((ball.minY - terrain.y) * perMetre));
    const lastRow = Math.min(this.lastRow, Math.floor((ball.maxY - terrain.y) * perMetre));
    const low = ball.minZ;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        if (!terrain.isSolid(column, row)) continue;
        const corner = row * (columns + 1) + column;
        const sw = heights[corner];
        const se = heights[corner + 1];
        const nw = heights[corner + columns + 1];
        const ne = heights[corner + columns + 2];
        if (sw < low && ne < low && se < low && nw < low) continue;
        chooseColumn(terrain, column, row, true);
        this.castAt(COLUMN);
        chooseColumn(terrain, column, row, false);
        this.castAt(COLUMN);
      }
    }
  }

  private measure(what: number): void {
    if (what >= 0) this.obstacles.measure(what);
    else if (what === COLUMN) measureColumn();
    else (this.bodies as BodyObstacles).measure();
  }

  /**
   * Finds where the ball first touches something convex: the plane through the nearest point, square to the way there, lies
   * before all of the thing, so the ball may go as far as that plane at once; from there, again.
   */
  private castAt(what: number): void {
    const { x: dx, y: dy, z: dz } = way;
    const { radius } = mover;
    const { first, support } = found;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    let share = 0;
    for (let step = 0; ; step++) {
      nearest.x = ball.x + dx * share;
      nearest.y = ball.y + dy * share;
      nearest.z = ball.z + dz * share;
      this.measure(what);
      const gap = nearest.distance - radius;
      if (step === 0 && gap < found.deepest && what !== BODY) found.deepest = gap;
      const approach = -(dx * nearest.normalX + dy * nearest.normalY + dz * nearest.normalZ);
      if (approach <= PARALLEL) return;
      if (gap <= TOUCH || step === STEPS) {
        if (!nearest.flat && approach < GRAZE * length) return;
        ball.share = share;
        ball.approach = approach;
        // Of what is touched at once, the way is blocked by what it leads into most, in whatever order they are found.
        if (share < first.share || (share === first.share && share < 1 && approach > first.approach)) this.note(first);
        if (this.seeksSupport && share < support.share) {
          const { normalZ } = nearest;
          const stands = Math.fround(normalZ) >= WALKABLE_NORMAL_Z;
          if (stands || (nearest.topZ >= WALKABLE_NORMAL_Z && normalZ >= LANDING_NORMAL_Z)) {
            this.note(support);
          }
        }
        return;
      }
      share += gap / approach;
      if (share >= (this.seeksSupport ? support.share : first.share)) return;
    }
  }

  private note(contact: Contact): void {
    contact.share = ball.share;
    contact.approach = ball.approach;
    contact.gap = nearest.distance - mover.radius;
    contact.normalX = nearest.normalX;
    contact.normalY = nearest.normalY;
    contact.normalZ = nearest.normalZ;
    contact.topX = nearest.topX;
    contact.topY = nearest.topY;
    contact.topZ = nearest.topZ;
    contact.flat = nearest.flat;
    contact.pointZ = nearest.z - nearest.normalZ * nearest.distance;
  }

  pushOut(): void {
    pushOut(this.terrain, this.obstacles, this.hash);
  }
}
