import { BodyF32 } from '../../components/body.ts';
import { OffsetKind, FrameF64 } from '../../components/frame.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { TransientState } from '../../components/transient-state.ts';
import { EPSILON } from '../math/heading.ts';
import { pow, sinCosToScratch, trigScratch } from '../math/trigonometry.ts';
import type { GaitWorld } from '../world.ts';

/** Metres a second that no body exceeds. */
const MAX_VELOCITY = 50;
/** Square of the speed, in metres a second, below which a body stops. */
const SMALL_VELOCITY_SQUARED = 0.0625;
/** Metres a second along the contact normal below which friction acts. */
const FRICTION_LIMIT = 0.25;
/** Metres a second squared. */
const GRAVITY = -9.8;
const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/** Moves and turns the body by this step's offset (Frame::combine). */
export function combineOffset(world: GaitWorld, entity: number): void {
  const { frame, offsetFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  const kind = offsetFrame.kind[entity];
  const w = frame.f64[frameRow + FrameF64.qw];
  const x = frame.f64[frameRow + FrameF64.qx];
  const y = frame.f64[frameRow + FrameF64.qy];
  const z = frame.f64[frameRow + FrameF64.qz];
  if ((kind & OffsetKind.Translation) !== 0) {
    const dx = offsetFrame.f64[frameRow + FrameF64.x];
    const dy = offsetFrame.f64[frameRow + FrameF64.y];
    const dz = offsetFrame.f64[frameRow + FrameF64.z];
    const tx = 2 * (y * dz - z * dy);
    const ty = 2 * (z * dx - x * dz);
    const tz = 2 * (x * dy - y * dx);
    frame.f64[frameRow + FrameF64.x] += dx + w * tx + (y * tz - z * ty);
    frame.f64[frameRow + FrameF64.y] += dy + w * ty + (z * tx - x * tz);
    frame.f64[frameRow + FrameF64.z] += dz + w * tz + (x * ty - y * tx);
  }
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) return;
  const full = (kind & OffsetKind.Rotation) !== 0;
  const ow = offsetFrame.f64[frameRow + FrameF64.qw];
  const ox = full ? offsetFrame.f64[frameRow + FrameF64.qx] : 0;
  const oy = full ? offsetFrame.f64[frameRow + FrameF64.qy] : 0;
  const oz = offsetFrame.f64[frameRow + FrameF64.qz];
  storeRotation(
    world,
    entity,
    w * ow - x * ox - y * oy - z * oz,
    w * ox + x * ow + y * oz - z * oy,
    w * oy - x * oz + y * ow + z * ox,
    w * oz + x * oy - y * ox + z * ow,
  );
}

/** Stores a rotation brought back to unit length. */
function storeRotation(world: GaitWorld, entity: number, w: number, x: number, y: number, z: number): void {
  const { frame } = world.components;
  const frameRow = entity * FrameF64.row;
  const scale = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
  frame.f64[frameRow + FrameF64.qw] = w * scale;
  frame.f64[frameRow + FrameF64.qx] = x * scale;
  frame.f64[frameRow + FrameF64.qy] = y * scale;
  frame.f64[frameRow + FrameF64.qz] = z * scale;
}

/**
 * Integrates velocity, gravity and omega of the body (retail CPhysicsObj::UpdatePhysicsInternal): in contact on
 * walkable ground there is neither acceleration nor omega.
 */
export function updatePhysics(world: GaitWorld, entity: number): void {
  const { body, transientState, physicsState } = world.components;
  const bodyRow = entity * BodyF32.row;
  const grounded = (transientState.bits[entity] & GROUNDED) === GROUNDED;
  const falls = !grounded && (physicsState.bits[entity] & PhysicsState.Gravity) !== 0;
  if (
    body.f32[bodyRow + BodyF32.velocityX] !== 0 ||
    body.f32[bodyRow + BodyF32.velocityY] !== 0 ||
    body.f32[bodyRow + BodyF32.velocityZ] !== 0
  ) {
    moveByVelocity(world, entity, falls);
  }
  if (falls) body.f32[bodyRow + BodyF32.velocityZ] += GRAVITY * world.clock.quantum;
  if (
    body.f32[bodyRow + BodyF32.omegaX] === 0 &&
    body.f32[bodyRow + BodyF32.omegaY] === 0 &&
    body.f32[bodyRow + BodyF32.omegaZ] === 0
  )
    return;
  if (grounded) {
    body.f32[bodyRow + BodyF32.omegaX] = 0;
    body.f32[bodyRow + BodyF32.omegaY] = 0;
    body.f32[bodyRow + BodyF32.omegaZ] = 0;
  } else turnByOmega(world, entity);
}

function moveByVelocity(world: GaitWorld, entity: number, falls: boolean): void {
  const { frame, body, transientState } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  const quantum = world.clock.quantum;
  let vx = body.f32[bodyRow + BodyF32.velocityX];
  let vy = body.f32[bodyRow + BodyF32.velocityY];
  let vz = body.f32[bodyRow + BodyF32.velocityZ];
  let squared = vx * vx + vy * vy + vz * vz;
  if (squared > MAX_VELOCITY * MAX_VELOCITY) {
    const scale = MAX_VELOCITY / Math.sqrt(squared);
    vx *= scale;
    vy *= scale;
    vz *= scale;
    squared = MAX_VELOCITY * MAX_VELOCITY;
  }
  if ((transientState.bits[entity] & TransientState.OnWalkable) !== 0) {
    const nx = body.f32[bodyRow + BodyF32.contactNormalX];
    const ny = body.f32[bodyRow + BodyF32.contactNormalY];
    const nz = body.f32[bodyRow + BodyF32.contactNormalZ];
    const along = vx * nx + vy * ny + vz * nz;
    if (along < FRICTION_LIMIT) {
      const kept = pow(1 - body.friction[entity], quantum);
      vx = (vx - nx * along) * kept;
      vy = (vy - ny * along) * kept;
      vz = (vz - nz * along) * kept;
    }
  }
  if (squared - SMALL_VELOCITY_SQUARED < EPSILON) {
    vx = 0;
    vy = 0;
    vz = 0;
  }
  frame.f64[frameRow + FrameF64.x] += vx * quantum;
  frame.f64[frameRow + FrameF64.y] += vy * quantum;
  frame.f64[frameRow + FrameF64.z] += vz * quantum + (falls ? 0.5 * GRAVITY * quantum * quantum : 0);
  body.f32[bodyRow + BodyF32.velocityX] = vx;
  body.f32[bodyRow + BodyF32.velocityY] = vy;
  body.f32[bodyRow + BodyF32.velocityZ] = vz;
}

/** Turns the frame by omega times quantum about world axes (Frame::grotate). */
function turnByOmega(world: GaitWorld, entity: number): void {
  const { frame, body } = world.components;
  const frameRow = entity * FrameF64.row;
  const bodyRow = entity * BodyF32.row;
  const ox = body.f32[bodyRow + BodyF32.omegaX];
  const oy = body.f32[bodyRow + BodyF32.omegaY];
  const oz = body.f32[bodyRow + BodyF32.omegaZ];
  const magnitude = Math.sqrt(ox * ox + oy * oy + oz * oz);
  trigScratch[0] = 0.5 * magnitude * world.clock.quantum;
  sinCosToScratch();
  const share = trigScratch[0] / magnitude;
  const rw = trigScratch[1];
  const rx = ox * share;
  const ry = oy * share;
  const rz = oz * share;
  const w = frame.f64[frameRow + FrameF64.qw];
  const x = frame.f64[frameRow + FrameF64.qx];
  const y = frame.f64[frameRow + FrameF64.qy];
  const z = frame.f64[frameRow + FrameF64.qz];
  storeRotation(
    world,
    entity,
    rw * w - rx * x - ry * y - rz * z,
    rw * x + rx * w + ry * z - rz * y,
    rw * y - rx * z + ry * w + rz * x,
    rw * z + rx * y - ry * x + rz * w,
  );
}
