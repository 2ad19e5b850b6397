import { FrameF64 } from '../components/frame.ts';
import { BodyF32 } from '../components/body.ts';
import { MovementError, MovementType, MoveToU32 } from '../components/move-to.ts';
import { TargetStatus } from '../components/target.ts';
import { TransientState } from '../components/transient-state.ts';
import { copyFrame, setFrameHeading } from './math/frame.ts';
import { adjustMotion } from './motion/adjust-motion.ts';
import { interpHitGround, interpLeaveGround } from './motion/ground.ts';
import { interpExitWorld } from './motion/interp-lifecycle.ts';
import { doInterpretedMotion, motionDone, stopInterpretedMotion } from './motion/motion-interp.ts';
import { adjustedMaxSpeed, maxSpeed } from './motion/motion-speeds.ts';
import { removeLinkAnimationsAndEndPending } from './motion/motion-table-manager.ts';
import { performInterpMovement } from './motion/perform-movement.ts';
import { cancelMoveTo } from './move-to/clean-up.ts';
import {
  destroyMoveTo,
  handleUpdateTarget,
  type MoveToRequest,
  moveToHitGround,
  performMoveTo,
} from './move-to/move-to-manager.ts';
import { clearTarget, notifyWatchers, setTarget } from './move-to/target-manager.ts';
import { MovementParameters } from './movement-parameters.ts';
import { isFullyConstrained, unConstrain } from './position/constraint-manager.ts';
import { stopInterpolating } from './position/interpolation-manager.ts';
import { stickTo, stickyHandleUpdateTarget, unStick } from './position/sticky-manager.ts';
import { EventCode } from './events.ts';
import type { GaitWorld, PhysicsObjectCalls, TargetUpdate } from './world.ts';

/**
 * The hub: entry points by the names of retail's CPhysicsObj, each a few lines of dispatch. Retail's managers call each
 * other through the physics object, at once and with results that matter, so nothing here is queued.
 */

/** Parameters of a complete stop, which reads none of them. */
const noParameters = new MovementParameters();

/** Every kind of movement (retail's MovementStruct). */
export interface MovementStruct extends MoveToRequest {
  /** Types 1 to 4: the motion. */
  motion: number;
}

/** A movement to fill in. */
export function createMovementStruct(parameters = new MovementParameters()): MovementStruct {
  return {
    type: MovementType.Invalid,
    motion: 0,
    objectId: 0,
    topLevelId: 0,
    x: 0,
    y: 0,
    z: 0,
    radius: 0,
    height: 0,
    parameters,
  };
}

const internal = createMovementStruct();

/**
 * Starts or stops a movement (retail MovementManager::PerformMovement 0x005240d0).
 *
 * @returns A MovementError; moves and turns answer 0, their errors come as events.
 */
export function performMovement(world: GaitWorld, entity: number, struct: MovementStruct): number {
  const { transientState } = world.components;
  transientState.bits[entity] |= TransientState.Active;
  if (struct.type < MovementType.RawCommand || struct.type > MovementType.TurnToHeading) {
    return MovementError.InvalidMovementType;
  }
  if (struct.type <= MovementType.StopCompletely) {
    return performInterpMovement(world, entity, struct.type, struct.motion, struct.parameters);
  }
  performMoveTo(world, entity, struct);
  return MovementError.None;
}

/** The object that this one is attached to, else itself. */
function topLevelOf(world: GaitWorld, entity: number): number {
  const parent = world.components.identity.parent[entity];
  return parent === 0 ? world.components.identity.guid[entity] : parent;
}

/** Chases an object by guid (CPhysicsObj::MoveToObject 0x00512860); an unknown one does nothing at all. */
export function moveToObject(world: GaitWorld, entity: number, guid: number, parameters: MovementParameters): void {
  const target = world.entityOf(guid);
  const targetBodyRow = target * BodyF32.row;
  if (target === 0) return;
  const { body } = world.components;
  internal.type = MovementType.MoveToObject;
  internal.objectId = guid;
  internal.topLevelId = topLevelOf(world, target);
  internal.radius = body.f32[targetBodyRow + BodyF32.radius];
  internal.height = body.f32[targetBodyRow + BodyF32.height];
  internal.parameters.copy(parameters);
  performMovement(world, entity, internal);
}

/** Turns to an object by guid (CPhysicsObj::TurnToObject 0x00512940); an unknown one does nothing at all. */
export function turnToObject(world: GaitWorld, entity: number, guid: number, parameters: MovementParameters): void {
  const target = world.entityOf(guid);
  if (target === 0) return;
  internal.type = MovementType.TurnToObject;
  internal.objectId = guid;
  internal.topLevelId = topLevelOf(world, target);
  internal.parameters.copy(parameters);
  performMovement(world, entity, internal);
}

/** Stops everything (CPhysicsObj::StopCompletely 0x00510180); ends with the check for completed motions. */
export function stopCompletely(world: GaitWorld, entity: number): void {
  performInterpMovement(world, entity, MovementType.StopCompletely, 0, noParameters);
}

/** Ends the current move because something else takes over (CPhysicsObj::interrupt_current_movement 0x005101f0). */
export function interruptCurrentMovement(world: GaitWorld, entity: number): void {
  cancelMoveTo(world, entity, MovementError.ActionCancelled);
}

/** Sticks to an object by guid (CPhysicsObj::stick_to_object 0x005127e0); an unknown one does nothing. */
export function stickToObject(world: GaitWorld, entity: number, guid: number): void {
  const target = world.entityOf(guid);
  const targetBodyRow = target * BodyF32.row;
  if (target === 0) return;
  const { body } = world.components;
  stickTo(
    world,
    entity,
    topLevelOf(world, target),
    body.f32[targetBodyRow + BodyF32.radius],
    body.f32[targetBodyRow + BodyF32.height],
  );
}

/** Sets ON_WALKABLE and tells of its edges (CPhysicsObj::set_on_walkable). */
export function setOnWalkable(world: GaitWorld, entity: number, onWalkable: boolean): void {
  const { transientState } = world.components;
  const was = (transientState.bits[entity] & TransientState.OnWalkable) !== 0;
  if (onWalkable) transientState.bits[entity] |= TransientState.OnWalkable;
  else transientState.bits[entity] &= ~TransientState.OnWalkable;
  if (onWalkable && !was) hitGround(world, entity);
  else if (!onWalkable && was) leaveGround(world, entity);
}

function hitGround(world: GaitWorld, entity: number): void {
  interpHitGround(world, entity);
  moveToHitGround(world, entity);
  world.raise(EventCode.hitGround, entity);
}

function leaveGround(world: GaitWorld, entity: number): void {
  interpLeaveGround(world, entity);
  world.raise(EventCode.leaveGround, entity);
}

/** Removes link animations and ends what is pending (CPhysicsObj::RemoveLinkAnimations). */
export const removeLinkAnimations = removeLinkAnimationsAndEndPending;

/**
 * Puts the body somewhere and tells nobody (CPhysicsObj::SetPositionSimple).
 *
 * @param heading Compass degrees; null keeps the body's rotation.
 */
export function setPosition(
  world: GaitWorld,
  entity: number,
  x: number,
  y: number,
  z: number,
  heading: number | null,
): void {
  const { frame, previousFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  frame.f64[frameRow + FrameF64.x] = x;
  frame.f64[frameRow + FrameF64.y] = y;
  frame.f64[frameRow + FrameF64.z] = z;
  if (heading !== null) setFrameHeading(frame, entity, heading);
  copyFrame(frame, entity, previousFrame, entity);
  world.components.body.moved[entity] = 2;
}

/** What a teleport ends (CPhysicsObj::teleport_hook): move, stick, interpolation, leash, watch; watchers are told. */
export function teleportHook(world: GaitWorld, entity: number): void {
  cancelMoveTo(world, entity, MovementError.Teleported);
  unStick(world, entity);
  stopInterpolating(world, entity);
  unConstrain(world, entity);
  clearTarget(world, entity);
  notifyWatchers(world, entity, TargetStatus.Teleported);
}

/** What leaving the world ends (CPhysicsObj::exit_world): pending animations and motions, move, stick, watches. */
export function exitWorld(world: GaitWorld, entity: number): void {
  removeLinkAnimationsAndEndPending(world, entity);
  interpExitWorld(world, entity);
  destroyMoveTo(world, entity);
  unStick(world, entity);
  clearTarget(world, entity);
  notifyWatchers(world, entity, TargetStatus.ExitWorld);
}

/** Copies of an update for the second reader: the first one's calls may deliver another. */
const delivered: TargetUpdate[] = [];
let depth = 0;

/** Hands news about a target to the move and to what sticks (CPhysicsObj::HandleUpdateTarget 0x00512bc0). */
function dispatchTargetUpdate(world: GaitWorld, entity: number): void {
  if (world.targetUpdate.context !== 0) return;
  if (depth === delivered.length) delivered.push({ context: 0, object: 0, status: 0, place: new Float64Array(6) });
  const update = delivered[depth];
  update.context = world.targetUpdate.context;
  update.object = world.targetUpdate.object;
  update.status = world.targetUpdate.status;
  update.place.set(world.targetUpdate.place);
  depth++;
  try {
    handleUpdateTarget(world, entity, update);
    stickyHandleUpdateTarget(world, entity, update);
  } finally {
    depth--;
  }
}

/** The table of calls that go up or across; the only one there is. */
export const physicsObjectCalls: PhysicsObjectCalls = {
  motionDone: (world, entity, _motion, success) => motionDone(world, entity, success),
  cancelMoveTo,
  unstickFromObject: unStick,
  handleUpdateTarget: dispatchTargetUpdate,
  doAdjustedMotion: (world, entity, motion, parameters) => {
    const adjusted = adjustMotion(world, entity, motion, parameters, parameters.holdKey);
    return doInterpretedMotion(world, entity, adjusted, parameters);
  },
  stopAdjustedMotion: (world, entity, motion, parameters) => {
    const adjusted = adjustMotion(world, entity, motion, parameters, parameters.holdKey);
    return stopInterpretedMotion(world, entity, adjusted, parameters);
  },
  stopCompletely,
  stickTo,
  setTarget,
  clearTarget,
  isFullyConstrained,
  adjustedMaxSpeed: (world, entity) => {
    world.answer[0] = adjustedMaxSpeed(world, entity);
  },
  maxSpeed: (world, entity) => {
    world.answer[0] = maxSpeed(world, entity);
  },
  hitGround,
  leaveGround,
};

/** Whether a movement may keep the body's own heading while positions come in: it is steered by a move. */
export function keepsHeading(world: GaitWorld, entity: number): boolean {
  return world.components.moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== MovementType.Invalid;
}
