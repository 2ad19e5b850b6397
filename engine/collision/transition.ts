import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld, Ground } from '../world.ts';
import { WALKABLE_NORMAL_Z } from './walkable.ts';

/** Tells the ground that bodies are about to move; a ground of somebody else's making that throws is reported. */
export function prepareGround(world: GaitWorld): void {
  const { ground } = world;
  if (ground?.prepare === undefined) return;
  try {
    ground.prepare(world);
  } catch (error) {
    world.events.report('ground', error);
  }
}

/**
 * Sweeps a body against the ground and takes over what it found (retail CPhysicsObj::transition, SetPositionInternal):
 * place, CONTACT, ON_WALKABLE; their edges are told.
 */
export function transition(world: GaitWorld, entity: number): void {
  const { ground } = world;
  if (ground === null) return;
  const { body, transientState } = world.components;
  const contact = sweep(world, ground, entity);
  const bits = transientState.bits[entity];
  const walkable = contact && body.contactNormalZ[entity] >= WALKABLE_NORMAL_Z;
  if (contact) stopAtSurface(world, entity);
  const found = (contact ? TransientState.Contact : 0) | (walkable ? TransientState.OnWalkable : 0);
  const changed = (bits ^ found) & (TransientState.Contact | TransientState.OnWalkable);
  if (changed === 0) return;
  transientState.bits[entity] = bits ^ changed;
  if ((changed & TransientState.OnWalkable) === 0) return;
  if (walkable) world.hub.hitGround(world, entity);
  else world.hub.leaveGround(world, entity);
}

/**
 * Sweeps; a ground of somebody else's making that throws, or answers no number, is reported and leaves the body where it
 * was before the step.
 */
function sweep(world: GaitWorld, ground: Ground, entity: number): boolean {
  const { frame, previousFrame, transientState } = world.components;
  try {
    const contact = ground.sweep(world, entity);
    if (Number.isFinite(frame.x[entity] + frame.y[entity] + frame.z[entity])) return contact;
    world.events.report('ground', new RangeError('the sweep put a body at a place that is no number'));
  } catch (error) {
    world.events.report('ground', error);
  }
  frame.x[entity] = previousFrame.x[entity];
  frame.y[entity] = previousFrame.y[entity];
  frame.z[entity] = previousFrame.z[entity];
  return (transientState.bits[entity] & TransientState.Contact) !== 0;
}

/** Takes the part of the velocity that leads into the surface away. */
function stopAtSurface(world: GaitWorld, entity: number): void {
  const { body } = world.components;
  const vx = body.velocityX[entity];
  const vy = body.velocityY[entity];
  const vz = body.velocityZ[entity];
  if (vx === 0 && vy === 0 && vz === 0) return;
  const nx = body.contactNormalX[entity];
  const ny = body.contactNormalY[entity];
  const nz = body.contactNormalZ[entity];
  const into = vx * nx + vy * ny + vz * nz;
  if (into >= 0) return;
  body.velocityX[entity] = vx - into * nx;
  body.velocityY[entity] = vy - into * ny;
  body.velocityZ[entity] = vz - into * nz;
}
