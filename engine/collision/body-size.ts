import { BodyF32 } from '../../components/body.ts';
import type { GaitWorld } from '../world.ts';
import { mover } from './sweep-state.ts';

/** Radii of a body's spheres, metres: what is smaller or larger collides as if it were this size. */
const LEAST_RADIUS = 0.02;
const MOST_RADIUS = 25;
/** Metres that a body is high at most. */
const MOST_HEIGHT = 100;

/** The radius that a body of this one collides with. */
export function collisionRadius(radius: number): number {
  return radius < LEAST_RADIUS ? LEAST_RADIUS : Math.min(radius, MOST_RADIUS);
}

/** Puts the size of a body into {@link mover}. */
export function takeSize(world: GaitWorld, entity: number): void {
  const { body } = world.components;
  const bodyRow = entity * BodyF32.row;
  const radius = collisionRadius(body.f32[bodyRow + BodyF32.radius]);
  const height = Math.min(MOST_HEIGHT, body.f32[bodyRow + BodyF32.height]);
  mover.radius = radius;
  mover.upper = height > 2 * radius ? height - 2 * radius : 0;
  mover.stepUp = body.f32[bodyRow + BodyF32.stepUp];
  mover.stepDown = body.f32[bodyRow + BodyF32.stepDown];
}
