import { TargetF64, TargetU32 } from '../../components/target.ts';
import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { FLOAT_MAX, MovementFlags, MovementType, MoveToF64, MoveToU32 } from '../../components/move-to.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld } from '../world.ts';
import { PROGRESS_WINDOW } from './progress.ts';
import { RETUNE_DIFFERENCE, RETUNE_SPEED, SURE_COSINE_SQUARED } from './use-time.ts';

/**
 * MoveToManager::UseTime of the bodies of a block that walk straight on: towards their target, upright, not judged and not
 * there yet; while a motion is pending they do not steer. It does for them what moveToUseTime (use-time.ts) does, in one
 * loop without a call, in which the processor keeps what it needs at hand.
 *
 * @param first The first of a block in `world.bodies`. @param end Behind its last.
 * @param others Gets the bodies with a move that do something else.
 * @returns How many they are.
 */
export function walkOn(world: GaitWorld, first: number, end: number, others: Uint32Array): number {
  const { bodies } = world;
  const { frame, body, moveTo, pendingNodes, pendingMotions, target, transientState } = world.components;
  const { count: nodeCount, type: nodeType } = pendingNodes;
  const { count: motionCount } = pendingMotions;
  const { bits } = transientState;
  const targets = target.f64;
  const targetWords = target.u32;
  const frames = frame.f64;
  const bodyCells = body.f32;
  const numbers = moveTo.f64;
  const words = moveTo.u32;
  const { now } = world.clock;
  let left = 0;
  for (let index = first; index < end; index++) {
    const entity = bodies[index];
    if (nodeCount[entity] === 0) continue;
    const wordsRow = entity * MoveToU32.row;
    const chases = words[wordsRow + MoveToU32.topLevelObject] !== 0;
    if (
      nodeType[entity] !== MovementType.MoveToPosition ||
      (bits[entity] & TransientState.Contact) === 0 ||
      words[wordsRow + MoveToU32.movingAway] !== 0 ||
      words[wordsRow + MoveToU32.auxCommand] !== 0 ||
      (chases && words[wordsRow + MoveToU32.initialized] === 0)
    ) {
      others[left++] = entity;
      continue;
    }
    const frameRow = entity * FrameF64.row;
    const numbersRow = entity * MoveToF64.row;
    const dx = numbers[numbersRow + MoveToF64.currentTargetX] - frames[frameRow + FrameF64.x];
    const dy = numbers[numbersRow + MoveToF64.currentTargetY] - frames[frameRow + FrameF64.y];
    const dz = numbers[numbersRow + MoveToF64.currentTargetZ] - frames[frameRow + FrameF64.z];
    const w = frames[frameRow + FrameF64.qw];
    const z = frames[frameRow + FrameF64.qz];
    const along = (1 - 2 * z * z) * dy - 2 * w * z * dx;
    let distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const bodyRow = entity * BodyF32.row;
    if ((words[wordsRow + MoveToU32.flags] & MovementFlags.UseSpheres) !== 0) {
      const reach = distance - (bodyCells[bodyRow + BodyF32.radius] + numbers[numbersRow + MoveToF64.soughtRadius]);
      const gap =
        dz >= 0 ? dz - bodyCells[bodyRow + BodyF32.height] : -dz - numbers[numbersRow + MoveToF64.soughtHeight];
      // As cylinderDistanceOf.
      if (gap > 0) distance = reach > 0 ? Math.sqrt(gap * gap + reach * reach) : gap;
      else distance = gap < 0 && reach < 0 ? -Math.sqrt(gap * gap + reach * reach) : reach;
    }
    if (
      (motionCount[entity] === 0 &&
        (along <= 0 ||
          along * along <= SURE_COSINE_SQUARED * (dx * dx + dy * dy) ||
          words[wordsRow + MoveToU32.currentCommand] !== MotionCommand.WalkForward ||
          frames[frameRow + FrameF64.qx] !== 0 ||
          frames[frameRow + FrameF64.qy] !== 0)) ||
      now - numbers[numbersRow + MoveToF64.previousDistanceTime] > PROGRESS_WINDOW ||
      distance <= numbers[numbersRow + MoveToF64.distanceToObject] ||
      numbers[numbersRow + MoveToF64.failDistance] < FLOAT_MAX
    ) {
      others[left++] = entity;
      continue;
    }
    // Only where it is another: lines that are written go back to memory.
    if (words[wordsRow + MoveToU32.failProgressCount] !== 0) words[wordsRow + MoveToU32.failProgressCount] = 0;
    if (!chases || targetWords[entity * TargetU32.row + TargetU32.object] === 0) continue;
    const vx = bodyCells[bodyRow + BodyF32.cachedVelocityX];
    const vy = bodyCells[bodyRow + BodyF32.cachedVelocityY];
    const vz = bodyCells[bodyRow + BodyF32.cachedVelocityZ];
    const squared = vx * vx + vy * vy + vz * vz;
    if (squared <= RETUNE_SPEED * RETUNE_SPEED) continue;
    const speed = Math.sqrt(squared);
    const quantum = entity * TargetF64.row + TargetF64.quantum;
    if (Math.abs(distance - targets[quantum] * speed) >= RETUNE_DIFFERENCE * speed) targets[quantum] = distance / speed;
  }
  return left;
}
