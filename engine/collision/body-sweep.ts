import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { TransientState } from '../../components/transient-state.ts';
import type { GaitWorld } from '../world.ts';
import { halt, surround } from './advance.ts';
import { takeSize } from './body-size.ts';
import type { Collider } from './collider.ts';
import { flight, fly } from './fly.ts';
import { Footing, settle } from './settle.ts';
import { mover, rest, type Vector } from './sweep-state.ts';
import { WALKABLE_NORMAL_Z } from './walkable.ts';
import { corner, walk, wall } from './walk.ts';

/** Metres a second away from the ground above which a body is on its way off it. */
const LIFT_OFF = 0.01;
/** A long way is gone in pieces of this many metres, and ends after so many of them. */
const PIECE = 4;
const MOST_PIECES = 64;
const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/**
 * Sweeps a body through a collider (movement-rules section 10; retail CTransition::find_valid_position): see
 * {@link Ground.sweep}.
 */
export function sweepBody(collider: Collider, world: GaitWorld, entity: number): boolean {
  const { frame, previousFrame, body, transientState } = world.components;
  const bodyRow = entity * BodyF32.row;
  const frameRow = entity * FrameF64.row;
  const bits = transientState.bits[entity];
  takeSize(world, entity);
  mover.x = previousFrame.f64[frameRow + FrameF64.x];
  mover.y = previousFrame.f64[frameRow + FrameF64.y];
  mover.z = previousFrame.f64[frameRow + FrameF64.z];
  mover.normalX = body.f32[bodyRow + BodyF32.contactNormalX];
  mover.normalY = body.f32[bodyRow + BodyF32.contactNormalY];
  mover.normalZ = body.f32[bodyRow + BodyF32.contactNormalZ];
  mover.velocityX = body.f32[bodyRow + BodyF32.velocityX];
  mover.velocityY = body.f32[bodyRow + BodyF32.velocityY];
  mover.velocityZ = body.f32[bodyRow + BodyF32.velocityZ];
  rest.x = Number.NaN;
  rest.radius = mover.radius;
  const moves = mover.velocityX !== 0 || mover.velocityY !== 0 || mover.velocityZ !== 0;
  let footing: number = (bits & GROUNDED) === GROUNDED && !(moves && takesOff()) ? Footing.Ground : Footing.None;

  if (footing === Footing.Ground && mover.normalZ < WALKABLE_NORMAL_Z) {
    // A message has said that it stands; on what, it finds out now.
    mover.normalX = 0;
    mover.normalY = 0;
    mover.normalZ = 1;
  }

  const dx = frame.f64[frameRow + FrameF64.x] - mover.x;
  const dy = frame.f64[frameRow + FrameF64.y] - mover.y;
  const dz = frame.f64[frameRow + FrameF64.z] - mover.z;
  const squared = dx * dx + dy * dy + dz * dz;
  let slid = false;
  let landed = false;
  let pieces = 1;
  let share = 1;
  if (squared > PIECE * PIECE) {
    const whole = Math.ceil(Math.sqrt(squared) / PIECE);
    pieces = Math.min(whole, MOST_PIECES);
    share = 1 / whole;
  }
  for (let piece = 0; piece < pieces; piece++) {
    mover.wishX = mover.restX = dx * share;
    mover.wishY = mover.restY = dy * share;
    mover.wishZ = mover.restZ = landed ? 0 : dz * share;
    if (footing !== Footing.Ground) {
      surround();
      collider.gather(false);
      footing = fly(collider);
      landed = footing === Footing.Ground;
      slid ||= flight.slid;
    }
    if (footing === Footing.Ground) {
      mover.wishX = mover.restX;
      mover.wishY = mover.restY;
      mover.wishZ = mover.restZ;
      footing = walkAndSettle(collider);
      slid ||= wall.met;
      if (moves) keepVelocityOnGround(footing);
    }
  }

  frame.f64[frameRow + FrameF64.x] = mover.x;
  frame.f64[frameRow + FrameF64.y] = mover.y;
  frame.f64[frameRow + FrameF64.z] = mover.z;
  if (moves) {
    body.f32[bodyRow + BodyF32.velocityX] = mover.velocityX;
    body.f32[bodyRow + BodyF32.velocityY] = mover.velocityY;
    body.f32[bodyRow + BodyF32.velocityZ] = mover.velocityZ;
  }
  const sliding = slid ? TransientState.Sliding : 0;
  if ((bits & TransientState.Sliding) !== sliding) transientState.bits[entity] = bits ^ TransientState.Sliding;
  if (footing === Footing.None) return false;
  body.f32[bodyRow + BodyF32.contactNormalX] = mover.normalX;
  body.f32[bodyRow + BodyF32.contactNormalY] = mover.normalY;
  body.f32[bodyRow + BodyF32.contactNormalZ] = mover.normalZ;
  return true;
}

/** Whether the body's own velocity takes it off the ground that it stands on. */
function takesOff(): boolean {
  const { velocityX, velocityY, velocityZ, normalX, normalY, normalZ } = mover;
  return velocityX * normalX + velocityY * normalY + velocityZ * normalZ > LIFT_OFF;
}

/** Goes the rest of the way on the ground. Where something is in the way up out of the terrain, the body stays. */
function walkAndSettle(collider: Collider): number {
  const { x, y, z, normalX, normalY, normalZ } = mover;
  surround();
  collider.gather(true);
  walk(collider);
  mover.drop = mover.stepDown;
  const footing = settle(collider);
  if (footing !== Footing.Blocked) return footing;
  mover.x = x;
  mover.y = y;
  mover.z = z;
  mover.normalX = normalX;
  mover.normalY = normalY;
  mover.normalZ = normalZ;
  halt();
  return Footing.Ground;
}

/** Lays the velocity of a body that goes on standing along the ground, and stops it at the wall that it has met. */
function keepVelocityOnGround(footing: number): void {
  const { velocityX, velocityY, velocityZ, normalX, normalY, normalZ } = mover;
  if (footing === Footing.Ground) {
    const along = velocityX * normalX + velocityY * normalY + velocityZ * normalZ;
    mover.velocityX = velocityX - along * normalX;
    mover.velocityY = velocityY - along * normalY;
    mover.velocityZ = velocityZ - along * normalZ;
  }
  if (wall.met) stopAt(wall);
  if (corner.met) stopAt(corner);
}

function stopAt({ x, y, z }: Vector): void {
  const into = mover.velocityX * x + mover.velocityY * y + mover.velocityZ * z;
  if (into >= 0) return;
  mover.velocityX -= into * x;
  mover.velocityY -= into * y;
  mover.velocityZ -= into * z;
}
