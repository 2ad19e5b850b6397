import { StampsU16 } from '../components/stamps.ts';
import { CommandClass } from '../components/motion-command.ts';
import {
  DEFAULT_MOVEMENT_FLAGS,
  MovementError,
  MovementFlags,
  MovementType,
  MoveToU32,
} from '../components/move-to.ts';
import { Announce } from '../components/network.ts';
import { TransientState } from '../components/transient-state.ts';
import type { Connection } from './connection.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { actionStampNewer } from './motion/apply-movement.ts';
import { jump } from './motion/jumping.ts';
import { doMotion } from './motion/perform-movement.ts';
import { MovementParameters } from './movement-parameters.ts';
import { isNewerStamp } from './net/stamps.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { attendPlayer, isOnServersWay, judgeClaim, putBack } from './player-claim.ts';
import { isLaterSequence, NO_ACTION, type PlayerControl } from './player-control.ts';
import { takePlace } from './player-reach.ts';
import { applyRawState, isRawStateOfKeys } from './raw-movement.ts';
import type { ClientStamps } from './wire/client-action.ts';
import type { ClientAction } from './wire/client-action-message.ts';
import type { Jump } from './wire/jump.ts';
import type { MotionActions } from './wire/motion-actions.ts';
import { ActionType } from './wire/opcodes.ts';
import type { GaitWorld } from './world.ts';

const parameters = new MovementParameters();

/**
 * Decides about one client action (`record.clientAction`) of the peer at `record.connection`: it may act for its own
 * player alone, having seen where that was put last, and not against the rules (wire.md, "What an authoritative world
 * does"). What passes is applied to the player's body; what is to be told of it goes out with this step's NetEgress.
 *
 * @returns Whether the gate wants to keep the record: never.
 */
export function gateClientAction(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  const { connection, clientAction } = record;
  if (connection === null || clientAction === null) return false;
  const entity = connection.player === 0 ? 0 : world.entityOf(connection.player);
  if (entity === 0) {
    countDrop(world, network, record, 0, 'nothing to control');
    return false;
  }
  attendPlayer(world, network, connection, entity);
  switch (clientAction.actionType) {
    case ActionType.MoveToState:
      gateMoveToState(world, network, record, connection, clientAction, entity);
      break;
    case ActionType.AutonomousPosition:
      gatePlace(world, network, record, connection, clientAction, entity);
      break;
    case ActionType.Jump:
      gateJump(world, network, record, connection, clientAction, entity);
      break;
    default:
  }
  return false;
}

/** Instance, teleport and force-position stamps: the peer must have seen where its body was put last. */
function isStale(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  stamps: ClientStamps,
): boolean {
  const stampsRow = entity * StampsU16.row;
  const own = world.components.stamps;
  if (stamps.instance !== own.u16[stampsRow + StampsU16.instance])
    countDrop(world, network, record, entity, 'stale instance');
  else if (stamps.teleport !== own.u16[stampsRow + StampsU16.teleport])
    countDrop(world, network, record, entity, 'stale teleport stamp');
  else if (stamps.forcePosition !== own.u16[stampsRow + StampsU16.forcePosition]) {
    countDrop(world, network, record, entity, 'stale force-position stamp');
  } else return false;
  return true;
}

/** Seconds for which actions that are missing are waited for. */
const PATIENCE = 1;
/** Actions that may be missing before one without it being taken for a gap on purpose. */
const MOST_MISSING = 8;

/** Whether actions from just before this one have not come, or not yet: datagrams overtake each other. */
function misses(connection: Connection, action: ClientAction): boolean {
  const missing = ((action.sequence - connection.lastActionSequence) | 0) - 1;
  return connection.lastActionSequence !== 0 && missing > 0 && missing <= MOST_MISSING;
}

/** Notes that an action was taken. */
function take(connection: Connection, action: ClientAction): void {
  if (isLaterSequence(connection.lastActionSequence, action.sequence)) connection.lastActionSequence = action.sequence;
}

/** The player's keys: what they say is what its body does, whatever move it was on; others are told as its own doing. */
function gateMoveToState(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  connection: Connection,
  action: ClientAction,
  entity: number,
): void {
  const { control } = connection;
  const { raw, stamps, position, standingLongJump } = action.moveToState;
  if (isStale(world, network, record, entity, stamps)) return;
  if (!isLaterSequence(control.motionSequence, action.sequence)) {
    // Datagrams overtake each other; each says all that the keys say, so the later one is enough.
    countDrop(world, network, record, entity, 'stale action');
    return;
  }
  if (!isRawStateOfKeys(raw)) {
    countDrop(world, network, record, entity, 'not allowed');
    return;
  }
  control.motionSequence = action.sequence;
  take(connection, action);
  noteUnseenOrder(world, control, entity, stamps);
  if (isLaterSequence(control.placeSequence, action.sequence)) {
    control.setClaim(position, action.sequence, action.moveToState.contact);
    judgeClaim(world, network, control, entity);
  }
  applyRawState(world, entity, raw, standingLongJump, network.playerRules.motionSpeed);
  performActions(world, control, entity, raw.actions, network.playerRules.motionSpeed);
  world.components.motionInterp.lastMoveWasAutonomous[entity] = 1;
  world.components.outbound.announce[entity] |= Announce.Autonomous;
  countApplied(network, record);
}

/** Where the player is by its own reckoning. */
function gatePlace(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  connection: Connection,
  action: ClientAction,
  entity: number,
): void {
  const { control } = connection;
  const { stamps, position } = action.autonomousPosition;
  if (isStale(world, network, record, entity, stamps)) return;
  if (!isLaterSequence(control.placeSequence, action.sequence)) {
    countDrop(world, network, record, entity, 'stale action');
    return;
  }
  const missing = misses(connection, action);
  take(connection, action);
  if (isOnServersWay(world, entity)) {
    countDrop(world, network, record, entity, 'server in control');
    return;
  }
  control.setClaim(position, action.sequence, action.autonomousPosition.contact);
  if (takePlace(world, entity, control, network.playerRules, position)) {
    countApplied(network, record);
    return;
  }
  countDrop(world, network, record, entity, 'out of reach');
  // The keys that brought it there may be on their way still: it is not believed now, but judged again later.
  if (missing) control.claimDue = world.clock.now + PATIENCE;
  else putBack(world, control, entity);
}

/** The player jumps: by the rules, and with what the server's own body makes of it. */
function gateJump(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  connection: Connection,
  action: ClientAction,
  entity: number,
): void {
  const { control } = connection;
  const message: Jump = action.jump;
  if (message.objectGuid !== connection.player) {
    countDrop(world, network, record, 0, 'not its own');
    return;
  }
  if (isStale(world, network, record, entity, message.stamps)) return;
  // A jump that comes after the place where it has landed would only take the body away from there.
  const landed = control.placeGrounded && !isLaterSequence(control.placeSequence, action.sequence);
  if (landed || !isLaterSequence(control.jumpSequence, action.sequence)) {
    countDrop(world, network, record, entity, 'stale action');
    return;
  }
  control.jumpSequence = action.sequence;
  take(connection, action);
  if (!(message.extent >= 0 && message.extent <= 1)) {
    countDrop(world, network, record, entity, 'not allowed');
    return;
  }
  const { moveTo, transientState, outbound, motionInterp } = world.components;
  const moved = moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== MovementType.Invalid;
  noteUnseenOrder(world, control, entity, message.stamps);
  const error = jump(world, entity, message.extent);
  if (moved) {
    // The jump has ended the server's move, allowed or not.
    motionInterp.lastMoveWasAutonomous[entity] = 1;
    outbound.announce[entity] |= Announce.Autonomous;
  }
  if (error !== MovementError.None) {
    refuse(world, entity, ActionType.Jump, error);
    countDrop(world, network, record, entity, 'not allowed');
    return;
  }
  transientState.bits[entity] &= ~TransientState.Contact;
  outbound.announce[entity] |= Announce.Vector;
  countApplied(network, record);
}

/** A peer that acted before it saw the server's last order is told what came of it as another order. */
function noteUnseenOrder(world: GaitWorld, control: PlayerControl, entity: number, stamps: ClientStamps): void {
  if (isNewerStamp(stamps.serverControl, world.components.stamps.u16[entity * StampsU16.row + StampsU16.serverControl]))
    control.owesOrder = true;
}

/**
 * Performs the actions that have not been performed yet; those that still play are said again and again. Of those that
 * are refused the first is told: a message may list many.
 */
function performActions(
  world: GaitWorld,
  control: PlayerControl,
  entity: number,
  actions: MotionActions,
  most: number,
): void {
  let refused: number = MovementError.None;
  for (let index = 0; index < actions.count; index++) {
    const stamp = actions.stamp[index];
    if (control.actionStamp !== NO_ACTION && !actionStampNewer(control.actionStamp, stamp)) continue;
    control.actionStamp = stamp;
    const command = actions.command[index];
    parameters.reset();
    parameters.speed = Math.min(most, Math.max(-most, actions.speed[index]));
    parameters.flags = DEFAULT_MOVEMENT_FLAGS | MovementFlags.Autonomous;
    const error =
      (command & CommandClass.Action) === 0
        ? MovementError.InvalidMovementType
        : doMotion(world, entity, command, parameters);
    if (error !== MovementError.None) {
      if (refused === MovementError.None) refuse(world, entity, ActionType.MoveToState, error);
      refused = error;
    } else world.saidActions.push({ entity, command, speed: parameters.speed, autonomous: true });
  }
}

function refuse(world: GaitWorld, entity: number, action: number, error: number): void {
  world.raise(EventCode.playerRefused, entity, action, error);
}
