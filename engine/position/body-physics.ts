import { OffsetKind } from '../../components/frame.ts';
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
  const kind = offsetFrame.kind[entity];
  const w = frame.qw[entity];
  const x = frame.qx[entity];
  const y = frame.qy[entity];
  const z = frame.qz[entity];
  if ((kind & OffsetKind.Translation) !== 0) {
    const dx = offsetFrame.x[entity];
    const dy = offsetFrame.y[entity];
    const dz = offsetFrame.z[entity];
    const tx = 2 * (y * dz - z * dy);
    const ty = 2 * (z * dx - x * dz);
    const tz = 2 * (x * dy - y * dx);
    frame.x[entity] += dx + w * tx + (y * tz - z * ty);
    frame.y[entity] += dy + w * ty + (z * tx - x * tz);
    frame.z[entity] += dz + w * tz + (x * ty - y * tx);
  }
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) === 0) return;
  const full = (kind & OffsetKind.Rotation) !== 0;
  const ow = offsetFrame.qw[entity];
  const ox = full ? offsetFrame.qx[entity] : 0;
  const oy = full ? offsetFrame.qy[entity] : 0;
  const oz = offsetFrame.qz[entity];
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
  const scale = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
  frame.qw[entity] = w * scale;
  frame.qx[entity] = x * scale;
  frame.qy[entity] = y * scale;
  frame.qz[entity] = z * scale;
}

/**
 * Integrates velocity, gravity and omega of the body (retail CPhysicsObj::UpdatePhysicsInternal): in contact on
 * walkable ground there is neither acceleration nor omega.
 */
export function updatePhysics(world: GaitWorld, entity: number): void {
  const { body, transientState, physicsState } = world.components;
  const grounded = (transientState.bits[entity] & GROUNDED) === GROUNDED;
  const falls = !grounded && (physicsState.bits[entity] & PhysicsState.Gravity) !== 0;
  if (body.velocityX[entity] !== 0 || body.velocityY[entity] !== 0 || body.velocityZ[entity] !== 0) {
    moveByVelocity(world, entity, falls);
  }
  if (falls) body.velocityZ[entity] += GRAVITY * world.clock.quantum;
  if (body.omegaX[entity] === 0 && body.omegaY[entity] === 0 && body.omegaZ[entity] === 0) return;
  if (grounded) {
    body.omegaX[entity] = 0;
    body.omegaY[entity] = 0;
    body.omegaZ[entity] = 0;
  } else turnByOmega(world, entity);
}

function moveByVelocity(world: GaitWorld, entity: number, falls: boolean): void {
  const { frame, body, transientState } = world.components;
  const quantum = world.clock.quantum;
  let vx = body.velocityX[entity];
  let vy = body.velocityY[entity];
  let vz = body.velocityZ[entity];
  let squared = vx * vx + vy * vy + vz * vz;
  if (squared > MAX_VELOCITY * MAX_VELOCITY) {
    const scale = MAX_VELOCITY / Math.sqrt(squared);
    vx *= scale;
    vy *= scale;
    vz *= scale;
    squared = MAX_VELOCITY * MAX_VELOCITY;
  }
  if ((transientState.bits[entity] & TransientState.OnWalkable) !== 0) {
    const nx = body.contactNormalX[entity];
    const ny = body.contactNormalY[entity];
    const nz = body.contactNormalZ[entity];
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
  frame.x[entity] += vx * quantum;
  frame.y[entity] += vy * quantum;
  frame.z[entity] += vz * quantum + (falls ? 0.5 * GRAVITY * quantum * quantum : 0);
  body.velocityX[entity] = vx;
  body.velocityY[entity] = vy;
  body.velocityZ[entity] = vz;
}

/** Turns the frame by omega times quantum about world axes (Frame::grotate). */
function turnByOmega(world: GaitWorld, entity: number): void {
  const { frame, body } = world.components;
  const ox = body.omegaX[entity];
  const oy = body.omegaY[entity];
  const oz = body.omegaZ[entity];
  const magnitude = Math.sqrt(ox * ox + oy * oy + oz * oz);
  trigScratch[0] = 0.5 * magnitude * world.clock.quantum;
  sinCosToScratch();
  const share = trigScratch[0] / magnitude;
  const rw = trigScratch[1];
  const rx = ox * share;
  const ry = oy * share;
  const rz = oz * share;
  const w = frame.qw[entity];
  const x = frame.qx[entity];
  const y = frame.qy[entity];
  const z = frame.qz[entity];
  storeRotation(
    world,
    entity,
    rw * w - rx * x - ry * y - rz * z,
    rw * x + rx * w + ry * z - rz * y,
    rw * y - rx * z + ry * w + rz * x,
    rw * z + rx * y - ry * x + rz * w,
  );
}
