import { OpenStamps, StampsU16 } from '../components/stamps.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { placeOfSpot } from './marked-spots.ts';
import { normalizeDegrees } from './math/heading.ts';
import type { Network } from './network.ts';
import { bringBody } from './spawn.ts';
import { worldX, worldY } from './wire/cell.ts';
import { Opcode } from './wire/opcodes.ts';
import type { PositionPack } from './wire/position-pack.ts';
import type { GaitWorld } from './world.ts';

/** What {@link spawnUnknown} answers when an observer of the game's own did not let the body come. */
export const REFUSED = -1;

/**
 * With the policy `spawn` the first event about an unknown guid brings it into the world: a position where it says, a
 * motion on a marked spot, where it stands until a position places it. Its stamps start at that message's.
 *
 * @returns The entity; 0: this record brings nobody; {@link REFUSED}.
 */
export function spawnUnknown(world: GaitWorld, network: Network, record: IngestRecord): number {
  if (network.unknownPolicy !== 'spawn') return 0;
  switch (record.opcode) {
    case Opcode.UpdatePosition:
      return spawnAt(world, network, record.guid, record.updatePosition.pack);
    case Opcode.PositionAndMovement:
      return record.positionAndMovement === null
        ? 0
        : spawnAt(world, network, record.guid, record.positionAndMovement.pack);
    case Opcode.UpdateMotion:
      return spawnOnSpot(world, network, record.guid, record.updateMotion.instanceStamp);
    default:
      return 0;
  }
}

/** The position stamps of a body start at a message's: the message itself must still be newer, and places the body. */
export function startPositionStamps(world: GaitWorld, entity: number, pack: PositionPack): void {
  const { stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  stamps.open[entity] &= ~OpenStamps.Position;
  stamps.u16[stampsRow + StampsU16.teleport] = pack.teleportStamp;
  stamps.u16[stampsRow + StampsU16.forcePosition] = pack.forcePositionStamp;
  stamps.u16[stampsRow + StampsU16.position] = (pack.positionStamp - 1) & 0xffff;
  stamps.placed[entity] = 0;
  stamps.u16[stampsRow + StampsU16.spot] = 0;
}

function spawnAt(world: GaitWorld, network: Network, guid: number, pack: PositionPack): number {
  const setup = network.setupFor(guid, worldX(pack.cell, pack.x), worldY(pack.cell, pack.y), pack.z);
  setup.localPlayer = guid === world.playerGuid;
  const entity = bringBody(world, setup);
  if (entity === 0) return REFUSED;
  const { stamps } = world.components;
  stamps.u16[entity * StampsU16.row + StampsU16.instance] = pack.instanceStamp;
  stamps.open[entity] = OpenStamps.Movement | OpenStamps.Vector;
  startPositionStamps(world, entity, pack);
  return entity;
}

function spawnOnSpot(world: GaitWorld, network: Network, guid: number, instanceStamp: number): number {
  const spot = network.spots.take(world);
  const { x, y, z, heading } = placeOfSpot(world, network.markedSpot, spot);
  const setup = network.setupFor(guid, x, y, z ?? null);
  setup.localPlayer = guid === world.playerGuid;
  if (heading !== undefined) setup.heading = normalizeDegrees(heading);
  const entity = bringBody(world, setup);
  if (entity === 0) return REFUSED;
  const stampsRow = entity * StampsU16.row;
  const { stamps } = world.components;
  stamps.u16[stampsRow + StampsU16.instance] = instanceStamp;
  stamps.open[entity] = OpenStamps.Movement | OpenStamps.Vector | OpenStamps.Position;
  stamps.u16[stampsRow + StampsU16.spot] = spot + 1;
  return entity;
}
