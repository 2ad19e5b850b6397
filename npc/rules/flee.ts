import { LOOK_INTERVAL, type Context } from '../context.ts';
import { Moving, ON_GROUND } from '../components.ts';
import { Kind } from '../names.ts';
import type { Rule } from './rule.ts';

/** Metres beyond the safe distance that it runs for, and the shortest leg of a flight. */
const BEYOND = 1;
const SHORTEST = 3;
/** Cosine and sine of the 60 degrees by which it turns aside when the way straight away is blocked. */
const ASIDE_COSINE = 0.5;
const ASIDE_SINE = 0.8660254037844386;
/** Metres nearer than which "away" is any direction. */
const TOGETHER = 0.01;

/** The direction away from somebody; written by {@link awayFrom}. */
const away = { x: 0, y: 1, distance: 0 };

/** Keeps away from somebody: takes to its heels when they are near, until they are far. */
export const flee: Rule = {
  wants(c, entity) {
    const { flee } = c.columns;
    const guid = flee.threat[entity];
    if (guid !== 0) keepThreat(c, entity, guid);
    const nearest = c.look(
      entity,
      flee.target[entity],
      flee.tags[entity],
      c.x(entity),
      c.y(entity),
      flee.radius[entity],
    );
    if (nearest !== 0) flee.threat[entity] = c.guidOf(nearest);
    return flee.threat[entity] !== 0;
  },

  act(c, entity) {
    const { flee } = c.columns;
    const threat = c.entityOf(flee.threat[entity]);
    if (isFlightGood(c, entity, threat) || c.now < c.mind.retryAt[entity]) return LOOK_INTERVAL;
    awayFrom(c, entity, threat);
    turnAside(c, entity);
    const reach = Math.max(SHORTEST, safeDistance(c, entity) + BEYOND - away.distance);
    const x = c.x(entity) + away.x * reach;
    const y = c.y(entity) + away.y * reach;
    const pace = { run: flee.run[entity] === 1, speed: flee.speed[entity] };
    if (!c.travel.goTo(entity, Kind.flee, x, y, ON_GROUND, pace)) c.failed(entity, Kind.flee, c.travel.reason);
    return LOOK_INTERVAL;
  },

  ended() {},
};

/** Forgets whom it fled from when that body is gone, far enough away or no longer meant. */
function keepThreat(c: Context, entity: number, guid: number): void {
  const { flee } = c.columns;
  const threat = c.entityOf(guid);
  const fled = c.isActive(entity, 'flee');
  if (threat === 0) {
    flee.threat[entity] = 0;
    if (fled) c.lost(entity, Kind.flee, guid, 'gone');
  } else if (!c.isMeant(threat, flee.target[entity], flee.tags[entity])) flee.threat[entity] = 0;
  else if (c.distance(entity, threat) >= safeDistance(c, entity)) {
    flee.threat[entity] = 0;
    if (fled) c.arrived(entity, Kind.flee, guid);
  }
}

function safeDistance(c: Context, entity: number): number {
  const { flee } = c.columns;
  return Math.max(flee.safe[entity], flee.radius[entity]);
}

/** Whether the flight under way leads to a place that is safe, and not past whom it flees from. */
function isFlightGood(c: Context, entity: number, threat: number): boolean {
  const { mind } = c;
  if (mind.moving[entity] !== Moving.ToPlace || mind.mover[entity] !== Kind.flee + 1) return false;
  const goalX = mind.goalX[entity];
  const goalY = mind.goalY[entity];
  if (c.distanceTo(threat, goalX, goalY) < safeDistance(c, entity)) return false;
  awayFrom(c, entity, threat);
  return (goalX - c.x(entity)) * away.x + (goalY - c.y(entity)) * away.y >= 0;
}

function awayFrom(c: Context, entity: number, threat: number): void {
  let dx = c.x(entity) - c.x(threat);
  let dy = c.y(entity) - c.y(threat);
  let length = Math.sqrt(dx * dx + dy * dy);
  away.distance = length;
  while (length < TOGETHER) {
    dx = c.random(entity) - 0.5;
    dy = c.random(entity) - 0.5;
    length = Math.sqrt(dx * dx + dy * dy);
  }
  away.x = dx / length;
  away.y = dy / length;
}

/** After a failure: not straight away, but to one side. */
function turnAside(c: Context, entity: number): void {
  if (c.mind.failures[entity] === 0) return;
  const sine = c.random(entity) < 0.5 ? ASIDE_SINE : -ASIDE_SINE;
  const { x, y } = away;
  away.x = x * ASIDE_COSINE - y * sine;
  away.y = x * sine + y * ASIDE_COSINE;
}
