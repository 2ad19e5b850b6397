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

/** What a body watches (retail's TargetInfo in its TargetManager). Distances in metres, times in seconds. */
export const targetColumns = defineColumns((c) => ({
  /** Guid of the target; 0: it watches nothing. */
  object: c.u32(),
  context: c.u32(),
  status: c.u8(),
  /** The target tells when its extrapolated place is farther than this from the last one it told. */
  radius: c.f32(),
  /** How far ahead the target extrapolates its place. */
  quantum: c.f64(),
  x: c.f64(),
  y: c.f64(),
  z: c.f64(),
  lastUpdateTime: c.f64(),
}));

/**
 * Who watches a body: a doubly linked list through columns of the watchers, so that thousands may watch one body
 * (retail's voyeur table). Links are entity ids; 0 ends the list. A body watches one target at most, so one pair of
 * links an entity is enough.
 */
export const watchersColumns = defineColumns((c) => ({
  /** 1 once the body has a target manager (made by its first use, watching or watched). */
  made: c.u8(),
  /** When the target manager was last due. */
  lastCheckTime: c.f64(),
  /** First and last watcher of this body. */
  head: c.u32(),
  tail: c.u32(),
  /** As a watcher: the watched entity (0 when its guid is unknown here) and the neighbours in its list. */
  watched: c.u32(),
  next: c.u32(),
  previous: c.u32(),
  /** As a watcher: the place of the target that was last told. */
  sentX: c.f64(),
  sentY: c.f64(),
  sentZ: c.f64(),
}));
