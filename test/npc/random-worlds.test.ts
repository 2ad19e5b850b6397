import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Engine, MotionCommand } from '../../index.ts';
import { type Behaviours, type BehaviourName, behaviourNames } from '../../npc/index.ts';
import { breaches } from '../support/invariants.ts';
import { seededUnit } from '../support/trig-digest.ts';
import { newNpcs } from './support.ts';

/** Seconds within which an NPC whose patrol acts must have gone somewhere, its longest pause and a failure included. */
const PATIENCE = 14;

type Random = () => number;

const pick = <Value>(random: Random, values: readonly Value[]): Value => values[Math.floor(random() * values.length)];
const between = (random: Random, least: number, most: number): number => least + random() * (most - least);

function place(random: Random): [number, number] {
  return [between(random, -25, 25), between(random, -25, 25)];
}

function someGuid(engine: Engine, random: Random): number {
  const bodies = engine.entities();
  return bodies.length === 0 || random() < 0.1 ? 0xabcdef : engine.guidOf(pick(random, Array.from(bodies)));
}

/** Random values of a behaviour, all legal. */
function values(engine: Engine, name: BehaviourName, random: Random): object {
  const whom =
    random() < 0.5
      ? { target: someGuid(engine, random) }
      : { tags: pick(random, ['a', 'b', ['a', 'b'], 'player', 'creature']) };
  const pace = random() < 0.5 ? {} : { run: random() < 0.5, speed: between(random, 0.3, 3) };
  const priority = random() < 0.8 ? {} : { priority: Math.floor(random() * 256) };
  switch (name) {
    case 'flee':
      return { ...whom, ...pace, ...priority, radius: between(random, 0, 15), safe: between(random, 15, 40) };
    case 'chase':
      return {
        ...whom,
        ...pace,
        ...priority,
        radius: between(random, 0, 40),
        giveUp: pick(random, [0, 20]),
        pause: random(),
      };
    case 'guard':
      return {
        ...whom,
        ...pace,
        ...priority,
        radius: between(random, 0, 10),
        leash: 20,
        returns: random() < 0.7,
        stray: pick(random, [-1, 0, 9]),
      };
    case 'follow':
      return {
        ...priority,
        leader: someGuid(engine, random),
        slot: Math.floor(random() * 9),
        formation: pick(random, ['wedge', 'line', 'column']),
      };
    case 'patrol':
      return {
        ...pace,
        ...priority,
        route: Array.from({ length: 1 + Math.floor(random() * 5) }, () => place(random)),
        mode: pick(random, ['loop', 'pingPong']),
        pause: pick(random, [0, 0, 1, 3]),
      };
    case 'wander':
      return { ...pace, ...priority, radius: pick(random, [0, 1, 20]) };
    case 'face':
      return { ...whom, ...priority, heading: pick(random, [-1, 0, 200]) };
    default:
      return { ...priority, emotes: pick(random, [[], ['Wave'], ['Nod', 'Cheer']]), pause: random(), pauseMost: 3 };
  }
}

/** Something that a modder, a game or a bad script may do between two steps. */
function meddle(engine: Engine, npc: Behaviours, random: Random): void {
  const bodies = Array.from(engine.entities());
  const body = bodies.length === 0 ? 0 : pick(random, bodies);
  const name = pick(random, behaviourNames);
  const what = random();
  if (body === 0 || (what < 0.12 && bodies.length < 14)) {
    const [x, y] = place(random);
    const fresh = engine.spawn({
      x,
      y,
      heading: random() * 360,
      runRate: pick(random, [null, 1, 1.5, 0]),
      scale: pick(random, [1, 1, 0.5, 2]),
      gravity: random() < 0.9,
      creature: random() < 0.9,
    });
    if (random() < 0.6) npc.tag(fresh, pick(random, ['a', 'b']));
  } else if (what < 0.16) engine.despawn(body);
  else if (what < 0.6) npc.add(body, name, values(engine, name, random));
  else if (what < 0.7) npc.remove(body, name);
  else if (what < 0.78 && npc.has(body, name)) npc.change(body, name, values(engine, name, random));
  else if (what < 0.84) {
    // What a script writes straight to a column.
    const columns: Record<string, { [index: number]: number; length: number }> = npc.components[name];
    const column = columns[pick(random, Object.keys(columns))];
    if (body < column.length) column[body] = pick(random, [Number.NaN, -1, 1e30, Number.NEGATIVE_INFINITY, 0, 3, 255]);
  } else if (what < 0.88) engine.place(body, { x: place(random)[0], y: place(random)[1] });
  else if (what < 0.9) engine.teleport(body, { x: place(random)[0], y: place(random)[1] });
  else if (what < 0.92) engine.stop(body);
  else if (what < 0.94)
    engine.setMotion(body, pick(random, [MotionCommand.Wave, MotionCommand.WalkForward, MotionCommand.Crouch]));
  else if (what < 0.95) engine.jump(body, random());
  else if (what < 0.96) engine.moveTo(body, { x: place(random)[0], y: place(random)[1] });
  else if (what < 0.98) npc.untag(body);
  else {
    const snapshot = engine.snapshot();
    const saved = npc.save();
    engine.restore(snapshot);
    npc.load(JSON.parse(JSON.stringify(saved)));
  }
}

const seeds = fc.integer({ min: 0, max: 0x7fffffff });

describe('in random worlds with random behaviours', () => {
  it('nothing is thrown out of a step, nothing is NaN, and nothing is left of who is gone', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = seededUnit(seed);
        const { engine, npc } = newNpcs({ seed, thoughtsPerStep: pick(random, [2, 2000]) });
        const troubles: unknown[] = [];
        engine.on('handlerError', (event) => troubles.push(event));
        npc.on('handlerError', (event) => troubles.push(event));
        npc.on('problem', ({ message }) => {
          if (/threw/.test(message)) troubles.push(message);
        });
        for (let step = 0; step < 120; step++) {
          if (random() < 0.7) meddle(engine, npc, random);
          engine.step(1 + Math.floor(random() * 6));
        }
        expect(troubles).toEqual([]);
        expect(engine.systems().filter(({ enabled }) => !enabled)).toEqual([]);
        expect(breaches(engine.world)).toEqual([]);
        const saved = npc.save();
        expect(JSON.stringify(saved)).not.toMatch(/null/);
        for (const body of [...engine.entities()]) engine.despawn(body);
        engine.step();
        expect(npc.work.npcs).toBe(0);
        expect(npc.save().npcs).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('whoever has a patrol that acts gets about', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = seededUnit(seed);
        const { engine, npc } = newNpcs({ seed });
        const { patrol } = npc.components;
        const bodies = Array.from({ length: 6 }, () => {
          const [x, y] = place(random);
          const body = engine.spawn({
            x,
            y,
            heading: random() * 360,
            scale: pick(random, [1, 1, 0.5, 2]),
            runRate: pick(random, [null, 1, 2]),
          });
          npc.add(body, 'patrol', values(engine, 'patrol', random));
          if (random() < 0.5) npc.tag(body, 'a');
          return body;
        });
        for (const body of bodies) {
          const extra = pick(random, behaviourNames);
          if (extra !== 'patrol') npc.add(body, extra, values(engine, extra, random));
        }
        const since = new Map<number, { x: number; y: number; at: number }>();
        for (let step = 0; step < 30 * 45; step++) {
          engine.step();
          for (const body of bodies) {
            const { x, y } = engine.readFrame(body);
            const last = since.get(body);
            const route = npc.routes.points(patrol.route[body]) ?? [];
            // Who is near enough to every place of its route has nowhere to go.
            const leads = route.some((to) => Math.hypot(to[0] - route[0][0], to[1] - route[0][1]) > 1.5);
            const acts = npc.active(body) === 'patrol' && leads;
            if (last === undefined || !acts || Math.hypot(x - last.x, y - last.y) > 0.3) {
              since.set(body, { x, y, at: engine.world.clock.now });
            } else if (engine.world.clock.now - last.at > PATIENCE) {
              throw new Error(`body ${body} has stood since ${last.at}: ${JSON.stringify(npc.values(body, 'patrol'))}`);
            }
          }
        }
      }),
      { numRuns: 12 },
    );
  });
});
