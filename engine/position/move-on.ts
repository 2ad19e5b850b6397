import { BodyF32 } from '../../components/body.ts';
import { FrameF64, OffsetKind } from '../../components/frame.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld } from '../world.ts';

const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/**
 * The way of the bodies of a block that stand, walk or turn upright on walkable ground: the frame before is remembered,
 * the offset moves the frame, and where the ground is level or there is none, the velocity that others see is noted. It
 * does for them what integrate, transition and cacheVelocity do, in one loop without a call.
 *
 * @param first The first of a block in `world.bodies`. @param end Behind its last.
 * @param level Height of level ground; null: there is no ground; undefined: who has moved is to be swept.
 * @param others Gets the bodies that do something else: nothing is done for them yet.
 * @param swept Gets the bodies that were moved and have still to be swept; how many is in `world.sweptCount`.
 * @returns How many the others are.
 */
export function moveOn(
  world: GaitWorld,
  first: number,
  end: number,
  level: number | null | undefined,
  others: Uint32Array,
  swept: Uint32Array,
): number {
  const { bodies } = world;
  const { frame, previousFrame, offsetFrame, body, transientState, sequence } = world.components;
  const frames = frame.f64;
  const before = previousFrame.f64;
  const { f64: offsets, kind: kinds } = offsetFrame;
  const { f32: cells, moved } = body;
  const { bits } = transientState;
  const { doneHooks } = sequence;
  const rate = 1 / world.clock.quantum;
  const stays = typeof level === 'number';
  let left = 0;
  let toSweep = 0;
  for (let index = first; index < end; index++) {
    const entity = bodies[index];
    const kind = kinds[entity];
    const bodyRow = entity * BodyF32.row;
    const frameRow = entity * FrameF64.row;
    if (
      kind >= OffsetKind.Rotation ||
      doneHooks[entity] !== 0 ||
      (bits[entity] & GROUNDED) !== GROUNDED ||
      cells[bodyRow + BodyF32.velocityX] !== 0 ||
      cells[bodyRow + BodyF32.velocityY] !== 0 ||
      cells[bodyRow + BodyF32.velocityZ] !== 0
    ) {
      others[left++] = entity;
      continue;
    }
    if (kind === OffsetKind.None) {
      if (moved[entity] !== 0) others[left++] = entity;
      continue;
    }
    const x = frames[frameRow + FrameF64.x];
    const y = frames[frameRow + FrameF64.y];
    const z = frames[frameRow + FrameF64.z];
    const qw = frames[frameRow + FrameF64.qw];
    const qz = frames[frameRow + FrameF64.qz];
    const goes = (kind & OffsetKind.Translation) !== 0;
    const newZ = goes ? z + offsets[frameRow + FrameF64.z] : z;
    if (
      frames[frameRow + FrameF64.qx] !== 0 ||
      frames[frameRow + FrameF64.qy] !== 0 ||
      cells[bodyRow + BodyF32.omegaX] !== 0 ||
      cells[bodyRow + BodyF32.omegaY] !== 0 ||
      cells[bodyRow + BodyF32.omegaZ] !== 0 ||
      (stays && (newZ !== level || cells[bodyRow + BodyF32.contactNormalZ] !== 1))
    ) {
      others[left++] = entity;
      continue;
    }
    let newX = x;
    let newY = y;
    if (goes) {
      const cosine = 1 - 2 * qz * qz;
      const sine = 2 * qw * qz;
      const dx = offsets[frameRow + FrameF64.x];
      const dy = offsets[frameRow + FrameF64.y];
      newX = x + dx * cosine - dy * sine;
      newY = y + dx * sine + dy * cosine;
    }
    before[frameRow + FrameF64.x] = x;
    before[frameRow + FrameF64.y] = y;
    before[frameRow + FrameF64.z] = z;
    before[frameRow + FrameF64.qw] = qw;
    before[frameRow + FrameF64.qx] = 0;
    before[frameRow + FrameF64.qy] = 0;
    before[frameRow + FrameF64.qz] = qz;
    frames[frameRow + FrameF64.x] = newX;
    frames[frameRow + FrameF64.y] = newY;
    frames[frameRow + FrameF64.z] = newZ;
    if ((kind & OffsetKind.Yaw) !== 0) {
      const ow = offsets[frameRow + FrameF64.qw];
      const oz = offsets[frameRow + FrameF64.qz];
      const nw = qw * ow - qz * oz;
      const nz = qw * oz + qz * ow;
      const unit = 1 / Math.sqrt(nw * nw + nz * nz);
      frames[frameRow + FrameF64.qw] = nw * unit;
      frames[frameRow + FrameF64.qz] = nz * unit;
    }
    moved[entity] = 1;
    if (level !== undefined) {
      cells[bodyRow + BodyF32.cachedVelocityX] = (newX - x) * rate;
      cells[bodyRow + BodyF32.cachedVelocityY] = (newY - y) * rate;
      cells[bodyRow + BodyF32.cachedVelocityZ] = (newZ - z) * rate;
    } else swept[toSweep++] = entity;
  }
  world.sweptCount = toSweep;
  return left;
}
