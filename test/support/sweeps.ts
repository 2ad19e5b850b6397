import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { TransientState } from '../../components/transient-state.ts';
import { createEngine, type Engine, type Ground, type SpawnOptions } from '../../index.ts';
import { WALKABLE_NORMAL_Z } from '../../engine/collision/walkable.ts';
import { motionTable } from './engines.ts';

const tables = [motionTable('humanoid')];
const GROUNDED = TransientState.Contact | TransientState.OnWalkable;

/** Where a sweep has brought a body. */
export interface Swept {
  x: number;
  y: number;
  z: number;
  contact: boolean;
  onWalkable: boolean;
  sliding: boolean;
  normal: [x: number, y: number, z: number];
}

/** A body on a ground whose sweeps are called one by one, without the rest of the simulation. */
export class SweptBody {
  readonly engine: Engine;
  readonly entity: number;
  readonly ground: Ground;

  /** It starts in the air, at the origin. */
  constructor(ground: Ground, options: SpawnOptions = {}) {
    this.engine = createEngine({ motionTables: tables, ground });
    this.entity = this.engine.spawn({ x: 0, y: 0, z: 0, ...options });
    this.ground = ground;
    this.release();
  }

  /** Takes the body off the ground. */
  release(): this {
    this.engine.world.components.transientState.bits[this.entity] &= ~GROUNDED;
    return this;
  }

  /** Puts the body somewhere in the air. */
  put(x: number, y: number, z: number): this {
    const { frame } = this.engine.world.components;
    frame.f64[this.entity * FrameF64.row + FrameF64.x] = x;
    frame.f64[this.entity * FrameF64.row + FrameF64.y] = y;
    frame.f64[this.entity * FrameF64.row + FrameF64.z] = z;
    return this.release();
  }

  /** Puts the body somewhere on level ground. */
  stand(x: number, y: number, z: number, normal: readonly [number, number, number] = [0, 0, 1]): this {
    this.put(x, y, z);
    const { body, transientState } = this.engine.world.components;
    transientState.bits[this.entity] |= GROUNDED;
    [
      body.f32[this.entity * BodyF32.row + BodyF32.contactNormalX],
      body.f32[this.entity * BodyF32.row + BodyF32.contactNormalY],
      body.f32[this.entity * BodyF32.row + BodyF32.contactNormalZ],
    ] = normal;
    return this;
  }

  setVelocity(x: number, y: number, z: number): this {
    const { body } = this.engine.world.components;
    body.f32[this.entity * BodyF32.row + BodyF32.velocityX] = x;
    body.f32[this.entity * BodyF32.row + BodyF32.velocityY] = y;
    body.f32[this.entity * BodyF32.row + BodyF32.velocityZ] = z;
    return this;
  }

  get velocity(): [x: number, y: number, z: number] {
    const { body } = this.engine.world.components;
    return [
      body.f32[this.entity * BodyF32.row + BodyF32.velocityX],
      body.f32[this.entity * BodyF32.row + BodyF32.velocityY],
      body.f32[this.entity * BodyF32.row + BodyF32.velocityZ],
    ];
  }

  /** Sweeps the body by a way, and takes over CONTACT and ON_WALKABLE as a transition does, telling nobody. */
  move(dx: number, dy: number, dz = 0): Swept {
    const { world } = this.engine;
    const { entity, ground } = this;
    const { frame, previousFrame, transientState, body } = world.components;
    previousFrame.f64[entity * FrameF64.row + FrameF64.x] = frame.f64[entity * FrameF64.row + FrameF64.x];
    previousFrame.f64[entity * FrameF64.row + FrameF64.y] = frame.f64[entity * FrameF64.row + FrameF64.y];
    previousFrame.f64[entity * FrameF64.row + FrameF64.z] = frame.f64[entity * FrameF64.row + FrameF64.z];
    frame.f64[entity * FrameF64.row + FrameF64.x] += dx;
    frame.f64[entity * FrameF64.row + FrameF64.y] += dy;
    frame.f64[entity * FrameF64.row + FrameF64.z] += dz;
    const contact = ground.sweep(world, entity);
    const onWalkable = contact && body.f32[entity * BodyF32.row + BodyF32.contactNormalZ] >= WALKABLE_NORMAL_Z;
    const bits = (contact ? TransientState.Contact : 0) | (onWalkable ? TransientState.OnWalkable : 0);
    transientState.bits[entity] = (transientState.bits[entity] & ~GROUNDED) | bits;
    return {
      x: frame.f64[entity * FrameF64.row + FrameF64.x],
      y: frame.f64[entity * FrameF64.row + FrameF64.y],
      z: frame.f64[entity * FrameF64.row + FrameF64.z],
      contact,
      onWalkable,
      sliding: (transientState.bits[entity] & TransientState.Sliding) !== 0,
      normal: [
        body.f32[entity * BodyF32.row + BodyF32.contactNormalX],
        body.f32[entity * BodyF32.row + BodyF32.contactNormalY],
        body.f32[entity * BodyF32.row + BodyF32.contactNormalZ],
      ],
    };
  }
}
