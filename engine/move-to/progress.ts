import { MovementFlags } from '../../components/move-to.ts';
import { cylinderDistanceOf } from '../math/cylinder-distance.ts';
import type { GaitWorld } from '../world.ts';

/** Seconds before progress is judged. */
const WINDOW = 1;
/** Metres a second towards the goal that count as progress. */
const SLOWEST_PROGRESS = 0.25;

/** What {@link measureDistance} found: an array, so that the number is not put on the heap. */
export const distanceScratch = new Float64Array(1);

/** As {@link getCurrentDistance}, into {@link distanceScratch}. */
export function measureDistance(world: GaitWorld, entity: number): void {
  const { moveTo, frame, body } = world.components;
  const ownZ = frame.z[entity];
  const z = moveTo.currentTargetZ[entity];
  const dx = moveTo.currentTargetX[entity] - frame.x[entity];
  const dy = moveTo.currentTargetY[entity] - frame.y[entity];
  const dz = z - ownZ;
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if ((moveTo.flags[entity] & MovementFlags.UseSpheres) === 0) {
    distanceScratch[0] = distance;
    return;
  }
  const reach = distance - (body.radius[entity] + moveTo.soughtRadius[entity]);
  const gap = ownZ <= z ? z - (ownZ + body.height[entity]) : ownZ - (z + moveTo.soughtHeight[entity]);
  distanceScratch[0] = cylinderDistanceOf(reach, gap);
}

/**
 * Metres to the target: edge to edge between cylinders with the use_spheres flag, else between centres (retail
 * MoveToManager::GetCurrentDistance 0x005291b0).
 */
export function getCurrentDistance(world: GaitWorld, entity: number): number {
  measureDistance(world, entity);
  return distanceScratch[0];
}

/**
 * Whether the move gets on (retail MoveToManager::CheckProgressMade 0x005290f0): not judged for a second, then both
 * since the last check and since the start.
 *
 * @param distance Metres to the target now.
 */
export function checkProgressMade(world: GaitWorld, entity: number, distance: number): boolean {
  const { moveTo } = world.components;
  const now = world.clock.now;
  const elapsed = now - moveTo.previousDistanceTime[entity];
  if (elapsed <= WINDOW) return true;
  const sign = moveTo.movingAway[entity] === 1 ? 1 : -1;
  if ((sign * (distance - moveTo.previousDistance[entity])) / elapsed < SLOWEST_PROGRESS) return false;
  moveTo.previousDistance[entity] = distance;
  moveTo.previousDistanceTime[entity] = now;
  const total = sign * (distance - moveTo.originalDistance[entity]);
  return total / (now - moveTo.originalDistanceTime[entity]) >= SLOWEST_PROGRESS;
}
