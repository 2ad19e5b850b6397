import { column } from './columns.ts';

/** How a target is (retail's TargetStatus). */
export const TargetStatus = {
  Undefined: 0,
  Ok: 1,
  ExitWorld: 2,
  Teleported: 3,
  Contained: 4,
  Parented: 5,
  TimedOut: 6,
} as const;

/** What a body watches (retail's TargetInfo in its TargetManager). Distances in metres, times in seconds. */
export const targetSchema = {
  /** Guid of the target; 0: it watches nothing. */
  object: column('u32'),
  context: column('u32'),
  status: column('u8'),
  /** The target tells when its extrapolated place is farther than this from the last one it told. */
  radius: column('f64'),
  /** How far ahead the target extrapolates its place. */
  quantum: column('f64'),
  x: column('f64'),
  y: column('f64'),
  z: column('f64'),
  lastUpdateTime: column('f64'),
} as const;

/**
 * Who watches a body: a doubly linked list through columns of the watchers, so that thousands may watch one body
 * (retail's voyeur table). Links are entity ids; 0 ends the list. A body watches one target at most, so one pair of
 * links an entity is enough.
 */
export const watchersSchema = {
  /** 1 once the body has a target manager (made by its first use, watching or watched). */
  made: column('u8'),
  /** When the target manager was last due. */
  lastCheckTime: column('f64'),
  /** First and last watcher of this body. */
  head: column('u32'),
  tail: column('u32'),
  /** As a watcher: the watched entity (0 when its guid is unknown here) and the neighbours in its list. */
  watched: column('u32'),
  next: column('u32'),
  previous: column('u32'),
  /** As a watcher: the place of the target that was last told. */
  sentX: column('f64'),
  sentY: column('f64'),
  sentZ: column('f64'),
} as const;
