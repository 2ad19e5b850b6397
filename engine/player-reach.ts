import { SequenceF64 } from '../components/sequence.ts';
import { FrameF64 } from '../components/frame.ts';
import { TransientState } from '../components/transient-state.ts';
import { askSweep, reportedHeight } from './collision/own-ground.ts';
import { copyFrame } from './math/frame.ts';
import { MotionSpeed, maxSpeed } from './motion/motion-speeds.ts';
import type { PlayerControl } from './player-control.ts';
import type { PlayerRules } from './player-rules.ts';
import { worldX, worldY } from './wire/cell.ts';
import type { WirePosition } from './wire/wire-position.ts';
import type { GaitWorld } from './world.ts';

/** Metres a second at which bodies may fall; the physics let none go faster. */
const FALL_SPEED = 50;
/** Metres up for each metre of the level: what can be walked on is less steep. */
const STEEPEST = 1.2;
/** Metres that a body steps up, times scale. */
const STEP_UP = 0.6;
/** Metres of the level that a sweep may end beside the place. */
const BESIDE = 0.5;

/**
 * Begins to judge a body's own places: it has what credit there can be.
 *
 * The credit says how far a peer may move its body by itself: away from where the server's own body, which does what the
 * peer's keys say, has come to. It grows with the body's maximum speed times a factor, and what the body moves counts
 * against it, so that both together go no faster than that. It is bounded, so that nobody saves up for a leap.
 */
export function startReach(world: GaitWorld, entity: number, control: PlayerControl, rules: PlayerRules): void {
  const { frame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  control.x = frame.f64[frameRow + FrameF64.x];
  control.y = frame.f64[frameRow + FrameF64.y];
  control.time = world.clock.now;
  control.credit = speedOf(world, entity) * rules.reachFactor * rules.reachSeconds + rules.reachSlack;
  control.climb = body.jumpHeight[entity] + rules.reachSlack;
}

/** Notes that the body has come where it is by the server's doing. */
export function settleReach(world: GaitWorld, entity: number, control: PlayerControl): void {
  const { frame } = world.components;
  const frameRow = entity * FrameF64.row;
  control.x = frame.f64[frameRow + FrameF64.x];
  control.y = frame.f64[frameRow + FrameF64.y];
}

/** Metres a second of the level that keys can make of a body. */
function speedOf(world: GaitWorld, entity: number): number {
  const fastest = Math.max(Math.abs(maxSpeed(world, entity)), MotionSpeed.Walk);
  return fastest * Math.max(1, world.components.sequence.f64[entity * SequenceF64.row + SequenceF64.scale]);
}

/**
 * Puts a player's body where its peer says that it is, if it can have come there: upright, its move goes on.
 *
 * @returns Whether it did; otherwise the body is where it was.
 */
export function takePlace(
  world: GaitWorld,
  entity: number,
  control: PlayerControl,
  rules: PlayerRules,
  place: WirePosition,
): boolean {
  const { frame, sequence } = world.components;
  const frameRow = entity * FrameF64.row;
  const x = worldX(place.cell, place.x);
  const y = worldY(place.cell, place.y);
  const { z } = place;
  const passed = earn(world, entity, control, rules);
  const aside = Math.sqrt((x - frame.f64[frameRow + FrameF64.x]) ** 2 + (y - frame.f64[frameRow + FrameF64.y]) ** 2);
  const up = z - frame.f64[frameRow + FrameF64.z];
  const slack = rules.reachSlack * Math.max(1, sequence.f64[entity * SequenceF64.row + SequenceF64.scale]);
  const allowed =
    aside <= control.credit &&
    -up <= FALL_SPEED * Math.min(passed, rules.reachSeconds) + slack &&
    risesRight(world, entity, control, x, y, z, aside, slack) &&
    nothingBetween(world, entity, x, y, z);
  if (allowed) {
    control.credit -= aside;
    if (up > 0) control.climb -= up;
    putUpright(world, entity, x, y, z, place);
  }
  settleReach(world, entity, control);
  return allowed;
}

/** What the time since the last judgement has brought, less what the body has come by itself. Answers the seconds. */
function earn(world: GaitWorld, entity: number, control: PlayerControl, rules: PlayerRules): number {
  const { frame, body, transientState } = world.components;
  const { now } = world.clock;
  const frameRow = entity * FrameF64.row;
  const passed = Math.max(0, now - control.time);
  control.time = now;
  const own = Math.sqrt(
    (frame.f64[frameRow + FrameF64.x] - control.x) ** 2 + (frame.f64[frameRow + FrameF64.y] - control.y) ** 2,
  );
  // Motions of a table's own may be faster than the rules reckon with: they still leave a margin.
  const speed = Math.max(speedOf(world, entity), passed > 0 ? own / passed : 0);
  const most = speedOf(world, entity) * rules.reachFactor * rules.reachSeconds + rules.reachSlack;
  const credit = control.credit + speed * rules.reachFactor * passed - own;
  control.credit = Math.min(most, Math.max(0, credit));
  const grounded = (transientState.bits[entity] & TransientState.Contact) !== 0;
  if (grounded) control.climb = body.jumpHeight[entity] + rules.reachSlack;
  return passed;
}

/** Whether the body can have come up, or not down, so far: on the ground as it rises, in the air as it jumps. */
function risesRight(
  world: GaitWorld,
  entity: number,
  control: PlayerControl,
  x: number,
  y: number,
  z: number,
  aside: number,
  slack: number,
): boolean {
  const { frame, sequence } = world.components;
  const frameRow = entity * FrameF64.row;
  const up = z - frame.f64[frameRow + FrameF64.z];
  if (world.ground === null) return up <= control.climb;
  const floor = reportedHeight(world, 'AutonomousPosition', x, y, Math.max(z, frame.f64[frameRow + FrameF64.z]));
  if (z < floor - slack) return false;
  const stands = z <= floor + slack;
  const walked =
    STEEPEST * aside + STEP_UP * Math.max(1, sequence.f64[entity * SequenceF64.row + SequenceF64.scale]) + slack;
  return up <= control.climb || (stands && up <= walked);
}

/** Whether a sweep from where the body is gets there. The body's frame is as before afterwards. */
function nothingBetween(world: GaitWorld, entity: number, x: number, y: number, z: number): boolean {
  const { ground } = world;
  const frameRow = entity * FrameF64.row;
  if (ground === null) return true;
  const { frame, previousFrame, body } = world.components;
  const fromX = frame.f64[frameRow + FrameF64.x];
  const fromY = frame.f64[frameRow + FrameF64.y];
  const fromZ = frame.f64[frameRow + FrameF64.z];
  copyFrame(frame, entity, previousFrame, entity);
  frame.f64[frameRow + FrameF64.x] = x;
  frame.f64[frameRow + FrameF64.y] = y;
  frame.f64[frameRow + FrameF64.z] = z;
  let beside = Number.POSITIVE_INFINITY;
  if (askSweep(world, ground, entity) !== null) {
    beside = Math.sqrt((frame.f64[frameRow + FrameF64.x] - x) ** 2 + (frame.f64[frameRow + FrameF64.y] - y) ** 2);
  }
  frame.f64[frameRow + FrameF64.x] = fromX;
  frame.f64[frameRow + FrameF64.y] = fromY;
  frame.f64[frameRow + FrameF64.z] = fromZ;
  // The sweep has left the normal of that place: the body is swept again where it is.
  body.moved[entity] = 2;
  return beside <= BESIDE;
}

/** Only the turn about the vertical is taken over: a body that lies would walk into the sky. */
function putUpright(world: GaitWorld, entity: number, x: number, y: number, z: number, place: WirePosition): void {
  const { frame, previousFrame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  frame.f64[frameRow + FrameF64.x] = x;
  frame.f64[frameRow + FrameF64.y] = y;
  frame.f64[frameRow + FrameF64.z] = z;
  const length = Math.sqrt(place.qw * place.qw + place.qz * place.qz);
  if (length > 1e-3) {
    frame.f64[frameRow + FrameF64.qw] = place.qw / length;
    frame.f64[frameRow + FrameF64.qx] = 0;
    frame.f64[frameRow + FrameF64.qy] = 0;
    frame.f64[frameRow + FrameF64.qz] = place.qz / length;
  }
  copyFrame(frame, entity, previousFrame, entity);
  body.moved[entity] = 2;
}
