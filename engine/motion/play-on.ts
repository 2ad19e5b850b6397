import { FrameF64, OffsetKind } from '../../components/frame.ts';
import { SequenceMoves, SequenceF64, SequenceU8 } from '../../components/sequence.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld } from '../world.ts';
import type { MotionTable } from './motion-table.ts';
import { KNOWN_TURNS, knownTurns, TURN_BUCKETS } from './known-turns.ts';
import { SLOWEST_FRAMERATE } from './sequence-update.ts';

/** Of no table: a list made in each call would be garbage of each block. */
const NONE: MotionTable['watched'] = [];

/**
 * The motions and sequences of the bodies of a block whose one animation plays on: nothing pending, forwards, without
 * frames of its own, on the ground. It does for them what checkForCompletedMotions and advanceSequence (sub-steps.ts) do,
 * in one loop without a call.
 *
 * @param first The first of a block in `world.bodies`. @param end Behind its last.
 * @param others Gets the bodies that do something else.
 * @returns How many they are.
 */
export function playOn(world: GaitWorld, first: number, end: number, others: Uint32Array): number {
  const { bodies, motionTables } = world;
  const { sequence, offsetFrame, motionState, pendingAnimations, transientState } = world.components;
  const { f64: numbers, u8: bytes, framerate, high, animation } = sequence;
  const { count: pending } = pendingAnimations;
  const { table: tables } = motionState;
  const { bits } = transientState;
  const { kind: kinds, f64: offsets } = offsetFrame;
  const { quantum } = world.clock;
  let table = -1;
  let watched = NONE;
  let left = 0;
  for (let index = first; index < end; index++) {
    const entity = bodies[index];
    const rate = framerate[entity];
    const numbersRow = entity * SequenceF64.row;
    const bytesRow = entity * SequenceU8.row;
    const played = numbers[numbersRow + SequenceF64.frame];
    const next = played + rate * quantum;
    if (tables[entity] !== table) {
      table = tables[entity];
      watched = motionTables[table].watched;
    }
    const moving = bytes[bytesRow + SequenceU8.moves];
    if (
      pending[entity] !== 0 ||
      bytes[bytesRow + SequenceU8.current] !== 0 ||
      rate <= SLOWEST_FRAMERATE ||
      next >= high[entity] + 1 ||
      watched[animation[entity]] !== null ||
      moving >= SequenceMoves.NotOnlyYaw ||
      (moving !== 0 && (bits[entity] & TransientState.OnWalkable) === 0)
    ) {
      others[left++] = entity;
      continue;
    }
    const crossed = Math.floor(next) - Math.floor(played);
    if (moving === 0 || crossed === 0) {
      kinds[entity] = OffsetKind.None;
      numbers[numbersRow + SequenceF64.frame] = next;
      continue;
    }
    const time = crossed / rate;
    const row = entity * FrameF64.row;
    let kind: number = OffsetKind.None;
    if ((moving & SequenceMoves.Omega) !== 0) {
      const angle = 0.5 * numbers[numbersRow + SequenceF64.omegaZ] * time;
      const at = ((angle * TURN_BUCKETS) & (KNOWN_TURNS - 1)) * 3;
      if (knownTurns[at] !== angle) {
        others[left++] = entity;
        continue;
      }
      offsets[row + FrameF64.qw] = knownTurns[at + 1];
      offsets[row + FrameF64.qx] = 0;
      offsets[row + FrameF64.qy] = 0;
      offsets[row + FrameF64.qz] = knownTurns[at + 2];
      kind = OffsetKind.Yaw;
    }
    if ((moving & SequenceMoves.Velocity) !== 0) {
      const scale = numbers[numbersRow + SequenceF64.scale];
      offsets[row + FrameF64.x] = numbers[numbersRow + SequenceF64.velocityX] * time * scale;
      offsets[row + FrameF64.y] = numbers[numbersRow + SequenceF64.velocityY] * time * scale;
      offsets[row + FrameF64.z] = numbers[numbersRow + SequenceF64.velocityZ] * time * scale;
      kind |= OffsetKind.Translation;
    }
    kinds[entity] = kind;
    numbers[numbersRow + SequenceF64.frame] = next;
  }
  return left;
}
