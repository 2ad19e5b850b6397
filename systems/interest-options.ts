import { requireKeys, requireNumber, requireObject } from '../engine/checks.ts';

/** What a peer with a viewer is told of. */
export interface InterestOptions {
  /**
   * Metres from the viewer within which bodies come to a peer's knowledge; Infinity: all do. Default 96, as far as
   * positions are moved through instead of being taken at once. Places are told five times a second in the nearest third,
   * half as often in the second, and once a second beyond.
   */
  range: number;
  /** Metres beyond the range at which bodies are taken from it again. Default 16. */
  hysteresis: number;
}

/** The options unless something else is said. */
export const usualInterest: Readonly<InterestOptions> = { range: 96, hysteresis: 16 };

/** Takes over options that were asked for. @throws TypeError or RangeError that names the option and what was expected. */
export function interestOf(what: string, asked: unknown): InterestOptions {
  const interest = { ...usualInterest };
  if (asked === undefined) return interest;
  const options = requireObject(what, asked, 'an object of options') as Partial<InterestOptions>;
  requireKeys(what, options, ['range', 'hysteresis']);
  for (const name of ['range', 'hysteresis'] as const) {
    const value = options[name];
    if (value === undefined) continue;
    interest[name] = requireNumber(`${what}.${name}`, value, 0, Number.POSITIVE_INFINITY);
  }
  return interest;
}
