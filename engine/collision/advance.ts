import { found, mover, region, way } from './sweep-state.ts';

/** Metres of overlap that are put up with. */
export const OVERLAP = 1e-3;
/** Overlaps below this, in metres, are left as they are: a body at rest must not be moved by rounding. */
export const ROUNDING = 1e-6;
/** Lengths below this, in metres, are none. */
export const NOTHING = 1e-9;
/** Metres that the region of a sweep reaches beyond the way. */
const MARGIN = 0.02;

/** Lays the {@link region} around the body: as far as it can come with what is left of its way, a step up or down. */
export function surround(): void {
  const { x, y, z, radius, upper, restX, restY, restZ, stepUp, stepDown } = mover;
  const plan = Math.sqrt(restX * restX + restY * restY);
  const height = restZ < 0 ? -restZ : restZ;
  const reach = plan + height + radius + MARGIN;
  region.reach = plan + radius + MARGIN;
  region.minX = x - reach;
  region.maxX = x + reach;
  region.minY = y - reach;
  region.maxY = y + reach;
  region.minZ = z - stepDown - plan - height - MARGIN;
  region.maxZ = z + 2 * radius + upper + stepUp + plan + height + MARGIN;
}

/** Makes what is left of the way the one that the next cast asks about. */
export function aimAhead(): void {
  way.x = mover.restX;
  way.y = mover.restY;
  way.z = mover.restZ;
}

/** Moves the body to where the last cast along the way found the first contact, and shortens the way. */
export function advanceToContact(): void {
  const { share, gap, normalX, normalY, normalZ } = found.first;
  const { restX, restY, restZ } = mover;
  mover.x += restX * share;
  mover.y += restY * share;
  mover.z += restZ * share;
  mover.restX = restX * (1 - share);
  mover.restY = restY * (1 - share);
  mover.restZ = restZ * (1 - share);
  mover.wishX *= 1 - share;
  mover.wishY *= 1 - share;
  mover.wishZ *= 1 - share;
  if (gap >= -ROUNDING) return;
  // Rounding has led it into the surface by this much; more is an overlap, which is resolved elsewhere.
  const back = gap < -OVERLAP ? OVERLAP : -gap;
  mover.x += back * normalX;
  mover.y += back * normalY;
  mover.z += back * normalZ;
}

/** Moves the body by all that is left of its way. */
export function advanceToEnd(): void {
  mover.x += mover.restX;
  mover.y += mover.restY;
  mover.z += mover.restZ;
  halt();
}

/** Gives up what is left of the way. */
export function halt(): void {
  mover.wishX = 0;
  mover.wishY = 0;
  mover.wishZ = 0;
  mover.restX = 0;
  mover.restY = 0;
  mover.restZ = 0;
}

/** Whether nothing is left of the way. */
export function isThere(): boolean {
  const { restX, restY, restZ } = mover;
  return restX * restX + restY * restY + restZ * restZ < NOTHING * NOTHING;
}
