import { LOOK_INTERVAL } from '../context.ts';
import { Kind } from '../names.ts';
import { headingTo, isHeadingOff } from './headings.ts';
import type { Rule } from './rule.ts';

/** Turns to somebody wherever they go, or to a heading. */
export const face: Rule = {
  wants(c, entity) {
    const { face } = c.columns;
    const { target, tags, radius } = face;
    const before = face.watched[entity];
    const found = c.look(entity, target[entity], tags[entity], c.x(entity), c.y(entity), radius[entity]);
    face.watched[entity] = found === 0 ? 0 : c.guidOf(found);
    if (before !== 0 && found === 0) c.lost(entity, Kind.face, before, c.entityOf(before) === 0 ? 'gone' : 'far');
    return found !== 0 || face.heading[entity] >= 0;
  },

  act(c, entity) {
    const { face } = c.columns;
    if (c.moves.isTurning(entity, Kind.face)) return LOOK_INTERVAL;
    const watched = c.entityOf(face.watched[entity]);
    const wanted = watched === 0 ? face.heading[entity] : headingTo(c, entity, watched);
    if (c.now >= c.mind.retryAt[entity] && isHeadingOff(c, entity, wanted, face.tolerance[entity])) {
      c.travel.turn(entity, Kind.face, watched === 0 ? wanted : { target: watched });
      return LOOK_INTERVAL;
    }
    c.rests = true;
    return LOOK_INTERVAL;
  },

  ended(c, entity, arrived) {
    if (arrived) c.arrived(entity, Kind.face, c.columns.face.watched[entity]);
  },
};
