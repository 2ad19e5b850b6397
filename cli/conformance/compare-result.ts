import { isObject, relativeTolerance, show } from './values.ts';

/** For every number in the result of a function; relative above 1. */
export const RESULT_TOLERANCE = 0.002;

const EXACT_KEYS = new Set(['command', 'motion', 'holdKey']);

/** Commands and hold keys are names, not quantities: a tolerance relative to their size would take one for another. */
function isName(path: string, theirs: number): boolean {
  return EXACT_KEYS.has(path.slice(path.lastIndexOf('.') + 1)) || (Number.isInteger(theirs) && theirs > 0xffff);
}

/**
 * The first difference between our result of a function vector and the expected one, as text; null when they agree.
 * Keys that only our result has are not looked at.
 */
export function compareResult(ours: unknown, theirs: unknown, path = 'result'): string | null {
  if (typeof theirs === 'number' && typeof ours === 'number') {
    const isExact = isName(path, theirs);
    const tolerance = isExact ? 0 : relativeTolerance(RESULT_TOLERANCE, theirs);
    if (Math.abs(ours - theirs) <= tolerance) return null;
    const allowed = isExact ? 'exact' : `tolerance ${Number(tolerance.toPrecision(4))}`;
    return `${path}: ours ${show(ours)}, theirs ${show(theirs)} (${allowed})`;
  }
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    return firstOf(
      theirs.map((value, index) => [String(index), ours[index], value]),
      path,
    );
  }
  if (isObject(theirs) && isObject(ours)) {
    return firstOf(
      Object.entries(theirs).map(([key, value]) => [key, ours[key], value]),
      path,
    );
  }
  return ours === theirs ? null : `${path}: ours ${show(ours)}, theirs ${show(theirs)} (exact)`;
}

function firstOf(parts: [string, unknown, unknown][], path: string): string | null {
  for (const [key, ours, theirs] of parts) {
    const difference = compareResult(ours, theirs, `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}
