import { StampsU16 } from '../components/stamps.ts';
import type { AbsentObject } from './absent-objects.ts';
import { bringAbsent, concernsAbsent, whyNotBrought } from './gate-absent.ts';
import { gateCreate, becomePlayer } from './gate-create.ts';
import { gateMovement } from './gate-movement.ts';
import { gateClientAction } from './gate-player.ts';
import { gatePosition, gateTeleport, gateVector } from './gate-position.ts';
import type { HeldRecord } from './held-records.ts';
import type { IngestRecord } from './ingest-ring.ts';
import type { DropReason } from './net/drop-reasons.ts';
import { isNewerStamp } from './net/stamps.ts';
import { NetLimits } from './net-limits.ts';
import { countApplied, countDrop, type Network } from './network.ts';
import { takeBody } from './spawn.ts';
import { REFUSED, spawnUnknown } from './spawn-unknown.ts';
import { Opcode } from './wire/opcodes.ts';
import type { GaitWorld } from './world.ts';

/**
 * Decides about one record (movement-rules section 8): applied, held for a body that is not there yet, or dropped with
 * a reason. A stamp is stored when its own step passes, also when a later step drops the event.
 *
 * @returns Whether the gate wants to keep the record (it is held).
 */
export function gateRecord(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  if (record.opcode === Opcode.ClientAction) return gateClientAction(world, network, record);
  // Guid 0 is nobody, and that may be who a client plays.
  const { opcode } = record;
  if (record.guid === 0 && opcode !== Opcode.PlayerTeleport && opcode !== Opcode.PlayerCreate) {
    return drop(world, network, record, 0, 'unknown guid');
  }
  switch (record.opcode) {
    case Opcode.PlayerCreate:
      becomePlayer(world, record.guid);
      countApplied(network, record);
      return false;
    case Opcode.PlayerTeleport:
      if (record.playerTeleport !== null) gateTeleport(world, network, record, record.playerTeleport.teleportStamp);
      return false;
    case Opcode.ObjectCreate:
      if (record.objectCreate !== null) gateCreate(world, network, record, record.objectCreate);
      // What came before its body goes before what comes next.
      retry(world, network, network.held.takeOf(record.guid));
      return false;
    default:
  }

  const entity = whomItReaches(world, network, record);
  if (entity <= 0) return entity === HELD;
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
      takeBody(world, entity);
      countApplied(network, record);
      break;
    default:
  }
  return false;
}

/** What {@link whomItReaches} answers when there is nobody, or not yet. */
const DROPPED = 0;
const HELD = -1;

/**
 * The body that a record about a body is for: there, and of the incarnation that it means. A record for a later one, or
 * for a body that is not there yet, is held; one for an earlier one is dropped.
 *
 * @returns The entity; {@link DROPPED}; or {@link HELD}, then the record is to be kept.
 */
export function whomItReaches(world: GaitWorld, network: Network, record: IngestRecord): number {
  let entity = world.entityOf(record.guid);
  if (entity === 0) {
    const absent = network.absent.of(record.guid);
    if (absent !== undefined) return absentItReaches(world, network, record, absent);
    if (network.unknownPolicy === 'spawn' && world.guids.size >= network.budget.bodies) {
      drop(world, network, record, 0, 'too many bodies');
      return DROPPED;
    }
    entity = spawnUnknown(world, network, record);
    if (entity === REFUSED) {
      drop(world, network, record, 0, 'observer threw');
      return DROPPED;
    }
    if (entity === 0) return hold(world, network, record) ? HELD : DROPPED;
  }
  const instance = world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance];
  const stamp = record.instanceStamp;
  if (stamp === instance) return entity;
  if (isNewerStamp(instance, stamp)) return hold(world, network, record) ? HELD : DROPPED;
  drop(world, network, record, entity, 'stale instance');
  return DROPPED;
}

/** As {@link whomItReaches}, of an object that is known and not in the world: only a position brings it. */
function absentItReaches(world: GaitWorld, network: Network, record: IngestRecord, absent: AbsentObject): number {
  if (!concernsAbsent(absent, record)) return hold(world, network, record) ? HELD : DROPPED;
  if (record.opcode === Opcode.ObjectDelete && record.instanceStamp === absent.instance) {
    network.absent.forget(record.guid);
    countApplied(network, record);
    return DROPPED;
  }
  const why = whyNotBrought(world, network, absent, record);
  const entity = why === null ? bringAbsent(world, network, absent, record) : 0;
  if (entity === 0) drop(world, network, record, 0, why ?? 'observer threw');
  return entity;
}

/** Keeps a record for a body that is not there yet, within limits. */
function hold(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  const { held } = network;
  const { connection } = record;
  if (
    held.count >= NetLimits.held ||
    held.countOf(record.guid) >= NetLimits.heldPerGuid ||
    (connection !== null && connection.counters.held >= connection.limits.held)
  ) {
    return drop(world, network, record, world.entityOf(record.guid), 'too many held');
  }
  held.add({ record, expires: network.time + NetLimits.heldTime });
  network.counters.held = held.count;
  return true;
}

/** Tries again what is held and has its body now, and lets go what has waited too long. */
export function gateHeld(world: GaitWorld, network: Network): void {
  if (network.held.count > 0) retry(world, network, takeDue(world, network));
}

function takeDue(world: GaitWorld, network: Network): readonly HeldRecord[] {
  return network.held.takeWhere(({ record, expires }) => network.time >= expires || isDue(world, network, record));
}

/** Whether the body that a record is about is there, of its incarnation or a later one; or whether it brings it. */
function isDue(world: GaitWorld, network: Network, record: IngestRecord): boolean {
  const entity = world.entityOf(record.guid);
  if (entity === 0) {
    const absent = network.absent.of(record.guid);
    return absent !== undefined && concernsAbsent(absent, record);
  }
  return !isNewerStamp(world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance], record.instanceStamp);
}

function retry(world: GaitWorld, network: Network, entries: readonly HeldRecord[]): void {
  for (const entry of entries) {
    const { record } = entry;
    if (isDue(world, network, record)) gateRecord(world, network, record);
    else if (network.time < entry.expires) network.held.add(entry);
    else {
      const entity = world.entityOf(record.guid);
      drop(world, network, record, entity, entity === 0 ? 'unknown guid' : 'held too long');
    }
  }
  network.counters.held = network.held.count;
}

function drop(world: GaitWorld, network: Network, record: IngestRecord, entity: number, reason: DropReason): false {
  countDrop(world, network, record, entity, reason);
  return false;
}
