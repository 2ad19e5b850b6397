import { StampsU16 } from '../components/stamps.ts';
import { FrameF64 } from '../components/frame.ts';
import { EntityKind } from '../components/identity.ts';
import { PhysicsState } from '../components/physics-state.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { isNewerStamp } from './net/stamps.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { bringBody, takeBody } from './spawn.ts';
import { unpackMovement } from './unpack-movement.ts';
import { worldX, worldY } from './wire/cell.ts';
import type { ObjectCreate } from './wire/object-create.ts';
import { PhysicsFlag, StampIndex } from './wire/physics-data.ts';
import type { GaitWorld } from './world.ts';

/** Brings a body into the world, in the place of an older one of the same guid. */
export function gateCreate(world: GaitWorld, network: Network, record: IngestRecord, create: ObjectCreate): void {
  const { physics } = create;
  const instance = physics.stamps[StampIndex.Instance];
  const existing = world.entityOf(create.guid);
  if (existing !== 0) {
    if (!isNewerStamp(world.components.stamps.u16[existing * StampsU16.row + StampsU16.instance], instance)) {
      countDrop(world, network, record, existing, 'stale instance');
      return;
    }
    takeBody(world, existing);
  } else if (world.guids.size >= network.budget.bodies) {
    countDrop(world, network, record, 0, 'too many bodies');
    return;
  }
  const placed = (physics.flags & PhysicsFlag.Position) !== 0;
  const { position } = physics;
  const setup = placed
    ? network.setupFor(create.guid, worldX(position.cell, position.x), worldY(position.cell, position.y), position.z)
    : network.setupFor(create.guid, 0, 0, null);
  setup.gravity = (physics.state & PhysicsState.Gravity) !== 0;
  if ((physics.flags & PhysicsFlag.MotionTable) !== 0) {
    const table = network.tableOf(physics.motionTable);
    if (table < 0) countDrop(world, network, record, 0, 'no motion table');
    else setup.table = table;
  }
  if ((physics.flags & PhysicsFlag.Scale) !== 0) {
    setup.scale = physics.scale;
    setup.radius *= physics.scale;
    setup.height *= physics.scale;
  }
  setup.localPlayer = create.guid === world.playerGuid;
  if (setup.localPlayer) world.heldInput.end();
  const entity = bringBody(world, setup);
  if (entity === 0) {
    countDrop(world, network, record, 0, 'observer threw');
    return;
  }
  const stampsRow = entity * StampsU16.row;
  const frameRow = entity * FrameF64.row;
  const { stamps, frame, physicsState } = world.components;
  physicsState.bits[entity] = physics.state;
  if (placed) {
    const { qw, qx, qy, qz } = physics.position;
    const scale = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    frame.f64[frameRow + FrameF64.qw] = qw * scale;
    frame.f64[frameRow + FrameF64.qx] = qx * scale;
    frame.f64[frameRow + FrameF64.qy] = qy * scale;
    frame.f64[frameRow + FrameF64.qz] = qz * scale;
  }
  stamps.placed[entity] = placed ? 1 : 0;
  stamps.u16[stampsRow + StampsU16.position] = physics.stamps[StampIndex.Position];
  stamps.u16[stampsRow + StampsU16.movement] = physics.stamps[StampIndex.Movement];
  stamps.u16[stampsRow + StampsU16.state] = physics.stamps[StampIndex.State];
  stamps.u16[stampsRow + StampsU16.vector] = physics.stamps[StampIndex.Vector];
  stamps.u16[stampsRow + StampsU16.teleport] = physics.stamps[StampIndex.Teleport];
  stamps.u16[stampsRow + StampsU16.serverControl] = physics.stamps[StampIndex.ServerControl];
  stamps.u16[stampsRow + StampsU16.forcePosition] = physics.stamps[StampIndex.ForcePosition];
  stamps.u16[stampsRow + StampsU16.description] = physics.stamps[StampIndex.Description];
  stamps.u16[stampsRow + StampsU16.instance] = instance;
  if (physics.hasMovement) unpackMovement(world, entity, physics.movement);
  countApplied(network, record);
}

/** The server names this client's player; 0: it has none any more. */
export function becomePlayer(world: GaitWorld, guid: number): void {
  const before = world.entityOf(world.playerGuid);
  if (guid !== world.playerGuid) world.events.push(EventCode.playerChanged, world.entityOf(guid), guid, 0, 0);
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
