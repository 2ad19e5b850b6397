import { EntityKind } from '../components/identity.ts';
import { MovementError } from '../components/move-to.ts';
import { PhysicsState } from '../components/physics-state.ts';
import { EventCode } from './events.ts';
import type { IngestRecord } from './ingest-ring.ts';
import { isOwnEcho, isThePlayer, obeysForcePosition } from './local-player.ts';
import { forcePosition, moveOrTeleport } from './move-or-teleport.ts';
import { cancelMoveTo } from './move-to/clean-up.ts';
import { DropCode, type DropReason } from './net/drop-reasons.ts';
import { isNewerStamp } from './net/stamps.ts';
import { type HeldRecord, NetLimits, type Network } from './network.ts';
import { setOnWalkable } from './physics-object.ts';
import { despawnBody, spawnBody } from './spawn.ts';
import { unpackMovement } from './unpack-movement.ts';
import { worldX, worldY } from './wire/cell.ts';
import type { MovementData } from './wire/movement-data.ts';
import type { ObjectCreate } from './wire/object-create.ts';
import { Opcode } from './wire/opcodes.ts';
import { PhysicsFlag, StampIndex } from './wire/physics-data.ts';
import type { PositionPack } from './wire/position-pack.ts';
import type { VectorUpdate } from './wire/vector-update.ts';
import type { GaitWorld } from './world.ts';

/**
 * Decides about one record (movement-rules section 8): applied, held for a body that is not there yet, or dropped with
 * a reason. A stamp is stored when its own step passes, also when a later step drops the event.
 *
 * @returns Whether the gate wants to keep the record (it is held).
 */
export function gateRecord(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  // Guid 0 is nobody.
  if (record.guid === 0 && record.opcode !== Opcode.PlayerTeleport) {
    return drop(world, network, record, 0, 'unknown guid');
  }
  switch (record.opcode) {
    case Opcode.PlayerCreate:
      becomePlayer(world, record.guid);
      network.counters.applied++;
      return false;
    case Opcode.PlayerTeleport:
      if (record.playerTeleport !== null) gateTeleport(world, network, record.playerTeleport.teleportStamp);
      return false;
    case Opcode.ObjectCreate:
      if (record.objectCreate !== null) gateCreate(world, network, record.objectCreate);
      return false;
    default:
  }

  let entity = world.entityOf(record.guid);
  if (entity === 0) {
    entity = spawnUnknown(world, network, record);
    if (entity === 0) return hold(world, network, record);
  }
  const instance = world.components.stamps.instance[entity];
  const stamp = instanceStampOf(record);
  if (isNewerStamp(stamp, instance)) return drop(world, network, record, entity, 'stale instance');
  if (isNewerStamp(instance, stamp)) return hold(world, network, record);

  switch (record.opcode) {
    case Opcode.UpdateMotion:
      gateMovement(world, network, record, entity, record.updateMotion.movement);
      break;
    case Opcode.UpdatePosition:
      gatePosition(world, network, record, entity, record.updatePosition.pack);
      break;
    case Opcode.PositionAndMovement:
      if (record.positionAndMovement !== null) {
        gatePosition(world, network, record, entity, record.positionAndMovement.pack);
        gateMovement(world, network, record, entity, record.positionAndMovement.movement);
      }
      break;
    case Opcode.VectorUpdate:
      if (record.vectorUpdate !== null) gateVector(world, network, record, entity, record.vectorUpdate);
      break;
    case Opcode.ObjectDelete:
      despawnBody(world, entity);
      network.counters.applied++;
      break;
    default:
  }
  return false;
}

function instanceStampOf(record: IngestRecord): number {
  switch (record.opcode) {
    case Opcode.UpdateMotion:
      return record.updateMotion.instanceStamp;
    case Opcode.UpdatePosition:
      return record.updatePosition.pack.instanceStamp;
    case Opcode.PositionAndMovement:
      return record.positionAndMovement?.pack.instanceStamp ?? 0;
    case Opcode.VectorUpdate:
      return record.vectorUpdate?.instanceStamp ?? 0;
    default:
      return record.objectDelete?.instanceStamp ?? 0;
  }
}

/** Movement events: movement stamp, server-control stamp, own echo; then the movement is taken over. */
function gateMovement(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  movement: MovementData,
): void {
  const { stamps, motionInterp } = world.components;
  if (stamps.open[entity] === 1) {
    // Nothing has told where this body's stamps stand: its first event does.
    stamps.open[entity] = 0;
    stamps.movement[entity] = (movement.movementStamp - 1) & 0xffff;
    stamps.serverControl[entity] = movement.serverControlStamp;
  }
  if (!isNewerStamp(stamps.movement[entity], movement.movementStamp)) {
    drop(world, network, record, entity, 'stale movement stamp');
    return;
  }
  stamps.movement[entity] = movement.movementStamp;
  if (isNewerStamp(movement.serverControlStamp, stamps.serverControl[entity])) {
    drop(world, network, record, entity, 'stale server-control stamp');
    return;
  }
  stamps.serverControl[entity] = movement.serverControlStamp;
  if (isOwnEcho(world, entity, movement.autonomous)) {
    drop(world, network, record, entity, 'own autonomous echo');
    return;
  }
  motionInterp.lastMoveWasAutonomous[entity] = movement.autonomous ? 1 : 0;
  if (isThePlayer(world, entity)) world.raise(EventCode.controlLost, entity);
  unpackMovement(world, entity, movement);
  network.counters.applied++;
}

/** Position events: teleport, force-position and position stamps; then MoveOrTeleport. */
function gatePosition(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  pack: PositionPack,
): void {
  const { stamps } = world.components;
  if (isNewerStamp(pack.teleportStamp, stamps.teleport[entity])) {
    drop(world, network, record, entity, 'stale teleport stamp');
    return;
  }
  if (isNewerStamp(stamps.forcePosition[entity], pack.forcePositionStamp)) {
    stamps.forcePosition[entity] = pack.forcePositionStamp;
    if (obeysForcePosition(world, entity)) {
      stamps.position[entity] = pack.positionStamp;
      forcePosition(world, entity, pack);
      network.counters.applied++;
      return;
    }
  }
  if (!isNewerStamp(stamps.position[entity], pack.positionStamp)) {
    drop(world, network, record, entity, 'stale position stamp');
    return;
  }
  stamps.position[entity] = pack.positionStamp;
  moveOrTeleport(world, entity, pack);
  network.counters.applied++;
}

/** A jump or push: velocity and omega are set; the player's own jump comes back to it as an echo. */
function gateVector(
  world: GaitWorld,
  network: Network,
  record: IngestRecord,
  entity: number,
  vector: VectorUpdate,
): void {
  const { stamps, body } = world.components;
  if (!isNewerStamp(stamps.vector[entity], vector.vectorStamp)) {
    drop(world, network, record, entity, 'stale vector stamp');
    return;
  }
  stamps.vector[entity] = vector.vectorStamp;
  if (isThePlayer(world, entity)) {
    drop(world, network, record, entity, 'own autonomous echo');
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
  network.counters.applied++;
}

/** Brings a body into the world, in the place of an older one of the same guid. */
function gateCreate(world: GaitWorld, network: Network, create: ObjectCreate): void {
  const { physics } = create;
  const instance = physics.stamps[StampIndex.Instance];
  const existing = world.entityOf(create.guid);
  if (existing !== 0) {
    if (!isNewerStamp(world.components.stamps.instance[existing], instance)) {
      countDrop(world, network, create.guid, Opcode.ObjectCreate, existing, 'stale instance');
      return;
    }
    despawnBody(world, existing);
  }
  const placed = (physics.flags & PhysicsFlag.Position) !== 0;
  const { position } = physics;
  const setup = placed
    ? network.setupFor(create.guid, worldX(position.cell, position.x), worldY(position.cell, position.y), position.z)
    : network.setupFor(create.guid, 0, 0, null);
  setup.gravity = (physics.state & PhysicsState.Gravity) !== 0;
  if ((physics.flags & PhysicsFlag.MotionTable) !== 0) {
    const table = network.tableOf(physics.motionTable);
    if (table < 0) countDrop(world, network, create.guid, Opcode.ObjectCreate, 0, 'no motion table');
    else setup.table = table;
  }
  if ((physics.flags & PhysicsFlag.Scale) !== 0) {
    setup.scale = physics.scale;
    setup.radius *= physics.scale;
    setup.height *= physics.scale;
  }
  setup.localPlayer = create.guid === world.playerGuid;
  const entity = spawnBody(world, setup);
  const { stamps, frame, physicsState } = world.components;
  physicsState.bits[entity] = physics.state;
  if (placed) {
    const { qw, qx, qy, qz } = physics.position;
    const scale = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
    frame.qw[entity] = qw * scale;
    frame.qx[entity] = qx * scale;
    frame.qy[entity] = qy * scale;
    frame.qz[entity] = qz * scale;
  }
  stamps.placed[entity] = placed ? 1 : 0;
  stamps.position[entity] = physics.stamps[StampIndex.Position];
  stamps.movement[entity] = physics.stamps[StampIndex.Movement];
  stamps.state[entity] = physics.stamps[StampIndex.State];
  stamps.vector[entity] = physics.stamps[StampIndex.Vector];
  stamps.teleport[entity] = physics.stamps[StampIndex.Teleport];
  stamps.serverControl[entity] = physics.stamps[StampIndex.ServerControl];
  stamps.forcePosition[entity] = physics.stamps[StampIndex.ForcePosition];
  stamps.description[entity] = physics.stamps[StampIndex.Description];
  stamps.instance[entity] = instance;
  if (physics.hasMovement) unpackMovement(world, entity, physics.movement);
  network.counters.applied++;
}

/** The server names this client's player. */
function becomePlayer(world: GaitWorld, guid: number): void {
  const before = world.entityOf(world.playerGuid);
  if (before !== 0) world.components.identity.kind[before] &= ~EntityKind.LocalPlayer;
  world.playerGuid = guid;
  world.viewer = guid;
  const entity = world.entityOf(guid);
  if (entity === 0) return;
  world.components.identity.kind[entity] |= EntityKind.LocalPlayer;
  world.components.motionInterp.lastMoveWasAutonomous[entity] = 1;
}

/** The player is about to be somewhere else: its move ends; the next position with this stamp places it. */
function gateTeleport(world: GaitWorld, network: Network, stamp: number): void {
  const entity = world.playerGuid === 0 ? 0 : world.entityOf(world.playerGuid);
  if (entity === 0) {
    countDrop(world, network, world.playerGuid, Opcode.PlayerTeleport, 0, 'nothing to control');
    return;
  }
  if (!isNewerStamp(world.components.stamps.teleport[entity], stamp)) {
    countDrop(world, network, world.playerGuid, Opcode.PlayerTeleport, entity, 'stale teleport stamp');
    return;
  }
  cancelMoveTo(world, entity, MovementError.Teleported);
  network.counters.applied++;
}

/** With the policy `spawn` the first position of an unknown guid brings it into the world. */
function spawnUnknown(world: GaitWorld, network: Network, record: IngestRecord): number {
  if (network.unknownPolicy !== 'spawn') return 0;
  const pack =
    record.opcode === Opcode.UpdatePosition
      ? record.updatePosition.pack
      : record.opcode === Opcode.PositionAndMovement
        ? record.positionAndMovement?.pack
        : undefined;
  if (pack === undefined) return 0;
  const setup = network.setupFor(record.guid, worldX(pack.cell, pack.x), worldY(pack.cell, pack.y), pack.z);
  setup.localPlayer = record.guid === world.playerGuid;
  const entity = spawnBody(world, setup);
  const { stamps } = world.components;
  stamps.instance[entity] = pack.instanceStamp;
  stamps.teleport[entity] = pack.teleportStamp;
  stamps.forcePosition[entity] = pack.forcePositionStamp;
  // The record itself places the body: its own position stamp must still be newer than what is stored.
  stamps.position[entity] = (pack.positionStamp - 1) & 0xffff;
  stamps.placed[entity] = 0;
  stamps.open[entity] = 1;
  return entity;
}

/** Keeps a record for a body that is not there yet, within limits. */
function hold(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  let same = 0;
  for (const held of network.held) if (held.record.guid === record.guid) same++;
  if (network.held.length >= NetLimits.held || same >= NetLimits.heldPerGuid) {
    return drop(world, network, record, world.entityOf(record.guid), 'too many held');
  }
  network.held.push({ record, expires: world.clock.now + NetLimits.heldTime });
  network.counters.held = network.held.length;
  return true;
}

/** Tries again what is held, and lets go what has waited too long. */
export function gateHeld(world: GaitWorld, network: Network): void {
  if (network.held.length === 0) return;
  const waiting: HeldRecord[] = network.held;
  network.held = [];
  for (const entry of waiting) {
    const { record } = entry;
    const entity = world.entityOf(record.guid);
    const stillUnknown = entity === 0;
    const stillFuture =
      !stillUnknown && isNewerStamp(world.components.stamps.instance[entity], instanceStampOf(record));
    if (!stillUnknown && !stillFuture) gateRecord(world, network, record);
    else if (world.clock.now < entry.expires) network.held.push(entry);
    else drop(world, network, record, entity, stillUnknown ? 'unknown guid' : 'held too long');
  }
  network.counters.held = network.held.length;
}

function drop(world: GaitWorld, network: Network, record: IngestRecord, entity: number, reason: DropReason): false {
  countDrop(world, network, record.guid, record.opcode, entity, reason);
  return false;
}

function countDrop(
  world: GaitWorld,
  network: Network,
  guid: number,
  opcode: number,
  entity: number,
  reason: DropReason,
): void {
  const code = DropCode[reason];
  network.counters.dropped[code]++;
  if (entity !== 0) {
    const { byReason } = world.components.drops;
    const cell = code * world.stride + entity;
    if (byReason[cell] < 0xff) byReason[cell]++;
  }
  world.events.push(EventCode.messageDropped, entity, guid, opcode, code);
}
