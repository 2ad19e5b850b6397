import { FLOAT_MAX } from '../../components/move-to.ts';
import { TargetStatus } from '../../components/target.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { InterpretedState } from '../../engine/interpreted-state.ts';
import { autonomyBlipDistance } from '../../engine/local-player.ts';
import { RADIANS } from '../../engine/math/heading.ts';
import { cos, sin } from '../../engine/math/trigonometry.ts';
import { moveToInterpretedState, setHoldRun } from '../../engine/motion/apply-movement.ts';
import { GRAVITY } from '../../engine/motion/jumping.ts';
import { MotionTable } from '../../engine/motion/motion-table.ts';
import { parseMotionTable } from '../../engine/motion/motion-table-content.ts';
import { cancelMoveTo } from '../../engine/move-to/clean-up.ts';
import { notifyWatchers } from '../../engine/move-to/target-manager.ts';
import { MovementParameters } from '../../engine/movement-parameters.ts';
import {
  createMovementStruct,
  interruptCurrentMovement,
  moveToObject,
  performMovement,
  physicsObjectCalls,
  setOnWalkable,
  setPosition,
  stickToObject,
  stopCompletely,
  turnToObject,
} from '../../engine/physics-object.ts';
import { constrainTo, unConstrain } from '../../engine/position/constraint-manager.ts';
import { interpolateTo, type Place } from '../../engine/position/interpolation-manager.ts';
import { unStick } from '../../engine/position/sticky-manager.ts';
import { despawnBody, spawnBody } from '../../engine/spawn.ts';
import * as subSteps from '../../engine/sub-steps.ts';
import { GaitWorld } from '../../engine/world.ts';
import { interpolation } from '../../systems/interpolation.ts';
import { motionInterp } from '../../systems/motion-interp.ts';
import { moveToUseTime } from '../../systems/move-to-use-time.ts';
import { bodyOf, objectsInOrder, operationsByTick } from './scenario-parts.ts';
import { tickRecord } from './tick-record.ts';
import type {
  Order,
  Scenario,
  ScenarioInterpretedState,
  ScenarioOperation,
  ScenarioParams,
  TableJson,
  TickRecord,
} from './types.ts';
import { UnsupportedOperation } from './types.ts';

/**
 * Runs a scenario on the systems and sub-steps that ship and records every tick.
 *
 * @param order `pipeline`: each stage over all objects, as the shipped systems do; `retail`: object by object.
 * @param eachTick Called after each tick.
 * @returns One list of records a tick, in ascending id.
 * @throws UnsupportedOperation for an operation that is not known.
 */
export function runScenario(
  scenario: Scenario,
  table: TableJson,
  order: Order,
  eachTick?: (tick: number) => void,
): TickRecord[][] {
  const world = new GaitWorld(physicsObjectCalls, Math.max(8, scenario.objects.length));
  world.motionTables.push(new MotionTable(parseMotionTable(table, `table ${scenario.motionTable}`)));
  world.clock.quantum = scenario.quantum;
  const objects = objectsInOrder(scenario);
  for (const object of objects) spawnBody(world, bodyOf(object));

  const byTick = operationsByTick(scenario);
  const trace: TickRecord[][] = [];
  for (let tick = 0; tick < scenario.ticks; tick++) {
    world.clock.now += scenario.quantum;
    for (const operation of byTick.get(tick) ?? []) {
      const entity = world.entityOf(operation.id);
      if (entity !== 0) carryOut(world, entity, operation);
    }
    const bodies = objects.map((object) => world.entityOf(object.id)).filter((entity) => entity !== 0);
    if (order === 'pipeline') stepPipeline(world);
    else stepRetail(world, bodies);
    trace.push(bodies.map((entity) => tickRecord(world, entity)));
    world.events.clear();
    eachTick?.(tick);
  }
  return trace;
}

/** The shipped systems that follow the messages, on ground that nothing is swept against. */
function stepPipeline(world: GaitWorld): void {
  world.refreshBodies();
  moveToUseTime(world);
  motionInterp(world);
  interpolation(world);
}

/** The same sub-steps in retail's order. */
function stepRetail(world: GaitWorld, bodies: readonly number[]): void {
  for (const entity of bodies) {
    subSteps.advanceSequence(world, entity);
    subSteps.adjustOffset(world, entity);
    subSteps.integrate(world, entity);
    subSteps.cacheVelocity(world, entity);
    subSteps.runAnimationHooks(world, entity);
    subSteps.targetManagerUseTime(world, entity);
    subSteps.moveToUseTime(world, entity);
    subSteps.checkForCompletedMotions(world, entity);
    subSteps.positionManagerUseTime(world, entity);
  }
}

function carryOut(world: GaitWorld, entity: number, operation: ScenarioOperation): void {
  switch (operation.op) {
    case 'perform': {
      const struct = createMovementStruct(parametersOf(operation.params));
      struct.type = operation.type;
      struct.motion = operation.motion ?? 0;
      struct.objectId = operation.objectId ?? 0;
      struct.topLevelId = operation.topLevelId ?? struct.objectId;
      [struct.x, struct.y, struct.z] = operation.pos ?? [0, 0, 0];
      struct.radius = operation.radius ?? 0;
      struct.height = operation.height ?? 0;
      performMovement(world, entity, struct);
      break;
    }
    case 'moveToObject':
      moveToObject(world, entity, operation.target, parametersOf(operation.params));
      break;
    case 'turnToObject':
      turnToObject(world, entity, operation.target, parametersOf(operation.params));
      break;
    case 'interpretedState':
      moveToInterpretedState(world, entity, stateOf(operation.state));
      break;
    case 'interpolateTo':
      interpolateTo(
        world,
        entity,
        placeOf(operation.pos, operation.heading),
        operation.keepHeading,
        autonomyBlipDistance(world, entity, false),
      );
      break;
    case 'setPosition':
      setPosition(world, entity, ...operation.pos, operation.heading);
      break;
    case 'exitWorld':
      despawnBody(world, entity);
      break;
    case 'teleported':
      notifyWatchers(world, entity, TargetStatus.Teleported);
      break;
    case 'cancelMoveTo':
      cancelMoveTo(world, entity, operation.error);
      break;
    case 'stopCompletely':
      stopCompletely(world, entity);
      break;
    case 'jump': {
      const { motionInterp, body, transientState } = world.components;
      interruptCurrentMovement(world, entity);
      motionInterp.jumpExtent[entity] = operation.extent;
      // The height of the weenie's skill that answers this velocity for this extent.
      body.jumpHeight[entity] = operation.extent > 0 ? operation.vz ** 2 / (2 * GRAVITY * operation.extent) : 0;
      setOnWalkable(world, entity, false);
      transientState.bits[entity] &= ~TransientState.Contact;
      break;
    }
    case 'constrainTo':
      constrainTo(world, entity, ...operation.pos, operation.start, operation.max);
      break;
    case 'unconstrain':
      unConstrain(world, entity);
      break;
    case 'contact': {
      const { transientState } = world.components;
      if (operation.contact) transientState.bits[entity] |= TransientState.Contact;
      else transientState.bits[entity] &= ~TransientState.Contact;
      setOnWalkable(world, entity, operation.onWalkable);
      break;
    }
    case 'holdRun':
      setHoldRun(world, entity, operation.value);
      break;
    case 'stickTo':
      stickToObject(world, entity, operation.target);
      break;
    case 'unstick':
      unStick(world, entity);
      break;
    default:
      throw new UnsupportedOperation((operation as { op: string }).op);
  }
}

function parametersOf(params: ScenarioParams = {}): MovementParameters {
  const parameters = new MovementParameters();
  parameters.flags = params.flags ?? parameters.flags;
  parameters.distanceToObject = params.distanceToObject ?? parameters.distanceToObject;
  parameters.minDistance = params.minDistance ?? parameters.minDistance;
  parameters.failDistance = params.failDistance ?? FLOAT_MAX;
  parameters.desiredHeading = params.desiredHeading ?? parameters.desiredHeading;
  parameters.speed = params.speed ?? parameters.speed;
  parameters.walkRunThreshold = params.walkRunThreshold ?? parameters.walkRunThreshold;
  parameters.contextId = params.contextId ?? parameters.contextId;
  parameters.holdKey = params.holdKey ?? parameters.holdKey;
  parameters.actionStamp = params.actionStamp ?? parameters.actionStamp;
  return parameters;
}

function stateOf(state: ScenarioInterpretedState): InterpretedState {
  const { actions } = state;
  return {
    currentStyle: state.style,
    forwardCommand: state.forwardCommand,
    sidestepCommand: state.sidestepCommand,
    turnCommand: state.turnCommand,
    forwardSpeed: state.forwardSpeed,
    sidestepSpeed: state.sidestepSpeed,
    turnSpeed: state.turnSpeed,
    actions: {
      count: actions.length,
      command: actions.map((entry) => entry.action),
      stamp: actions.map((entry) => entry.stamp),
      autonomous: actions.map((entry) => (entry.autonomous ? 1 : 0)),
      speed: actions.map((entry) => entry.speed),
    },
  };
}

function placeOf([x, y, z]: readonly [number, number, number], heading: number): Place {
  const half = -0.5 * heading * RADIANS;
  return Float64Array.of(x, y, z, cos(half), 0, 0, sin(half));
}
