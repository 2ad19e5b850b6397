import { SequenceF64 } from '../../components/sequence.ts';
import { FrameF64 } from '../../components/frame.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { SceneOrigin } from './axes.ts';
import { LONGEST_SMOOTHED_STEP } from '../smooth-place.ts';

const LONGEST_SQUARE = LONGEST_SMOOTHED_STEP * LONGEST_SMOOTHED_STEP;

/**
 * Writes where a body was before the last step and is after it, as an instance of a crowd is told: see crowd-shader.ts.
 *
 * @param places The instances' cells; this one's begin at `at`.
 * @param anchor The world position from which places are told.
 * @param before Seconds of its sequence's way by which it is shown ahead of where it was; see {@link SubFrameWay}.
 * @param after The same for where it is.
 */
export function writePlace(
  world: GaitWorld,
  entity: number,
  anchor: SceneOrigin,
  before: number,
  after: number,
  places: Float32Array,
  at: number,
): void {
  const { frame, previousFrame, sequence } = world.components;
  const frameRow = entity * FrameF64.row;
  const x = frame.f64[frameRow + FrameF64.x];
  const y = frame.f64[frameRow + FrameF64.y];
  const z = frame.f64[frameRow + FrameF64.z];
  const dx = x - previousFrame.f64[frameRow + FrameF64.x];
  const dy = y - previousFrame.f64[frameRow + FrameF64.y];
  const dz = z - previousFrame.f64[frameRow + FrameF64.z];
  // What went so far was put there, and is shown there at once.
  const from = dx * dx + dy * dy + dz * dz > LONGEST_SQUARE ? frame : previousFrame;
  places[at] = from.f64[frameRow + FrameF64.x] - anchor.x;
  places[at + 1] = from.f64[frameRow + FrameF64.z] - anchor.z;
  places[at + 2] = from.f64[frameRow + FrameF64.y] - anchor.y;
  places[at + 3] = sequence.f64[entity * SequenceF64.row + SequenceF64.scale];
  places[at + 4] = x - anchor.x;
  places[at + 5] = z - anchor.z;
  places[at + 6] = y - anchor.y;
  places[at + 8] = from.f64[frameRow + FrameF64.qz];
  places[at + 9] = from.f64[frameRow + FrameF64.qw];
  places[at + 10] = frame.f64[frameRow + FrameF64.qz];
  places[at + 11] = frame.f64[frameRow + FrameF64.qw];
  if (before !== 0) goAhead(world, entity, before, places, at, at + 8);
  if (after !== 0) goAhead(world, entity, after, places, at + 4, at + 10);
}

/** Leads a place (from `at`) and a turn on by what the sequence goes in some seconds. */
function goAhead(
  world: GaitWorld,
  entity: number,
  seconds: number,
  places: Float32Array,
  at: number,
  atTurn: number,
): void {
  const { sequence } = world.components;
  const sequenceRow = entity * SequenceF64.row;
  const metres = seconds * sequence.f64[sequenceRow + SequenceF64.scale];
  const right = sequence.f64[sequenceRow + SequenceF64.velocityX] * metres;
  const ahead = sequence.f64[sequenceRow + SequenceF64.velocityY] * metres;
  const qz = places[atTurn];
  const qw = places[atTurn + 1];
  const sine = -2 * qz * qw;
  const cosine = qw * qw - qz * qz;
  places[at] += right * cosine + ahead * sine;
  places[at + 1] += sequence.f64[sequenceRow + SequenceF64.velocityZ] * metres;
  places[at + 2] += ahead * cosine - right * sine;
  const half = (sequence.f64[sequenceRow + SequenceF64.omegaZ] * seconds) / 2;
  if (half === 0) return;
  const halfSine = Math.sin(half);
  const halfCosine = Math.cos(half);
  places[atTurn] = qz * halfCosine + qw * halfSine;
  places[atTurn + 1] = qw * halfCosine - qz * halfSine;
}
