import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EngineOptions, HoldKey, MotionCommand } from '../../index.ts';
import { listen, motionTable, newEngine } from '../support/engines.ts';
import { breaches, secondsPending } from '../support/invariants.ts';
import { motionMessage } from '../support/messages.ts';
import { callName, createSubject, makeCall, type Subject } from '../support/random-calls.ts';

const tables = [motionTable('humanoid'), motionTable('humanoid-rooted-quarter')];
const names = tables.map((table) => table.name as string);

function newSubject(options: Partial<EngineOptions>): Subject {
  const { engine, inbox } = newEngine({ motionTables: tables, capacity: 2, ...options });
  const subject = createSubject(engine, inbox, names);
  for (let count = 0; count < 3; count++) engine.spawn({ x: 3 * count, localPlayer: count === 0 });
  return subject;
}

/** Seeds of calls; what is shown of a failure are the calls by name. */
const seeds = fc.array(
  fc.integer({ min: 0, max: 0x7fffffff }).map((seed) => ({ seed, call: callName(seed) })),
  { minLength: 1, maxLength: 150, size: 'max' },
);

function play(subject: Subject, calls: readonly { seed: number; call: string }[]): void {
  for (const { seed, call } of calls) {
    makeCall(subject, seed);
    expect(breaches(subject.engine.world), call).toEqual([]);
  }
}

describe('a server whose bodies leave what a message can say', () => {
  it('throws nothing out of a step when a body runs farther than 1e7 m', () => {
    const { engine, inbox } = newEngine({ role: 'server' });
    const runner = engine.spawn({ x: 9_999_900, heading: 90, runRate: 1e4 });
    const chaser = engine.spawn({ x: 9_999_890, heading: 90, runRate: 1e4 });
    engine.setMotion(runner, MotionCommand.WalkForward, { speed: 1e4, holdKey: HoldKey.Run });
    engine.moveTo(chaser, { target: runner });
    for (let second = 0; second < 5; second++) engine.step(30);
    expect(inbox.sent.length).toBeGreaterThan(0);
  });

  it('throws nothing out of a step: a run rate multiplies speeds up to the limit of a message', () => {
    const { engine } = newEngine({ role: 'server' });
    const runner = engine.spawn({ runRate: 1e4 });
    engine.step(5);
    for (const command of [MotionCommand.WalkForward, MotionCommand.WalkBackwards, MotionCommand.SideStepLeft]) {
      engine.setMotion(runner, command, { speed: 1e4, holdKey: HoldKey.Run });
      engine.step(2);
    }
    engine.setMotion(runner, MotionCommand.TurnLeft, { speed: 1e4, holdKey: HoldKey.Run });
    engine.step(2);
  });
});

describe('a run rate that is cached from a run', () => {
  it('does not multiply the next run without end, nor with it the work of a step', () => {
    const { engine } = newEngine();
    const runner = engine.spawn({ localPlayer: true });
    engine.step(10);
    engine.setMotion(runner, MotionCommand.WalkForward, { speed: 2, holdKey: HoldKey.Run });
    for (let count = 0; count < 40; count++) {
      engine.jump(runner, 0.2);
      engine.step(25);
    }
    expect(engine.readMotion(runner).forwardSpeed).toBeLessThanOrEqual(1e4);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('may be negative: leaving the ground at rest then gives no velocity', () => {
    const { engine, inbox } = newEngine();
    const body = engine.spawn({ guid: 5 });
    engine.step(10);
    inbox.put(motionMessage(5, { movementStamp: 1, type: 7, runRate: -1 }));
    engine.step(2);
    engine.stop(body);
    engine.step(60);
    expect(engine.jump(body, 0.5)).toBe(0);
    engine.step(3);
    expect(breaches(engine.world)).toEqual([]);
    expect(engine.readFrame(body)).toMatchObject({ x: 0, y: 0 });
  });
});

describe('after any sequence of calls and messages', () => {
  it('every cell in use is a number, rings hold what they can, lists and maps agree', () => {
    const options = fc.record({ unknown: fc.constantFrom('hold' as const, 'spawn' as const) });
    fc.assert(
      fc.property(options, seeds, (chosen, calls) => play(newSubject(chosen), calls)),
      { seed: 20130131, numRuns: 60 },
    );
  }, 60_000);

  it('the same on a server', () => {
    fc.assert(
      fc.property(seeds, (calls) => play(newSubject({ role: 'server' }), calls)),
      { seed: 20130201, numRuns: 30 },
    );
  }, 60_000);

  it('no motion stays pending for ever: a minute after everything was stopped only links are left that take longer', () => {
    fc.assert(
      fc.property(seeds, (calls) => {
        const subject = newSubject({});
        for (const { seed } of calls) makeCall(subject, seed);
        const { engine } = subject;
        engine.step(1);
        for (const entity of engine.entities()) engine.stop(entity);
        const longest = [...engine.entities()].map((entity) => secondsPending(engine.world, entity));
        engine.step(1800);
        expect(breaches(engine.world)).toEqual([]);
        engine.entities().forEach((entity, index) => {
          const pending = engine.readMotion(entity).pendingMotions;
          if (longest[index] < 59) expect(pending, `body ${entity}`).toEqual([]);
        });
      }),
      { seed: 20130202, numRuns: 30 },
    );
  }, 60_000);

  it('no motion stays pending for ever: a walk at no speed does not hold up the stop, turn or move after it', () => {
    for (const speed of [0, 1e-5]) {
      const { engine } = newEngine();
      const body = engine.spawn();
      engine.step(30);
      engine.setMotion(body, MotionCommand.WalkForward, { speed });
      engine.step(10);
      engine.stop(body);
      engine.step(1800);
      expect(engine.readMotion(body).pendingMotions, `speed ${speed}`).toEqual([]);
      engine.moveTo(body, { x: 5, y: 5 });
      engine.step(300);
      expect(engine.readFrame(body).x, `speed ${speed}`).toBeGreaterThan(4);
    }
  });

  it('every end of a move that is told is the end of a move', () => {
    fc.assert(
      fc.property(seeds, (calls) => {
        const subject = newSubject({});
        const told = listen(subject.engine, 'arrived', 'cancelled', 'targetLost');
        for (const { seed } of calls) makeCall(subject, seed);
        subject.engine.step(30);
        for (const event of told) {
          if (event.type === 'targetLost') expect(event.target).not.toBe(0);
          else expect(event.movementType).toBeGreaterThanOrEqual(6);
          expect(event.guid).not.toBe(0);
        }
      }),
      { seed: 20130203, numRuns: 30 },
    );
  }, 60_000);

  it('nothing is left of bodies that are taken away', () => {
    fc.assert(
      fc.property(seeds, (calls) => {
        const { engine, ...subject } = newSubject({});
        for (const { seed } of calls) makeCall({ ...subject, engine }, seed);
        engine.step(1);
        for (const entity of [...engine.entities()]) engine.despawn(entity);
        const { world } = engine;
        expect(breaches(world)).toEqual([]);
        expect(world.guids.size).toBe(0);
        expect(engine.entities()).toHaveLength(0);
        expect(world.freeInterpolationSlots).toHaveLength(world.interpolationCapacity);
        const { watchers, interpolation } = world.components;
        expect(watchers.u32.every((link) => link === 0)).toBe(true);
        expect(interpolation.slot.every((slot) => slot === 0)).toBe(true);
        engine.step(2);
      }),
      { seed: 20130204, numRuns: 30 },
    );
  }, 60_000);
});
