import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { createBehaviours } from '../../npc/index.ts';
import { newEngine } from '../support/engines.ts';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { distanceTo, listenNpc, newNpcs } from './support.ts';

/** Degrees by which a body's heading is off. */
function off(heading: number, wanted: number): number {
  const difference = Math.abs(heading - wanted) % 360;
  return Math.min(difference, 360 - difference);
}

describe('one who faces', () => {
  it('turns to somebody wherever they go, and tells when it does', () => {
    const { engine, npc } = newNpcs();
    const watcher = engine.spawn();
    const other = engine.spawn({ guid: 6, x: 8 });
    const told = listenNpc(engine, npc, 'arrived', 'lost');
    npc.add(watcher, 'face', { target: 6 });
    engine.step(90);
    expect(off(engine.readFrame(watcher).heading, 90)).toBeLessThan(15);
    engine.place(other, { x: 0, y: -8 });
    engine.step(90);
    expect(off(engine.readFrame(watcher).heading, 180)).toBeLessThan(15);
    expect(told).toMatchObject([
      { type: 'arrived', behaviour: 'face', target: 6 },
      { type: 'arrived', behaviour: 'face', target: 6 },
    ]);
    expect(distanceTo(engine, watcher, 0, 0)).toBeLessThan(0.1);
  });

  it('has a heading for when nobody is near', () => {
    const { engine, npc } = newNpcs();
    const watcher = engine.spawn();
    const other = engine.spawn({ x: 5 });
    npc.tag(other, 'guest');
    npc.add(watcher, 'face', { tags: 'guest', radius: 10, heading: 270 });
    engine.step(90);
    expect(off(engine.readFrame(watcher).heading, 90)).toBeLessThan(15);
    const told = listenNpc(engine, npc, 'lost');
    engine.place(other, { x: 50, y: 0 });
    engine.step(120);
    expect(off(engine.readFrame(watcher).heading, 270)).toBeLessThan(15);
    expect(told).toMatchObject([{ behaviour: 'face', reason: 'far' }]);
  });

  it('turns while one that walks rests, and not while it walks', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const other = engine.spawn({ guid: 6, x: -15, y: 5 });
    npc.add(body, 'patrol', {
      route: [
        [0, 10],
        [0, 0],
      ],
      pause: 3,
    });
    npc.add(body, 'face', { target: engine.guidOf(other) });
    let faced = 0;
    let activeWhileWalking = 0;
    for (let step = 0; step < 30 * 30; step++) {
      engine.step();
      const walks = engine.readMoveTo(body).type === 7;
      if (walks && npc.status(body, 'face') === 'active' && npc.active(body) !== 'patrol') activeWhileWalking++;
      const { x, y, heading } = engine.readFrame(body);
      const bearing = (Math.atan2(-15 - x, 5 - y) * 180) / Math.PI;
      if (!walks && off(heading, bearing) < 16) faced++;
    }
    expect(activeWhileWalking).toBe(0);
    expect(faced).toBeGreaterThan(60);
    expect(npc.active(body)).toBe('patrol');
  });
});

describe('one who idles', () => {
  const humans = () => {
    const { engine } = newEngine({ motionTables: [human] });
    return { engine, npc: createBehaviours(engine) };
  };

  it('performs its emotes and no others, with pauses', () => {
    const { engine, npc } = humans();
    const body = engine.spawn();
    npc.add(body, 'idle', { emotes: ['Wave', MotionCommand.Nod], pause: 1, pauseMost: 3 });
    const performed: number[] = [];
    engine.on('motionDone', ({ motion }) => {
      if ((motion & 0x10000000) !== 0) performed.push(motion);
    });
    engine.step(30 * 60);
    expect(new Set(performed)).toEqual(new Set([MotionCommand.Wave, MotionCommand.Nod]));
    expect(performed.length).toBeGreaterThan(10);
    expect(performed.length).toBeLessThan(60);
    expect(npc.status(body, 'idle')).toBe('active');
  });

  it('gestures in the pauses of a patrol only', () => {
    const { engine, npc } = humans();
    const body = engine.spawn();
    npc.add(body, 'idle', { emotes: ['Wave'], pause: 0.5, pauseMost: 0.6 });
    npc.add(body, 'patrol', {
      route: [
        [0, 8],
        [0, 0],
      ],
      pause: 4,
    });
    const waves = (motions: number[]) => motions.filter((motion) => motion === MotionCommand.Wave).length;
    let whileWalking = 0;
    let started = 0;
    for (let step = 0; step < 30 * 40; step++) {
      const before = waves(engine.readMotion(body).pendingMotions);
      engine.step();
      if (waves(engine.readMotion(body).pendingMotions) <= before) continue;
      started++;
      if (engine.readMoveTo(body).type !== 0) whileWalking++;
    }
    expect(started).toBeGreaterThan(5);
    expect(whileWalking).toBe(0);
    expect(npc.components.outcome.result[body]).toBe(1);
  });

  it('tells when the body refuses an emote, and goes on', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    const told = listenNpc(engine, npc, 'failed');
    // The bare humanoid has no such gesture.
    npc.add(body, 'idle', { emotes: ['Teapot'], pause: 0.5, pauseMost: 0.5 });
    engine.step(150);
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toMatchObject({ behaviour: 'idle', reason: 'refused', error: 0x43 });
  });
});
