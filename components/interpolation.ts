import { column, ring } from './columns.ts';

/** Most positions waiting in a queue (the blip node may exceed it by one). */
export const INTERPOLATION_QUEUE_LIMIT = 20;

/** Slot of the body's interpolation queue in the pool; 0: it has none. */
export const interpolationSchema = { slot: column('u32') } as const;

const CAPACITY = INTERPOLATION_QUEUE_LIMIT + 1;

/** Cells of a queue. */
export const INTERPOLATION_NODE_CAPACITY = CAPACITY;

/** A pooled queue of positions to move through (retail's InterpolationManager). Indexed by pool slot, not by entity. */
export const interpolationQueueSchema = {
  /** Entity that uses this slot; 0: free. */
  owner: column('u32'),
  count: column('u8'),
  keepHeading: column('u8'),
  failCount: column('u16'),
  frameCounter: column('u16'),
  progressTime: column('f64'),
  originalDistance: column('f64'),
  /** 1 when the last failed node is remembered as the place to blip to. */
  hasBlip: column('u8'),
  blipX: column('f64'),
  blipY: column('f64'),
  blipZ: column('f64'),
  blipQw: column('f64'),
  blipQx: column('f64'),
  blipQy: column('f64'),
  blipQz: column('f64'),
  x: ring('f64', CAPACITY, 'count'),
  y: ring('f64', CAPACITY, 'count'),
  z: ring('f64', CAPACITY, 'count'),
  qw: ring('f64', CAPACITY, 'count'),
  qx: ring('f64', CAPACITY, 'count'),
  qy: ring('f64', CAPACITY, 'count'),
  qz: ring('f64', CAPACITY, 'count'),
} as const;
