import { StampsU16 } from '../../components/stamps.ts';
import { WatchersU32 } from '../../components/target.ts';
import { readFileSync } from 'node:fs';
import { query } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { MotionCommand, MovementError } from '../../index.ts';
import { listen, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { createMessage, deleteMessage, motionMessage, positionMessage } from '../support/messages.ts';

describe('H12: an id that comes back at once', () => {
  it.each([{ sticky: true }, { sticky: false }])('is not the target of who chased the body before: %o', (options) => {
    const { engine } = newEngine();
    const chaser = engine.spawn({ guid: 1 });
    const target = engine.spawn({ guid: 2, x: 40 });
    engine.step(5);
    engine.moveTo(chaser, { target }, options);
    engine.step(60);
    expect(engine.readFrame(chaser).x).toBeGreaterThan(3);

    const told = listen(engine);
    engine.despawn(target);
    expect(engine.readMoveTo(chaser)).toMatchObject({ type: 0, target: 0, stuckTo: 0 });
    const newcomer = engine.spawn({ guid: 3, x: -400, y: 300 });
    expect(newcomer).toBe(target);
    engine.step();
    expect(told.filter(({ type }) => type === 'cancelled')).toMatchObject([
      { entity: chaser, error: MovementError.ObjectGone },
    ]);
    expect(told.filter(({ type }) => type === 'targetLost')).toMatchObject([{ entity: chaser, target: 2 }]);
    engine.step(29);
    const stands = engine.readFrame(chaser);
    engine.step(270);
    expect(engine.readFrame(chaser)).toEqual(stands);
    expect(engine.world.components.watchers.u32[newcomer * WatchersU32.row + WatchersU32.head]).toBe(0);
  });

  it('is not what a body is stuck to that was stuck to the one before', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ guid: 1 });
    const target = engine.spawn({ guid: 2, x: 1 });
    engine.step(5);
    engine.stickTo(body, target);
    engine.step();
    engine.despawn(target);
    expect(engine.readMoveTo(body).stuckTo).toBe(0);
    expect(engine.spawn({ guid: 3, x: 100 })).toBe(target);
    const before = engine.readFrame(body).x;
    engine.step(60);
    expect(Math.abs(engine.readFrame(body).x - before)).toBeLessThan(0.3);
  });

  it('is not who watched the body before: nothing of the old body is left in the new one', () => {
    const { engine } = newEngine();
    const watched = engine.spawn({ guid: 1, x: 50 });
    const chasers = [2, 3, 4].map((guid) => engine.spawn({ guid, x: guid }));
    for (const chaser of chasers) engine.moveTo(chaser, { target: watched });
    engine.step(10);
    engine.despawn(chasers[1]);
    const newcomer = engine.spawn({ guid: 9 });
    expect(newcomer).toBe(chasers[1]);
    expect(engine.readMoveTo(newcomer).type).toBe(0);
    expect(breaches(engine.world)).toEqual([]);
    engine.step(60);
    expect(engine.readFrame(newcomer)).toMatchObject({ x: 0, y: 0 });
    engine.despawn(watched);
    expect(chasers.filter((chaser) => chaser !== newcomer).map((chaser) => engine.readMoveTo(chaser).type)).toEqual([
      0, 0,
    ]);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('300 bodies that come and go in every tick for 100 ticks leave nothing behind', () => {
    const { engine, inbox } = newEngine();
    const { world } = engine;
    for (let tick = 0; tick < 100; tick++) {
      const bodies = Array.from({ length: 300 }, (_, index) => engine.spawn({ x: index }));
      for (let index = 0; index < 30; index++) {
        engine.moveTo(bodies[index], { target: bodies[index * 7 + 1] });
        engine.stickTo(bodies[100 + index], bodies[200 + index]);
        inbox.put(positionMessage(engine.guidOf(bodies[50 + index]), { positionStamp: 1, cell: 1, x: 1 }));
      }
      engine.step();
      expect(query(world, [world.components.frame])).toHaveLength(300);
      if (tick % 25 === 0) expect(breaches(world)).toEqual([]);
      for (const body of bodies) engine.despawn(body);
    }
    expect(breaches(world)).toEqual([]);
    expect(query(world, [world.components.frame])).toHaveLength(0);
    expect([world.guids.size, engine.entities().length]).toEqual([0, 0]);
    expect(world.freeInterpolationSlots).toHaveLength(world.interpolationCapacity);
    expect(world.interpolationCapacity).toBeLessThanOrEqual(64);
    expect(world.capacity).toBeLessThanOrEqual(512);
    expect(world.entityIndex.maxId).toBeLessThanOrEqual(512);
    expect(world.components.watchers.u32.every((link) => link === 0)).toBe(true);
  });
});

describe('H10: one guid that is deleted and created again in one batch', () => {
  const GUID = 0x80001234;
  const packets: Record<string, { hex: string }[]> = JSON.parse(
    readFileSync(new URL('../cases/packets-handed.json', import.meta.url), 'utf8'),
  );
  const [oldRun, newWalk] = packets.h10.map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));
  const incarnation = (instance: number, x: number) =>
    createMessage(GUID, ({ physics }) => {
      physics.flags = 0x8000;
      physics.state = 0x400;
      Object.assign(physics.position, { cell: 0x01010001, x, y: 20 });
      physics.stamps[8] = instance;
    });

  it.each(['old, then new', 'new, then old'])('is one body, the new one, and walks: packets %s', (order) => {
    const { engine, inbox } = newEngine();
    inbox.put(incarnation(1, 10), motionMessage(GUID, { movementStamp: 41 }, 1));
    engine.step(5);
    expect(engine.entities()).toHaveLength(1);
    const told = listen(engine);
    inbox.put(deleteMessage(GUID, 1), incarnation(2, 15));
    inbox.put(...(order === 'old, then new' ? [oldRun, newWalk] : [newWalk, oldRun]));
    engine.step();
    expect(told.filter(({ type }) => type === 'spawned' || type === 'despawned').map(({ type }) => type)).toEqual([
      'despawned',
      'spawned',
    ]);
    expect(told.filter(({ type }) => type === 'messageDropped')).toMatchObject([
      { guid: GUID, reason: 'stale instance' },
    ]);
    expect(engine.entities()).toHaveLength(1);
    const entity = engine.entityOf(GUID);
    for (let tick = 0; tick < 90; tick++) {
      expect(engine.readMotion(entity)).toMatchObject({ forwardCommand: MotionCommand.WalkForward, forwardSpeed: 1 });
      engine.step();
    }
    const { x, y } = engine.readFrame(entity);
    expect(x).toBeCloseTo(192 + 15, 6);
    expect(y).toBeGreaterThan(192 + 20 + 2.5 * 3.12);
    expect(y).toBeLessThan(192 + 20 + 3.1 * 3.12);
    expect(engine.world.components.stamps.u16[entity * StampsU16.row + StampsU16.movement]).toBe(1);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('is one body too when the creation overtakes the delete: the delete is of the old one', () => {
    const { engine, inbox } = newEngine();
    inbox.put(incarnation(1, 10));
    engine.step(5);
    inbox.put(incarnation(2, 15), deleteMessage(GUID, 1), newWalk);
    engine.step(2);
    expect(engine.entities()).toHaveLength(1);
    expect(engine.readMotion(engine.entityOf(GUID)).forwardCommand).toBe(MotionCommand.WalkForward);
  });
});
