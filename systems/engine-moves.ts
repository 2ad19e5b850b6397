import { StampsU16 } from '../components/stamps.ts';
import { MovementError, MovementType } from '../components/move-to.ts';
import { Announce } from '../components/network.ts';
import { describe, Limit, requireKeys, requireNumber, requireObject } from '../engine/checks.ts';
import { EventCode } from '../engine/events.ts';
import { normalizeDegrees } from '../engine/math/heading.ts';
import {
  moveToObject,
  performMovement,
  setPosition,
  stickToObject,
  stopCompletely,
  teleportHook,
  turnToObject,
} from '../engine/physics-object.ts';
import { constrainTo, unConstrain } from '../engine/position/constraint-manager.ts';
import { stopInterpolating } from '../engine/position/interpolation-manager.ts';
import { unStick } from '../engine/position/sticky-manager.ts';
import { fillMoveParameters, type MoveOptions, PLACE_DISTANCE, PLACE_FLAGS } from './engine-options.ts';
import { EngineKeys } from './engine-keys.ts';

/** A place in world metres; without z, the ground there. */
export interface PlaceOption {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
  y: number;
  /** World metres, up. Default: the ground there. */
  z?: number;
  /** Of {@link TargetOption} alone. */
  target?: undefined;
}

/** An entity as the goal of a move. */
export interface TargetOption {
  /** The other body that is meant: its entity id, not its guid. */
  target: number;
  /** Of {@link PlaceOption} alone. */
  x?: undefined;
  /** Of {@link PlaceOption} alone. */
  y?: undefined;
  /** Of {@link PlaceOption} alone. */
  z?: undefined;
}

const placeKeys = ['x', 'y', 'z', 'target'];
const targetKeys = ['target', 'x', 'y', 'z'];
const facingKeys = ['x', 'y', 'z', 'heading'];

/** The part of an engine that moves bodies. Every call checks what it is given and throws at the call. */
export class EngineMoves extends EngineKeys {
  /**
   * Moves a body to a place, or to another body, which it then chases. The move before is cancelled. Its end is told by
   * an event: `arrived` or `cancelled`.
   *
   * @throws TypeError or RangeError for a bad option or goal; a body is no goal of its own.
   */
  moveTo(entity: number, goal: PlaceOption | TargetOption, options: MoveOptions = {}): void {
    this.requireBody('moveTo', entity);
    const { struct } = this;
    const parameters = struct.parameters.reset();
    requireGoal(goal);
    if (isTarget(goal)) {
      const guid = this.guidOfTarget('moveTo', entity, goal);
      fillMoveParameters('moveTo', options, parameters);
      if (this.refusesMove(entity, MovementType.MoveToObject)) return;
      moveToObject(this.world, entity, guid, parameters);
    } else {
      const { x, y, z } = this.checkPlace('moveTo', goal);
      parameters.flags = PLACE_FLAGS;
      parameters.distanceToObject = PLACE_DISTANCE;
      fillMoveParameters('moveTo', options, parameters);
      if (this.refusesMove(entity, MovementType.MoveToPosition)) return;
      struct.type = MovementType.MoveToPosition;
      struct.x = x;
      struct.y = y;
      struct.z = z;
      performMovement(this.world, entity, struct);
    }
    this.announce(entity, Announce.Movement);
  }

  /** Turns a body to a heading in compass degrees, or to face another body. Throws as {@link moveTo}. */
  turnTo(entity: number, goal: number | TargetOption, options: MoveOptions = {}): void {
    this.requireBody('turnTo', entity);
    const { struct } = this;
    const parameters = struct.parameters.reset();
    if (typeof goal === 'object' && goal !== null) {
      if (!('target' in goal)) {
        const way = "heading(x, y, toX, toY) of 'gait' is that to a place";
        throw new TypeError(`turnTo: expected a heading in degrees or a body { target }; ${way}`);
      }
      const guid = this.guidOfTarget('turnTo', entity, goal);
      fillMoveParameters('turnTo', options, parameters);
      if (this.refusesMove(entity, MovementType.TurnToObject)) return;
      turnToObject(this.world, entity, guid, parameters);
    } else {
      if (typeof goal !== 'number') {
        throw new TypeError(`turnTo: expected a heading in degrees or a body { target }, found ${describe(goal)}`);
      }
      const heading = normalizeDegrees(requireNumber('turnTo: heading', goal, -Limit.angle, Limit.angle));
      fillMoveParameters('turnTo', options, parameters);
      if (this.refusesMove(entity, MovementType.TurnToHeading)) return;
      parameters.desiredHeading = heading;
      struct.type = MovementType.TurnToHeading;
      performMovement(this.world, entity, struct);
    }
    this.announce(entity, Announce.Movement);
  }

  /** Ends every motion and move, and lets go of what the body is stuck to. */
  stop(entity: number): void {
    this.requireBody('stop', entity);
    if (this.isHeldBack(entity)) this.world.heldInput.releaseAll();
    const taken = this.takeControl(entity);
    unStick(this.world, entity);
    stopCompletely(this.world, entity);
    this.tellKeys(entity, taken);
  }

  /**
   * Ties a body to a place.
   *
   * @param start Metres that it may go freely.
   * @param max Metres at which it is held.
   */
  constrain(entity: number, to: PlaceOption, start: number, max: number): void {
    this.requireBody('constrain', entity);
    const { x, y, z } = this.checkPlace('constrain', to);
    requireNumber('constrain: start', start, 0, Limit.position);
    requireNumber('constrain: max', max, start, Limit.position);
    constrainTo(this.world, entity, x, y, z, start, max);
  }

  /** Unties a body. */
  unconstrain(entity: number): void {
    this.requireBody('unconstrain', entity);
    unConstrain(this.world, entity);
  }

  /** Sticks a body to another one: for a second it stays at its edge, facing it. */
  stickTo(entity: number, target: number): void {
    this.requireBody('stickTo', entity);
    this.requireBody('stickTo: target', target);
    if (target === entity) throw new RangeError('stickTo: a body cannot stick to itself');
    stickToObject(this.world, entity, this.guidOf(target));
    this.announce(entity, Announce.Movement);
  }

  /** Lets go of what a body is stuck to. */
  unstick(entity: number): void {
    this.requireBody('unstick', entity);
    unStick(this.world, entity);
    this.announce(entity, Announce.Movement);
  }

  /** Puts a body somewhere; its move goes on from there. */
  place(entity: number, to: PlaceOption & { heading?: number }): void {
    this.requireBody('place', entity);
    this.putAt('place', entity, to);
    stopInterpolating(this.world, entity);
    this.markTeleported(entity);
  }

  /** Teleports a body: move, stick, leash and watches end, and who watches it is told. */
  teleport(entity: number, to: PlaceOption & { heading?: number }): void {
    this.requireBody('teleport', entity);
    this.checkPlace('teleport', to, facingKeys);
    if (to.heading !== undefined) requireNumber('teleport: heading', to.heading, -Limit.angle, Limit.angle);
    teleportHook(this.world, entity);
    if (this.peers?.hasPlayer(this.guidOf(entity)) === true) {
      // Its peer lets go of its keys, too, when it hears of this.
      stopCompletely(this.world, entity);
      this.announce(entity, Announce.Autonomous);
    }
    this.putAt('teleport', entity, to);
    this.markTeleported(entity);
  }

  /** Sets the run rate that a body's skill answers; null: none, and what the server said last rules. */
  setRunRate(entity: number, rate: number | null): void {
    this.requireBody('setRunRate', entity);
    this.world.components.body.runRate[entity] =
      rate === null ? -1 : requireNumber('setRunRate: rate', rate, 0, Limit.rate);
  }

  private guidOfTarget(call: string, entity: number, goal: TargetOption): number {
    requireKeys(call, goal, targetKeys);
    this.requireBody(`${call}: target`, goal.target);
    // A message may say so: the body is there at once then, as in retail.
    if (goal.target === entity) throw new RangeError(`${call}: target: a body cannot be its own target`);
    return this.guidOf(goal.target);
  }

  private checkPlace(call: string, place: PlaceOption, keys = placeKeys): { x: number; y: number; z: number } {
    requireObject(call, place, 'a place { x, y, z? }');
    requireKeys(call, place, keys);
    if (place.target !== undefined) throw new TypeError(`${call}: expected a place { x, y, z? }, found a target`);
    const x = requireNumber(`${call}: x`, place.x, -Limit.position, Limit.position);
    const y = requireNumber(`${call}: y`, place.y, -Limit.position, Limit.position);
    const z = place.z ?? this.floorAt(call, x, y, 0) ?? 0;
    return { x, y, z: requireNumber(`${call}: z`, z, -Limit.position, Limit.position) };
  }

  private putAt(call: string, entity: number, to: PlaceOption & { heading?: number }): void {
    const { x, y, z } = this.checkPlace(call, to, facingKeys);
    const heading =
      to.heading === undefined
        ? null
        : normalizeDegrees(requireNumber(`${call}: heading`, to.heading, -Limit.angle, Limit.angle));
    setPosition(this.world, entity, x, y, z, heading);
  }

  private markTeleported(entity: number): void {
    const stampsRow = entity * StampsU16.row;
    if (this.peers === null) return;
    const { outbound, stamps } = this.world.components;
    outbound.teleported[entity] = 1;
    outbound.nextPosition[entity] = 0;
    // At once: what its peer says from before is stale from now on.
    stamps.u16[stampsRow + StampsU16.teleport] = (stamps.u16[stampsRow + StampsU16.teleport] + 1) & 0xffff;
  }

  /** The local player makes no move while it waits for its place: it is told as cancelled. */
  private refusesMove(entity: number, type: number): boolean {
    if (!this.isHeldBack(entity)) return false;
    this.world.raise(EventCode.cancelled, entity, type, MovementError.Teleported);
    return true;
  }
}

/** Throws unless this is one goal. */
function requireGoal(goal: PlaceOption | TargetOption): void {
  requireObject('moveTo', goal, 'a place { x, y, z? } or a body { target }');
  if (goal.target === undefined) return;
  for (const key of ['x', 'y', 'z'] as const) {
    if (goal[key] === undefined) continue;
    throw new TypeError(`moveTo: expected a place { x, y, z? } or a body { target }, found both ${key} and target`);
  }
}

function isTarget(goal: PlaceOption | TargetOption): goal is TargetOption {
  return goal.target !== undefined || ('target' in goal && goal.x === undefined);
}
