import { MovementError } from '../components/move-to.ts';
import { OpenStamps } from '../components/stamps.ts';
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
  if ((stamps.open[entity] & OpenStamps.Position) !== 0) startPositionStamps(world, entity, pack);
  if (isNewerStamp(pack.teleportStamp, stamps.teleport[entity])) {
    countDrop(world, network, record, entity, 'stale teleport stamp');
    return;
  }
  if (isNewerStamp(stamps.forcePosition[entity], pack.forcePositionStamp)) {
    stamps.forcePosition[entity] = pack.forcePositionStamp;
    if (obeysForcePosition(world, entity)) {
      stamps.position[entity] = pack.positionStamp;
      // It may be the first to bring word of a teleport, whose own position is then the older one, and stale.
      if (isNewerStamp(stamps.teleport[entity], pack.teleportStamp)) moveOrTeleport(world, entity, pack);
      else forcePosition(world, entity, pack);
      countApplied(network, record);
      return;
    }
  }
  if (!isNewerStamp(stamps.position[entity], pack.positionStamp)) {
    countDrop(world, network, record, entity, 'stale position stamp');
    return;
  }
  stamps.position[entity] = pack.positionStamp;
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
  if ((stamps.open[entity] & OpenStamps.Vector) !== 0) {
    stamps.open[entity] &= ~OpenStamps.Vector;
    stamps.vector[entity] = (vector.vectorStamp - 1) & 0xffff;
  }
  if (!isNewerStamp(stamps.vector[entity], vector.vectorStamp)) {
    countDrop(world, network, record, entity, 'stale vector stamp');
    return;
  }
  stamps.vector[entity] = vector.vectorStamp;
  if (isThePlayer(world, entity)) {
    countDrop(world, network, record, entity, 'own autonomous echo');
    return;
  }
  // Upwards leaves the ground first: what leaving sets is then replaced by what the server says.
  if (vector.velocityZ > 0) setOnWalkable(world, entity, false);
  body.velocityX[entity] = vector.velocityX;
  body.velocityY[entity] = vector.velocityY;
  body.velocityZ[entity] = vector.velocityZ;
  body.omegaX[entity] = vector.omegaX;
  body.omegaY[entity] = vector.omegaY;
  body.omegaZ[entity] = vector.omegaZ;
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
  if (!isNewerStamp(world.components.stamps.teleport[entity], stamp)) {
    countDrop(world, network, record, entity, 'stale teleport stamp');
    return;
  }
  cancelMoveTo(world, entity, MovementError.Teleported);
  stopCompletely(world, entity);
  world.heldInput.begin(stamp);
  world.raise(EventCode.inputHeld, entity);
  countApplied(network, record);
}
