import { MovementFlags, MovementType } from '../components/move-to.ts';
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
  clearMovementData(movement);
  movement.movementStamp = stamps.movement[entity];
  movement.serverControlStamp = stamps.serverControl[entity];
  movement.style = interpretedMotion.style[entity];
  movement.type = moveTo.type[entity];
  if (movement.type === MovementType.Invalid) {
    const { state } = movement;
    state.currentStyle = interpretedMotion.style[entity];
    state.forwardCommand = interpretedMotion.forwardCommand[entity];
    state.sidestepCommand = interpretedMotion.sidestepCommand[entity];
    state.turnCommand = interpretedMotion.turnCommand[entity];
    state.forwardSpeed = within(interpretedMotion.forwardSpeed[entity], Limit.rate);
    state.sidestepSpeed = within(interpretedMotion.sidestepSpeed[entity], Limit.rate);
    state.turnSpeed = within(interpretedMotion.turnSpeed[entity], Limit.rate);
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
  movement.paramsFlags = moveTo.flags[entity] & ~MovementFlags.Sticky;
  movement.distanceToObject = moveTo.distanceToObject[entity];
  movement.minDistance = moveTo.minDistance[entity];
  movement.failDistance = moveTo.failDistance[entity];
  movement.speed = moveTo.speed[entity];
  movement.walkRunThreshold = moveTo.walkRunThreshold[entity];
  movement.desiredHeading = moveTo.desiredHeading[entity];
  movement.heading = moveTo.desiredHeading[entity];
  movement.runRate = within(runRateOf(world, entity), Limit.rate);
  const x = within(moveTo.currentTargetX[entity], FARTHEST);
  const y = within(moveTo.currentTargetY[entity], FARTHEST);
  movement.cell = cellAt(x, y);
  movement.x = x - landblockOriginX(movement.cell);
  movement.y = y - landblockOriginY(movement.cell);
  movement.z = within(moveTo.currentTargetZ[entity], FARTHEST);
}

/** A place as messages have it: local to the cell's landblock. */
type WirePlace = Pick<PositionPack, 'cell' | 'x' | 'y' | 'z' | 'qw' | 'qx' | 'qy' | 'qz'>;

/** Fills in where the body is, as far from the origin as a message can say. */
function describePlace(world: GaitWorld, entity: number, place: WirePlace): void {
  const { frame } = world.components;
  const x = within(frame.x[entity], FARTHEST);
  const y = within(frame.y[entity], FARTHEST);
  place.cell = cellAt(x, y);
  place.x = x - landblockOriginX(place.cell);
  place.y = y - landblockOriginY(place.cell);
  place.z = within(frame.z[entity], FARTHEST);
  place.qw = frame.qw[entity];
  place.qx = frame.qx[entity];
  place.qy = frame.qy[entity];
  place.qz = frame.qz[entity];
}

/** Fills a position pack with where the body is. */
export function describePosition(world: GaitWorld, entity: number, pack: PositionPack): void {
  const { stamps, transientState } = world.components;
  describePlace(world, entity, pack);
  pack.instanceStamp = stamps.instance[entity];
  pack.positionStamp = stamps.position[entity];
  pack.teleportStamp = stamps.teleport[entity];
  pack.forcePositionStamp = stamps.forcePosition[entity];
  pack.flags = positionFlagsByDifference(pack, (transientState.bits[entity] & GROUNDED) === GROUNDED);
}

/** Fills a vector update with the body's velocity and omega. */
export function describeVector(world: GaitWorld, entity: number, vector: VectorUpdate): void {
  const { identity, body, stamps } = world.components;
  vector.guid = identity.guid[entity];
  vector.velocityX = within(body.velocityX[entity], Limit.rate);
  vector.velocityY = within(body.velocityY[entity], Limit.rate);
  vector.velocityZ = within(body.velocityZ[entity], Limit.rate);
  vector.omegaX = within(body.omegaX[entity], Limit.rate);
  vector.omegaY = within(body.omegaY[entity], Limit.rate);
  vector.omegaZ = within(body.omegaZ[entity], Limit.rate);
  vector.instanceStamp = stamps.instance[entity];
  vector.vectorStamp = stamps.vector[entity];
}

/** First id of the motion tables on the wire; a world's tables follow it by index. */
export const FIRST_MOTION_TABLE_ID = 0x09000000;

/** Fills a creation with what the body is, where it is and what it does. */
export function describeCreation(world: GaitWorld, entity: number, create: ObjectCreate): void {
  const { identity, physicsState, motionState, body, stamps } = world.components;
  const { physics } = create;
  create.guid = identity.guid[entity];
  physics.state = physicsState.bits[entity];
  physics.flags = PhysicsFlag.Position | PhysicsFlag.MotionTable | PhysicsFlag.Movement | PhysicsFlag.Scale;
  physics.hasMovement = true;
  describeMovement(world, entity, physics.movement);
  const { position } = physics;
  describePlace(world, entity, position);
  physics.motionTable = FIRST_MOTION_TABLE_ID + motionState.table[entity];
  physics.scale = body.scale[entity];
  physics.stamps[StampIndex.Position] = stamps.position[entity];
  physics.stamps[StampIndex.Movement] = stamps.movement[entity];
  physics.stamps[StampIndex.State] = stamps.state[entity];
  physics.stamps[StampIndex.Vector] = stamps.vector[entity];
  physics.stamps[StampIndex.Teleport] = stamps.teleport[entity];
  physics.stamps[StampIndex.ServerControl] = stamps.serverControl[entity];
  physics.stamps[StampIndex.ForcePosition] = stamps.forcePosition[entity];
  physics.stamps[StampIndex.Description] = stamps.description[entity];
  physics.stamps[StampIndex.Instance] = stamps.instance[entity];
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
  out.instance = stamps.instance[entity];
  out.serverControl = stamps.serverControl[entity];
  out.teleport = stamps.teleport[entity];
  out.forcePosition = stamps.forcePosition[entity];
}

/** Fills a jump of a client's own player that has just left the ground, in world axes. */
export function describeJump(world: GaitWorld, entity: number, extent: number, out: Jump): void {
  const { identity, body } = world.components;
  out.extent = extent;
  out.velocityX = within(body.velocityX[entity], Limit.rate);
  out.velocityY = within(body.velocityY[entity], Limit.rate);
  out.velocityZ = within(body.velocityZ[entity], Limit.rate);
  out.objectGuid = identity.guid[entity];
  describeClientStamps(world, entity, out.stamps);
}
