import { MotionCommand } from '../components/motion-command.ts';
import { MovementType } from '../components/move-to.ts';
import { interpretedFlagsByDifference } from '../engine/wire/interpreted-motion-state.ts';
import { clearMovementData, MotionFlag, type MovementData } from '../engine/wire/movement-data.ts';
import { encodeUpdateMotion, UpdateMotion } from '../engine/wire/update-motion.ts';
import { locate } from '../engine/math/located-bytes.ts';
import { ByteWriter } from '../engine/wire/writer.ts';
import { guidOfIndex } from './stream.ts';
import type { Random } from './random.ts';

/** Offset of the movement stamp in an UpdateMotion. */
const MOVEMENT_STAMP_AT = 10;

/** An UpdateMotion for each of many bodies, in random order of bodies, one after the other in one buffer. */
export interface MotionMessages {
  /** A view of each message. */
  readonly views: readonly Uint8Array[];
  /** Where each starts, and how long it is. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly bytes: DataView;
  /** How many there are of each movement type. */
  readonly byType: ReadonlyMap<number, number>;
  /** Gives all of them the next movement stamp. */
  advance(): void;
}

const { WalkForward, RunForward, WalkBackwards, TurnRight, TurnLeft, SideStepRight } = MotionCommand;
const STYLES = [MotionCommand.NonCombat, MotionCommand.HandCombat, MotionCommand.SwordCombat];
const EMOTES = [MotionCommand.Wave, MotionCommand.Cry, MotionCommand.Nod, MotionCommand.Cringe];

/**
 * What a busy server says in a tick: of ten events six are states (moving ahead, with a turn or a sidestep, standing
 * still, in a fight, with emotes), four are moves and turns.
 *
 * @param order Indexes of the bodies, one message each.
 */
export function createMotionMessages(order: Uint32Array, random: Random): MotionMessages {
  const writer = new ByteWriter(512);
  const message = new UpdateMotion();
  const { movement } = message;
  const encoded: Uint8Array[] = [];
  const byType = new Map<number, number>();
  for (const index of order) {
    clearMovementData(movement);
    message.guid = guidOfIndex(index);
    fill(movement, random, guidOfIndex(random.below(order.length)));
    encodeUpdateMotion(writer.reset(), message);
    encoded.push(writer.bytes().slice());
    byType.set(movement.type, (byType.get(movement.type) ?? 0) + 1);
  }
  const buffer = new ArrayBuffer(encoded.reduce((sum, { length }) => sum + length, 0));
  const bytes = new DataView(buffer);
  const views: Uint8Array[] = [];
  let end = 0;
  for (const one of encoded) {
    const view = locate(new Uint8Array(buffer, end, one.length), bytes);
    view.set(one);
    views.push(view);
    end += one.length;
  }
  let stamp = 0;
  const starts = Uint32Array.from(views, ({ byteOffset }) => byteOffset);
  return {
    views,
    starts,
    lengths: Uint32Array.from(views, ({ length }) => length),
    bytes,
    byType,
    advance: () => {
      stamp = (stamp + 1) & 0xffff;
      for (let index = 0; index < starts.length; index++)
        bytes.setUint16(starts[index] + MOVEMENT_STAMP_AT, stamp, true);
    },
  };
}

function fill(movement: MovementData, random: Random, other: number): void {
  const style = random.next() < 0.85 ? STYLES[0] : STYLES[1 + random.below(2)];
  movement.style = style;
  movement.serverControlStamp = 1;
  movement.autonomous = false;
  const kind = random.next();
  if (kind < 0.6) fillState(movement, style, random, other);
  else if (kind < 0.9) fillMove(movement, random, kind < 0.75 ? other : 0);
  else fillTurn(movement, random, kind < 0.95 ? other : 0);
}

function fillState(movement: MovementData, style: number, random: Random, other: number): void {
  const { state } = movement;
  movement.autonomous = random.next() < 0.5;
  state.currentStyle = style;
  const gait = random.next();
  if (gait < 0.35) state.forwardCommand = RunForward;
  else if (gait < 0.65) state.forwardCommand = WalkForward;
  else if (gait < 0.7) state.forwardCommand = WalkBackwards;
  // The others stand still.
  if (gait < 0.7) state.forwardSpeed = random.between(0.7, 2.5);
  if (random.next() < 0.25) {
    state.turnCommand = random.next() < 0.5 ? TurnRight : TurnLeft;
    state.turnSpeed = random.between(0.5, 1.5);
  }
  if (random.next() < 0.1) {
    state.sidestepCommand = SideStepRight;
    state.sidestepSpeed = random.between(0.5, 1.2);
  }
  if (random.next() < 0.1) {
    const count = 1 + random.below(3);
    for (let action = 1; action <= count; action++) {
      state.actions.add(EMOTES[random.below(EMOTES.length)], action, movement.autonomous, random.between(0.8, 1.2));
    }
  }
  state.flags = interpretedFlagsByDifference(state);
  if (random.next() < 0.05) {
    movement.motionFlags = MotionFlag.StickToObject;
    movement.stickyObject = other;
  }
}

function fillMove(movement: MovementData, random: Random, target: number): void {
  movement.type = target === 0 ? MovementType.MoveToPosition : MovementType.MoveToObject;
  movement.target = target;
  movement.cell = 0xa9b40001 + random.below(64);
  movement.x = random.between(0, 192);
  movement.y = random.between(0, 192);
  movement.z = random.between(0, 60);
  movement.speed = random.between(0.8, 1.5);
  movement.walkRunThreshold = 15;
  movement.failDistance = random.between(50, 200);
  movement.distanceToObject = random.between(0.3, 2);
  movement.desiredHeading = random.between(0, 360);
  movement.runRate = random.between(1, 3);
}

function fillTurn(movement: MovementData, random: Random, target: number): void {
  movement.type = target === 0 ? MovementType.TurnToHeading : MovementType.TurnToObject;
  movement.target = target;
  movement.heading = random.between(0, 360);
  movement.speed = random.between(0.8, 1.5);
  movement.desiredHeading = random.between(0, 360);
}
