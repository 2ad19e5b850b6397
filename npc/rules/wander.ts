import { LONGEST_WAIT, type Context } from '../context.ts';
import { Moving, ON_GROUND } from '../components.ts';
import { Kind } from '../names.ts';
import type { Rule } from './rule.ts';

/** Metres that a way is at least, as far as the circle allows. */
const SHORTEST = 1;
/** Tries to find a place that is not too near. */
const TRIES = 4;

const place = { x: 0, y: 0 };

/** Walks from place to place around its home, and stands a while at each. */
export const wander: Rule = {
  wants: () => true,

  act(c, entity) {
    const { wander } = c.columns;
    const { mind, travel, now } = c;
    if (mind.moving[entity] === Moving.ToPlace && mind.mover[entity] === Kind.wander + 1) return LONGEST_WAIT;
    const from = Math.max(wander.until[entity], mind.retryAt[entity]);
    if (now < from) {
      c.rests = true;
      return from - now;
    }
    choosePlace(c, entity);
    const pace = { run: wander.run[entity] === 1, speed: wander.speed[entity] };
    if (!travel.goTo(entity, Kind.wander, place.x, place.y, ON_GROUND, pace))
      c.failed(entity, Kind.wander, travel.reason);
    return LONGEST_WAIT;
  },

  ended(c, entity, arrived) {
    const { wander } = c.columns;
    if (!arrived) return;
    c.arrived(entity, Kind.wander, 0);
    wander.until[entity] = c.now + c.randomPause(entity, wander.pause[entity], wander.pauseMost[entity]);
  },
};

/** A place in the circle, each as likely as any other. */
function choosePlace(c: Context, entity: number): void {
  const { wander } = c.columns;
  const radius = wander.radius[entity];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    let dx: number;
    let dy: number;
    do {
      dx = 2 * c.random(entity) - 1;
      dy = 2 * c.random(entity) - 1;
    } while (dx * dx + dy * dy > 1);
    place.x = wander.x[entity] + dx * radius;
    place.y = wander.y[entity] + dy * radius;
    if (c.distanceTo(entity, place.x, place.y) >= SHORTEST) return;
  }
}
