import { OpenStamps, StampsU16 } from '../components/stamps.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { isOwnEcho, isThePlayer } from './local-player.ts';
import { DropCode, dropReasonName } from './net/drop-reasons.ts';
import { isNewerStamp } from './net/stamps.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { unpackMovement } from './unpack-movement.ts';
import type { MovementData } from './wire/movement-data.ts';
import type { GaitWorld } from './world.ts';

/** What an admission answers when nothing speaks against the event; any other answer is the code of a drop reason. */
export const ADMITTED = -1;

/**
 * Decides about a movement event of a body that is there, of this incarnation: movement stamp, server-control stamp, own
 * echo. Each stamp is stored when its own step passes. Nothing is applied.
 *
 * @returns {@link ADMITTED}, or why not, as a DropCode.
 */
export function admitMovement(world: GaitWorld, entity: number, movement: MovementData): number {
  const { stamps, motionInterp } = world.components;
  const stampsRow = entity * StampsU16.row;
  if ((stamps.open[entity] & OpenStamps.Movement) !== 0) openMovementStamps(world, entity, movement);
  if (!isNewerStamp(stamps.u16[stampsRow + StampsU16.movement], movement.movementStamp)) return STALE_MOVEMENT;
  stamps.u16[stampsRow + StampsU16.movement] = movement.movementStamp;
  if (isNewerStamp(movement.serverControlStamp, stamps.u16[stampsRow + StampsU16.serverControl]))
    return STALE_SERVER_CONTROL;
  stamps.u16[stampsRow + StampsU16.serverControl] = movement.serverControlStamp;
  if (isOwnEcho(world, entity, movement.autonomous)) return OWN_ECHO;
  motionInterp.lastMoveWasAutonomous[entity] = movement.autonomous ? 1 : 0;
  return ADMITTED;
}

const STALE_MOVEMENT = DropCode['stale movement stamp'];
const STALE_SERVER_CONTROL = DropCode['stale server-control stamp'];
const OWN_ECHO = DropCode['own autonomous echo'];

/** Nothing has told where this body's stamps stand: its first event does. */
function openMovementStamps(world: GaitWorld, entity: number, movement: MovementData): void {
  const { stamps, motionInterp } = world.components;
  const stampsRow = entity * StampsU16.row;
  stamps.open[entity] &= ~OpenStamps.Movement;
  stamps.u16[stampsRow + StampsU16.movement] = (movement.movementStamp - 1) & 0xffff;
  stamps.u16[stampsRow + StampsU16.serverControl] = movement.serverControlStamp;
  const { actions } = movement.state;
  if (movement.type === 0 && actions.count > 0) {
    motionInterp.serverActionStamp[entity] = (actions.stamp[0] - 1) & 0x7fff;
  }
}

/** A movement event: what is admitted is taken over; one that is the server's takes control from the player. */
export function gateMovement(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  movement: MovementData,
): void {
  const verdict = admitMovement(world, entity, movement);
  if (verdict !== ADMITTED) {
    countDrop(world, network, record, entity, dropReasonName(verdict));
    return;
  }
  if (isThePlayer(world, entity)) world.raise(EventCode.controlLost, entity);
  unpackMovement(world, entity, movement);
  countApplied(network, record);
}
