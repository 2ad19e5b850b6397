import { rememberTurn } from './known-turns.ts';
import { OffsetKind, FrameF64 } from '../../components/frame.ts';
import { NO_NODE, SequenceMoves, SequenceU8, SequenceF64 } from '../../components/sequence.ts';
import { rotate, vectorScratch } from '../math/frame.ts';
import { EPSILON } from '../math/heading.ts';
import { sinCosToScratch, trigScratch } from '../math/trigonometry.ts';
import type { GaitWorld } from '../world.ts';
import { POSITION_FRAME_CELLS } from './motion-table.ts';
import { passHooks, startHooks } from './pass-hooks.ts';
import { dropPlayedNodes } from './sequence.ts';

/** Below this frame rate a whole frame moves nothing: its duration has no meaning. */
export const SLOWEST_FRAMERATE = EPSILON;

/** Seconds of the sequence's own velocity and omega that are still to be applied to the offset. */
const physicsTime = new Float64Array(1);

/**
 * Advances the sequence by the step's quantum and writes the offset frame of this step: authored root motion plus the
 * sequence's velocity and omega, in WHOLE animation frames (retail CSequence::update, update_internal).
 *
 * All rotations of a step that come from the sequence's omega are about one axis, and its translations are not turned
 * by them, so the frames crossed are summed as physics time and applied at once; only an authored position frame needs
 * the rotation so far.
 */
export function updateSequence(world: GaitWorld, entity: number): void {
  const { sequence, offsetFrame, motionState } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const sequenceBytes = entity * SequenceU8.row;
  offsetFrame.kind[entity] = OffsetKind.None;
  if (sequence.u8[sequenceBytes + SequenceU8.current] === 0) {
    // Nearly always the first node plays on, forwards and without authored root motion.
    const framerate = sequence.framerate[entity];
    const frame = sequence.f64[sequenceRow + SequenceF64.frame];
    const next = frame + framerate * world.clock.quantum;
    const { watched } = world.motionTables[motionState.table[entity]];
    const frames = watched[sequence.animation[entity]];
    if (
      framerate > SLOWEST_FRAMERATE &&
      next < sequence.high[entity] + 1 &&
      (frames === null || frames.positions === null)
    ) {
      sequence.f64[sequenceRow + SequenceF64.frame] = next;
      if (frames !== null) {
        startHooks();
        passHooks(world, entity, frames.hooks, Math.floor(frame), Math.floor(next));
      }
      if (sequence.u8[sequenceBytes + SequenceU8.moves] === 0) return;
      const crossed = Math.floor(next) - Math.floor(frame);
      if (crossed === 0) return;
      physicsTime[0] = crossed / framerate;
      applyPhysics(world, entity);
      return;
    }
  }
  updateByNodes(world, entity);
}

/** The general case of {@link updateSequence}: node by node, and frame by frame where frames are authored. */
function updateByNodes(world: GaitWorld, entity: number): void {
  const { sequence, motionState } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const sequenceBytes = entity * SequenceU8.row;
  const quantum = world.clock.quantum;
  let slot = sequence.u8[sequenceBytes + SequenceU8.current];
  if (slot === NO_NODE) {
    physicsTime[0] = quantum;
    applyPhysics(world, entity);
    return;
  }

  const { stride } = world;
  const { positionFrames, watched } = world.motionTables[motionState.table[entity]];
  startHooks();
  const { framerate: framerates, low: lows, high: highs } = sequence;
  let frame = sequence.f64[sequenceRow + SequenceF64.frame];
  let rest = quantum;
  let time = 0;
  for (;;) {
    const cell = slot * stride + entity;
    const framerate = framerates[cell];
    const authored = positionFrames[sequence.animation[cell]];
    const hooks = watched[sequence.animation[cell]]?.hooks ?? null;
    const frameTime = framerate > SLOWEST_FRAMERATE || framerate < -SLOWEST_FRAMERATE ? 1 / Math.abs(framerate) : 0;
    const delta = framerate * rest;
    const firstFrame = Math.floor(frame);
    let done = false;
    let over = 0;
    frame += delta;
    if (delta > 0) {
      const high = highs[cell];
      if (frame >= high + 1) {
        over = Math.max(0, frame - high - 1) * frameTime;
        frame = high;
        done = true;
      }
      const crossed = Math.floor(frame) - firstFrame;
      if (crossed > 0) {
        if (authored === null) time += crossed * frameTime;
        else {
          for (let played = firstFrame; played < firstFrame + crossed; played++) {
            physicsTime[0] = time;
            combinePositionFrame(world, entity, authored, played);
            time = frameTime;
          }
        }
        if (hooks !== null) passHooks(world, entity, hooks, firstFrame, firstFrame + crossed);
      }
    } else if (delta < 0) {
      const low = lows[cell];
      if (frame < low) {
        over = Math.max(0, low - frame) * frameTime;
        frame = low;
        done = true;
      }
      const crossed = firstFrame - Math.floor(frame);
      if (crossed > 0) {
        if (authored === null) time += crossed * frameTime;
        else {
          for (let played = firstFrame; played > firstFrame - crossed; played--) {
            physicsTime[0] = time;
            subtractPositionFrame(world, entity, authored, played);
            time = frameTime;
          }
        }
        if (hooks !== null) passHooks(world, entity, hooks, firstFrame, firstFrame - crossed);
      }
    } else if (rest > EPSILON) time += rest;
    if (!done) break;

    // The hook is posted while the HEAD of the list is not the looping node, whichever node has ended.
    const last = sequence.count[entity] - 1;
    if (last > 0) sequence.doneHooks[entity]++;
    if (framerate < 0) {
      if (authored !== null) {
        physicsTime[0] = time;
        subtractPositionFrame(world, entity, authored, Math.floor(frame));
        time = 0;
      }
      time += frameTime;
    }
    if (slot < last) slot++;
    const entered = slot * stride + entity;
    const enteredRate = framerates[entered];
    frame = enteredRate < 0 ? highs[entered] + 1 - EPSILON : lows[entered];
    if (enteredRate > 0) {
      const enteredFrames = positionFrames[sequence.animation[entered]];
      if (enteredFrames !== null) {
        physicsTime[0] = time;
        combinePositionFrame(world, entity, enteredFrames, Math.floor(frame));
        time = 0;
      }
      if (enteredRate > SLOWEST_FRAMERATE) time += 1 / enteredRate;
    }
    rest = over;
  }
  sequence.f64[sequenceRow + SequenceF64.frame] = frame;
  if (slot !== 0) {
    sequence.u8[sequenceBytes + SequenceU8.current] = slot;
    dropPlayedNodes(world, entity);
  }
  if (time > 0 && sequence.u8[sequenceBytes + SequenceU8.moves] !== 0) {
    physicsTime[0] = time;
    applyPhysics(world, entity);
  }
}

/** Moves and turns the offset by the sequence's velocity and omega for the physics time (CSequence::apply_physics). */
function applyPhysics(world: GaitWorld, entity: number): void {
  const { sequence, offsetFrame } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const frameRow = entity * FrameF64.row;
  const time = physicsTime[0];
  const moves = sequence.u8[entity * SequenceU8.row + SequenceU8.moves];
  if (moves === 0 || time <= 0) return;
  let kind = offsetFrame.kind[entity];
  if ((moves & SequenceMoves.Velocity) !== 0) {
    const x = sequence.f64[sequenceRow + SequenceF64.velocityX] * time;
    const y = sequence.f64[sequenceRow + SequenceF64.velocityY] * time;
    const z = sequence.f64[sequenceRow + SequenceF64.velocityZ] * time;
    if ((kind & OffsetKind.Translation) === 0) {
      offsetFrame.f64[frameRow + FrameF64.x] = x;
      offsetFrame.f64[frameRow + FrameF64.y] = y;
      offsetFrame.f64[frameRow + FrameF64.z] = z;
      kind |= OffsetKind.Translation;
      offsetFrame.kind[entity] = kind;
    } else {
      offsetFrame.f64[frameRow + FrameF64.x] += x;
      offsetFrame.f64[frameRow + FrameF64.y] += y;
      offsetFrame.f64[frameRow + FrameF64.z] += z;
    }
  }
  if ((moves & SequenceMoves.Omega) === 0) return;
  const oz = sequence.f64[sequenceRow + SequenceF64.omegaZ];
  if ((moves & SequenceMoves.NotOnlyYaw) === 0) {
    const angle = 0.5 * oz * time;
    trigScratch[0] = angle;
    sinCosToScratch();
    rememberTurn(angle);
    rotation[0] = trigScratch[1];
    rotation[1] = 0;
    rotation[2] = 0;
    rotation[3] = trigScratch[0];
  } else {
    const ox = sequence.f64[sequenceRow + SequenceF64.omegaX];
    const oy = sequence.f64[sequenceRow + SequenceF64.omegaY];
    const magnitude = Math.sqrt(ox * ox + oy * oy + oz * oz);
    trigScratch[0] = 0.5 * magnitude * time;
    sinCosToScratch();
    const share = trigScratch[0] / magnitude;
    rotation[0] = trigScratch[1];
    rotation[1] = ox * share;
    rotation[2] = oy * share;
    rotation[3] = oz * share;
  }
  turnOffset(world, entity);
}

/** A rotation to multiply onto the offset: w, x, y, z. */
const rotation = new Float64Array(4);

/** Multiplies {@link rotation} onto the offset's. */
function turnOffset(world: GaitWorld, entity: number): void {
  const { offsetFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  const kind = offsetFrame.kind[entity];
  const w = rotation[0];
  const x = rotation[1];
  const y = rotation[2];
  const z = rotation[3];
  const yawOnly = x === 0 && y === 0;
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) {
    offsetFrame.f64[frameRow + FrameF64.qw] = w;
    offsetFrame.f64[frameRow + FrameF64.qx] = x;
    offsetFrame.f64[frameRow + FrameF64.qy] = y;
    offsetFrame.f64[frameRow + FrameF64.qz] = z;
    offsetFrame.kind[entity] = kind | (yawOnly ? OffsetKind.Yaw : OffsetKind.Rotation);
    return;
  }
  const pw = offsetFrame.f64[frameRow + FrameF64.qw];
  const px = offsetFrame.f64[frameRow + FrameF64.qx];
  const py = offsetFrame.f64[frameRow + FrameF64.qy];
  const pz = offsetFrame.f64[frameRow + FrameF64.qz];
  offsetFrame.f64[frameRow + FrameF64.qw] = pw * w - px * x - py * y - pz * z;
  offsetFrame.f64[frameRow + FrameF64.qx] = pw * x + px * w + py * z - pz * y;
  offsetFrame.f64[frameRow + FrameF64.qy] = pw * y - px * z + py * w + pz * x;
  offsetFrame.f64[frameRow + FrameF64.qz] = pw * z + px * y - py * x + pz * w;
  if (!yawOnly) offsetFrame.kind[entity] = (kind & ~OffsetKind.Yaw) | OffsetKind.Rotation;
}

/** Applies the physics time so far, then combines an authored frame onto the offset (Frame::combine). */
function combinePositionFrame(world: GaitWorld, entity: number, authored: Float64Array, frame: number): void {
  applyPhysics(world, entity);
  ensureOffset(world, entity);
  const at = frame * POSITION_FRAME_CELLS;
  moveOffset(world, entity, authored, at, 1);
  if (authored[at + 6] === 0) return;
  rotation[0] = authored[at + 3];
  rotation[1] = 0;
  rotation[2] = 0;
  rotation[3] = authored[at + 6];
  turnOffset(world, entity);
}

/** Applies the physics time so far, then takes an authored frame away from the offset again (Frame::subtract). */
function subtractPositionFrame(world: GaitWorld, entity: number, authored: Float64Array, frame: number): void {
  applyPhysics(world, entity);
  ensureOffset(world, entity);
  const at = frame * POSITION_FRAME_CELLS;
  if (authored[at + 6] !== 0) {
    rotation[0] = authored[at + 3];
    rotation[1] = 0;
    rotation[2] = 0;
    rotation[3] = -authored[at + 6];
    turnOffset(world, entity);
  }
  moveOffset(world, entity, authored, at, -1);
}

/** Adds an authored origin, turned by the offset's rotation, once or minus once. */
function moveOffset(world: GaitWorld, entity: number, authored: Float64Array, at: number, sign: 1 | -1): void {
  const { offsetFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  rotate(
    offsetFrame.f64[frameRow + FrameF64.qw],
    offsetFrame.f64[frameRow + FrameF64.qx],
    offsetFrame.f64[frameRow + FrameF64.qy],
    offsetFrame.f64[frameRow + FrameF64.qz],
    authored[at],
    authored[at + 1],
    authored[at + 2],
  );
  offsetFrame.f64[frameRow + FrameF64.x] += sign * vectorScratch[0];
  offsetFrame.f64[frameRow + FrameF64.y] += sign * vectorScratch[1];
  offsetFrame.f64[frameRow + FrameF64.z] += sign * vectorScratch[2];
}

/** Fills the parts of the offset that are not set with the identity. */
function ensureOffset(world: GaitWorld, entity: number): void {
  const { offsetFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  const kind = offsetFrame.kind[entity];
  if ((kind & OffsetKind.Translation) === 0) {
    offsetFrame.f64[frameRow + FrameF64.x] = 0;
    offsetFrame.f64[frameRow + FrameF64.y] = 0;
    offsetFrame.f64[frameRow + FrameF64.z] = 0;
  }
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) {
    offsetFrame.f64[frameRow + FrameF64.qw] = 1;
    offsetFrame.f64[frameRow + FrameF64.qx] = 0;
    offsetFrame.f64[frameRow + FrameF64.qy] = 0;
    offsetFrame.f64[frameRow + FrameF64.qz] = 0;
  }
  offsetFrame.kind[entity] = kind | OffsetKind.Translation | ((kind & OffsetKind.Rotation) === 0 ? OffsetKind.Yaw : 0);
}
