import { StampsU16 } from '../components/stamps.ts';
import { FrameF64 } from '../components/frame.ts';
import { EntityKind } from '../components/identity.ts';
import { PhysicsState } from '../components/physics-state.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { isNewerStamp } from './net/stamps.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { stopCompletely } from './physics-object.ts';
import { standsStill } from './raw-movement.ts';
import { bringBody, takeBody } from './spawn.ts';
import { unpackMovement } from './unpack-movement.ts';
import { worldX, worldY } from './wire/cell.ts';
import type { ObjectCreate } from './wire/object-create.ts';
import { type PhysicsData, PhysicsFlag, StampIndex } from './wire/physics-data.ts';
import type { GaitWorld } from './world.ts';

/**
 * Brings a body into the world, in the place of an older one of the same guid. A creation without a position is about an
 * object that is not in the world (somebody holds it, or it lies in something): it has no body, and an older one of its
 * guid leaves. It is remembered, so that a position can bring it; see gate-absent.ts.
 */
export function gateCreate(world: GaitWorld, network: Network, record: IngestRecord, create: ObjectCreate): void {
  const { guid, physics } = create;
  const { absent } = network;
  const instance = physics.stamps[StampIndex.Instance];
  const existing = world.entityOf(guid);
  if (isStale(world, network, existing, guid, instance)) {
    countDrop(world, network, record, existing, 'stale instance');
    return;
  }
  // A newer incarnation takes the older one's room, so that it is never one too many.
  const full = existing === 0 && world.guids.size >= network.budget.bodies;
  if (existing !== 0) takeBody(world, existing);
  if ((physics.flags & PhysicsFlag.Position) === 0) {
    absent.add(guid, physics, record.connection);
    countDrop(world, network, record, 0, 'no position');
    return;
  }
  absent.forget(guid);
  if (full) {
    countDrop(world, network, record, 0, 'too many bodies');
    return;
  }
  const entity = bringCreated(world, network, record, physics);
  if (entity === 0) {
    countDrop(world, network, record, 0, 'observer threw');
    return;
  }
  countApplied(network, record);
}

/** Whether a creation is of an incarnation that is not newer than the body's, or older than that of an absent object. */
function isStale(world: GaitWorld, network: Network, existing: number, guid: number, instance: number): boolean {
  if (existing !== 0) {
    return !isNewerStamp(world.components.stamps.u16[existing * StampsU16.row + StampsU16.instance], instance);
  }
  const absent = network.absent.of(guid);
  return absent !== undefined && isNewerStamp(instance, absent.instance);
}

/**
 * Brings the body that a creation describes, where its position says. A motion table that is not there is told and
 * counted; the body has the usual one then.
 *
 * @param record What brings it: the creation, or a later position.
 * @returns The entity; 0: an observer of the game's own did not let it come.
 */
export function bringCreated(world: GaitWorld, network: Network, record: IngestRecord, physics: PhysicsData): number {
  const { guid } = record;
  const { position } = physics;
  const x = worldX(position.cell, position.x);
  const y = worldY(position.cell, position.y);
  const setup = network.setupFor(guid, x, y, position.z);
  setup.gravity = (physics.state & PhysicsState.Gravity) !== 0;
  const tableId = (physics.flags & PhysicsFlag.MotionTable) !== 0 ? physics.motionTable : 0;
  const table = world.motionTableIds.indexOf(tableId);
  if (table >= 0) setup.table = table;
  if ((physics.flags & PhysicsFlag.Scale) !== 0) {
    setup.scale = physics.scale;
    setup.radius *= physics.scale;
    setup.height *= physics.scale;
  }
  setup.localPlayer = guid === world.playerGuid;
  if (setup.localPlayer) world.heldInput.end();
  const entity = bringBody(world, setup);
  if (entity === 0) return 0;
  const stampsRow = entity * StampsU16.row;
  const frameRow = entity * FrameF64.row;
  const { stamps, frame, physicsState } = world.components;
  physicsState.bits[entity] = physics.state;
  const { qw, qx, qy, qz } = position;
  const scale = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
  frame.f64[frameRow + FrameF64.qw] = qw * scale;
  frame.f64[frameRow + FrameF64.qx] = qx * scale;
  frame.f64[frameRow + FrameF64.qy] = qy * scale;
  frame.f64[frameRow + FrameF64.qz] = qz * scale;
  stamps.u16[stampsRow + StampsU16.position] = physics.stamps[StampIndex.Position];
  stamps.u16[stampsRow + StampsU16.movement] = physics.stamps[StampIndex.Movement];
  stamps.u16[stampsRow + StampsU16.state] = physics.stamps[StampIndex.State];
  stamps.u16[stampsRow + StampsU16.vector] = physics.stamps[StampIndex.Vector];
  stamps.u16[stampsRow + StampsU16.teleport] = physics.stamps[StampIndex.Teleport];
  stamps.u16[stampsRow + StampsU16.serverControl] = physics.stamps[StampIndex.ServerControl];
  stamps.u16[stampsRow + StampsU16.forcePosition] = physics.stamps[StampIndex.ForcePosition];
  stamps.u16[stampsRow + StampsU16.description] = physics.stamps[StampIndex.Description];
  stamps.u16[stampsRow + StampsU16.instance] = physics.stamps[StampIndex.Instance];
  if (tableId !== 0 && table < 0) {
    network.counters.unknownTables++;
    if (record.connection !== null) record.connection.counters.unknownTables++;
    world.raise(EventCode.unknownMotionTable, entity, tableId);
  }
  if (physics.hasMovement) unpackMovement(world, entity, physics.movement);
  return entity;
}

/** Lets go of the keys of a body that is no longer this client's: the server has it stand still. */
function letGoOfKeys(world: GaitWorld, entity: number): void {
  if (entity !== 0 && !standsStill(world, entity)) stopCompletely(world, entity);
}

/** The server names this client's player; 0: it has none any more. */
export function becomePlayer(world: GaitWorld, guid: number): void {
  const before = world.entityOf(world.playerGuid);
  if (guid !== world.playerGuid) {
    world.events.push(EventCode.playerChanged, world.entityOf(guid), guid, 0, 0);
    letGoOfKeys(world, before);
  }
  if (before !== 0) world.components.identity.kind[before] &= ~EntityKind.LocalPlayer;
  // Input that was held back was another body's, or is as good as new.
  world.heldInput.end();
  world.playerGuid = guid;
  world.viewer = guid;
  const entity = world.entityOf(guid);
  if (entity === 0) return;
  world.components.identity.kind[entity] |= EntityKind.LocalPlayer;
  world.components.motionInterp.lastMoveWasAutonomous[entity] = 1;
}
