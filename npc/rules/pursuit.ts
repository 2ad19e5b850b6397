import { LOOK_INTERVAL, type Context } from '../context.ts';

/** Metres beyond the distance of a catch within which somebody is still caught. */
const SLACK = 0.75;

/** How somebody is run after. */
export interface Pursuit {
  readonly distance: Float32Array;
  readonly caught: Uint8Array;
  readonly run: Uint8Array;
  readonly speed: Float32Array;
}

/**
 * Runs after a body until it is within reach; tells once that it is. Out of reach again, it runs on, but not before `until`.
 *
 * @param pause Seconds to stand after a catch.
 * @returns Seconds until the next thought.
 */
export function pursue(
  c: Context,
  entity: number,
  kind: number,
  target: number,
  columns: Pursuit,
  until: Float64Array | null,
  pause: number,
): number {
  const { travel, moves, now } = c;
  if (moves.isGoingAfter(entity, kind, target)) return LOOK_INTERVAL;
  if (moves.edgeDistance(entity, target) <= columns.distance[entity] + SLACK) {
    if (columns.caught[entity] === 0) {
      columns.caught[entity] = 1;
      if (until !== null) until[entity] = now + pause;
      c.arrived(entity, kind, c.guidOf(target));
    }
    c.rests = true;
    return LOOK_INTERVAL;
  }
  if (now < c.mind.retryAt[entity] || (until !== null && now < until[entity])) {
    c.rests = true;
    return LOOK_INTERVAL;
  }
  columns.caught[entity] = 0;
  const pace = { run: columns.run[entity] === 1, speed: columns.speed[entity] };
  if (!travel.goAfter(entity, kind, target, columns.distance[entity], pace)) c.failed(entity, kind, travel.reason);
  return LOOK_INTERVAL;
}
