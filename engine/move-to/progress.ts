import { MovementFlags } from '../../components/move-to.ts';
import { cylinderDistance } from '../math/cylinder-distance.ts';
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
  if ((moveTo.flags[entity] & MovementFlags.UseSpheres) === 0) return distanceToPoint(frame, entity, x, y, z);
  return cylinderDistance(
    body.radius[entity],
    body.height[entity],
    frame.x[entity],
    frame.y[entity],
    frame.z[entity],
    moveTo.soughtRadius[entity],
    moveTo.soughtHeight[entity],
    x,
    y,
    z,
  );
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
