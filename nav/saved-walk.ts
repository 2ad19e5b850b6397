import { checkMoveOptions, checks, type MoveOptions } from '../index.ts';

/** A walk that goes on, as plain data. */
export interface SavedWalk {
  /** Guid of the body that walks. */
  readonly guid: number;
  /** Guid of the target; 0: the goal is the place. */
  readonly target: number;
  /** The goal, world metres to the east. */
  readonly x: number;
  /** The goal, world metres to the north. */
  readonly y: number;
  /** The goal, world metres upwards. */
  readonly z: number;
  /** How it walks, as it was given to `walkTo`. */
  readonly options: MoveOptions;
}

const savedKeys = ['guid', 'target', 'x', 'y', 'z', 'options'] as const satisfies readonly (keyof SavedWalk)[];

/** @throws TypeError or RangeError that names the place for what is no saved walk. @param what The place in what was given. */
export function checkSavedWalk(what: string, walk: SavedWalk): SavedWalk {
  checks.requireKeys(what, checks.requireObject(what, walk, 'a saved walk'), savedKeys);
  checks.requireInteger(`${what}.guid`, walk.guid, 1, 0xffffffff);
  checks.requireInteger(`${what}.target`, walk.target, 0, 0xffffffff);
  for (const axis of ['x', 'y', 'z'] as const) checks.requireNumber(`${what}.${axis}`, walk[axis], -1e7, 1e7);
  checkMoveOptions(`${what}.options`, walk.options);
  return walk;
}
