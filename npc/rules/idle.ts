import { MovementError } from '../../index.ts';
import { EMOTE_CAPACITY } from '../components.ts';
import { LONGEST_WAIT, type Context } from '../context.ts';
import { Kind } from '../names.ts';
import type { Rule } from './rule.ts';

/** Stands about and performs one of its emotes now and then. */
export const idle: Rule = {
  wants: (c, entity) => countEmotes(c, entity) > 0,

  act(c, entity) {
    const { idle } = c.columns;
    const { now } = c;
    c.rests = true;
    if (idle.until[entity] === 0) idle.until[entity] = now + pauseOf(c, entity);
    if (now < idle.until[entity]) return idle.until[entity] - now;
    idle.until[entity] = now + pauseOf(c, entity);
    const command = chooseEmote(c, entity);
    const error = c.engine.setMotion(entity, command, { speed: idle.speed[entity] });
    if (error !== MovementError.None) {
      c.mind.error[entity] = error;
      c.failed(entity, Kind.idle, 'refused');
    }
    return LONGEST_WAIT;
  },

  ended() {},
};

function pauseOf(c: Context, entity: number): number {
  const { idle } = c.columns;
  return Math.max(0.5, c.randomPause(entity, idle.pause[entity], idle.pauseMost[entity]));
}

function countEmotes(c: Context, entity: number): number {
  const { emotes } = c.columns.idle;
  let count = 0;
  for (let cell = 0; cell < EMOTE_CAPACITY; cell++) if (emotes[entity * EMOTE_CAPACITY + cell] !== 0) count++;
  return count;
}

function chooseEmote(c: Context, entity: number): number {
  const { emotes } = c.columns.idle;
  let left = Math.floor(c.random(entity) * countEmotes(c, entity));
  for (let cell = entity * EMOTE_CAPACITY; ; cell++) if (emotes[cell] !== 0 && left-- === 0) return emotes[cell];
}
