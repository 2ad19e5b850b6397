import { describe, expect, it } from 'vitest';
import { createSceneGround, type Engine } from '../../index.ts';
import { motionTable, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { callName, createSubject, makeCall } from '../support/random-calls.ts';
import { type Relief, randomScene } from '../support/random-scenes.ts';
import { seededUnit } from '../support/trig-digest.ts';

const tables = [motionTable('humanoid'), motionTable('humanoid-rooted-quarter')];
const names = tables.map((table) => table.name as string);
const CALLS = 250;

/** Random legal calls and messages: bodies of every size, at every speed, put anywhere. Answers the engine. */
function play(seed: number, relief: Relief, bodiesBlock: boolean): Engine {
  const ground = createSceneGround(randomScene(seed, relief, 60), { bodiesBlock });
  const { engine, inbox } = newEngine({ motionTables: tables, capacity: 2, ground, unknown: 'spawn' });
  const subject = createSubject(engine, inbox, names);
  subject.mostBodies = 10;
  for (let count = 0; count < 3; count++) engine.spawn({ x: 3 * count, localPlayer: count === 0 });
  const unit = seededUnit(seed);
  const errors: unknown[] = [];
  engine.on('handlerError', (event) => errors.push(event));
  for (let count = 0; count < CALLS; count++) {
    const call = Math.floor(unit() * 0x7fffffff);
    makeCall(subject, call);
    engine.step();
    expect(breaches(engine.world), `${callName(call)}, call ${count}`).toEqual([]);
  }
  expect(errors).toEqual([]);
  return engine;
}

describe('a world on a scene under random calls and messages', () => {
  it.each<[Relief, boolean, number]>([
    ['flat', false, 1],
    ['hills', true, 2],
    ['cliffs', false, 3],
    ['voids', true, 4],
    ['none', false, 5],
  ])('keeps its invariants, and no sweep fails: %s, bodies block: %s', (relief, bodiesBlock, seed) => {
    for (let round = 0; round < 3; round++) play(100 * seed + round, relief, bodiesBlock);
  });
});
