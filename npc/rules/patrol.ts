import { LONGEST_WAIT, type Context } from '../context.ts';
import { patrolModes } from '../components.ts';
import { Kind } from '../names.ts';
import type { Route } from '../routes.ts';
import type { Rule } from './rule.ts';

/** Metres from a waypoint within which it need not go there. */
const THERE = 0.5;
/** Metres from the only waypoint within which it stays where it is. */
const STAYS = 1;
/** Seconds that it stands at a waypoint at which it was already: a route of equal places must not spin. */
const SHORTEST_STAY = 0.5;
const PING_PONG = patrolModes.indexOf('pingPong');
const ONCE = patrolModes.indexOf('once');

/** Goes from waypoint to waypoint. */
export const patrol: Rule = {
  wants(c, entity) {
    const { patrol } = c.columns;
    const route = c.routes.get(patrol.route[entity]);
    if (route === undefined) {
      if (patrol.missed[entity] === 0) c.failed(entity, Kind.patrol, 'noRoute');
      patrol.missed[entity] = 1;
      return false;
    }
    patrol.missed[entity] = 0;
    if (patrol.mode[entity] !== ONCE) patrol.done[entity] = 0;
    if (patrol.next[entity] >= route.length) patrol.next[entity] = route.length - 1;
    return patrol.done[entity] === 0;
  },

  act(c, entity) {
    const { patrol } = c.columns;
    const { travel, moves, now, mind } = c;
    const route = c.routes.get(patrol.route[entity]);
    if (route === undefined) return LONGEST_WAIT;
    const next = patrol.next[entity];
    const x = route.x(next);
    const y = route.y(next);
    if (moves.isGoingTo(entity, Kind.patrol, x, y)) return LONGEST_WAIT;
    const from = Math.max(patrol.until[entity], mind.retryAt[entity]);
    const distance = c.distanceTo(entity, x, y);
    if (now < from || (route.length === 1 && distance <= STAYS && patrol.until[entity] > 0)) {
      c.rests = true;
      return now < from ? from - now : LONGEST_WAIT;
    }
    if (distance <= THERE) {
      reach(c, entity, route);
      patrol.until[entity] = Math.max(patrol.until[entity], now + SHORTEST_STAY);
      c.rests = true;
      return SHORTEST_STAY;
    }
    const pace = { run: patrol.run[entity] === 1, speed: patrol.speed[entity] };
    if (!travel.goTo(entity, Kind.patrol, x, y, route.z(next), pace)) {
      c.failed(entity, Kind.patrol, travel.reason);
      advance(c, entity, route);
    }
    return LONGEST_WAIT;
  },

  ended(c, entity, arrived) {
    const route = c.routes.get(c.columns.patrol.route[entity]);
    if (route === undefined) return;
    if (arrived) reach(c, entity, route);
    else advance(c, entity, route);
  },
};

function reach(c: Context, entity: number, route: Route): void {
  const { patrol } = c.columns;
  c.arrived(entity, Kind.patrol, 0, patrol.next[entity]);
  advance(c, entity, route);
  patrol.until[entity] = c.now + c.randomPause(entity, patrol.pause[entity], patrol.pauseMost[entity]);
}

function advance(c: Context, entity: number, route: Route): void {
  const { patrol } = c.columns;
  const last = route.length - 1;
  const next = Math.min(patrol.next[entity], last);
  if (patrol.mode[entity] === PING_PONG && last > 0) {
    if (next === last) patrol.back[entity] = 1;
    else if (next === 0) patrol.back[entity] = 0;
    patrol.next[entity] = patrol.back[entity] === 1 ? next - 1 : next + 1;
  } else if (next < last) patrol.next[entity] = next + 1;
  else if (patrol.mode[entity] === ONCE) patrol.done[entity] = 1;
  else patrol.next[entity] = 0;
  patrol.ownNext[entity] = patrol.next[entity];
}
