import { FrameF64 } from '../components/frame.ts';
import { MotionCommand } from '../components/motion-command.ts';
import type { RawMotionState } from '../engine/wire/raw-motion-state.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Seconds between two places of a moving player. */
const PLACE_INTERVAL = 1;
/** Seconds without motion after which a player counts as at rest: root motion comes in frames, with pauses. */
const STILL_FOR = 0.15;
/** Metres, and parts of a unit quaternion, that count as having moved. */
const MOVED = 0.005;
const TURNED = 0.001;

/** When a client's own player has to say where it is: about once a second while it moves, and once when it stops. */
export class PlaceClock {
  private x = 0;
  private y = 0;
  private z = 0;
  private qw = 1;
  private qz = 0;
  private next = 0;
  private moving = false;
  private stillSince = 0;

  /** Starts afresh: the body is known to be where it is, and its next place is due as soon as it moves. */
  start(world: GaitWorld, entity: number): void {
    this.moving = false;
    this.remember(world, entity);
    this.next = world.clock.now;
  }

  /** Notes that the body's place has been told. */
  told(world: GaitWorld, entity: number): void {
    this.remember(world, entity);
    this.next = world.clock.now + PLACE_INTERVAL;
  }

  /** Notes that somebody else moves the body: that it stops is theirs to tell. */
  pause(): void {
    this.moving = false;
  }

  /** Whether this is the moment at which the body has come to rest; asked once a step. */
  hasStopped(world: GaitWorld, entity: number, keys: RawMotionState): boolean {
    const { now } = world.clock;
    if (movesNow(world, entity)) {
      this.moving = true;
      this.stillSince = now;
    }
    if (!this.moving || now - this.stillSince < STILL_FOR || keepsMoving(keys)) return false;
    this.moving = false;
    return true;
  }

  /** Whether the place of a moving body is due. */
  isDue(world: GaitWorld, entity: number): boolean {
    const frameRow = entity * FrameF64.row;
    // Half a step early rather than half a step late: sums of quanta are not exact.
    if (world.clock.now + world.clock.quantum / 2 < this.next) return false;
    const { frame } = world.components;
    return (
      Math.abs(frame.f64[frameRow + FrameF64.x] - this.x) > MOVED ||
      Math.abs(frame.f64[frameRow + FrameF64.y] - this.y) > MOVED ||
      Math.abs(frame.f64[frameRow + FrameF64.z] - this.z) > MOVED ||
      Math.abs(frame.f64[frameRow + FrameF64.qw] - this.qw) > TURNED ||
      Math.abs(frame.f64[frameRow + FrameF64.qz] - this.qz) > TURNED
    );
  }

  private remember(world: GaitWorld, entity: number): void {
    const { frame } = world.components;
    const frameRow = entity * FrameF64.row;
    this.x = frame.f64[frameRow + FrameF64.x];
    this.y = frame.f64[frameRow + FrameF64.y];
    this.z = frame.f64[frameRow + FrameF64.z];
    this.qw = frame.f64[frameRow + FrameF64.qw];
    this.qz = frame.f64[frameRow + FrameF64.qz];
  }
}

/** Whether keys are down that move a body. */
function keepsMoving({ forwardCommand, sidestepCommand, turnCommand }: RawMotionState): boolean {
  return (
    forwardCommand === MotionCommand.WalkForward ||
    forwardCommand === MotionCommand.WalkBackwards ||
    forwardCommand === MotionCommand.RunForward ||
    sidestepCommand !== 0 ||
    turnCommand !== 0
  );
}

/** Whether this step has moved or turned a body. */
function movesNow(world: GaitWorld, entity: number): boolean {
  const { frame, previousFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  return (
    frame.f64[frameRow + FrameF64.x] !== previousFrame.f64[frameRow + FrameF64.x] ||
    frame.f64[frameRow + FrameF64.y] !== previousFrame.f64[frameRow + FrameF64.y] ||
    frame.f64[frameRow + FrameF64.z] !== previousFrame.f64[frameRow + FrameF64.z] ||
    frame.f64[frameRow + FrameF64.qw] !== previousFrame.f64[frameRow + FrameF64.qw] ||
    frame.f64[frameRow + FrameF64.qz] !== previousFrame.f64[frameRow + FrameF64.qz]
  );
}
