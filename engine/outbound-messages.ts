import { MotionU32, MotionF64 } from '../components/motion-interp.ts';
import { StampsU16 } from '../components/stamps.ts';
import { BodyF32 } from '../components/body.ts';
import { SequenceF64 } from '../components/sequence.ts';
import { FrameF64 } from '../components/frame.ts';
import { MovementFlags, MovementType, MoveToU32, MoveToF64, MoveToPlanF64 } from '../components/move-to.ts';
import { Told } from '../components/network.ts';
import { TransientState } from '../components/transient-state.ts';
import { Limit } from './checks.ts';
import { runRateOf } from './motion/motion-speeds.ts';
import { cellAt, landblockOriginX, landblockOriginY } from './wire/cell.ts';
import type { ClientStamps } from './wire/client-action.ts';
import { interpretedFlagsByDifference } from './wire/interpreted-motion-state.ts';
import type { Jump } from './wire/jump.ts';
import { clearMovementData, MotionFlag, type MovementData } from './wire/movement-data.ts';
import { PhysicsFlag, StampIndex } from './wire/physics-data.ts';
import type { ObjectCreate } from './wire/object-create.ts';
import { type PositionPack, positionFlagsByDifference } from './wire/position-pack.ts';
import type { VectorUpdate } from './wire/vector-update.ts';
import type { WirePosition } from './wire/wire-position.ts';
import type { GaitWorld } from './world.ts';

/** What an authoritative world says about its bodies, and a client about its player: columns into messages. */

/** A number that a message can say. */
function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

/** Metres from the origin that a message can say, whatever its floats round to. */
const FARTHEST = Limit.position - 1000;

const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/** Fills a movement with what the body does now: its move or turn, else its interpreted state. Not its actions. */
export function describeMovement(world: GaitWorld, entity: number, movement: MovementData): void {
  const { moveTo, interpretedMotion, motionInterp, sticky, stamps, outbound } = world.components;
  const planRow = entity * MoveToPlanF64.row;
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const stampsRow = entity * StampsU16.row;
  const moveToRow = entity * MoveToF64.row;
  const moveToWords = entity * MoveToU32.row;
  clearMovementData(movement);
  movement.movementStamp = stamps.u16[stampsRow + StampsU16.movement];
  movement.serverControlStamp = stamps.u16[stampsRow + StampsU16.serverControl];
  movement.style = interpretedMotion.u32[motionWords + MotionU32.style];
  movement.type = moveTo.u32[moveToWords + MoveToU32.type];
  if (movement.type === MovementType.Invalid) {
    const { state } = movement;
    state.currentStyle = interpretedMotion.u32[motionWords + MotionU32.style];
    state.forwardCommand = interpretedMotion.u32[motionWords + MotionU32.forwardCommand];
    state.sidestepCommand = interpretedMotion.u32[motionWords + MotionU32.sidestepCommand];
    state.turnCommand = interpretedMotion.u32[motionWords + MotionU32.turnCommand];
    state.forwardSpeed = within(interpretedMotion.f64[motionRow + MotionF64.forwardSpeed], Limit.rate);
    state.sidestepSpeed = within(interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed], Limit.rate);
    state.turnSpeed = within(interpretedMotion.f64[motionRow + MotionF64.turnSpeed], Limit.rate);
    state.flags = interpretedFlagsByDifference(state);
    if ((outbound.told[entity] & Told.Stick) !== 0) {
      movement.motionFlags |= MotionFlag.StickToObject;
      movement.stickyObject = sticky.object[entity];
    }
    if (motionInterp.standingLongJump[entity] === 1) movement.motionFlags |= MotionFlag.StandingLongJump;
    return;
  }
  movement.target = moveTo.soughtObject[entity];
  // That it sticks is told when it does: peers that see it arrive earlier would stick too early.
  movement.paramsFlags = moveTo.u32[moveToWords + MoveToU32.flags] & ~MovementFlags.Sticky;
  movement.distanceToObject = moveTo.f64[moveToRow + MoveToF64.distanceToObject];
  movement.minDistance = moveTo.plan[planRow + MoveToPlanF64.minDistance];
  movement.failDistance = moveTo.f64[moveToRow + MoveToF64.failDistance];
  movement.speed = moveTo.plan[planRow + MoveToPlanF64.speed];
  movement.walkRunThreshold = moveTo.plan[planRow + MoveToPlanF64.walkRunThreshold];
  movement.desiredHeading = moveTo.plan[planRow + MoveToPlanF64.desiredHeading];
  movement.heading = moveTo.plan[planRow + MoveToPlanF64.desiredHeading];
  movement.runRate = within(runRateOf(world, entity), Limit.rate);
  const x = within(moveTo.f64[moveToRow + MoveToF64.currentTargetX], FARTHEST);
  const y = within(moveTo.f64[moveToRow + MoveToF64.currentTargetY], FARTHEST);
  movement.cell = cellAt(x, y);
  movement.x = x - landblockOriginX(movement.cell);
  movement.y = y - landblockOriginY(movement.cell);
  movement.z = within(moveTo.f64[moveToRow + MoveToF64.currentTargetZ], FARTHEST);
}

/** A place as messages have it: local to the cell's landblock. */
type WirePlace = Pick<PositionPack, 'cell' | 'x' | 'y' | 'z' | 'qw' | 'qx' | 'qy' | 'qz'>;

/** Fills in where the body is, as far from the origin as a message can say. */
function describePlace(world: GaitWorld, entity: number, place: WirePlace): void {
  const { frame } = world.components;
  const frameRow = entity * FrameF64.row;
  const x = within(frame.f64[frameRow + FrameF64.x], FARTHEST);
  const y = within(frame.f64[frameRow + FrameF64.y], FARTHEST);
  place.cell = cellAt(x, y);
  place.x = x - landblockOriginX(place.cell);
  place.y = y - landblockOriginY(place.cell);
  place.z = within(frame.f64[frameRow + FrameF64.z], FARTHEST);
  place.qw = frame.f64[frameRow + FrameF64.qw];
  place.qx = frame.f64[frameRow + FrameF64.qx];
  place.qy = frame.f64[frameRow + FrameF64.qy];
  place.qz = frame.f64[frameRow + FrameF64.qz];
}

/** Fills a position pack with where the body is. */
export function describePosition(world: GaitWorld, entity: number, pack: PositionPack): void {
  const { stamps, transientState } = world.components;
  const stampsRow = entity * StampsU16.row;
  describePlace(world, entity, pack);
  pack.instanceStamp = stamps.u16[stampsRow + StampsU16.instance];
  pack.positionStamp = stamps.u16[stampsRow + StampsU16.position];
  pack.teleportStamp = stamps.u16[stampsRow + StampsU16.teleport];
  pack.forcePositionStamp = stamps.u16[stampsRow + StampsU16.forcePosition];
  pack.flags = positionFlagsByDifference(pack, (transientState.bits[entity] & GROUNDED) === GROUNDED);
}

/** Fills a vector update with the body's velocity and omega. */
export function describeVector(world: GaitWorld, entity: number, vector: VectorUpdate): void {
  const { identity, body, stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  const bodyRow = entity * BodyF32.row;
  vector.guid = identity.guid[entity];
  vector.velocityX = within(body.f32[bodyRow + BodyF32.velocityX], Limit.rate);
  vector.velocityY = within(body.f32[bodyRow + BodyF32.velocityY], Limit.rate);
  vector.velocityZ = within(body.f32[bodyRow + BodyF32.velocityZ], Limit.rate);
  vector.omegaX = within(body.f32[bodyRow + BodyF32.omegaX], Limit.rate);
  vector.omegaY = within(body.f32[bodyRow + BodyF32.omegaY], Limit.rate);
  vector.omegaZ = within(body.f32[bodyRow + BodyF32.omegaZ], Limit.rate);
  vector.instanceStamp = stamps.u16[stampsRow + StampsU16.instance];
  vector.vectorStamp = stamps.u16[stampsRow + StampsU16.vector];
}

/** Fills a creation with what the body is, where it is and what it does. */
export function describeCreation(world: GaitWorld, entity: number, create: ObjectCreate): void {
  const { identity, physicsState, motionState, sequence, stamps } = world.components;
  const { physics } = create;
  const stampsRow = entity * StampsU16.row;
  create.guid = identity.guid[entity];
  physics.state = physicsState.bits[entity];
  physics.motionTable = world.motionTableIds.idOf(motionState.table[entity]);
  physics.flags = PhysicsFlag.Position | PhysicsFlag.Movement | PhysicsFlag.Scale;
  if (physics.motionTable !== 0) physics.flags |= PhysicsFlag.MotionTable;
  physics.hasMovement = true;
  describeMovement(world, entity, physics.movement);
  const { position } = physics;
  describePlace(world, entity, position);
  physics.scale = sequence.f64[entity * SequenceF64.row + SequenceF64.scale];
  physics.stamps[StampIndex.Position] = stamps.u16[stampsRow + StampsU16.position];
  physics.stamps[StampIndex.Movement] = stamps.u16[stampsRow + StampsU16.movement];
  physics.stamps[StampIndex.State] = stamps.u16[stampsRow + StampsU16.state];
  physics.stamps[StampIndex.Vector] = stamps.u16[stampsRow + StampsU16.vector];
  physics.stamps[StampIndex.Teleport] = stamps.u16[stampsRow + StampsU16.teleport];
  physics.stamps[StampIndex.ServerControl] = stamps.u16[stampsRow + StampsU16.serverControl];
  physics.stamps[StampIndex.ForcePosition] = stamps.u16[stampsRow + StampsU16.forcePosition];
  physics.stamps[StampIndex.Description] = stamps.u16[stampsRow + StampsU16.description];
  physics.stamps[StampIndex.Instance] = stamps.u16[stampsRow + StampsU16.instance];
}

/** Whether a body stands on ground that can be walked on. */
export function isGrounded(world: GaitWorld, entity: number): boolean {
  return (world.components.transientState.bits[entity] & GROUNDED) === GROUNDED;
}

/** Fills in where a client's own player is. */
export function describePlayerPlace(world: GaitWorld, entity: number, position: WirePosition): void {
  describePlace(world, entity, position);
}

/** Fills in what a client has seen of its own player. */
export function describeClientStamps(world: GaitWorld, entity: number, out: ClientStamps): void {
  const { stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  out.instance = stamps.u16[stampsRow + StampsU16.instance];
  out.serverControl = stamps.u16[stampsRow + StampsU16.serverControl];
  out.teleport = stamps.u16[stampsRow + StampsU16.teleport];
  out.forcePosition = stamps.u16[stampsRow + StampsU16.forcePosition];
}

/** Fills a jump of a client's own player that has just left the ground, in world axes. */
export function describeJump(world: GaitWorld, entity: number, extent: number, out: Jump): void {
  const { identity, body } = world.components;
  const bodyRow = entity * BodyF32.row;
  out.extent = extent;
  out.velocityX = within(body.f32[bodyRow + BodyF32.velocityX], Limit.rate);
  out.velocityY = within(body.f32[bodyRow + BodyF32.velocityY], Limit.rate);
  out.velocityZ = within(body.f32[bodyRow + BodyF32.velocityZ], Limit.rate);
  out.objectGuid = identity.guid[entity];
  describeClientStamps(world, entity, out.stamps);
}
