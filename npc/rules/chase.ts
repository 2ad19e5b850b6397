import type { Context } from '../context.ts';
import { Kind } from '../names.ts';
import { pursue } from './pursuit.ts';
import type { Rule } from './rule.ts';

/** Without `giveUp`, somebody found by a tag is let go at so many times the distance at which it is found. */
const LETS_GO_AT = 2;

/** Runs after a body until it has it, and again when it gets away. */
export const chase: Rule = {
  wants(c, entity) {
    const { chase } = c.columns;
    keepPrey(c, entity);
    const prey = findNamed(c, entity) || c.entityOf(chase.prey[entity]) || findTagged(c, entity);
    const guid = prey === 0 ? 0 : c.guidOf(prey);
    if (guid !== chase.prey[entity]) chase.caught[entity] = 0;
    chase.prey[entity] = guid;
    return guid !== 0;
  },

  act(c, entity) {
    const { chase } = c.columns;
    return pursue(c, entity, Kind.chase, c.entityOf(chase.prey[entity]), chase, chase.until, chase.pause[entity]);
  },

  ended() {},
};

/** Lets go of a prey that is gone, too far away or no longer meant. */
function keepPrey(c: Context, entity: number): void {
  const { chase } = c.columns;
  const guid = chase.prey[entity];
  if (guid === 0) return;
  const prey = c.entityOf(guid);
  if (prey === 0) {
    chase.prey[entity] = 0;
    c.lost(entity, Kind.chase, guid, 'gone');
  } else if (!c.isMeant(prey, chase.target[entity], chase.tags[entity])) chase.prey[entity] = 0;
  else if (c.distance(entity, prey) > farthest(c, entity, guid)) {
    chase.prey[entity] = 0;
    c.lost(entity, Kind.chase, guid, 'far');
  }
}

/** The one that is named by guid, wherever it is; with `giveUp` it must come near to be chased (again). */
function findNamed(c: Context, entity: number): number {
  const { chase } = c.columns;
  const guid = chase.target[entity];
  const named = c.entityOf(guid);
  if (named === 0 || named === entity) return 0;
  const { giveUp, radius } = chase;
  if (giveUp[entity] === 0 || chase.prey[entity] === guid) return named;
  return c.distance(entity, named) <= Math.min(radius[entity], giveUp[entity]) ? named : 0;
}

function findTagged(c: Context, entity: number): number {
  const { chase } = c.columns;
  return c.perception.nearest(entity, chase.tags[entity], c.x(entity), c.y(entity), chase.radius[entity]);
}

function farthest(c: Context, entity: number, guid: number): number {
  const { chase } = c.columns;
  if (chase.giveUp[entity] > 0) return chase.giveUp[entity];
  return guid === chase.target[entity] ? Number.POSITIVE_INFINITY : chase.radius[entity] * LETS_GO_AT;
}
