import { MoveToF64, MoveToPlanF64 } from '../components/move-to.ts';
import { BodyF32 } from '../components/body.ts';
import { FrameF64 } from '../components/frame.ts';
import { addComponent, addEntity, entityExists } from 'bitecs';
import { removeWhole } from './entity-ids.ts';
import { clearEntity } from '../components/index.ts';
import { EntityKind } from '../components/identity.ts';
import { PhysicsState } from '../components/physics-state.ts';
import { SequenceF64 } from '../components/sequence.ts';
import { TransientState } from '../components/transient-state.ts';
import { copyFrame, setFrameHeading } from './math/frame.ts';
import { enterDefaultState } from './motion/interp-lifecycle.ts';
import { exitWorld } from './physics-object.ts';
import { releaseQueue } from './position/interpolation-manager.ts';
import { EventCode } from './events.ts';
import type { GaitWorld } from './world.ts';

/** Metres that a human steps up and down. */
const HUMAN_STEP_UP = 0.6;
const HUMAN_STEP_DOWN = 1.5;

/** What a body is when it comes into the world. All values have been checked. */
export interface BodySetup {
  guid: number;
  /** Index of its motion table in the world. */
  table: number;
  x: number;
  y: number;
  z: number;
  /** Compass degrees. */
  heading: number;
  /** Metres, final (not times scale again). */
  radius: number;
  height: number;
  scale: number;
  creature: boolean;
  localPlayer: boolean;
  /** What the weenie answers as its run rate; null: it answers none. */
  runRate: number | null;
  jumpHeight: number;
  /** Metres; left out: a human's, times scale. */
  stepUp?: number;
  stepDown?: number;
  gravity: boolean;
  /** Neither blocks other bodies nor is blocked by them, where bodies do. */
  ethereal?: boolean;
  contact: boolean;
  onWalkable: boolean;
}

/** The components that mark an entity as a body, for bitECS queries. */
export const bodyComponents = ['frame', 'transientState', 'moveTo', 'motionInterp'] as const;

/** Adds the components that mark an entity as a body. */
export function markAsBody(world: GaitWorld, entity: number): void {
  for (const name of bodyComponents) addComponent(world, entity, world.components[name]);
}

/**
 * Brings a body into the world: every column of its id is cleared, then set; its motion table is at its default state.
 *
 * @returns The entity id. Ids of despawned bodies are used again.
 * @throws What an observer of the game's own throws; then the body is not there.
 */
export function spawnBody(world: GaitWorld, setup: BodySetup): number {
  const entity = addEntity(world);
  const moveToRow = entity * MoveToF64.row;
  const bodyRow = entity * BodyF32.row;
  const frameRow = entity * FrameF64.row;
  world.growTo(entity);
  const { components } = world;
  clearEntity(components, entity);

  const {
    identity,
    frame,
    previousFrame,
    body,
    sequence,
    transientState,
    physicsState,
    motionState,
    moveTo,
    motionInterp,
    stamps,
  } = components;
  identity.guid[entity] = setup.guid;
  identity.generation[entity]++;
  identity.alive[entity] = 1;
  identity.kind[entity] = (setup.creature ? EntityKind.Creature : 0) | (setup.localPlayer ? EntityKind.LocalPlayer : 0);
  frame.f64[frameRow + FrameF64.x] = setup.x;
  frame.f64[frameRow + FrameF64.y] = setup.y;
  frame.f64[frameRow + FrameF64.z] = setup.z;
  setFrameHeading(frame, entity, setup.heading);
  copyFrame(frame, entity, previousFrame, entity);
  body.f32[bodyRow + BodyF32.radius] = setup.radius;
  body.f32[bodyRow + BodyF32.height] = setup.height;
  sequence.f64[entity * SequenceF64.row + SequenceF64.scale] = Math.fround(setup.scale);
  body.runRate[entity] = setup.runRate ?? -1;
  body.jumpHeight[entity] = setup.jumpHeight;
  body.f32[bodyRow + BodyF32.stepUp] = setup.stepUp ?? HUMAN_STEP_UP * setup.scale;
  body.f32[bodyRow + BodyF32.stepDown] = setup.stepDown ?? HUMAN_STEP_DOWN * setup.scale;
  body.moved[entity] = 2;
  physicsState.bits[entity] =
    (setup.gravity ? PhysicsState.Gravity : 0) | (setup.ethereal === true ? PhysicsState.Ethereal : 0);
  transientState.bits[entity] =
    TransientState.Active |
    (setup.contact ? TransientState.Contact : 0) |
    (setup.onWalkable ? TransientState.OnWalkable : 0);
  motionState.table[entity] = setup.table;
  stamps.placed[entity] = 1;
  motionInterp.lastMoveWasAutonomous[entity] = setup.localPlayer ? 1 : 0;
  moveTo.f64[moveToRow + MoveToF64.previousDistanceTime] = world.clock.now;
  moveTo.plan[entity * MoveToPlanF64.row + MoveToPlanF64.originalDistanceTime] = world.clock.now;
  world.guids.set(setup.guid, entity);
  world.bodiesChanged = true;
  world.raise(EventCode.spawned, entity);
  enterDefaultState(world, entity);
  // Last: who observes these components finds the body whole.
  try {
    markAsBody(world, entity);
  } catch (error) {
    undoSpawn(world, entity, error);
  }
  return entity;
}

/** Takes back a body that an observer of the game's own did not let come: it threw, or removed the entity. Throws. */
function undoSpawn(world: GaitWorld, entity: number, error: unknown): never {
  const removed = !entityExists(world, entity);
  try {
    despawnBody(world, entity);
  } catch {
    // The error that kept it from coming is the one to tell.
  }
  if (!removed) throw error;
  const why = "an observer of the body's components removed its entity before it was whole";
  throw new Error(`spawn: ${why}`, { cause: error });
}

/**
 * Takes a body out of the world: watchers are told, and nothing of it is left behind.
 *
 * @throws What an observer of the game's own throws, when all is done.
 */
export function despawnBody(world: GaitWorld, entity: number): void {
  leaveWorld(world, entity);
  removeWhole(world, entity);
}

/** As {@link spawnBody}, inside a step: what an observer throws is reported. @returns 0 then. */
export function bringBody(world: GaitWorld, setup: BodySetup): number {
  try {
    return spawnBody(world, setup);
  } catch (error) {
    world.events.report('observer', error);
    return 0;
  }
}

/** As {@link despawnBody}, inside a step: what an observer throws is reported. */
export function takeBody(world: GaitWorld, entity: number): void {
  try {
    despawnBody(world, entity);
  } catch (error) {
    world.events.report('observer', error);
  }
}

/** All that a despawn is but the removal of the entity. */
export function leaveWorld(world: GaitWorld, entity: number): void {
  const { identity } = world.components;
  const guid = identity.guid[entity];
  exitWorld(world, entity);
  releaseQueue(world, entity);
  world.raise(EventCode.despawned, entity);
  world.guids.delete(guid);
  identity.alive[entity] = 0;
  world.bodiesChanged = true;
}
