import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld, SweepResult } from '../world.ts';
import { WALKABLE_NORMAL_Z } from './walkable.ts';

const result: SweepResult = { x: 0, y: 0, z: 0, contact: false, normalX: 0, normalY: 0, normalZ: 1 };

/**
 * Sweeps a body against the ground and takes over what it found (retail CPhysicsObj::transition, SetPositionInternal):
 * place, CONTACT, ON_WALKABLE; their edges are told.
 */
export function transition(world: GaitWorld, entity: number): void {
  const { ground } = world;
  if (ground === null) return;
  const { frame, body, transientState } = world.components;
  ground.sweep(world, entity, result);
  frame.x[entity] = result.x;
  frame.y[entity] = result.y;
  frame.z[entity] = result.z;
  const bits = transientState.bits[entity];
  const walkable = result.contact && result.normalZ >= WALKABLE_NORMAL_Z;
  const was = (bits & TransientState.OnWalkable) !== 0;
  if (result.contact) {
    body.contactNormalX[entity] = result.normalX;
    body.contactNormalY[entity] = result.normalY;
    body.contactNormalZ[entity] = result.normalZ;
    stopAtSurface(world, entity);
  }
  const kept = bits & ~(TransientState.Contact | TransientState.OnWalkable);
  transientState.bits[entity] =
    kept | (result.contact ? TransientState.Contact : 0) | (walkable ? TransientState.OnWalkable : 0);
  if (walkable && !was) world.hub.hitGround(world, entity);
  else if (!walkable && was) world.hub.leaveGround(world, entity);
}

/** Takes the part of the velocity that leads into the surface away. */
function stopAtSurface(world: GaitWorld, entity: number): void {
  const { body } = world.components;
  const into =
    body.velocityX[entity] * result.normalX +
    body.velocityY[entity] * result.normalY +
    body.velocityZ[entity] * result.normalZ;
  if (into >= 0) return;
  body.velocityX[entity] -= into * result.normalX;
  body.velocityY[entity] -= into * result.normalY;
  body.velocityZ[entity] -= into * result.normalZ;
}
