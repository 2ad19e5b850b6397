import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { MovementFlags, MoveToF64, MoveToPlanF64, MoveToU32 } from '../../components/move-to.ts';
import { cylinderDistanceOf } from '../math/cylinder-distance.ts';
import { distanceToPoint } from '../math/frame.ts';
import type { GaitWorld } from '../world.ts';

/** Seconds before progress is judged. */
export const PROGRESS_WINDOW = 1;
/** Metres a second towards the goal that count as progress. */
const SLOWEST_PROGRESS = 0.25;

/**
 * Metres to the target: edge to edge between cylinders with the use_spheres flag, else between centres (retail
 * MoveToManager::GetCurrentDistance 0x005291b0).
 */
export function getCurrentDistance(world: GaitWorld, entity: number): number {
  const { moveTo, frame, body } = world.components;
  const bodyRow = entity * BodyF32.row;
  const moveToRow = entity * MoveToF64.row;
  const x = moveTo.f64[moveToRow + MoveToF64.currentTargetX];
  const y = moveTo.f64[moveToRow + MoveToF64.currentTargetY];
  const z = moveTo.f64[moveToRow + MoveToF64.currentTargetZ];
  const distance = distanceToPoint(frame, entity, x, y, z);
  if ((moveTo.u32[entity * MoveToU32.row + MoveToU32.flags] & MovementFlags.UseSpheres) === 0) return distance;
  const ownZ = frame.f64[entity * FrameF64.row + FrameF64.z];
  const reach = distance - (body.f32[bodyRow + BodyF32.radius] + moveTo.f64[moveToRow + MoveToF64.soughtRadius]);
  const gap =
    ownZ <= z
      ? z - (ownZ + body.f32[bodyRow + BodyF32.height])
      : ownZ - (z + moveTo.f64[moveToRow + MoveToF64.soughtHeight]);
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
  const planRow = entity * MoveToPlanF64.row;
  const moveToRow = entity * MoveToF64.row;
  const now = world.clock.now;
  const distance = judgedDistance[0];
  const elapsed = now - moveTo.f64[moveToRow + MoveToF64.previousDistanceTime];
  if (elapsed <= PROGRESS_WINDOW) return true;
  const sign = moveTo.u32[entity * MoveToU32.row + MoveToU32.movingAway] === 1 ? 1 : -1;
  if ((sign * (distance - moveTo.plan[planRow + MoveToPlanF64.previousDistance])) / elapsed < SLOWEST_PROGRESS)
    return false;
  moveTo.plan[planRow + MoveToPlanF64.previousDistance] = distance;
  moveTo.f64[moveToRow + MoveToF64.previousDistanceTime] = now;
  const total = sign * (distance - moveTo.plan[planRow + MoveToPlanF64.originalDistance]);
  return total / (now - moveTo.plan[planRow + MoveToPlanF64.originalDistanceTime]) >= SLOWEST_PROGRESS;
}
