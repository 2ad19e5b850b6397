import { EMOTE_CAPACITY } from './components.ts';
import type { Context } from './context.ts';
import { Kind } from './names.ts';

/**
 * Why a behaviour can never do anything, as it has been told; null: it can. A follower without a leader waits for one, and
 * a guard stands at its post.
 */
export function whyNeverActs(c: Context, entity: number, kind: number): string | null {
  const { flee, chase, face, follow, idle, patrol } = c.columns;
  const own = c.mind.guid[entity];
  switch (kind) {
    case Kind.flee:
      return whyNobody('flee from', own, flee.target[entity], flee.tags[entity]);
    case Kind.chase:
      return whyNobody('chase', own, chase.target[entity], chase.tags[entity]);
    case Kind.face:
      return face.heading[entity] >= 0 ? null : whyNobody('face', own, face.target[entity], face.tags[entity]);
    case Kind.follow:
      return follow.leader[entity] === own ? 'its leader is itself' : null;
    case Kind.patrol:
      return c.routes.get(patrol.route[entity]) === undefined ? 'it has no route' : null;
    case Kind.idle: {
      const from = entity * EMOTE_CAPACITY;
      for (let cell = from; cell < from + EMOTE_CAPACITY; cell++) if (idle.emotes[cell] !== 0) return null;
      return 'it has no emotes';
    }
    default:
      return null;
  }
}

function whyNobody(what: string, own: number, target: number, tags: number): string | null {
  if (tags !== 0 || (target !== 0 && target !== own)) return null;
  return target === own ? 'its target is itself' : `there is nobody to ${what}: it has neither a target nor tags`;
}
