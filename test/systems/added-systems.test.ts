import { describe, expect, it } from 'vitest';
import { newEngine } from '../support/engines.ts';

type Engine = ReturnType<typeof newEngine>['engine'];

/** Adds a system that notes its name when it runs. */
function note(engine: Engine, ran: string[], name: string, where: { before?: string; after?: string }): void {
  engine.addSystem({ name, ...where, run: () => ran.push(name) });
}

describe('a system that is added', () => {
  it('runs once a step, before or after the named one, in the order of the list', () => {
    const { engine } = newEngine();
    const ran: string[] = [];
    note(engine, ran, 'last', { after: 'events' });
    note(engine, ran, 'first', { before: 'netIngest' });
    note(engine, ran, 'a', { after: 'sequenceGate' });
    note(engine, ran, 'd', { before: 'moveToUseTime' });
    note(engine, ran, 'b', { after: 'a' });
    note(engine, ran, 'c', { after: 'sequenceGate' });
    note(engine, ran, 'told', { before: 'events' });
    engine.step();
    expect(ran).toEqual(['first', 'a', 'b', 'c', 'd', 'told', 'last']);
    expect(engine.systems().map(({ name }) => name)).toEqual([
      'first',
      'netIngest',
      'sequenceGate',
      'a',
      'b',
      'c',
      'd',
      'moveToUseTime',
      'motionInterp',
      'interpolation',
      'netEgress',
      'told',
      'events',
      'last',
    ]);
    engine.removeSystem('b');
    ran.length = 0;
    engine.step(2);
    expect(ran.join('')).toBe('firstacdtoldlastfirstacdtoldlast');
  });

  it('before moveToUseTime starts moves that begin in the same step', () => {
    const { engine } = newEngine();
    const body = engine.spawn();
    engine.step(5);
    engine.addSystem({
      name: 'go',
      before: 'moveToUseTime',
      run: () => {
        if (engine.readMoveTo(body).type === 0) engine.moveTo(body, { x: 0, y: 9 });
      },
    });
    engine.step();
    expect(engine.readMoveTo(body).type).toBe(7);
    engine.step(10);
    expect(engine.readFrame(body).y).toBeGreaterThan(0.3);
  });

  it('that throws is disabled, named and told; the others and the step go on', () => {
    const { engine } = newEngine();
    const told: { type: string; error: unknown }[] = [];
    engine.on('handlerError', (event) => told.push(event));
    let good = 0;
    let bad = 0;
    engine.addSystem({
      name: 'bad',
      before: 'interpolation',
      run: () => {
        bad++;
        throw new Error('broken');
      },
    });
    engine.addSystem({ name: 'good', before: 'interpolation', run: () => good++ });
    engine.step(3);
    expect([bad, good]).toEqual([1, 3]);
    expect(told).toMatchObject([{ type: 'system bad', error: { message: 'broken' } }]);
    expect(engine.systems().find(({ name }) => name === 'bad')).toMatchObject({ own: false, enabled: false });
    expect(engine.systems().filter(({ enabled }) => !enabled)).toHaveLength(1);
  });

  it('counts a wrong call inside it as its own throw', () => {
    const { engine } = newEngine();
    const told: string[] = [];
    engine.on('handlerError', ({ type, error }) => told.push(`${type}: ${error}`));
    engine.addSystem({ name: 'spawner', before: 'motionInterp', run: () => void engine.spawn() });
    engine.step(2);
    expect(told).toEqual([expect.stringMatching(/^system spawner: Error: spawn: not while a step is running/)]);
  });

  it('after events may spawn and despawn, but not step', () => {
    const { engine } = newEngine();
    engine.addSystem({
      name: 'turnover',
      after: 'events',
      run: () => {
        const [oldest] = engine.entities();
        if (oldest !== undefined) engine.despawn(oldest);
        engine.spawn();
      },
    });
    engine.step(4);
    expect(engine.entities()).toHaveLength(1);
    expect(engine.systems().at(-1)).toMatchObject({ name: 'turnover', enabled: true });
    engine.addSystem({ name: 'stepper', after: 'events', run: () => engine.step() });
    engine.step();
    expect(String(engine.systems().find(({ name }) => name === 'stepper')?.error)).toMatch(/step: not in a system/);
  });

  it('may take itself or another one away while they run', () => {
    const { engine } = newEngine();
    const ran: string[] = [];
    engine.addSystem({
      name: 'once',
      after: 'events',
      run: () => {
        ran.push('once');
        engine.removeSystem('once');
        engine.removeSystem('other');
      },
    });
    note(engine, ran, 'other', { after: 'events' });
    note(engine, ran, 'third', { after: 'events' });
    engine.step(2);
    expect(ran).toEqual(['once', 'third', 'third']);
  });

  const wrong = <Value>(value: unknown) => value as Value;
  const run = () => {};
  it.each<[string, (engine: Engine) => void, RegExp]>([
    ['no options', (e) => e.addSystem(wrong(undefined)), /addSystem: expected an object/],
    ['no name', (e) => e.addSystem(wrong({ before: 'events', run })), /addSystem\.name: expected a text/],
    ['no function', (e) => e.addSystem(wrong({ name: 'a', before: 'events' })), /addSystem\.run: expected a function/],
    ['no place', (e) => e.addSystem({ name: 'a', run }), /either before or after/],
    ['two places', (e) => e.addSystem({ name: 'a', before: 'events', after: 'events', run }), /either before or after/],
    ['an unknown place', (e) => e.addSystem({ name: 'a', before: 'motionInter', run }), /did you mean 'motionInterp'/],
    ['an unknown option', (e) => e.addSystem(wrong({ name: 'a', befor: 'events', run })), /'befor'.*'before'/],
    ['the name of an own one', (e) => e.addSystem({ name: 'netEgress', before: 'events', run }), /'netEgress' already/],
    ['to take away an own one', (e) => e.removeSystem('events'), /removeSystem: there is no added system 'events'/],
  ])('is refused: %s', (_what, call, message) => {
    const { engine } = newEngine();
    expect(() => call(engine)).toThrow(message);
    expect(engine.systems()).toHaveLength(7);
  });
});

describe('the times of systems', () => {
  it("are each system's own, told by the clock that was given", () => {
    const { engine } = newEngine();
    let now = 1000;
    engine.connect({
      closed: false,
      send() {},
      poll() {
        now += 3;
      },
      close() {},
    });
    engine.addSystem({
      name: 'slow',
      after: 'sequenceGate',
      run() {
        now += 5;
      },
    });
    engine.addSystem({
      name: 'last',
      after: 'events',
      run() {
        now += 7;
      },
    });
    engine.on('spawned', () => {
      now += 11;
    });
    const times = (field: 'milliseconds' | 'slowest') =>
      Object.fromEntries(
        engine.systems().flatMap((system) => (system[field] > 0 ? [[system.name, system[field]]] : [])),
      );

    engine.step();
    expect(times('milliseconds')).toEqual({});
    engine.timeSystems(() => now);
    engine.spawn();
    engine.step();
    const first = { netIngest: 3, slow: 5, events: 11, last: 7 };
    expect(times('milliseconds')).toEqual(first);
    engine.step(500);
    expect(times('slowest')).toEqual(first);
    const { events, ...lasting } = times('milliseconds');
    expect(lasting).toEqual({ netIngest: 3, slow: 5, last: 7 });
    expect(events).toBeLessThan(0.001);

    engine.timeSystems(null);
    engine.step();
    expect(times('slowest')).toEqual({});
    expect(() => engine.timeSystems(5 as never)).toThrow('timeSystems: expected a function that answers milliseconds');
  });
});
