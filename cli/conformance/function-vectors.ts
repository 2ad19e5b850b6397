import { HoldKeysU8, MotionU32, MotionF64 } from '../../components/motion-interp.ts';
import { HoldKey, MoveToU32, MoveToF64, MoveToPlanF64 } from '../../components/move-to.ts';
import { cylinderDistance, cylinderDistanceNoZ } from '../../engine/math/cylinder-distance.ts';
import { heading, headingDiff, headingGreater } from '../../engine/math/heading.ts';
import { adjustMotion } from '../../engine/motion/adjust-motion.ts';
import { actionStampNewer } from '../../engine/motion/apply-movement.ts';
import { MotionTable } from '../../engine/motion/motion-table.ts';
import { adjustedMaxSpeed, maxSpeed, stateVelocity } from '../../engine/motion/motion-speeds.ts';
import { type choice, getCommand, getDesiredHeading, towardsAndAway } from '../../engine/move-to/command-choice.ts';
import { judgedDistance, judgeProgress } from '../../engine/move-to/progress.ts';
import { MovementParameters } from '../../engine/movement-parameters.ts';
import { isNewerStamp } from '../../engine/net/stamps.ts';
import { physicsObjectCalls } from '../../engine/physics-object.ts';
import { spawnBody } from '../../engine/spawn.ts';
import { GaitWorld } from '../../engine/world.ts';
import { loneReadyTable } from './lone-ready-table.ts';

/** One call with its result, as function vectors hold it. */
export interface FunctionVector {
  fn: string;
  args: unknown[];
  result: unknown;
}

type Vector2 = [number, number];
type Vector3 = [number, number, number];
type Fields = Record<string, number | boolean | null>;

/** Calls the function of the product that a vector names; `supported` is false for a name that is not known. */
export function checkFunctionVector(vector: FunctionVector): { supported: boolean; ours: unknown } {
  const call = calls[vector.fn];
  return call === undefined
    ? { supported: false, ours: undefined }
    : { supported: true, ours: call(...(vector.args as never[])) };
}

const calls: Record<string, ((...args: never[]) => unknown) | undefined> = {
  heading: (from: Vector2, to: Vector2) => heading(from[0], from[1], to[0], to[1]),
  headingDiff,
  headingGreater,
  getCommand: (params: Fields, distance: number) => {
    const parameters = parametersOf(params);
    return withBoolean(
      getCommand(
        parameters.flags,
        distance,
        parameters.distanceToObject,
        parameters.minDistance,
        parameters.walkRunThreshold,
      ),
    );
  },
  towardsAndAway: (params: Fields, distance: number) => {
    const parameters = parametersOf(params);
    const { command, movingAway } = withBoolean(
      towardsAndAway(distance, parameters.distanceToObject, parameters.minDistance),
    );
    return { command, movingAway };
  },
  getDesiredHeading,
  adjustMotion: (state: Fields) => {
    const { world, entity } = bodyOf(state);
    const parameters = new MovementParameters();
    parameters.speed = numberOf(state.speed, 1);
    const holdKey = numberOf(state.holdKey, HoldKey.Invalid);
    const motion = adjustMotion(world, entity, numberOf(state.motion, 0), parameters, holdKey);
    return { motion, speed: parameters.speed };
  },
  getStateVelocity: (state: Fields) => {
    const { world, entity } = bodyOf(state);
    const velocity = new Float64Array(3);
    stateVelocity(world, entity, velocity);
    return [...velocity];
  },
  getAdjustedMaxSpeed: (state: Fields) => {
    const { world, entity } = bodyOf(state);
    return adjustedMaxSpeed(world, entity);
  },
  getMaxSpeed: (state: Fields) => {
    const { world, entity } = bodyOf(state);
    return maxSpeed(world, entity);
  },
  isNewerStamp,
  actionStampNewer,
  cylinderDistance: (r1: number, h1: number, p1: Vector3, r2: number, h2: number, p2: Vector3) =>
    cylinderDistance(r1, h1, ...p1, r2, h2, ...p2),
  cylinderDistanceNoZ: (r1: number, p1: Vector3, r2: number, p2: Vector3) => cylinderDistanceNoZ(r1, ...p1, r2, ...p2),
  checkProgressMade: (state: Fields, distance: number, now: number) => {
    const { world, entity } = bodyOf({});
    const { moveTo } = world.components;
    const planRow = entity * MoveToPlanF64.row;
    world.clock.now = now;
    moveTo.u32[entity * MoveToU32.row + MoveToU32.movingAway] = state.movingAway === true ? 1 : 0;
    moveTo.plan[planRow + MoveToPlanF64.previousDistance] = numberOf(state.previousDistance, 0);
    moveTo.f64[entity * MoveToF64.row + MoveToF64.previousDistanceTime] = numberOf(state.previousDistanceTime, 0);
    moveTo.plan[planRow + MoveToPlanF64.originalDistance] = numberOf(state.originalDistance, 0);
    moveTo.plan[planRow + MoveToPlanF64.originalDistanceTime] = numberOf(state.originalDistanceTime, 0);
    judgedDistance[0] = distance;
    return {
      made: judgeProgress(world, entity),
      previousDistance: moveTo.plan[planRow + MoveToPlanF64.previousDistance],
      previousDistanceTime: moveTo.f64[entity * MoveToF64.row + MoveToF64.previousDistanceTime],
    };
  },
};

function numberOf(value: number | boolean | null | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function withBoolean(chosen: typeof choice): { command: number; holdKey: number; movingAway: boolean } {
  return { command: chosen.command, holdKey: chosen.holdKey, movingAway: chosen.movingAway === 1 };
}

function parametersOf(params: Fields): MovementParameters {
  const parameters = new MovementParameters();
  parameters.flags = numberOf(params.flags, parameters.flags);
  parameters.distanceToObject = numberOf(params.distanceToObject, parameters.distanceToObject);
  parameters.minDistance = numberOf(params.minDistance, parameters.minDistance);
  parameters.walkRunThreshold = numberOf(params.walkRunThreshold, parameters.walkRunThreshold);
  return parameters;
}

/** A body with the interpreted state and speeds that a vector gives. */
function bodyOf(state: Fields): { world: GaitWorld; entity: number } {
  const world = new GaitWorld(physicsObjectCalls, 1);
  world.motionTables.push(new MotionTable(loneReadyTable));
  const entity = spawnBody(world, {
    guid: 1,
    table: 0,
    x: 0,
    y: 0,
    z: 0,
    heading: 0,
    radius: 0.3,
    height: 1.8,
    scale: 1,
    creature: state.creature !== false,
    localPlayer: false,
    runRate: typeof state.runRate === 'number' ? state.runRate : null,
    jumpHeight: 1,
    gravity: true,
    contact: true,
    onWalkable: true,
  });
  const motionRow = entity * MotionF64.row;
  const motionWords = entity * MotionU32.row;
  const { interpretedMotion, motionInterp, rawMotion } = world.components;
  motionInterp.myRunRate[entity] = numberOf(state.myRunRate, 1);
  motionInterp.currentSpeedFactor[entity] = numberOf(state.currentSpeedFactor, 1);
  rawMotion.u8[entity * HoldKeysU8.row + HoldKeysU8.currentHoldKey] = numberOf(state.currentHoldKey, HoldKey.None);
  interpretedMotion.u32[motionWords + MotionU32.forwardCommand] = numberOf(state.forwardCommand, 0);
  interpretedMotion.f64[motionRow + MotionF64.forwardSpeed] = numberOf(state.forwardSpeed, 1);
  interpretedMotion.u32[motionWords + MotionU32.sidestepCommand] = numberOf(state.sidestepCommand, 0);
  interpretedMotion.f64[motionRow + MotionF64.sidestepSpeed] = numberOf(state.sidestepSpeed, 1);
  interpretedMotion.u32[motionWords + MotionU32.turnCommand] = numberOf(state.turnCommand, 0);
  interpretedMotion.f64[motionRow + MotionF64.turnSpeed] = numberOf(state.turnSpeed, 1);
  return { world, entity };
}
