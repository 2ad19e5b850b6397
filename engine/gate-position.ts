import { BodyF32 } from '../components/body.ts';
import { MovementError } from '../components/move-to.ts';
import { OpenStamps, StampsU16 } from '../components/stamps.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { isThePlayer, obeysForcePosition } from './local-player.ts';
import { forcePosition, moveOrTeleport } from './move-or-teleport.ts';
import { cancelMoveTo } from './move-to/clean-up.ts';
import { isNewerStamp } from './net/stamps.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { setOnWalkable, stopCompletely } from './physics-object.ts';
import { startPositionStamps } from './spawn-unknown.ts';
import type { PositionPack } from './wire/position-pack.ts';
import type { VectorUpdate } from './wire/vector-update.ts';
import type { GaitWorld } from './world.ts';

/** Position events: teleport, force-position and position stamps; then MoveOrTeleport. */
export function gatePosition(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  pack: PositionPack,
): void {
  const { stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  if ((stamps.open[entity] & OpenStamps.Position) !== 0) startPositionStamps(world, entity, pack);
  if (isNewerStamp(pack.teleportStamp, stamps.u16[stampsRow + StampsU16.teleport])) {
    countDrop(world, network, record, entity, 'stale teleport stamp');
    return;
  }
  if (isNewerStamp(stamps.u16[stampsRow + StampsU16.forcePosition], pack.forcePositionStamp)) {
    stamps.u16[stampsRow + StampsU16.forcePosition] = pack.forcePositionStamp;
    if (obeysForcePosition(world, entity)) {
      stamps.u16[stampsRow + StampsU16.position] = pack.positionStamp;
      // It may be the first to bring word of a teleport, whose own position is then the older one, and stale.
      if (isNewerStamp(stamps.u16[stampsRow + StampsU16.teleport], pack.teleportStamp))
        moveOrTeleport(world, entity, pack);
      else forcePosition(world, entity, pack);
      countApplied(network, record);
      return;
    }
  }
  if (!isNewerStamp(stamps.u16[stampsRow + StampsU16.position], pack.positionStamp)) {
    countDrop(world, network, record, entity, 'stale position stamp');
    return;
  }
  stamps.u16[stampsRow + StampsU16.position] = pack.positionStamp;
  moveOrTeleport(world, entity, pack);
  countApplied(network, record);
}

/** A jump or push: velocity and omega are set; the player's own jump comes back to it as an echo. */
export function gateVector(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  vector: VectorUpdate,
): void {
  const { stamps, body } = world.components;
  const stampsRow = entity * StampsU16.row;
  const bodyRow = entity * BodyF32.row;
  if ((stamps.open[entity] & OpenStamps.Vector) !== 0) {
    stamps.open[entity] &= ~OpenStamps.Vector;
    stamps.u16[stampsRow + StampsU16.vector] = (vector.vectorStamp - 1) & 0xffff;
  }
  if (!isNewerStamp(stamps.u16[stampsRow + StampsU16.vector], vector.vectorStamp)) {
    countDrop(world, network, record, entity, 'stale vector stamp');
    return;
  }
  stamps.u16[stampsRow + StampsU16.vector] = vector.vectorStamp;
  if (isThePlayer(world, entity)) {
    countDrop(world, network, record, entity, 'own autonomous echo');
    return;
  }
  // Upwards leaves the ground first: what leaving sets is then replaced by what the server says.
  if (vector.velocityZ > 0) setOnWalkable(world, entity, false);
  body.f32[bodyRow + BodyF32.velocityX] = vector.velocityX;
  body.f32[bodyRow + BodyF32.velocityY] = vector.velocityY;
  body.f32[bodyRow + BodyF32.velocityZ] = vector.velocityZ;
  body.f32[bodyRow + BodyF32.omegaX] = vector.omegaX;
  body.f32[bodyRow + BodyF32.omegaY] = vector.omegaY;
  body.f32[bodyRow + BodyF32.omegaZ] = vector.omegaZ;
  countApplied(network, record);
}

/** The player is about to be somewhere else: its move and its keys end; the position with this stamp places it. */
export function gateTeleport(world: GaitWorld, network: Network, record: IngestRecord, stamp: number): void {
  const entity = world.playerGuid === 0 ? 0 : world.entityOf(world.playerGuid);
  record.guid = world.playerGuid;
  if (entity === 0) {
    countDrop(world, network, record, 0, 'nothing to control');
    return;
  }
  if (!isNewerStamp(world.components.stamps.u16[entity * StampsU16.row + StampsU16.teleport], stamp)) {
    countDrop(world, network, record, entity, 'stale teleport stamp');
    return;
  }
  cancelMoveTo(world, entity, MovementError.Teleported);
  stopCompletely(world, entity);
  world.heldInput.begin(stamp);
  world.raise(EventCode.inputHeld, entity);
  countApplied(network, record);
}
