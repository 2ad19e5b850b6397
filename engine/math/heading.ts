import { MotionCommand } from '../../components/motion-command.ts';
import { atan2 } from './trigonometry.ts';

/** Retail's universal tolerance (0.000199999995f), compared in double. */
export const EPSILON = 0.0002;

/** Degrees in a radian. */
export const DEGREES = 180 / Math.PI;

/** Radians in a degree. */
export const RADIANS = Math.PI / 180;

/** The angle in [0, 360). Angles must be finite. */
export function normalizeDegrees(degrees: number): number {
  const rest = degrees % 360;
  const positive = rest < 0 ? rest + 360 : rest;
  return positive >= 360 ? 0 : positive;
}

/** Compass degrees of a planar direction: 0 north (+y), 90 east (+x), clockwise; 0 when shorter than {@link EPSILON}. */
export function headingOfDirection(x: number, y: number): number {
  if (x * x + y * y < EPSILON * EPSILON) return 0;
  return normalizeDegrees(450 - atan2(y, x) * DEGREES);
}

/**
 * Heading from one place to another in compass degrees [0, 360).
 *
 * Retail Position::heading 0x005a9520 (pin P5).
 */
export function heading(fromX: number, fromY: number, toX: number, toY: number): number {
  return headingOfDirection(toX - fromX, toY - fromY);
}

/** A difference of headings with everything within epsilon of 0 taken as 0, in [0, 360). */
export function normalizeHeadingDifference(difference: number): number {
  if (Math.abs(difference) < EPSILON) return 0;
  return difference < -EPSILON ? difference + 360 : difference;
}

/**
 * Two headings in degrees, for {@link turnIsPast} and {@link measureTurn}, which leaves its answer in the first cell: an
 * array, so that the numbers are not put on the heap at every tick of a turn.
 */
export const turnScratch = new Float64Array(2);

/** As {@link headingGreater}, of the headings in {@link turnScratch}. */
export function turnIsPast(motion: number): boolean {
  const h1 = turnScratch[0];
  const h2 = turnScratch[1];
  const greater = Math.abs(h1 - h2) > 180 ? h2 > h1 : h1 > h2;
  return motion === MotionCommand.TurnRight ? greater : !greater;
}

/** As {@link headingDiff}, of the headings in {@link turnScratch}, into its first cell. */
export function measureTurn(motion: number): void {
  const raw = turnScratch[0] - turnScratch[1];
  const difference = Math.abs(raw) < EPSILON ? 0 : raw < -EPSILON ? raw + 360 : raw;
  const mirrored = difference > EPSILON && motion !== MotionCommand.TurnRight;
  turnScratch[0] = mirrored ? 360 - difference : difference;
}

/**
 * Whether a turn by `motion` has passed `h2` when it is at `h1`: right turns raise the heading, left turns lower it.
 *
 * Retail heading_greater 0x00528f60.
 */
export function headingGreater(h1: number, h2: number, motion: number): boolean {
  turnScratch[0] = h1;
  turnScratch[1] = h2;
  return turnIsPast(motion);
}

/**
 * How far it is from `h2` to `h1` turning by `motion`, in degrees [0, 360].
 *
 * Retail heading_diff 0x00528fb0 (pin P3: anything but TurnRight is mirrored).
 */
export function headingDiff(h1: number, h2: number, motion: number): number {
  turnScratch[0] = h1;
  turnScratch[1] = h2;
  measureTurn(motion);
  return turnScratch[0];
}
