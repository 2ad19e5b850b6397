import { beforeEach, describe, expect, test } from 'vitest';
import { createLoopback, createReplay, type Engine, MotionCommand, readCapture } from '../../../../index.ts';
import { describeBody, describeSystems, readStrip } from '../../../../systems/render/inspector/describe.ts';
import { Recording } from '../../../../systems/render/inspector/recording.ts';
import { createMessage, motionMessage, positionMessage } from '../../../support/messages.ts';
import motionTable from '../../../../content/motion-tables/human.json' with { type: 'json' };
import { createHumanEngine } from '../support.ts';

const CELL = 0x7d640001;
const nameOf = (guid: number) => `guid ${guid}`;

function told(engine: Engine, entity: number): Record<string, string> {
  return Object.fromEntries(
    describeBody(engine.world, entity, nameOf).flatMap(({ rows }) => rows.map((row) => [...row])),
  );
}

describe('what is told of a body', () => {
  let engine: Engine;
  beforeEach(() => {
    engine = createHumanEngine();
  });

  test('at rest: it stands, and does nothing', () => {
    const body = engine.spawn({ x: -1, y: 2, heading: 45, radius: 0.4 });
    engine.step();
    expect(told(engine, body)).toMatchObject({
      Place: '−1.00, 2.00, 0.00',
      Heading: '45.0°',
      Contact: 'stands',
      Size: '0.40 × 1.80 m',
      Move: 'none',
      'Queued places': '0',
      Substate: 'Ready × 1.00',
      'Pending motions': 'none',
      Interpreted: 'Ready',
      Instance: '0',
      none: '',
    });
  });

  test('in a chase: whom, how far, with which commands and flags', () => {
    const prey = engine.spawn({ guid: 77, x: 0, y: 40 });
    const body = engine.spawn({});
    engine.moveTo(body, { target: prey }, { distanceToObject: 1, useSpheres: true });
    engine.step(60);
    const rows = told(engine, body);
    expect(rows).toMatchObject({ Move: 'MoveToObject', To: 'guid 77', Nodes: 'go', Watches: 'guid 77, Ok' });
    const { y } = engine.readFrame(body);
    expect(rows.Distance).toBe(`${(40 - y - 0.6).toFixed(2)} m, stops at 1.00 (between edges)`);
    expect(rows.Flags).toContain('UseSpheres');
    expect(rows.Command).toMatch(/^(WalkForward|RunForward)$/);
  });

  test('what was dropped, by reason, and the stamps that decided', () => {
    const [server, near] = createLoopback();
    engine.connect(near);
    server.send(createMessage(9));
    server.send(motionMessage(9, { movementStamp: 4, state: { forwardCommand: MotionCommand.WalkForward } }));
    server.send(motionMessage(9, { movementStamp: 3 }));
    server.send(motionMessage(9, { movementStamp: 2 }));
    engine.step(2);
    expect(told(engine, engine.entityOf(9))).toMatchObject({ Movement: '4', 'stale movement stamp': '2' });
  });

  test('the sequence: links first, then the cycle; the play head is in the node that plays', () => {
    const body = engine.spawn({});
    engine.setMotion(body, MotionCommand.WalkForward);
    const strip = readStrip(engine.world, body);
    expect(strip.nodes.length).toBeGreaterThanOrEqual(2);
    expect(strip.nodes.map(({ cycle }) => cycle)).toEqual(strip.nodes.map((_, at) => at === strip.nodes.length - 1));
    expect(strip.nodes.at(-1)?.animation).toBe(2);
    expect(strip.current).toBe(0);
    engine.step(90);
    const later = readStrip(engine.world, body);
    expect(later.nodes[later.current]).toMatchObject({ animation: 2, cycle: true });
    const { low } = engine.world.components.sequence;
    const cell = later.current * engine.world.stride + body;
    expect(later.share).toBeCloseTo((engine.readMotion(body).frame - low[cell]) / later.nodes[later.current].frames, 6);
    expect(later.share).toBeGreaterThanOrEqual(0);
    expect(later.share).toBeLessThanOrEqual(1);
  });
});

describe('a recording that begins in the middle', () => {
  test('replays to the same places and motions, with those who were there before', () => {
    const engine = createHumanEngine();
    const [server, near] = createLoopback();
    engine.connect(near);
    const { poll, send } = near;
    server.send(
      createMessage(9, ({ physics }) => {
        physics.flags = 0x8000;
        Object.assign(physics.position, { cell: CELL, x: 10, y: 20, z: 0 });
      }),
    );
    server.send(motionMessage(9, { movementStamp: 1, state: { forwardCommand: MotionCommand.WalkForward } }));
    engine.step(60);
    const recording = new Recording(engine);
    const from = engine.readFrame(engine.entityOf(9)).y;
    engine.step(30);
    server.send(motionMessage(9, { movementStamp: 2 }));
    engine.step(5);
    server.send(positionMessage(9, { cell: CELL, x: 10, y: 26, positionStamp: 1 }));
    engine.step(60);
    const bytes = recording.end();
    expect([near.poll, near.send]).toEqual([poll, send]);
    expect(recording.messages).toBe(3);

    const replay = createReplay({ motionTables: [motionTable] }, readCapture(bytes));
    replay.seek(0.5);
    const walker = replay.engine.entityOf(9);
    expect(walker).not.toBe(0);
    expect(replay.engine.readMotion(walker).substate).toBe(MotionCommand.WalkForward);
    expect(replay.engine.readFrame(walker).y).toBeGreaterThan(from);
    replay.seek(replay.duration);
    expect(replay.engine.readMotion(walker).substate).toBe(MotionCommand.Ready);
    const end = engine.readFrame(engine.entityOf(9));
    expect(replay.engine.readFrame(walker).x).toBeCloseTo(end.x, 1);
    expect(replay.engine.readFrame(walker).y).toBeCloseTo(end.y, 1);
  });

  test('needs a connection: without one it says so', () => {
    expect(() => new Recording(createHumanEngine())).toThrow(/nothing to record/);
  });
});

describe('what is told of systems', () => {
  const reading = { own: false, enabled: true, error: null, milliseconds: 0.25, slowest: 1.5 };

  test('their times; a slow one is marked; one that is disabled says what it threw', () => {
    expect(
      describeSystems([
        { ...reading, name: 'town/cheap' },
        { ...reading, name: 'town/slow', milliseconds: 4, slowest: 9 },
        { ...reading, name: 'town/broken', enabled: false, error: new TypeError('no fire') },
      ]),
    ).toEqual([
      ['town/cheap', '0.250 (most 1.50)'],
      ['town/slow', 'slow: 4.000 (most 9.00)'],
      ['town/broken', 'disabled: it threw TypeError: no fire'],
    ]);
  });
});
