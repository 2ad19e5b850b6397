import { OffsetKind } from '../../components/frame.ts';
import { NO_NODE, SEQUENCE_NODE_CAPACITY, SequenceMoves } from '../../components/sequence.ts';
import { rotate, vectorScratch } from '../math/frame.ts';
import { EPSILON } from '../math/heading.ts';
import { sinCosToScratch, trigScratch } from '../math/trigonometry.ts';
import type { GaitWorld } from '../world.ts';
import { POSITION_FRAME_CELLS } from './motion-table.ts';
import { dropPlayedNodes, startingFrame } from './sequence.ts';

/** Below this frame rate a whole frame moves nothing: its duration has no meaning. */
const SLOWEST = EPSILON;

/**
 * Advances the sequence by the step's quantum and writes the offset frame of this step: authored root motion plus the
 * sequence's velocity and omega, in WHOLE animation frames (retail CSequence::update, update_internal).
 *
 * All rotations of a step that come from the sequence's omega are about one axis, and its translations are not turned
 * by them, so the frames crossed are summed as `physicsTime` and applied at once; only an authored position frame needs
 * the rotation so far.
 */
export function updateSequence(world: GaitWorld, entity: number): void {
  const { sequence, offsetFrame, motionState } = world.components;
  offsetFrame.kind[entity] = OffsetKind.None;
  let slot = sequence.current[entity];
  let rest = world.clock.quantum;
  if (slot === NO_NODE) {
    applyPhysics(world, entity, rest);
    return;
  }

  const base = entity * SEQUENCE_NODE_CAPACITY;
  const positionFrames = world.motionTables[motionState.table[entity]].positionFrames;
  let frame = sequence.frame[entity];
  let physicsTime = 0;
  for (;;) {
    const cell = base + slot;
    const framerate = sequence.framerate[cell];
    const authored = positionFrames[sequence.animation[cell]];
    const frameTime = framerate > SLOWEST || framerate < -SLOWEST ? 1 / Math.abs(framerate) : 0;
    const delta = framerate * rest;
    const firstFrame = Math.floor(frame);
    let done = false;
    let over = 0;
    frame += delta;
    if (delta > 0) {
      const high = sequence.high[cell];
      if (Math.floor(frame) > high) {
        over = Math.max(0, frame - high - 1) * frameTime;
        frame = high;
        done = true;
      }
      const crossed = Math.floor(frame) - firstFrame;
      if (crossed > 0) {
        if (authored === null) physicsTime += crossed * frameTime;
        else {
          for (let played = firstFrame; played < firstFrame + crossed; played++) {
            physicsTime = combinePositionFrame(world, entity, authored, played, physicsTime);
            physicsTime += frameTime;
          }
        }
      }
    } else if (delta < 0) {
      const low = sequence.low[cell];
      if (Math.floor(frame) < low) {
        over = Math.max(0, low - frame) * frameTime;
        frame = low;
        done = true;
      }
      const crossed = firstFrame - Math.floor(frame);
      if (crossed > 0) {
        if (authored === null) physicsTime += crossed * frameTime;
        else {
          for (let played = firstFrame; played > firstFrame - crossed; played--) {
            physicsTime = subtractPositionFrame(world, entity, authored, played, physicsTime);
            physicsTime += frameTime;
          }
        }
      }
    } else if (rest > EPSILON) {
      physicsTime += rest;
    }
    if (!done) break;

    // The hook is posted while the HEAD of the list is not the looping node, whichever node has ended.
    const last = sequence.count[entity] - 1;
    if (last > 0) sequence.doneHooks[entity]++;
    if (framerate < 0) {
      if (authored !== null) {
        physicsTime = subtractPositionFrame(world, entity, authored, Math.floor(frame), physicsTime);
      }
      physicsTime += frameTime;
    }
    if (slot < last) slot++;
    frame = startingFrame(world, entity, slot);
    const entered = base + slot;
    const enteredRate = sequence.framerate[entered];
    if (enteredRate > 0) {
      const enteredFrames = positionFrames[sequence.animation[entered]];
      if (enteredFrames !== null) {
        physicsTime = combinePositionFrame(world, entity, enteredFrames, Math.floor(frame), physicsTime);
      }
      if (enteredRate > SLOWEST) physicsTime += 1 / enteredRate;
    }
    rest = over;
  }
  sequence.frame[entity] = frame;
  sequence.current[entity] = slot;
  if (slot !== 0) dropPlayedNodes(world, entity);
  if (physicsTime > 0) applyPhysics(world, entity, physicsTime);
}

/** Moves the offset by the sequence's velocity and turns it by its omega for `time` seconds (CSequence::apply_physics). */
function applyPhysics(world: GaitWorld, entity: number, time: number): void {
  const { sequence, offsetFrame } = world.components;
  const moves = sequence.moves[entity];
  if (moves === 0) return;
  let kind = offsetFrame.kind[entity];
  if ((moves & SequenceMoves.Velocity) !== 0) {
    const had = (kind & OffsetKind.Translation) !== 0;
    offsetFrame.x[entity] = (had ? offsetFrame.x[entity] : 0) + sequence.velocityX[entity] * time;
    offsetFrame.y[entity] = (had ? offsetFrame.y[entity] : 0) + sequence.velocityY[entity] * time;
    offsetFrame.z[entity] = (had ? offsetFrame.z[entity] : 0) + sequence.velocityZ[entity] * time;
    kind |= OffsetKind.Translation;
  }
  if ((moves & SequenceMoves.Omega) !== 0) {
    const ox = sequence.omegaX[entity];
    const oy = sequence.omegaY[entity];
    const oz = sequence.omegaZ[entity];
    if ((moves & SequenceMoves.NotOnlyYaw) === 0) {
      trigScratch[0] = 0.5 * oz * time;
      sinCosToScratch();
      kind = turnOffset(world, entity, kind, trigScratch[1], 0, 0, trigScratch[0]);
    } else {
      const magnitude = Math.sqrt(ox * ox + oy * oy + oz * oz);
      trigScratch[0] = 0.5 * magnitude * time;
      sinCosToScratch();
      const share = trigScratch[0] / magnitude;
      kind = turnOffset(world, entity, kind, trigScratch[1], ox * share, oy * share, oz * share);
    }
  }
  offsetFrame.kind[entity] = kind;
}

/** Multiplies a rotation onto the offset's and answers what the offset then holds. */
function turnOffset(
  world: GaitWorld,
  entity: number,
  kind: number,
  w: number,
  x: number,
  y: number,
  z: number,
): number {
  const { offsetFrame } = world.components;
  const yawOnly = x === 0 && y === 0;
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) {
    offsetFrame.qw[entity] = w;
    offsetFrame.qx[entity] = x;
    offsetFrame.qy[entity] = y;
    offsetFrame.qz[entity] = z;
    return kind | (yawOnly ? OffsetKind.Yaw : OffsetKind.Rotation);
  }
  const pw = offsetFrame.qw[entity];
  const px = offsetFrame.qx[entity];
  const py = offsetFrame.qy[entity];
  const pz = offsetFrame.qz[entity];
  offsetFrame.qw[entity] = pw * w - px * x - py * y - pz * z;
  offsetFrame.qx[entity] = pw * x + px * w + py * z - pz * y;
  offsetFrame.qy[entity] = pw * y - px * z + py * w + pz * x;
  offsetFrame.qz[entity] = pw * z + px * y - py * x + pz * w;
  return yawOnly ? kind : (kind & ~OffsetKind.Yaw) | OffsetKind.Rotation;
}

/** Combines an authored frame onto the offset (Frame::combine) and answers the physics time still to apply. */
function combinePositionFrame(
  world: GaitWorld,
  entity: number,
  authored: Float64Array,
  frame: number,
  physicsTime: number,
): number {
  if (physicsTime > 0) applyPhysics(world, entity, physicsTime);
  ensureOffset(world, entity);
  const { offsetFrame } = world.components;
  const at = frame * POSITION_FRAME_CELLS;
  rotate(
    offsetFrame.qw[entity],
    offsetFrame.qx[entity],
    offsetFrame.qy[entity],
    offsetFrame.qz[entity],
    authored[at],
    authored[at + 1],
    authored[at + 2],
  );
  offsetFrame.x[entity] += vectorScratch[0];
  offsetFrame.y[entity] += vectorScratch[1];
  offsetFrame.z[entity] += vectorScratch[2];
  const kind = offsetFrame.kind[entity];
  if (authored[at + 6] !== 0) {
    offsetFrame.kind[entity] = turnOffset(world, entity, kind, authored[at + 3], 0, 0, authored[at + 6]);
  }
  return 0;
}

/** Takes an authored frame away from the offset again (Frame::subtract) and answers the physics time still to apply. */
function subtractPositionFrame(
  world: GaitWorld,
  entity: number,
  authored: Float64Array,
  frame: number,
  physicsTime: number,
): number {
  if (physicsTime > 0) applyPhysics(world, entity, physicsTime);
  ensureOffset(world, entity);
  const { offsetFrame } = world.components;
  const at = frame * POSITION_FRAME_CELLS;
  if (authored[at + 6] !== 0) {
    const kind = offsetFrame.kind[entity];
    offsetFrame.kind[entity] = turnOffset(world, entity, kind, authored[at + 3], 0, 0, -authored[at + 6]);
  }
  rotate(
    offsetFrame.qw[entity],
    offsetFrame.qx[entity],
    offsetFrame.qy[entity],
    offsetFrame.qz[entity],
    authored[at],
    authored[at + 1],
    authored[at + 2],
  );
  offsetFrame.x[entity] -= vectorScratch[0];
  offsetFrame.y[entity] -= vectorScratch[1];
  offsetFrame.z[entity] -= vectorScratch[2];
  return 0;
}

/** Fills the parts of the offset that are not set with the identity. */
function ensureOffset(world: GaitWorld, entity: number): void {
  const { offsetFrame } = world.components;
  const kind = offsetFrame.kind[entity];
  if ((kind & OffsetKind.Translation) === 0) {
    offsetFrame.x[entity] = 0;
    offsetFrame.y[entity] = 0;
    offsetFrame.z[entity] = 0;
  }
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) {
    offsetFrame.qw[entity] = 1;
    offsetFrame.qx[entity] = 0;
    offsetFrame.qy[entity] = 0;
    offsetFrame.qz[entity] = 0;
  }
  offsetFrame.kind[entity] = kind | OffsetKind.Translation | ((kind & OffsetKind.Rotation) === 0 ? OffsetKind.Yaw : 0);
}
