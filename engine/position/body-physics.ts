import { OffsetKind } from '../../components/frame.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { TransientState } from '../../components/transient-state.ts';
import { localToGlobal, vectorScratch } from '../math/frame.ts';
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
  if (kind === OffsetKind.None) return;
  if ((kind & OffsetKind.Translation) !== 0) {
    if (frame.qx[entity] === 0 && frame.qy[entity] === 0) {
      const w = frame.qw[entity];
      const z = frame.qz[entity];
      const cosine = 1 - 2 * z * z;
      const sine = 2 * w * z;
      const x = offsetFrame.x[entity];
      const y = offsetFrame.y[entity];
      frame.x[entity] += x * cosine - y * sine;
      frame.y[entity] += x * sine + y * cosine;
      frame.z[entity] += offsetFrame.z[entity];
    } else {
      localToGlobal(frame, entity, offsetFrame.x[entity], offsetFrame.y[entity], offsetFrame.z[entity]);
      frame.x[entity] += vectorScratch[0];
      frame.y[entity] += vectorScratch[1];
      frame.z[entity] += vectorScratch[2];
    }
  }
  if ((kind & (OffsetKind.Yaw | OffsetKind.Rotation)) !== 0) {
    const w = frame.qw[entity];
    const x = frame.qx[entity];
    const y = frame.qy[entity];
    const z = frame.qz[entity];
    const ow = offsetFrame.qw[entity];
    const ox = offsetFrame.qx[entity];
    const oy = offsetFrame.qy[entity];
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
  const vx = body.velocityX[entity];
  const vy = body.velocityY[entity];
  const vz = body.velocityZ[entity];
  if (vx !== 0 || vy !== 0 || vz !== 0) moveByVelocity(world, entity, falls ? GRAVITY : 0);
  const quantum = world.clock.quantum;
  if (falls) body.velocityZ[entity] += GRAVITY * quantum;
  if (grounded) {
    body.omegaX[entity] = 0;
    body.omegaY[entity] = 0;
    body.omegaZ[entity] = 0;
  } else if (body.omegaX[entity] !== 0 || body.omegaY[entity] !== 0 || body.omegaZ[entity] !== 0) {
    turnByOmega(world, entity);
  }
}

function moveByVelocity(world: GaitWorld, entity: number, acceleration: number): void {
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
  frame.z[entity] += vz * quantum + 0.5 * acceleration * quantum * quantum;
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
