import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Engine, type GaitEventType, MotionCommand, MovementError, MovementType } from '../../index.ts';
import { listen, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** An engine with a body that is about to arrive, and the calls of its handlers in order. */
function newArrival(): { engine: Engine; body: number; calls: string[] } {
  const { engine } = newEngine();
  const body = engine.spawn({ guid: 5 });
  engine.step(5);
  engine.moveTo(body, { x: 0, y: 3 });
  return { engine, body, calls: [] };
}

describe('events', () => {
  it("of all types reach '*', errors of handlers among them; the console has those that nobody listens to", () => {
    const { engine } = newEngine();
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const told: string[] = [];
    engine.on('*' as 'spawned', ((type: string) => told.push(type)) as unknown as () => void);
    engine.on('spawned', () => {
      throw new Error('oops');
    });
    engine.spawn();
    engine.step();
    expect(told).toContain('handlerError');
    expect(complaint).toHaveBeenCalledTimes(1);
    complaint.mockRestore();
  });

  it('are told when the step is over, in the order in which they were raised, with what their type says', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ guid: 5 });
    const told = listen(engine);
    expect(told).toEqual([]);
    engine.step();
    expect(told[0]).toEqual({ type: 'spawned', tick: 1, entity: body, guid: 5 });
    expect(told[1]).toEqual({
      type: 'motionDone',
      tick: 1,
      entity: body,
      guid: 5,
      motion: MotionCommand.Ready,
      success: false,
    });
    told.length = 0;
    engine.moveTo(body, { x: 0, y: 3 });
    engine.step(120);
    expect(told.filter(({ type }) => type === 'arrived')).toMatchObject([
      { entity: body, guid: 5, movementType: MovementType.MoveToPosition },
    ]);
    told.length = 0;
    engine.moveTo(body, { x: 30, y: 3 });
    engine.stop(body);
    engine.step();
    expect(told.filter(({ type }) => type === 'cancelled')).toMatchObject([
      { entity: body, guid: 5, movementType: MovementType.MoveToPosition, error: MovementError.ActionCancelled },
    ]);
    told.length = 0;
    engine.jump(body, 0.5);
    engine.step(60);
    expect(told.map(({ type }) => type).filter((type) => type !== 'motionDone')).toEqual(['leaveGround', 'hitGround']);
    told.length = 0;
    engine.despawn(body);
    engine.step();
    expect(told.filter(({ type }) => type === 'despawned')).toMatchObject([{ entity: body, guid: 5 }]);
  });

  it('are told to every handler of their type, to those of all types, and no more after off', () => {
    const { engine, calls } = newArrival();
    const first = () => calls.push('first');
    engine.on('arrived', first);
    engine.on('arrived', () => calls.push('second'));
    engine.on('cancelled', () => calls.push('cancelled'));
    engine.on(
      '*' as GaitEventType,
      ((type: string) => {
        if (type === 'arrived') calls.push('any');
      }) as unknown as () => void,
    );
    engine.step(120);
    expect(calls).toEqual(['first', 'second', 'any']);
    engine.off('arrived', first);
    engine.moveTo(engine.entityOf(5), { x: 0, y: 9 });
    engine.step(150);
    expect(calls).toEqual(['first', 'second', 'any', 'second', 'any']);
  });
});

describe('a handler that throws', () => {
  it('is reported as handlerError, and the other handlers and events are told all the same', () => {
    const { engine, body, calls } = newArrival();
    const error = new Error('mine');
    const errors: unknown[] = [];
    engine.on('handlerError', (event) => errors.push(event));
    engine.on('arrived', () => {
      throw error;
    });
    engine.on('arrived', () => calls.push('after'));
    engine.on('motionDone', () => calls.push('motionDone'));
    expect(() => engine.step(120)).not.toThrow();
    expect(errors).toEqual([{ type: 'arrived', error }]);
    expect(calls).toContain('after');
    expect(calls.slice(calls.indexOf('after'))).toContain('motionDone');
    engine.moveTo(body, { x: 0, y: 9 });
    engine.step(150);
    expect(errors).toHaveLength(2);
  });

  it('is written to the console when nobody listens to handlerError', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { engine } = newArrival();
    engine.on('arrived', () => {
      throw new Error('mine');
    });
    engine.step(120);
    expect(written).toHaveBeenCalledTimes(1);
    expect(String(written.mock.calls[0][0])).toMatch(/arrived/);
  });

  it('does not go round in a circle when it listens to handlerError itself', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { engine } = newArrival();
    engine.on('handlerError', () => {
      throw new Error('again');
    });
    engine.on('arrived', () => {
      throw new Error('mine');
    });
    expect(() => engine.step(120)).not.toThrow();
    expect(written).toHaveBeenCalledTimes(1);
  });

  it('later, because it is async, is reported all the same, and ends no process', async () => {
    const { engine, calls } = newArrival();
    engine.on('handlerError', ({ type, error }) => calls.push(`${type}: ${String(error)}`));
    engine.on('arrived', async () => {
      await Promise.resolve();
      throw new Error('late');
    });
    engine.on('*', async (type) => {
      if (type === 'arrived') throw new Error('at once');
    });
    engine.step(120);
    await new Promise((done) => setTimeout(done));
    expect(calls.sort()).toEqual(['arrived: Error: at once', 'arrived: Error: late']);
  });
});

describe('a handler may', () => {
  it('pause: the steps of the running update that are still to come do not run, and time goes on from there', () => {
    const { engine } = newEngine();
    engine.update(0);
    engine.on('spawned', () => engine.pause());
    engine.spawn();
    expect(engine.update(1)).toBe(1);
    expect(engine.world.clock.tick).toBe(1);
    expect(engine.update(1.5)).toBe(0);
    engine.resume();
    expect(engine.update(2)).toBe(15);
  });

  it('spawn', () => {
    const { engine } = newArrival();
    engine.on('arrived', () => engine.spawn({ guid: 77, x: 9 }));
    engine.step(120);
    expect(engine.readFrame(engine.entityOf(77))).toMatchObject({ x: 9, y: 0 });
    expect(breaches(engine.world)).toEqual([]);
  });

  it('spawn so many that the world grows', () => {
    const { engine, body } = newArrival();
    const capacity = engine.world.capacity;
    engine.on('arrived', () => {
      for (let count = 0; count < 2 * capacity; count++) engine.spawn();
    });
    engine.step(120);
    expect(engine.world.capacity).toBeGreaterThan(capacity);
    expect(engine.readFrame(body).y).toBeGreaterThan(2);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('despawn the body that the event is about; later events still say who it was', () => {
    const { engine, body } = newArrival();
    const told = listen(engine);
    engine.on('arrived', ({ entity }) => engine.despawn(entity));
    engine.step(121);
    expect(engine.isAlive(body)).toBe(false);
    expect(told.every(({ guid }) => guid === 5)).toBe(true);
    expect(told.filter(({ type }) => type === 'despawned')).toHaveLength(1);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('move the body to the same place again: each step tells one arrival, and no step hangs', () => {
    const { engine, body } = newArrival();
    let arrivals = 0;
    engine.on('arrived', () => {
      arrivals++;
      engine.moveTo(body, { x: 0, y: 3 });
    });
    engine.step(120);
    const before = arrivals;
    expect(before).toBeGreaterThan(0);
    engine.step(10);
    expect(arrivals - before).toBe(10);
  });

  it('move, turn, stop and take a snapshot', () => {
    const { engine, body } = newArrival();
    let hash = '';
    let bytes: Uint8Array = new Uint8Array(0);
    engine.on('arrived', ({ movementType }) => {
      if (movementType === MovementType.MoveToPosition) engine.turnTo(body, 90);
      else {
        engine.stop(body);
        bytes = engine.snapshot();
        hash = engine.hash();
      }
    });
    engine.step(240);
    expect(engine.readFrame(body).heading).toBeCloseTo(90, 3);
    const { engine: other } = newEngine();
    other.restore(bytes);
    expect(other.hash()).toBe(hash);
  });

  it('restore: the events of the time that is undone are not told afterwards', () => {
    const { engine } = newEngine();
    engine.spawn({ guid: 1 });
    engine.step();
    const bytes = engine.snapshot();
    const told: number[] = [];
    engine.on('spawned', ({ guid }) => {
      told.push(guid);
      if (guid === 2) engine.restore(bytes);
    });
    engine.spawn({ guid: 2 });
    engine.step(3);
    expect(told).toEqual([2]);
    expect([...engine.entities()].map((entity) => engine.guidOf(entity))).toEqual([1]);
    expect(breaches(engine.world)).toEqual([]);
  });

  it('not step: it is refused, or every event is told exactly once all the same', () => {
    const { engine } = newEngine();
    const spawned: number[] = [];
    const errors: unknown[] = [];
    engine.on('handlerError', ({ error }) => errors.push(error));
    engine.on('spawned', ({ guid }) => {
      spawned.push(guid);
      if (guid !== 1) return;
      for (let count = 0; count < 5; count++) {
        for (let more = 0; more < 10; more++) engine.spawn({ guid: 1000 + 10 * count + more });
        engine.step();
      }
    });
    const guids = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const guid of guids) engine.spawn({ guid });
    engine.step(2);
    const known = [...engine.entities()].map((entity) => engine.guidOf(entity));
    expect([...spawned].sort((a, b) => a - b)).toEqual(known.sort((a, b) => a - b));
    expect(errors.length).toBeLessThanOrEqual(1);
  });
});

describe('update', () => {
  it('is refused in a handler and in a system, and moves no clock', () => {
    const { engine } = newEngine();
    engine.update(0);
    const errors: string[] = [];
    engine.on('handlerError', ({ error }) => errors.push(String(error)));
    engine.on('spawned', () => engine.update(500));
    engine.addSystem({ name: 'inside', before: 'moveToUseTime', run: () => engine.update(600) });
    engine.addSystem({ name: 'atEnd', after: 'events', run: () => engine.update(700) });
    engine.spawn();
    expect(engine.update(1 / 30)).toBe(1);
    expect(engine.update(1)).toBe(29);
    expect(errors).toEqual([
      expect.stringContaining('update: not while a step is running'),
      expect.stringContaining('update: not in an event handler'),
      expect.stringContaining('update: not in a system'),
    ]);
  });
});

describe('inside a running step', () => {
  it.each(['spawn', 'despawn', 'snapshot', 'restore', 'step', 'update'] as const)('%s is refused', (call) => {
    const messages: string[] = [];
    const { engine } = newEngine({
      ground: {
        sweep: (_world, entity) => {
          try {
            if (call === 'spawn') engine.spawn();
            else if (call === 'despawn') engine.despawn(entity);
            else if (call === 'snapshot') engine.snapshot();
            else if (call === 'restore') engine.restore(new Uint8Array(0));
            else if (call === 'update') engine.update(100);
            else engine.step();
          } catch (error) {
            messages.push((error as Error).message);
          }
          return true;
        },
        heightAt: () => 0,
      },
    });
    engine.spawn();
    engine.step();
    expect(messages).toEqual([`${call}: not while a step is running; use an event handler, or call it between`]);
    expect(engine.entities()).toHaveLength(1);
  });
});
