import { MovementType, MoveToU32, MoveToF64, FrameF64, BodyF32 } from '../../index.ts';
import { formations, Moving, ON_GROUND } from '../components.ts';
import { type Context, LOOK_INTERVAL } from '../context.ts';
import { Kind } from '../names.ts';
import type { Rule } from './rule.ts';

/** Metres beyond its distance that the leader may go before it follows. */
const SLACK = 1;
/** Metres behind at which it runs. */
const RUN_AT = 5;
/** Metres a second of a leader that cannot be followed at a walk (a walk is 3.12). */
const FASTER_THAN_A_WALK = 3.5;
/** Metres a second below which a leader stands. */
const STANDS = 0.5;
/** Metres from its slot within which it stays, and by which its goal may be off while it goes. */
const IN_SLOT = 1;
/** Seconds that it looks ahead when it cannot see where the leader goes. */
const LOOKAHEAD = 2;
/** Share of what it looks ahead that may pass before it looks again. */
const STALE = 0.6;
/** Metres behind that add the whole of the haste to its speed. */
const HASTE_DISTANCE = 15;
const HASTE = 0.3;

const WEDGE = formations.indexOf('wedge');
const COLUMN = formations.indexOf('column');

/** Where the leader goes, and the slot there; written by {@link foresee}. */
const ahead = { x: 0, y: 0, tolerance: IN_SLOT, speed: 0, lag: 0 };

/** Goes after a leader, or keeps a slot in a formation behind it. */
export const follow: Rule = {
  wants(c, entity) {
    const { follow } = c.columns;
    const guid = follow.leader[entity];
    const leader = c.entityOf(guid);
    const there = leader !== 0 && leader !== entity;
    if (!there && follow.seen[entity] === 1) c.lost(entity, Kind.follow, guid, 'gone');
    follow.seen[entity] = there ? 1 : 0;
    return there;
  },

  act(c, entity) {
    const { follow } = c.columns;
    const leader = c.entityOf(follow.leader[entity]);
    return follow.slot[entity] === 0 ? goBehind(c, entity, leader) : keepSlot(c, entity, leader);
  },

  ended() {},
};

/** Without a slot: after the leader, up to a distance. */
function goBehind(c: Context, entity: number, leader: number): number {
  const { follow } = c.columns;
  const { travel, moves, mind } = c;
  const distance = follow.distance[entity];
  const left = moves.edgeDistance(entity, leader) - distance;
  const run = left > RUN_AT || speedOf(c, leader) > FASTER_THAN_A_WALK;
  if (moves.isGoingAfter(entity, Kind.follow, leader) && (!run || mind.runs[entity] === 1)) return LOOK_INTERVAL;
  if (left <= Math.max(SLACK, distance / 2)) return stay(c, entity);
  if (c.now < mind.retryAt[entity]) return rest(c);
  follow.placed[entity] = 0;
  if (!travel.goAfter(entity, Kind.follow, leader, distance, { run, speed: follow.speed[entity] })) {
    c.failed(entity, Kind.follow, travel.reason);
  }
  return LOOK_INTERVAL;
}

/** With a slot: to where the slot will be. */
function keepSlot(c: Context, entity: number, leader: number): number {
  const { follow } = c.columns;
  const { travel, mind } = c;
  foresee(c, entity, leader);
  const { x, y, tolerance, speed, lag } = ahead;
  const run = lag > RUN_AT || speed > FASTER_THAN_A_WALK;
  const goes = mind.moving[entity] === Moving.ToPlace && mind.mover[entity] === Kind.follow + 1;
  if (goes) {
    const dx = x - mind.goalX[entity];
    const dy = y - mind.goalY[entity];
    if (dx * dx + dy * dy <= tolerance * tolerance && (!run || mind.runs[entity] === 1)) return LOOK_INTERVAL;
  }
  if (speed < STANDS && lag <= IN_SLOT) return stay(c, entity);
  if (c.now < mind.retryAt[entity]) return rest(c);
  follow.placed[entity] = 0;
  const haste = Math.min(HASTE, (HASTE * lag) / HASTE_DISTANCE);
  if (!travel.goTo(entity, Kind.follow, x, y, ON_GROUND, { run, speed: follow.speed[entity] * (1 + haste) })) {
    c.failed(entity, Kind.follow, travel.reason);
  }
  return LOOK_INTERVAL;
}

/** It is where it is to be: tells once. */
function stay(c: Context, entity: number): number {
  const { follow } = c.columns;
  if (follow.placed[entity] === 0) {
    follow.placed[entity] = 1;
    c.arrived(entity, Kind.follow, follow.leader[entity]);
  }
  return rest(c);
}

function rest(c: Context): number {
  c.rests = true;
  return LOOK_INTERVAL;
}

function speedOf(c: Context, leader: number): number {
  const { body } = c.engine.world.components;
  const leaderBodyRow = leader * BodyF32.row;
  const vx = body.f32[leaderBodyRow + BodyF32.cachedVelocityX];
  const vy = body.f32[leaderBodyRow + BodyF32.cachedVelocityY];
  return Math.sqrt(vx * vx + vy * vy);
}

/**
 * Sees where the leader goes: to the place of its move, else on in its direction. Followers that went to where the slot
 * is would set out anew at every look; those that go to where it will be walk beside the leader.
 */
function foresee(c: Context, entity: number, leader: number): void {
  const { moveTo, body, frame } = c.engine.world.components;
  const leaderMoveToRow = leader * MoveToF64.row;
  const leaderBodyRow = leader * BodyF32.row;
  const leaderFrameRow = leader * FrameF64.row;
  const leaderX = frame.f64[leaderFrameRow + FrameF64.x];
  const leaderY = frame.f64[leaderFrameRow + FrameF64.y];
  const w = frame.f64[leaderFrameRow + FrameF64.qw];
  const z = frame.f64[leaderFrameRow + FrameF64.qz];
  let forwardX = -2 * w * z;
  let forwardY = 1 - 2 * z * z;
  let x = leaderX;
  let y = leaderY;
  const speed = speedOf(c, leader);
  ahead.speed = speed;
  ahead.tolerance = IN_SLOT;
  if (speed >= STANDS) {
    forwardX = body.f32[leaderBodyRow + BodyF32.cachedVelocityX] / speed;
    forwardY = body.f32[leaderBodyRow + BodyF32.cachedVelocityY] / speed;
    if (moveTo.u32[leader * MoveToU32.row + MoveToU32.type] === MovementType.MoveToPosition) {
      x = moveTo.f64[leaderMoveToRow + MoveToF64.currentTargetX];
      y = moveTo.f64[leaderMoveToRow + MoveToF64.currentTargetY];
      const left = Math.sqrt((x - leaderX) * (x - leaderX) + (y - leaderY) * (y - leaderY));
      if (left > IN_SLOT) {
        forwardX = (x - leaderX) / left;
        forwardY = (y - leaderY) / left;
      }
    } else {
      x += body.f32[leaderBodyRow + BodyF32.cachedVelocityX] * LOOKAHEAD;
      y += body.f32[leaderBodyRow + BodyF32.cachedVelocityY] * LOOKAHEAD;
      ahead.tolerance = Math.max(IN_SLOT, speed * LOOKAHEAD * STALE);
    }
  }
  const { follow } = c.columns;
  const rank = Math.ceil(follow.slot[entity] / 2);
  const side = follow.slot[entity] % 2 === 1 ? 1 : -1;
  const spacing = follow.distance[entity];
  const formation = follow.formation[entity];
  const right = formation === COLUMN ? 0 : side * rank * spacing;
  const back = formation === COLUMN ? follow.slot[entity] * spacing : formation === WEDGE ? rank * spacing : 0;
  const offsetX = forwardY * right - forwardX * back;
  const offsetY = -forwardX * right - forwardY * back;
  ahead.x = x + offsetX;
  ahead.y = y + offsetY;
  ahead.lag = c.distanceTo(entity, leaderX + offsetX, leaderY + offsetY);
}
