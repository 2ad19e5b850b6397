import { defineColumns } from './columns.ts';

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

/** Places of what is known of a target. Distances in metres, times in seconds. */
export const TargetF64 = {
  x: 0,
  y: 1,
  z: 2,
  /** How far ahead the target extrapolates its place. */
  quantum: 3,
  lastUpdateTime: 4,
  /** The target tells when its extrapolated place is farther than this from the last one it told. */
  radius: 5,
  row: 6,
} as const;

/** Places of who the target is. */
export const TargetU32 = {
  /** Guid of the target; 0: it watches nothing. */
  object: 0,
  context: 1,
  /** A {@link TargetStatus}. */
  status: 2,
  row: 3,
} as const;

/** What a body watches (retail's TargetInfo in its TargetManager). */
export const targetColumns = defineColumns((c) => ({
  f64: c.rows('f64', TargetF64),
  u32: c.rows('u32', TargetU32),
}));

/** Places of a watcher's and a watched body's numbers. */
export const WatchersF64 = {
  /** As a watcher: the place of the target that was last told. */
  sentX: 0,
  sentY: 1,
  sentZ: 2,
  /** When the target manager was last due, in seconds. */
  lastCheckTime: 3,
  row: 4,
} as const;

/** Places of the links between watchers: entity ids, 0 ends the list. */
export const WatchersU32 = {
  /** First and last watcher of this body. */
  head: 0,
  tail: 1,
  /** As a watcher: the watched entity (0 when its guid is unknown here) and the neighbours in its list. */
  watched: 2,
  next: 3,
  previous: 4,
  row: 5,
} as const;

/**
 * Who watches a body: a doubly linked list through cells of the watchers, so that thousands may watch one body
 * (retail's voyeur table). A body watches one target at most, so one pair of links an entity is enough.
 */
export const watchersColumns = defineColumns((c) => ({
  /** 1 once the body has a target manager (made by its first use, watching or watched). */
  made: c.u8(),
  f64: c.rows('f64', WatchersF64),
  u32: c.rows('u32', WatchersU32),
}));
