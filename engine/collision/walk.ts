import {
  advanceToContact,
  advanceToEnd,
  aimAhead,
  halt,
  isThere,
  NOTHING,
  OVERLAP,
  ROUNDING,
  surround,
} from './advance.ts';
import type { Collider } from './collider.ts';
import { Footing, settle } from './settle.ts';
import { found, mover, rest, Vector, way } from './sweep-state.ts';
import { WALKABLE_NORMAL_Z } from './walkable.ts';

/** Contacts that a body is led around in one sweep. */
const TURNS = 6;
/** Metres that a body must get on above a step to be on it, and that it must be able to rise. */
const LEAST_STEP = 1e-3;
/** Terrain that rises by more than this many metres, and this times the way in plan, was not walked up: one is in it. */
const SUNK = 0.5;
const STEEPEST = 1.2;

/** The normal of a wall, and whether the body has met it. */
class Wall extends Vector {
  met = false;
}

/** The wall that the body slides along, which it met last, and another one that stopped it there. */
export const wall = new Wall();
export const corner = new Wall();
/** The normal of what the body has just run into. */
const bump = new Vector();
/** What was left of the way when it began to step up. */
const wish = new Vector();
/** Cosine of the angle within which what stands above a step is the step itself. */
const SAME_WALL = 0.99;

/**
 * Moves a body that stands on the ground by what is left of its way: along the ground, up steps, along walls. The ground's
 * normal is in {@link mover}. Afterwards it has to be let down again.
 */
export function walk(collider: Collider): void {
  wall.met = false;
  corner.met = false;
  layOut();
  let pushed = false;
  for (let turn = 0; turn < TURNS; turn++) {
    let sunk = collider.smooth && followTerrain(collider);
    if (collider.nearby === 0) {
      advanceToEnd();
      return;
    }
    aimAhead();
    collider.cast(false);
    const { first } = found;
    sunk ||= found.deepest < -OVERLAP;
    if (sunk && !pushed) {
      pushed = true;
      collider.pushOut();
      layOut();
      surround();
      collider.gather(true);
      continue;
    }
    if (first.share === 1) {
      advanceToEnd();
      return;
    }
    advanceToContact();
    if (isThere()) return;
    bump.x = first.normalX;
    bump.y = first.normalY;
    bump.z = first.normalZ;
    const walkable = Math.fround(first.normalZ) >= WALKABLE_NORMAL_Z;
    if (!(walkable && first.flat)) {
      if (stepUp(collider)) continue;
      if (!walkable) {
        slide();
        if (isThere()) return;
        continue;
      }
    }
    // A slope, or an edge with no room above it to step: on over it.
    mover.normalX = bump.x;
    mover.normalY = bump.y;
    mover.normalZ = bump.z;
    layOut();
  }
  halt();
}

/**
 * Lays the way along ground and wall (retail CTransition::adjust_offset): along the line in which both meet, if there is a
 * wall that it leads into; else what leads into the ground is taken away, so that one is slower uphill, and downhill the
 * way keeps its length in plan.
 */
function layOut(): void {
  const { wishX, wishY, wishZ, normalX, normalY, normalZ } = mover;
  if (wall.met && wishX * wall.x + wishY * wall.y + wishZ * wall.z < 0) {
    layAlongWall();
    return;
  }
  const into = wishX * normalX + wishY * normalY + wishZ * normalZ;
  mover.restX = into <= 0 ? wishX - into * normalX : wishX;
  mover.restY = into <= 0 ? wishY - into * normalY : wishY;
  mover.restZ = into <= 0 ? wishZ - into * normalZ : -(wishX * normalX + wishY * normalY) / normalZ;
}

function layAlongWall(): void {
  const { wishX, wishY, wishZ, normalX, normalY, normalZ } = mover;
  const x = normalY * wall.z - normalZ * wall.y;
  const y = normalZ * wall.x - normalX * wall.z;
  const z = normalX * wall.y - normalY * wall.x;
  const squared = x * x + y * y + z * z;
  const along = squared < NOTHING ? 0 : (wishX * x + wishY * y + wishZ * z) / squared;
  mover.restX = along * x;
  mover.restY = along * y;
  mover.restZ = along * z;
}

/** Leads the way along the wall that the body has run into; if that leads into the wall before, the way ends. */
function slide(): void {
  const { met, x, y, z } = wall;
  wall.met = true;
  wall.x = bump.x;
  wall.y = bump.y;
  wall.z = bump.z;
  layAlongWall();
  if (!met || mover.restX * x + mover.restY * y + mover.restZ * z >= -NOTHING) return;
  corner.met = true;
  corner.x = x;
  corner.y = y;
  corner.z = z;
  halt();
}

/** Leads the way up with smooth terrain where that rises. Answers whether the body is in the terrain. */
function followTerrain(collider: Collider): boolean {
  const { restX, restY, restZ } = mover;
  rest.x = mover.x + restX;
  rest.y = mover.y + restY;
  collider.rest();
  const climb = rest.z - mover.z - restZ;
  if (climb <= 0) return false;
  mover.restZ = restZ + climb;
  return climb > SUNK && climb > SUNK + STEEPEST * Math.sqrt(restX * restX + restY * restY);
}

/**
 * Steps onto what is in the way (retail CTransition::step_up): up, on by what is left of the way in plan, down onto
 * something that can be stood on and is not higher than a step. Answers whether it did; else nothing has changed.
 */
function stepUp(collider: Collider): boolean {
  const { x, y, z, restX, restY, restZ, normalX, normalY, normalZ } = mover;
  wish.x = mover.wishX;
  wish.y = mover.wishY;
  wish.z = mover.wishZ;
  way.x = 0;
  way.y = 0;
  way.z = mover.stepUp;
  collider.cast(false);
  const risen = found.first.share * mover.stepUp;
  if (risen >= LEAST_STEP) {
    mover.z = z + risen;
    const isPast = goAbove(collider);
    if (mover.x !== x || mover.y !== y) {
      mover.drop = risen + mover.stepDown;
      const stands = settle(collider) === Footing.Ground;
      // It must have come up onto the step, or past the whole of it.
      const gains = isPast || mover.supportZ > z + LEAST_STEP;
      if (stands && gains && mover.supportZ <= z + mover.stepUp + ROUNDING) {
        wall.met = false;
        layOut();
        return true;
      }
    }
  }
  mover.x = x;
  mover.y = y;
  mover.z = z;
  mover.wishX = wish.x;
  mover.wishY = wish.y;
  mover.wishZ = wish.z;
  mover.restX = restX;
  mover.restY = restY;
  mover.restZ = restZ;
  mover.normalX = normalX;
  mover.normalY = normalY;
  mover.normalZ = normalZ;
  return false;
}

/**
 * Goes on in plan above a step, along a wall that stands behind or beside it. Where it meets the very thing that it is to
 * step onto, that is no step.
 *
 * @returns Whether nothing was in the way. The place is as before where the body could not get on.
 */
function goAbove(collider: Collider): boolean {
  const { x, y } = mover;
  mover.restZ = 0;
  aimAhead();
  collider.cast(false);
  const { first } = found;
  if (first.share === 1) {
    advanceToEnd();
    return true;
  }
  const same = first.normalX * bump.x + first.normalY * bump.y + first.normalZ * bump.z > SAME_WALL;
  advanceToContact();
  const plan = first.normalX * first.normalX + first.normalY * first.normalY;
  if (!same && plan > NOTHING) {
    const into = (mover.restX * first.normalX + mover.restY * first.normalY) / plan;
    mover.restX -= into * first.normalX;
    mover.restY -= into * first.normalY;
    mover.restZ = 0;
    aimAhead();
    collider.cast(false);
    if (first.share === 1) advanceToEnd();
    else {
      advanceToContact();
      halt();
    }
  }
  const dx = mover.x - x;
  const dy = mover.y - y;
  if (dx * dx + dy * dy < LEAST_STEP * LEAST_STEP) {
    mover.x = x;
    mover.y = y;
  }
  return false;
}
