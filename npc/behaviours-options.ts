import { checks } from '../index.ts';
import type { Navigate } from './ways.ts';

/** How the behaviours of a world are made. */
export interface BehavioursOptions {
  /** What the random numbers of all NPCs start from, a whole number from 0 to 4294967295. Default 1. */
  seed?: number;
  /** Finds ways around walls. Default: none, NPCs walk straight. */
  navigate?: Navigate;
  /** Most NPCs that decide anew in one step; who has to wait comes first in the next. Default 2000. */
  thoughtsPerStep?: number;
  /**
   * Whether they run as a system of the engine, 'npc', before `moveToUseTime`. Default true. Otherwise call
   * `update()` before each step.
   */
  system?: boolean;
}

const optionKeys = [
  'seed',
  'navigate',
  'thoughtsPerStep',
  'system',
] as const satisfies readonly (keyof BehavioursOptions)[];
const DEFAULT_THOUGHTS = 2000;

/** The options with their defaults. @throws TypeError or RangeError for a bad one. */
export function completeOptions(call: string, options: BehavioursOptions) {
  checks.requireObject(call, options, 'an object of options');
  checks.requireKeys(call, options, optionKeys);
  const { seed = 1, navigate = null, thoughtsPerStep = DEFAULT_THOUGHTS, system = true } = options;
  if (navigate !== null && typeof navigate !== 'function') throw new TypeError(`${call}.navigate: expected a function`);
  return {
    navigate,
    system: checks.requireBoolean(`${call}.system`, system),
    thoughtsPerStep: checks.requireInteger(`${call}.thoughtsPerStep`, thoughtsPerStep, 1, 1e6),
    seed: checks.requireInteger(`${call}.seed`, seed, 0, 0xffffffff),
  };
}
