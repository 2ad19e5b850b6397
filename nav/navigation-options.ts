import { checks } from '../index.ts';
import type { NavigationMeshOptions } from './mesh-options.ts';

/** How the navigation of a world is made. */
export interface NavigationOptions {
  /** Ways that are looked for in one step at most, 1 to 10,000; who has to wait comes first in the next. Default 16. */
  plansPerStep?: number;
  /** Metres that a target moves before the way to it is found anew, 0.1 to 1000. Default 2. */
  replanDistance?: number;
  /** How the mesh is made of the scene; not with a mesh that is there already. */
  mesh?: NavigationMeshOptions;
}

const optionKeys = ['plansPerStep', 'replanDistance', 'mesh'] as const satisfies readonly (keyof NavigationOptions)[];

/**
 * Checks options, but for those of the mesh.
 *
 * @param call Starts every error.
 * @returns Ways that are looked for in one step at most, and metres that a target moves before its way is found anew.
 * @throws TypeError or RangeError that names the option.
 */
export function checkNavigationOptions(call: string, options: NavigationOptions): { plans: number; replan: number } {
  checks.requireObject(call, options, 'an object of options');
  checks.requireKeys(call, options, optionKeys);
  return {
    plans: checks.requireInteger(`${call}.plansPerStep`, options.plansPerStep ?? 16, 1, 1e4),
    replan: checks.requireNumber(`${call}.replanDistance`, options.replanDistance ?? 2, 0.1, 1e3),
  };
}
