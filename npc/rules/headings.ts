import { heading as headingFrom } from '../../index.ts';
import type { Context } from '../context.ts';

const frame = { x: 0, y: 0, z: 0, heading: 0, qw: 1, qx: 0, qy: 0, qz: 0 };

/** Whether a body's heading is off by more than a tolerance, in degrees. */
export function isHeadingOff(c: Context, entity: number, heading: number, tolerance: number): boolean {
  const difference = Math.abs(c.engine.readFrame(entity, frame).heading - heading) % 360;
  return Math.min(difference, 360 - difference) > tolerance;
}

/** The heading from one body to another, in degrees. */
export function headingTo(c: Context, entity: number, other: number): number {
  return headingFrom(c.x(entity), c.y(entity), c.x(other), c.y(other));
}
