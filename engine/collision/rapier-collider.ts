import { OVERLAP } from './advance.ts';
import type { Collider } from './collider.ts';
import type { RapierModule, RapierVector, RapierWorld } from './rapier-scene.ts';
import { type Contact, found, mover, rest, way } from './sweep-state.ts';
import type { Terrain } from './terrain.ts';
import { LANDING_NORMAL_Z, WALKABLE_NORMAL_Z } from './walkable.ts';

/**
 * Metres by which the spheres that Rapier casts are smaller than the body's. It computes in single precision and ends its
 * search a fraction of a millimetre early: so what only touches the body is not in its way.
 */
const SKIN = 0.004;
/** Metres by which the sphere that looks for a foothold is smaller still: it does not touch what the body leans on. */
const NARROWER = 0.004;
/** A whole way that leads into a surface by less than this, in metres, does not lead into it. */
const PARALLEL = 1e-6;
/** Metres above, behind and below a contact between which the upper face beside it is looked for. */
const ABOVE = 0.05;
const BEHIND = 0.01;
const BELOW = 0.1;
/** Overlaps that are resolved one after the other. */
const PUSHES = 12;

const UPRIGHT = { x: 0, y: 0, z: 0, w: 1 };

/** Asks a world of Rapier's what bodies meet. It makes objects with every question: for few bodies in complex scenes. */
export class RapierCollider implements Collider {
  readonly nearby = 1;
  readonly smooth = false;
  private readonly rapier: RapierModule;
  private readonly world: RapierWorld;
  private readonly terrain: Terrain | null;
  private readonly balls = new Map<number, object>();
  /** What the next cast answers as the deepest overlap. */
  private deepest = Number.POSITIVE_INFINITY;

  constructor(rapier: RapierModule, world: RapierWorld, terrain: Terrain | null) {
    this.rapier = rapier;
    this.world = world;
    this.terrain = terrain;
  }

  gather(): void {
    this.deepest = Number.POSITIVE_INFINITY;
    for (const height of this.spheres()) {
      const { distance } = this.surfaceFrom({ x: mover.x, y: mover.y, z: mover.z + height });
      this.deepest = Math.min(this.deepest, distance - mover.radius);
    }
    if (this.floor() > mover.z + mover.radius) this.deepest = -mover.radius;
  }

  rest(): void {
    rest.z = Number.NEGATIVE_INFINITY;
  }

  cast(seeksSupport: boolean): void {
    found.deepest = this.deepest + SKIN;
    this.deepest = Number.POSITIVE_INFINITY;
    found.first.share = 1;
    found.support.share = 1;
    if (way.x === 0 && way.y === 0 && way.z === 0) return;
    for (const height of this.spheres()) {
      this.castBall(height, SKIN, found.first);
      if (seeksSupport && height === mover.radius) this.castBall(height, SKIN + NARROWER, found.support);
    }
    if (seeksSupport && !canCarry(found.support)) found.support.share = 1;
  }

  /** Casts the sphere at that height, smaller by `skin`, and notes the contact unless the one noted is nearer. */
  private castBall(height: number, skin: number, contact: Contact): void {
    const { x, y } = mover;
    const from = { x, y, z: mover.z + height };
    const radius = Math.max(mover.radius - skin, mover.radius / 2);
    const hit = this.world.castShape(from, UPRIGHT, way, this.ball(radius) as never, 0, 1, false);
    if (hit === null) return;
    const { normal1: normal, witness1: point, time_of_impact: time } = hit;
    const approach = -(way.x * normal.x + way.y * normal.y + way.z * normal.z);
    if (!(approach > PARALLEL)) return;
    const gap = time * approach - (mover.radius - radius);
    const share = Math.max(0, gap / approach);
    if (share >= contact.share) return;
    contact.share = share;
    contact.gap = gap;
    contact.approach = approach;
    const length = Math.hypot(normal.x, normal.y, normal.z);
    contact.normalX = normal.x / length;
    contact.normalY = normal.y / length;
    contact.normalZ = normal.z / length;
    contact.pointZ = point.z;
    this.findUpperFace(contact, point);
  }

  /** Looks for the upper face that a contact lies on, or beside. */
  private findUpperFace(contact: Contact, point: RapierVector): void {
    contact.flat = true;
    contact.topX = 0;
    contact.topY = 0;
    contact.topZ = -1;
    if (contact.normalZ < LANDING_NORMAL_Z) return;
    const plan = Math.hypot(contact.normalX, contact.normalY);
    const behind = plan < 1e-6 ? 0 : BEHIND / plan;
    const origin = {
      x: point.x - behind * contact.normalX,
      y: point.y - behind * contact.normalY,
      z: point.z + ABOVE,
    };
    const ray = new this.rapier.Ray(origin, { x: 0, y: 0, z: -1 });
    const face = this.world.castRayAndGetNormal(ray as never, ABOVE + BELOW, true);
    if (face === null || face.timeOfImpact === 0) return;
    const { x, y, z } = face.normal;
    contact.topX = x;
    contact.topY = y;
    contact.topZ = z;
    contact.flat = x * contact.normalX + y * contact.normalY + z * contact.normalZ > 0.9999;
  }

  pushOut(): void {
    for (let push = 0; push < PUSHES; push++) {
      const floor = this.floor();
      if (floor > mover.z + mover.radius) {
        mover.z = floor;
        continue;
      }
      let deepest = -OVERLAP - SKIN;
      let out: RapierVector | null = null;
      for (const height of this.spheres()) {
        const { distance, away } = this.surfaceFrom({ x: mover.x, y: mover.y, z: mover.z + height });
        if (distance - mover.radius >= deepest) continue;
        deepest = distance - mover.radius;
        out = away;
      }
      if (out === null) return;
      mover.x -= deepest * out.x;
      mover.y -= deepest * out.y;
      mover.z -= deepest * out.z;
    }
  }

  /** Heights of the spheres' centres above the body's origin. */
  private spheres(): number[] {
    return mover.upper === 0 ? [mover.radius] : [mover.radius, mover.radius + mover.upper];
  }

  private ball(radius: number): object {
    let ball = this.balls.get(radius);
    if (ball === undefined) {
      ball = new this.rapier.Ball(radius);
      this.balls.set(radius, ball);
    }
    return ball;
  }

  /** Height of the terrain below the body; it is a mesh without an inside in Rapier. */
  private floor(): number {
    return this.terrain?.heightAt(mover.x, mover.y) ?? Number.NEGATIVE_INFINITY;
  }

  /** Metres from a point to the nearest surface, below 0 inside of something, and the way out. */
  private surfaceFrom(point: RapierVector): { distance: number; away: RapierVector } {
    const nearest = this.world.projectPoint(point, false);
    if (nearest === null) return { distance: Number.POSITIVE_INFINITY, away: { x: 0, y: 0, z: 1 } };
    const [x, y, z] = [point.x - nearest.point.x, point.y - nearest.point.y, point.z - nearest.point.z];
    const length = Math.hypot(x, y, z);
    if (length < 1e-6) return { distance: 0, away: { x: 0, y: 0, z: 1 } };
    const sign = nearest.isInside ? -1 : 1;
    return {
      distance: sign * length,
      away: { x: (sign * x) / length, y: (sign * y) / length, z: (sign * z) / length },
    };
  }
}

function canCarry({ normalZ, topZ }: Contact): boolean {
  return normalZ >= WALKABLE_NORMAL_Z || (topZ >= WALKABLE_NORMAL_Z && normalZ >= LANDING_NORMAL_Z);
}
