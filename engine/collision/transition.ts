import { BodyF32 } from '../../components/body.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld } from '../world.ts';
import { askSweep } from './own-ground.ts';
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
  const answer = askSweep(world, ground, entity);
  const bits = transientState.bits[entity];
  const contact = answer ?? (bits & TransientState.Contact) !== 0;
  const walkable = contact && body.f32[entity * BodyF32.row + BodyF32.contactNormalZ] >= WALKABLE_NORMAL_Z;
  if (contact) stopAtSurface(world, entity);
  const found = (contact ? TransientState.Contact : 0) | (walkable ? TransientState.OnWalkable : 0);
  const changed = (bits ^ found) & (TransientState.Contact | TransientState.OnWalkable);
  if (changed === 0) return;
  transientState.bits[entity] = bits ^ changed;
  if ((changed & TransientState.OnWalkable) === 0) return;
  if (walkable) world.hub.hitGround(world, entity);
  else world.hub.leaveGround(world, entity);
}

/** Takes the part of the velocity that leads into the surface away. */
function stopAtSurface(world: GaitWorld, entity: number): void {
  const { body } = world.components;
  const bodyRow = entity * BodyF32.row;
  const vx = body.f32[bodyRow + BodyF32.velocityX];
  const vy = body.f32[bodyRow + BodyF32.velocityY];
  const vz = body.f32[bodyRow + BodyF32.velocityZ];
  if (vx === 0 && vy === 0 && vz === 0) return;
  const nx = body.f32[bodyRow + BodyF32.contactNormalX];
  const ny = body.f32[bodyRow + BodyF32.contactNormalY];
  const nz = body.f32[bodyRow + BodyF32.contactNormalZ];
  const into = vx * nx + vy * ny + vz * nz;
  if (into >= 0) return;
  body.f32[bodyRow + BodyF32.velocityX] = vx - into * nx;
  body.f32[bodyRow + BodyF32.velocityY] = vy - into * ny;
  body.f32[bodyRow + BodyF32.velocityZ] = vz - into * nz;
}
