import { MovementFlags } from '../../components/move-to.ts';
import { cylinderDistanceOf } from '../math/cylinder-distance.ts';
import { distanceToPoint } from '../math/frame.ts';
import type { GaitWorld } from '../world.ts';

/** Seconds before progress is judged. */
const WINDOW = 1;
/** Metres a second towards the goal that count as progress. */
const SLOWEST_PROGRESS = 0.25;

/**
 * Metres to the target: edge to edge between cylinders with the use_spheres flag, else between centres (retail
 * MoveToManager::GetCurrentDistance 0x005291b0).
 */
export function getCurrentDistance(world: GaitWorld, entity: number): number {
  const { moveTo, frame, body } = world.components;
  const x = moveTo.currentTargetX[entity];
  const y = moveTo.currentTargetY[entity];
  const z = moveTo.currentTargetZ[entity];
  const distance = distanceToPoint(frame, entity, x, y, z);
  if ((moveTo.flags[entity] & MovementFlags.UseSpheres) === 0) return distance;
  const ownZ = frame.z[entity];
  const reach = distance - (body.radius[entity] + moveTo.soughtRadius[entity]);
  const gap = ownZ <= z ? z - (ownZ + body.height[entity]) : ownZ - (z + moveTo.soughtHeight[entity]);
  return cylinderDistanceOf(reach, gap);
}

/** Metres to the target now, for {@link judgeProgress}: an array, so that the number is not put on the heap. */
export const judgedDistance = new Float64Array(1);

/**
 * Whether the move gets on (retail MoveToManager::CheckProgressMade 0x005290f0): not judged for a second, then both
 * since the last check and since the start. The distance is in {@link judgedDistance}.
 */
export function judgeProgress(world: GaitWorld, entity: number): boolean {
  const { moveTo } = world.components;
  const now = world.clock.now;
  const distance = judgedDistance[0];
  const elapsed = now - moveTo.previousDistanceTime[entity];
  if (elapsed <= WINDOW) return true;
  const sign = moveTo.movingAway[entity] === 1 ? 1 : -1;
  if ((sign * (distance - moveTo.previousDistance[entity])) / elapsed < SLOWEST_PROGRESS) return false;
  moveTo.previousDistance[entity] = distance;
  moveTo.previousDistanceTime[entity] = now;
  const total = sign * (distance - moveTo.originalDistance[entity]);
  return total / (now - moveTo.originalDistanceTime[entity]) >= SLOWEST_PROGRESS;
}
