import { defineColumns } from './columns.ts';

/** Most positions waiting in a queue (the blip node may exceed it by one). */
export const INTERPOLATION_QUEUE_LIMIT = 20;

/** Slot of the body's interpolation queue in the pool; 0: it has none. */
export const interpolationColumns = defineColumns((c) => ({ slot: c.u32() }));

const CAPACITY = INTERPOLATION_QUEUE_LIMIT + 1;

/** Cells of a queue. */
export const INTERPOLATION_NODE_CAPACITY = CAPACITY;

/** A pooled queue of positions to move through (retail's InterpolationManager). Indexed by pool slot, not by entity. */
export const interpolationQueueColumns = defineColumns((c) => ({
  /** Entity that uses this slot; 0: free. */
  owner: c.u32(),
  count: c.u8(),
  keepHeading: c.u8(),
  failCount: c.u16(),
  frameCounter: c.u16(),
  progressTime: c.f64(),
  originalDistance: c.f64(),
  /** 1 when the last failed node is remembered as the place to blip to. */
  hasBlip: c.u8(),
  blipX: c.f64(),
  blipY: c.f64(),
  blipZ: c.f64(),
  blipQw: c.f32(),
  blipQx: c.f32(),
  blipQy: c.f32(),
  blipQz: c.f32(),
  x: c.ring('f64', CAPACITY, 'count'),
  y: c.ring('f64', CAPACITY, 'count'),
  z: c.ring('f64', CAPACITY, 'count'),
  qw: c.ring('f32', CAPACITY, 'count'),
  qx: c.ring('f32', CAPACITY, 'count'),
  qy: c.ring('f32', CAPACITY, 'count'),
  qz: c.ring('f32', CAPACITY, 'count'),
}));
