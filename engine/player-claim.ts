import { StampsU16 } from '../components/stamps.ts';
import { MotionU32 } from '../components/motion-interp.ts';
import { FrameF64 } from '../components/frame.ts';
import { MotionCommand } from '../components/motion-command.ts';
import { MovementType, MoveToU32 } from '../components/move-to.ts';
import type { Connection } from './connection.ts';
import { EventCode } from './events.ts';
import type { Network } from './network.ts';
import { isLaterSequence, type PlayerControl } from './player-control.ts';
import { settleReach, startReach, takePlace } from './player-reach.ts';
import { standsStill } from './raw-movement.ts';
import { worldX, worldY } from './wire/cell.ts';
import type { GaitWorld } from './world.ts';

/** Brings what is known of the peer's hold on its body up to date before an action is judged. */
export function attendPlayer(world: GaitWorld, network: Network, connection: Connection, entity: number): void {
  const { control } = connection;
  if (control.attend(world, entity)) startReach(world, entity, control, network.playerRules);
  // What the server moves or puts somewhere is where the server has it.
  if (isServerMoved(world, entity)) settleReach(world, entity, control);
  if (isOnServersWay(world, entity) || world.components.outbound.teleported[entity] === 1) control.dropClaim();
}

/** Whether a body comes along, or has come to where it is, by the server's orders. */
function isServerMoved(world: GaitWorld, entity: number): boolean {
  const { motionInterp, outbound } = world.components;
  return motionInterp.lastMoveWasAutonomous[entity] === 0 || outbound.teleported[entity] === 1;
}

/** Whether the server is moving a body now, so that its place is not the peer's to say. */
export function isOnServersWay(world: GaitWorld, entity: number): boolean {
  const { moveTo, motionInterp, interpretedMotion } = world.components;
  const motionWords = entity * MotionU32.row;
  if (moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== MovementType.Invalid) return true;
  if (motionInterp.lastMoveWasAutonomous[entity] === 1) return false;
  const forward = interpretedMotion.u32[motionWords + MotionU32.forwardCommand];
  return (
    forward === MotionCommand.WalkForward ||
    forward === MotionCommand.RunForward ||
    interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] !== 0 ||
    interpretedMotion.u32[motionWords + MotionU32.turnCommand] !== 0
  );
}

/**
 * After a step: judges again what was not believed while actions from before it were missing, when their time is over;
 * and a body that has come to rest elsewhere than its peer has said that it stopped is put there. It may have walked on
 * until keys came late, or have stopped with another link than its peer's.
 */
export function reviewClaim(world: GaitWorld, network: Network, connection: Connection): void {
  const { control } = connection;
  if (!control.hasClaim) return;
  const entity = connection.player === 0 ? 0 : world.entityOf(connection.player);
  if (entity === 0) return;
  attendPlayer(world, network, connection, entity);
  if (world.clock.now >= control.claimDue) judgeClaim(world, network, control, entity);
  else if (restsElsewhere(world, control, entity)) {
    judgeClaim(world, network, control, entity);
    // Once: what stands there may push it aside.
    control.dropClaim();
  }
}

/** Metres, and radians, by which a body may come to rest beside its place. */
const NEAR_ENOUGH = 0.001;

function restsElsewhere(world: GaitWorld, control: PlayerControl, entity: number): boolean {
  const { motionInterp, pendingMotions, body, frame } = world.components;
  const frameRow = entity * FrameF64.row;
  if (!control.hasClaim || control.claimDue !== Number.POSITIVE_INFINITY) return false;
  if (motionInterp.lastMoveWasAutonomous[entity] === 0 || body.moved[entity] !== 0) return false;
  // The links with which it stops come in frames, with pauses.
  if (pendingMotions.count[entity] > 0) return false;
  if (!standsStill(world, entity) || !isLaterSequence(control.motionSequence, control.placeSequence)) return false;
  const { cell, x, y, qw, qz } = control.claim;
  const length = Math.sqrt(qw * qw + qz * qz);
  return (
    Math.abs(frame.f64[frameRow + FrameF64.x] - worldX(cell, x)) > NEAR_ENOUGH ||
    Math.abs(frame.f64[frameRow + FrameF64.y] - worldY(cell, y)) > NEAR_ENOUGH ||
    // One rotation is two quaternions.
    Math.abs(Math.abs(frame.f64[frameRow + FrameF64.qw] * qw + frame.f64[frameRow + FrameF64.qz] * qz) - length) >
      NEAR_ENOUGH ** 2 * length
  );
}

/** Takes the place that the peer has said last, or puts its player back. */
export function judgeClaim(world: GaitWorld, network: Network, control: PlayerControl, entity: number): void {
  control.claimDue = Number.POSITIVE_INFINITY;
  if (!takePlace(world, entity, control, network.playerRules, control.claim)) putBack(world, control, entity);
}

/** Puts a player back where the server has it; what it said before it hears of that is stale. */
export function putBack(world: GaitWorld, control: PlayerControl, entity: number): void {
  const { stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  stamps.u16[stampsRow + StampsU16.forcePosition] = (stamps.u16[stampsRow + StampsU16.forcePosition] + 1) & 0xffff;
  control.owesPlace = true;
  control.dropClaim();
  world.raise(EventCode.putBack, entity);
}
