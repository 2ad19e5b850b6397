import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { type EntityView, type SceneOrigin, toScene } from '../systems/render/index.ts';
import { projectPoint, type ScreenPoint } from './projection.ts';
import type { Stage } from './stage.ts';

/** Pixels around a figure within which it is meant: fingers are not sharp. */
const REACH = 24;
/** Metres from feet to head. */
const FEET = 0.1;
const HEAD = 1.75;

const foot: ScreenPoint = { x: 0, y: 0, depth: 0 };
const head: ScreenPoint = { x: 0, y: 0, depth: 0 };
const point = new Vector3();

/** Who can be meant. */
export interface Pickable {
  readonly views: Iterable<EntityView>;
  readonly origin: SceneOrigin;
}

/**
 * The guid of the figure that a place in the picture means; 0: none. Places in CSS pixels.
 *
 * @param except Somebody who is not meant.
 */
export function nearestFigure(stage: Stage, { views, origin }: Pickable, x: number, y: number, except = 0): number {
  let best = 0;
  let least = REACH;
  for (const { guid, place } of views) {
    if (guid === except) continue;
    toScene(place.x, place.y, place.z, point, origin);
    point.y += FEET;
    projectPoint(stage, point, foot);
    point.y += HEAD - FEET;
    projectPoint(stage, point, head);
    if (foot.depth < 0 || foot.depth > 1) continue;
    const away = distanceToLine(x, y, foot, head);
    if (away < least) {
      least = away;
      best = guid;
    }
  }
  return best;
}

function distanceToLine(x: number, y: number, a: ScreenPoint, b: ScreenPoint): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const along = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}
