import { EMOTE_CAPACITY } from './components.ts';
import type { Context } from './context.ts';
import { isEmote } from './emotes.ts';
import { behaviourNames, Kind, lowestKind } from './names.ts';
import { whyNeverActs } from './never-acts.ts';

/** Puts right what was written to the columns, and reports it once for each behaviour. */
export function putRight(c: Context, entity: number, mask: number): void {
  const { mind } = c;
  for (let left = mask; left !== 0; left &= left - 1) {
    const kind = lowestKind(left);
    const name = behaviourNames[kind];
    let wrong = c.stores[name].putRight(entity);
    if (kind === Kind.idle) wrong = putEmotesRight(c, entity) || wrong;
    if (kind === Kind.patrol) wrong = putNextRight(c, entity) || wrong;
    if (wrong === '' || (mind.reported[entity] & (1 << kind)) !== 0) continue;
    mind.reported[entity] |= 1 << kind;
    c.problem(entity, name, `${name}.${wrong} of ${c.subject(entity)} held a value out of its range and was put right`);
  }
  if ((mask & (1 << Kind.patrol)) === 0) return;
  const { patrol } = c.columns;
  const own = patrol.ownRoute[entity];
  if (own !== 0 && own !== patrol.route[entity]) {
    c.routes.delete(own);
    patrol.ownRoute[entity] = 0;
  }
}

/** Tells of behaviours that can never act as they are, once for each. */
export function reportIdlers(c: Context, entity: number, mask: number): void {
  const { mind } = c;
  for (let left = mask & ~(mind.reported[entity] >>> behaviourNames.length); left !== 0; left &= left - 1) {
    const kind = lowestKind(left);
    const why = whyNeverActs(c, entity, kind);
    if (why === null) continue;
    mind.reported[entity] |= 1 << (kind + behaviourNames.length);
    const name = behaviourNames[kind];
    c.problem(entity, name, `${name} of ${c.subject(entity)} can never act: ${why}`);
  }
}

/**
 * Puts right the place that a patrol goes to where its route has no such place: it becomes the last.
 *
 * @returns 'next' when somebody else wrote it; '' when all is right, or the patrol's own place was on a longer route.
 */
export function putNextRight(c: Context, entity: number): string {
  const { patrol } = c.columns;
  const route = c.routes.get(patrol.route[entity]);
  if (route === undefined) return '';
  const next = patrol.next[entity];
  const isOwn = next === patrol.ownNext[entity];
  patrol.next[entity] = patrol.ownNext[entity] = Math.min(next, route.length - 1);
  return next < route.length || isOwn ? '' : 'next';
}

function putEmotesRight(c: Context, entity: number): string {
  const cells = c.columns.idle.emotes;
  let wrong = '';
  for (let cell = entity * EMOTE_CAPACITY; cell < (entity + 1) * EMOTE_CAPACITY; cell++) {
    if (cells[cell] === 0 || isEmote(cells[cell])) continue;
    cells[cell] = 0;
    wrong = 'emotes';
  }
  return wrong;
}
