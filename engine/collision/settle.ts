import { NOTHING, OVERLAP, ROUNDING } from './advance.ts';
import type { Collider } from './collider.ts';
import { type Contact, found, mover, rest, way } from './sweep-state.ts';
import { LANDING_NORMAL_Z, WALKABLE_NORMAL_Z } from './walkable.ts';

/** What a body has under it. */
export const Footing = {
  /** Nothing within reach, or something steep that it does not touch: it is where it was. */
  None: 0,
  /** It touches something too steep to stand on, whose normal is the mover's. */
  Steep: 1,
  /** It stands; the mover's normal and support are those of the ground. */
  Ground: 2,
  /** It is in the terrain, and something is in the way up. */
  Blocked: 3,
} as const;

/** Metres within which a body that comes down on something touches it. */
const CONTACT_DISTANCE = 0.005;
/** A foothold at most this many metres below the first contact carries: feet stand beside what they lean on. */
const SLACK = 1e-3;
/** Upright edges and walls that a body slips past on its way down. */
const SLIPS = 3;
/** Metres down a crevice in which the body must be held to be wedged in. */
const CREVICE = 0.05;

/**
 * Lets a body down by at most {@link mover}'s `drop` onto something that it can stand on. Where it stands in smooth terrain,
 * it is lifted onto it.
 *
 * @returns One of {@link Footing}.
 */
export function settle(collider: Collider): number {
  const { x, y, z, drop: limit } = mover;
  let ground = Number.NEGATIVE_INFINITY;
  if (collider.smooth) {
    if (rest.x !== x || rest.y !== y) {
      rest.x = x;
      rest.y = y;
      collider.rest();
    }
    ground = rest.z;
    if (z <= ground) {
      if (z < ground - NOTHING && collider.nearby !== 0) {
        way.x = 0;
        way.y = 0;
        way.z = ground - z;
        collider.cast(false);
        if (found.first.share < 1) return Footing.Blocked;
      }
      standOnTerrain();
      return Footing.Ground;
    }
  }
  const reachesTerrain = z - ground <= limit;
  if (collider.nearby !== 0) {
    let left = reachesTerrain ? z - ground : limit;
    let isClear = false;
    for (let slip = 0; slip < SLIPS; slip++) {
      way.x = 0;
      way.y = 0;
      way.z = -left;
      collider.cast(true);
      const { first, support } = found;
      const drop = left * first.share;
      isClear = first.share === 1 && support.share === 1;
      if (isClear || (reachesTerrain && slip === 0 && drop + SLACK >= left)) break;
      if (support.share < 1 && left * support.share <= drop + SLACK) {
        mover.z -= drop;
        if (first.gap < -ROUNDING) mover.z += Math.min(OVERLAP, -first.gap);
        standOn(support);
        return Footing.Ground;
      }
      mover.z -= drop;
      if (first.normalZ < LANDING_NORMAL_Z && first.normalZ > 0 && slipPast(collider)) {
        left -= drop;
        continue;
      }
      if (mover.x === x && mover.y === y && drop <= CONTACT_DISTANCE) {
        mover.normalX = first.normalX;
        mover.normalY = first.normalY;
        mover.normalZ = first.normalZ;
        if (isWedged(collider)) return Footing.Ground;
        return Footing.Steep;
      }
      mover.x = x;
      mover.y = y;
      mover.z = z;
      return Footing.None;
    }
    if (mover.x !== x || mover.y !== y) {
      // It slipped past an edge: here lies another place of the terrain, or nothing.
      rest.x = mover.x;
      rest.y = mover.y;
      if (isClear && reachesTerrain) collider.rest();
      if (!isClear || !reachesTerrain || mover.z - rest.z > left + SLACK) {
        mover.x = x;
        mover.y = y;
        mover.z = z;
        return Footing.None;
      }
    }
  }
  if (!reachesTerrain) return Footing.None;
  standOnTerrain();
  return Footing.Ground;
}

function standOnTerrain(): void {
  mover.z = rest.z;
  mover.normalX = rest.normalX;
  mover.normalY = rest.normalY;
  mover.normalZ = rest.normalZ;
  mover.supportZ = rest.z + mover.radius * (1 - rest.normalZ);
}

/** The ground's normal is that of the face that carries, also where its border does: a step's edge is level. */
function standOn(support: Contact): void {
  const carries = support.topZ >= WALKABLE_NORMAL_Z;
  mover.normalX = carries ? support.topX : support.normalX;
  mover.normalY = carries ? support.topY : support.normalY;
  mover.normalZ = carries ? support.topZ : support.normalZ;
  mover.supportZ = support.pointZ;
}

/** Moves the body aside from an upright edge that it touches, so that it no longer lies in the way. Answers whether it can. */
function slipPast(collider: Collider): boolean {
  const { normalX, normalY } = found.first;
  const plan = Math.sqrt(normalX * normalX + normalY * normalY);
  const aside = mover.radius * (1 - plan) + 1e-6;
  way.x = (normalX / plan) * aside;
  way.y = (normalY / plan) * aside;
  way.z = 0;
  collider.cast(false);
  if (found.first.share < 1) return false;
  mover.x += way.x;
  mover.y += way.y;
  return true;
}

/**
 * Whether a body that touches something steep cannot slide down, as something steep on the other side holds it: then it
 * stands on both.
 */
export function isWedged(collider: Collider): boolean {
  const { normalX, normalY, normalZ } = mover;
  way.x = CREVICE * normalZ * normalX;
  way.y = CREVICE * normalZ * normalY;
  way.z = CREVICE * (normalZ * normalZ - 1);
  collider.cast(false);
  const { first } = found;
  if (first.share * CREVICE > SLACK) return false;
  const x = normalX + first.normalX;
  const y = normalY + first.normalY;
  const z = normalZ + first.normalZ;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length < NOTHING || z < WALKABLE_NORMAL_Z * length) return false;
  mover.normalX = x / length;
  mover.normalY = y / length;
  mover.normalZ = z / length;
  mover.supportZ = mover.z;
  mover.velocityX = 0;
  mover.velocityY = 0;
  mover.velocityZ = 0;
  return true;
}
