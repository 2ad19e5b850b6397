import { LOOK_INTERVAL, LONGEST_WAIT, type Context } from '../context.ts';
import { ON_GROUND } from '../components.ts';
import { Kind } from '../names.ts';
import { isHeadingOff } from './headings.ts';
import { pursue } from './pursuit.ts';
import type { Rule } from './rule.ts';

/** Metres from the post within which it is at it, and within which it has come back to it. */
const AT_POST = 1;
const BACK_AT_POST = 0.75;
/** Degrees by which it may be off its heading. */
const HEADING_TOLERANCE = 10;
/** The behaviours that take an NPC away from a post. */
const WALKERS = (1 << Kind.follow) | (1 << Kind.patrol) | (1 << Kind.wander);

/** Drives intruders from a post, as far as its leash, and goes back. */
export const guard: Rule = {
  wants(c, entity) {
    const { guard } = c.columns;
    keepIntruder(c, entity);
    if (guard.intruder[entity] === 0) {
      const { target, tags, radius } = guard;
      const found = c.look(entity, target[entity], tags[entity], guard.x[entity], guard.y[entity], radius[entity]);
      if (found !== 0) {
        guard.intruder[entity] = c.guidOf(found);
        guard.caught[entity] = 0;
      }
    }
    if (guard.intruder[entity] !== 0) return true;
    if (guard.returns[entity] === 0) guard.returning[entity] = 0;
    else if (postDistance(c, entity) > strayLimit(c, entity)) guard.returning[entity] = 1;
    return guard.returning[entity] === 1;
  },

  act(c, entity) {
    const { guard } = c.columns;
    const intruder = c.entityOf(guard.intruder[entity]);
    if (intruder !== 0) return pursue(c, entity, Kind.guard, intruder, guard, null, 0);
    return goBack(c, entity);
  },

  ended() {},
};

/** What a guard does when nothing that walks wants to act: it stands at its post. Answers whether it has one to go to. */
export function standGuard(c: Context, entity: number): boolean {
  const { guard } = c.columns;
  if (guard.returns[entity] === 0) return false;
  if (mustTurn(c, entity) || postDistance(c, entity) > AT_POST) guard.returning[entity] = 1;
  return true;
}

function goBack(c: Context, entity: number): number {
  const { guard } = c.columns;
  const { travel, moves } = c;
  const x = guard.x[entity];
  const y = guard.y[entity];
  if (moves.isGoingTo(entity, Kind.guard, x, y)) return LOOK_INTERVAL;
  if (guard.returning[entity] === 0) {
    c.rests = true;
    return LONGEST_WAIT;
  }
  if (c.now < c.mind.retryAt[entity]) {
    c.rests = true;
    return LOOK_INTERVAL;
  }
  if (postDistance(c, entity) > BACK_AT_POST) {
    const pace = { run: guard.run[entity] === 1, speed: guard.speed[entity] };
    if (!travel.goTo(entity, Kind.guard, x, y, ON_GROUND, pace)) c.failed(entity, Kind.guard, travel.reason);
    return LOOK_INTERVAL;
  }
  if (moves.isTurning(entity, Kind.guard)) return LOOK_INTERVAL;
  if (mustTurn(c, entity)) {
    travel.turn(entity, Kind.guard, guard.heading[entity]);
    return LOOK_INTERVAL;
  }
  guard.returning[entity] = 0;
  c.arrived(entity, Kind.guard, 0);
  c.rests = true;
  return LOOK_INTERVAL;
}

/** Lets go of an intruder that is gone, no longer meant, or so far from the post that the leash ends. */
function keepIntruder(c: Context, entity: number): void {
  const { guard } = c.columns;
  const guid = guard.intruder[entity];
  if (guid === 0) return;
  const intruder = c.entityOf(guid);
  const leash = Math.max(guard.leash[entity], guard.radius[entity]);
  if (intruder !== 0) {
    const meant = c.isMeant(intruder, guard.target[entity], guard.tags[entity]);
    if (meant && c.distanceTo(intruder, guard.x[entity], guard.y[entity]) <= leash) return;
    if (meant) c.lost(entity, Kind.guard, guid, 'far');
  } else c.lost(entity, Kind.guard, guid, 'gone');
  guard.intruder[entity] = 0;
  guard.returning[entity] = guard.returns[entity];
}

/** Whether it does not look where it is to look; somebody that it faces comes first. */
function mustTurn(c: Context, entity: number): boolean {
  const { guard, face } = c.columns;
  const facesSomebody = (c.mind.mask[entity] & (1 << Kind.face)) !== 0 && face.watched[entity] !== 0;
  return (
    guard.heading[entity] >= 0 && !facesSomebody && isHeadingOff(c, entity, guard.heading[entity], HEADING_TOLERANCE)
  );
}

function postDistance(c: Context, entity: number): number {
  return c.distanceTo(entity, c.columns.guard.x[entity], c.columns.guard.y[entity]);
}

/** How far a less urgent behaviour may take it. Without one that walks it belongs at its post. */
function strayLimit(c: Context, entity: number): number {
  const { guard } = c.columns;
  if ((c.mind.mask[entity] & WALKERS) === 0) return AT_POST;
  return guard.stray[entity] < 0 ? Math.max(guard.leash[entity], guard.radius[entity]) : guard.stray[entity];
}
