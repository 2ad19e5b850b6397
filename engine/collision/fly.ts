import { advanceToContact, advanceToEnd, aimAhead, halt, isThere, NOTHING, OVERLAP, surround } from './advance.ts';
import type { Collider } from './collider.ts';
import { Footing, isWedged } from './settle.ts';
import { found, mover } from './sweep-state.ts';
import { LANDING_NORMAL_Z, WALKABLE_NORMAL_Z } from './walkable.ts';

/** Surfaces that a body is led along in one sweep. */
const TURNS = 8;

/** Normals of the surfaces that the body has met in this sweep, three cells each. */
const planes = new Float64Array(3 * TURNS);
let planeCount = 0;

/** Whether the body met something in its last flight that it slid along. */
export const flight = { slid: false };

/**
 * Moves a body that does not stand on the ground by what is left of its way, along the surfaces in it; its velocity loses
 * what leads into them. Ends where it lands, with what is left of its way in plan.
 *
 * @returns One of {@link Footing}: Steep for a touched slope that does not carry, Ground for a landing.
 */
export function fly(collider: Collider): number {
  planeCount = 0;
  flight.slid = false;
  let footing: number = Footing.None;
  let pushed = false;
  for (let turn = 0; turn < TURNS; turn++) {
    if (collider.nearby === 0) {
      advanceToEnd();
      return footing;
    }
    aimAhead();
    collider.cast(false);
    const { first } = found;
    if (found.deepest < -OVERLAP && !pushed) {
      pushed = true;
      collider.pushOut();
      surround();
      collider.gather(false);
      continue;
    }
    if (first.share === 1) {
      advanceToEnd();
      break;
    }
    advanceToContact();
    const { normalX, normalY, normalZ, topX, topY, topZ } = first;
    const lands = Math.fround(normalZ) >= WALKABLE_NORMAL_Z;
    const carries = lands && topZ >= WALKABLE_NORMAL_Z;
    planes[3 * planeCount] = carries ? topX : normalX;
    planes[3 * planeCount + 1] = carries ? topY : normalY;
    planes[3 * planeCount + 2] = carries ? topZ : normalZ;
    planeCount++;
    stopAtLastPlane();
    if (lands) {
      mover.normalX = carries ? topX : normalX;
      mover.normalY = carries ? topY : normalY;
      mover.normalZ = carries ? topZ : normalZ;
      mover.supportZ = first.pointZ;
      // What is left of the fall ends here; the rest of the way is gone on the ground.
      mover.restZ = 0;
      return Footing.Ground;
    }
    flight.slid = true;
    if (normalZ >= LANDING_NORMAL_Z && (footing === Footing.None || normalZ > mover.normalZ)) {
      footing = Footing.Steep;
      mover.normalX = normalX;
      mover.normalY = normalY;
      mover.normalZ = normalZ;
    }
    slideAlong(planeCount - 1);
    if (isThere()) break;
  }
  halt();
  if (footing === Footing.Steep && isWedged(collider)) return Footing.Ground;
  return footing;
}

function stopAtLastPlane(): void {
  const last = 3 * (planeCount - 1);
  const normalX = planes[last];
  const normalY = planes[last + 1];
  const normalZ = planes[last + 2];
  const into = mover.velocityX * normalX + mover.velocityY * normalY + mover.velocityZ * normalZ;
  if (into >= 0) return;
  mover.velocityX -= into * normalX;
  mover.velocityY -= into * normalY;
  mover.velocityZ -= into * normalZ;
}

/** Lays the way along the plane met last; where that leads into another one, along the line in which both meet. */
function slideAlong(last: number): void {
  const nx = planes[3 * last];
  const ny = planes[3 * last + 1];
  const nz = planes[3 * last + 2];
  const { restX, restY, restZ } = mover;
  const into = restX * nx + restY * ny + restZ * nz;
  mover.restX = restX - into * nx;
  mover.restY = restY - into * ny;
  mover.restZ = restZ - into * nz;
  const other = planeInTheWay(last, last);
  if (other < 0) return;
  const ox = planes[3 * other];
  const oy = planes[3 * other + 1];
  const oz = planes[3 * other + 2];
  const cx = ny * oz - nz * oy;
  const cy = nz * ox - nx * oz;
  const cz = nx * oy - ny * ox;
  const squared = cx * cx + cy * cy + cz * cz;
  const along = squared < NOTHING ? 0 : (restX * cx + restY * cy + restZ * cz) / squared;
  mover.restX = along * cx;
  mover.restY = along * cy;
  mover.restZ = along * cz;
  if (planeInTheWay(last, other) >= 0) halt();
}

/** A plane met so far that the way leads into, other than these two; -1: none. */
function planeInTheWay(one: number, two: number): number {
  for (let plane = 0; plane < planeCount; plane++) {
    if (plane === one || plane === two) continue;
    const into =
      mover.restX * planes[3 * plane] + mover.restY * planes[3 * plane + 1] + mover.restZ * planes[3 * plane + 2];
    if (into < -NOTHING) return plane;
  }
  return -1;
}
