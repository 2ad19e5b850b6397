import { StampsU16 } from '../components/stamps.ts';
import type { AbsentObject } from './absent-objects.ts';
import { bringCreated } from './gate-create.ts';
import type { IngestRecord } from './ingest-ring.ts';
import type { DropReason } from './net/drop-reasons.ts';
import { isNewerStamp } from './net/stamps.ts';
import type { Network } from './network.ts';
import { Opcode } from './wire/opcodes.ts';
import { PhysicsFlag } from './wire/physics-data.ts';
import type { PositionPack } from './wire/position-pack.ts';
import type { GaitWorld } from './world.ts';

/** The position that a record brings; null: none. */
function placeIn(record: IngestRecord): PositionPack | null {
  if (record.opcode === Opcode.UpdatePosition) return record.updatePosition.pack;
  if (record.opcode !== Opcode.PositionAndMovement || record.positionAndMovement === null) return null;
  return record.positionAndMovement.pack;
}

/**
 * Whether a record about an object that is not in the world can be decided now: it brings it there, deletes it, or is of
 * an earlier incarnation. What else is said of it waits for its body.
 */
export function concernsAbsent(absent: AbsentObject, record: IngestRecord): boolean {
  if (record.instanceStamp !== absent.instance) return isNewerStamp(record.instanceStamp, absent.instance);
  return record.opcode === Opcode.ObjectDelete || placeIn(record) !== null;
}

/** Why a position does not bring an object into the world; null: it does. The stamps are those of its creation. */
export function whyNotBrought(
  world: GaitWorld,
  network: Network,
  absent: AbsentObject,
  record: IngestRecord,
): DropReason | null {
  const pack = placeIn(record);
  if (pack === null || record.instanceStamp !== absent.instance) return 'stale instance';
  if (isNewerStamp(pack.teleportStamp, absent.teleportStamp)) return 'stale teleport stamp';
  if (!isNewerStamp(absent.positionStamp, pack.positionStamp)) return 'stale position stamp';
  return world.guids.size >= network.budget.bodies ? 'too many bodies' : null;
}

/**
 * Brings an object into the world as its creation described it, where a position says: an item is dropped. The position
 * itself is still to be applied.
 *
 * @returns The entity; 0: an observer of the game's own did not let it come.
 */
export function bringAbsent(world: GaitWorld, network: Network, absent: AbsentObject, record: IngestRecord): number {
  const pack = placeIn(record);
  if (pack === null) return 0;
  network.absent.forget(absent.guid);
  const physics = network.absent.physicsOf(absent);
  const { cell, x, y, z, qw, qx, qy, qz } = pack;
  physics.flags |= PhysicsFlag.Position;
  Object.assign(physics.position, { cell, x, y, z, qw, qx, qy, qz });
  const entity = bringCreated(world, network, record, physics);
  if (entity === 0) return 0;
  const { stamps } = world.components;
  // The first position places a body at once.
  stamps.placed[entity] = 0;
  stamps.u16[entity * StampsU16.row + StampsU16.spot] = 0;
  return entity;
}
