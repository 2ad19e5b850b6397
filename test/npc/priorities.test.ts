import { describe, expect, it } from 'vitest';
import { type BehaviourName, behaviourNames } from '../../npc/index.ts';
import { distanceTo, isMoving, listenNpc, newNpcs } from './support.ts';

/** An NPC with all behaviours, each of which has something to do. */
function busyNpc() {
  const { engine, npc } = newNpcs();
  const body = engine.spawn({ guid: 1 });
  engine.spawn({ guid: 2, x: 5 });
  npc.add(body, 'idle', { emotes: ['Wave'], pause: 1, pauseMost: 1 });
  npc.add(body, 'face', { target: 2, tolerance: 5 });
  npc.add(body, 'wander', { radius: 5 });
  npc.add(body, 'patrol', {
    route: [
      [0, 9],
      [9, 9],
    ],
  });
  npc.add(body, 'follow', { leader: 2 });
  npc.add(body, 'guard', { target: 2 });
  npc.add(body, 'chase', { target: 2 });
  npc.add(body, 'flee', { target: 2, radius: 100 });
  return { engine, npc, body };
}

describe('of several behaviours on one NPC', () => {
  it('the most urgent acts: flee > chase > guard > follow > patrol > wander > face > idle', () => {
    const { engine, npc, body } = busyNpc();
    const acted: (BehaviourName | null)[] = [];
    for (const name of behaviourNames) {
      engine.step(8);
      acted.push(npc.active(body));
      expect(npc.status(body, name), name).toBe('active');
      const others = npc.list(body).filter((other) => other !== name && other !== 'face' && other !== 'idle');
      expect(
        others.every((other) => npc.status(body, other) === 'waiting'),
        name,
      ).toBe(true);
      npc.remove(body, name);
      expect(npc.status(body, name)).toBe(null);
    }
    expect(acted).toEqual(['flee', 'chase', 'guard', 'follow', 'patrol', 'wander', 'face', 'idle']);
    engine.step(8);
    expect(npc.active(body)).toBe(null);
    expect(npc.list(body)).toEqual([]);
  });

  it('another order can be given to one NPC, and changed while it acts', () => {
    const { engine, npc, body } = busyNpc();
    npc.change(body, 'patrol', { priority: 200 });
    engine.step(15);
    expect(npc.active(body)).toBe('patrol');
    npc.change(body, 'wander', { priority: 255 });
    engine.step(3);
    expect(npc.active(body)).toBe('wander');
    npc.change(body, 'wander', { priority: 0 });
    npc.change(body, 'patrol', { priority: 1 });
    engine.step(3);
    expect(npc.active(body)).toBe('flee');
  });

  it('equal priorities fall back to the stated order', () => {
    const { engine, npc, body } = busyNpc();
    for (const name of behaviourNames) npc.change(body, name, { priority: 7 });
    engine.step(3);
    expect(npc.active(body)).toBe('flee');
    npc.remove(body, 'flee');
    engine.step(3);
    expect(npc.active(body)).toBe('chase');
  });

  it('the patrol goes on where it was when the danger is over, and each change is told', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn({ runRate: 1.5 });
    const wolf = engine.spawn({ x: 60 });
    npc.tag(wolf, 'wolf');
    const told = listenNpc(engine, npc, 'active', 'arrived');
    npc.add(body, 'patrol', {
      route: [
        [0, 10],
        [10, 10],
        [10, 0],
      ],
    });
    npc.add(body, 'flee', { tags: 'wolf' });
    engine.step(160);
    const next = npc.components.patrol.next[body];
    expect(next).toBe(1);
    engine.place(wolf, { x: 8, y: 11 });
    engine.step(45);
    expect(npc.active(body)).toBe('flee');
    engine.place(wolf, { x: 300, y: 0 });
    engine.step(200);
    expect(npc.active(body)).toBe('patrol');
    expect(
      told.filter(({ type }) => type === 'active').map(({ behaviour, previous }) => [behaviour, previous]),
    ).toEqual([
      ['patrol', null],
      ['flee', 'patrol'],
      ['patrol', 'flee'],
    ]);
    const visits = told.filter(({ behaviour, type }) => type === 'arrived' && behaviour === 'patrol');
    expect(visits.map(({ index }) => index).slice(0, 2)).toEqual([0, 1]);
  });

  it('what is removed stops in the next step, and leaves the body alone afterwards', () => {
    for (const name of behaviourNames.slice(0, 6)) {
      const { engine, npc, body } = busyNpc();
      for (const other of behaviourNames) if (other !== name) npc.remove(body, other);
      engine.place(engine.entityOf(2), { x: name === 'flee' ? 2 : 7, y: 0 });
      engine.step(20);
      expect(isMoving(engine, body), name).toBe(true);
      npc.remove(body, name);
      engine.step();
      expect(isMoving(engine, body), name).toBe(false);
      // A stride may end what it began.
      engine.step(15);
      const { x, y } = engine.readFrame(body);
      engine.step(150);
      expect(distanceTo(engine, body, x, y), name).toBe(0);
      expect(npc.work.npcs, name).toBe(0);
    }
  });

  it('one that takes over from another that was removed needs no stop between', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 30]] });
    engine.step(60);
    npc.remove(body, 'patrol');
    npc.add(body, 'wander', { x: 30, y: 0, radius: 1 });
    engine.step();
    expect(npc.active(body)).toBe('wander');
    expect(engine.readMoveTo(body).x).toBeGreaterThan(28);
  });
});

describe('a move that somebody else starts', () => {
  it('is left alone until it is over; then the behaviour goes on', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', {
      route: [
        [0, 8],
        [0, 0],
      ],
    });
    engine.step(60);
    engine.moveTo(body, { x: 20, y: 0 });
    let arrived = false;
    engine.on('arrived', ({ entity }) => {
      arrived ||= entity === body && distanceTo(engine, body, 20, 0) < 0.5;
    });
    engine.step(400);
    expect(arrived).toBe(true);
    engine.step(300);
    expect(distanceTo(engine, body, 0, 4)).toBeLessThan(8);
    expect(isMoving(engine, body)).toBe(true);
  });

  it('is not ended when the behaviours are removed', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 8]] });
    engine.step(30);
    engine.moveTo(body, { x: 40, y: 0 });
    npc.remove(body, 'patrol');
    engine.step(30);
    expect(engine.readMoveTo(body)).toMatchObject({ type: 7, x: 40 });
  });

  it('a stop or a teleport does not end the behaviour', () => {
    const { engine, npc } = newNpcs();
    const body = engine.spawn();
    npc.add(body, 'patrol', { route: [[0, 30]] });
    engine.step(60);
    engine.stop(body);
    engine.step(60);
    expect(isMoving(engine, body)).toBe(true);
    engine.teleport(body, { x: 50, y: 50 });
    engine.step(60);
    expect(isMoving(engine, body)).toBe(true);
    engine.step(900);
    expect(distanceTo(engine, body, 0, 30)).toBeLessThan(0.5);
  });
});
