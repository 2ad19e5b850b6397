import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Capture,
  createEngine,
  createLoopback,
  createRecorder,
  createReplay,
  MotionCommand,
  readCapture,
  recordTransport,
  writeCapture,
} from '../../index.ts';
import { motionTable } from '../support/engines.ts';
import {
  createMessage,
  deleteMessage,
  motionMessage,
  playerMessage,
  positionMessage,
  vectorMessage,
} from '../support/messages.ts';

const motionTables = [motionTable('humanoid')];

/** A server and a client over a bad network, for some seconds: what the client heard, and its hash after each step. */
function recordSession(seconds: number): { capture: Capture; hashes: string[] } {
  const server = createEngine({ motionTables, role: 'server' });
  const client = createEngine({ motionTables });
  const [serverEnd, clientEnd] = createLoopback({
    conditioner: { latency: 0.08, jitter: 0.05, loss: 0.1, reorder: 0.2, seed: 3 },
  });
  const recorder = createRecorder({ stepRate: 30 });
  server.connect(serverEnd);
  client.connect(recordTransport(clientEnd, recorder, 'client'));
  const walkers = [0, 1, 2, 3].map((index) => server.spawn({ guid: 0x50000001 + index, x: 4 * index }));
  const hashes: string[] = [];
  for (let tick = 0; tick < seconds * 30; tick++) {
    if (tick % 40 === 0) server.moveTo(walkers[0], { x: (tick % 7) * 3, y: 20 - (tick % 3) * 10 }, { canCharge: true });
    if (tick % 90 === 10) server.moveTo(walkers[1], { target: walkers[0] }, { sticky: true });
    if (tick % 60 === 20) server.setMotion(walkers[2], MotionCommand.Wave);
    if (tick % 60 === 30) server.jump(walkers[2], 0.5);
    if (tick === 100) server.despawn(walkers[3]);
    if (tick === 140) walkers[3] = server.spawn({ guid: 0x50000004, x: 30 });
    server.step();
    client.step();
    hashes.push(client.hash());
  }
  return { capture: recorder.capture(), hashes };
}

const session = recordSession(8);

/** A capture by hand: messages that are held, for bodies that come later, or never, or in another life. */
function heldCapture(): Capture {
  const recorder = createRecorder();
  const connection = recorder.connection('hand-made');
  const put = (time: number, ...messages: Uint8Array[]) => {
    recorder.at(time);
    for (const message of messages) recorder.record('toClient', connection, message);
  };
  const run = { forwardCommand: MotionCommand.RunForward, forwardSpeed: 1 };
  put(0, motionMessage(1, { movementStamp: 2, state: run }), vectorMessage(2, { velocityX: 1, vectorStamp: 1 }));
  put(1, positionMessage(3, { x: 5, y: 5, positionStamp: 1 }), deleteMessage(9));
  put(
    4,
    createMessage(1, (message) => message.physics.stamps.fill(1)),
    motionMessage(1, { movementStamp: 3 }, 2),
  );
  put(8, createMessage(2));
  put(
    8.5,
    createMessage(1, (message) => message.physics.stamps.fill(2)),
  );
  put(25, positionMessage(3, { x: 9, y: 5, positionStamp: 2 }));
  return recorder.capture();
}

describe('a replay', () => {
  test('gives the same world as the one that was recorded, step by step, also from the file', () => {
    const replay = createReplay({ motionTables, unknown: 'hold' }, readCapture(writeCapture(session.capture)));
    for (const hash of session.hashes) {
      expect(replay.step()).toBe(1);
      expect(replay.engine.hash()).toBe(hash);
    }
    expect(replay.ended).toBe(true);
    expect(replay.counters.dropped['stale movement stamp'] + replay.counters.applied).toBeGreaterThan(50);
  });

  const captures: [string, Capture, 'hold' | 'spawn'][] = [
    ['a session', session.capture, 'spawn'],
    ['messages that are held', heldCapture(), 'hold'],
    ['held ones and spawned bodies', heldCapture(), 'spawn'],
  ];

  test.each(captures)(
    'of %s: seeking to a time equals playing to it, in whatever order times are sought',
    (_, capture, unknown) => {
      const straight = createReplay({ motionTables, unknown }, capture);
      const expected = [straight.engine.hash()];
      const counters = [JSON.stringify(straight.counters)];
      while (straight.step() === 1) {
        expected.push(straight.engine.hash());
        counters.push(JSON.stringify(straight.counters));
      }
      const tick = fc.nat(expected.length - 1);
      const plan = fc.record({
        targets: fc.array(tick, { minLength: 1, maxLength: 6 }),
        interval: fc.constantFrom(0, 0.5, 1.7),
        most: fc.constantFrom(1, 2, 7, 64),
        piece: fc.constantFrom(1, 17, Number.POSITIVE_INFINITY),
      });
      fc.assert(
        fc.property(plan, ({ targets, interval, most, piece }) => {
          const replay = createReplay({ motionTables, unknown, snapshotInterval: interval, snapshots: most }, capture);
          for (const target of targets) {
            const time = target * replay.quantum;
            while (!replay.seek(time, piece)) expect(replay.time).toBeLessThan(time);
            expect(replay.time).toBeCloseTo(time, 9);
            expect(replay.engine.hash()).toBe(expected[target]);
            expect(JSON.stringify(replay.counters)).toBe(counters[target]);
          }
        }),
        { numRuns: 8 },
      );
    },
  );

  test('messages of a moment are taken by the first step that begins then or later', () => {
    const replay = createReplay({ motionTables }, heldCapture());
    replay.seek(1);
    expect(replay.counters.received).toBe(2);
    replay.step();
    expect(replay.counters.received).toBe(4);
    expect(replay.engine.readFrame(replay.engine.entityOf(3))).toMatchObject({ x: 5, y: 5 });
  });

  test('ends when the last message has been taken, and stays there', () => {
    const replay = createReplay({ motionTables }, heldCapture());
    expect(replay.duration).toBeCloseTo(25 + 1 / 30, 9);
    expect(replay.step(1e6)).toBe(751);
    expect([replay.ended, replay.progress, replay.step()]).toEqual([true, 1, 0]);
    expect(replay.counters.received).toBe(heldCapture().messages.count);
    expect(replay.seek(1e6)).toBe(true);
    expect(replay.seek(-5)).toBe(true);
    expect([replay.time, replay.progress, replay.ended]).toEqual([0, 0, false]);
  });

  test('of nothing is over after one step', () => {
    const replay = createReplay({ motionTables }, createRecorder().capture());
    expect([replay.connection, replay.step(10), replay.ended]).toEqual([-1, 1, true]);
  });
});

describe('the time of a replay', () => {
  const newReplay = () => createReplay({ motionTables }, heldCapture());

  test('goes as its caller’s clock does, times its speed', () => {
    const replay = newReplay();
    replay.update(100);
    expect(replay.update(101)).toBe(30);
    replay.speed = 4;
    expect(replay.update(101.5)).toBe(60);
    replay.speed = 0.5;
    expect(replay.update(101.6)).toBe(1);
    expect(replay.alpha).toBeCloseTo(0.5, 6);
    replay.speed = 0;
    expect(replay.update(103)).toBe(0);
    expect(replay.time).toBeCloseTo(91 / 30, 9);
  });

  test('stands still while it is paused; a step and a seek still work', () => {
    const replay = newReplay();
    replay.update(0);
    replay.pause();
    expect(replay.update(1)).toBe(0);
    expect(replay.step()).toBe(1);
    expect(replay.seek(5)).toBe(true);
    expect(replay.paused).toBe(true);
    replay.resume();
    expect(replay.update(2)).toBe(30);
  });

  test('of a long gap, and of what is too fast to follow, is left out', () => {
    const replay = newReplay();
    replay.update(0);
    expect(replay.update(2.5)).toBe(0);
    replay.speed = 1000;
    expect(replay.update(4)).toBeLessThanOrEqual(2048);
    expect(replay.update(4.01)).toBeLessThanOrEqual(301);
  });

  test('at 1000 times its speed and at 1 it tells the same story', () => {
    const [slow, fast] = [newReplay(), newReplay()];
    fast.speed = 1000;
    for (let frame = 0; !fast.ended; frame++) fast.update(frame / 60);
    for (let frame = 0; !slow.ended; frame++) slow.update(frame / 60);
    expect(fast.engine.hash()).toBe(slow.engine.hash());
  });
});

describe('snapshots of a replay', () => {
  test('are no more, and no larger, than it was told', () => {
    const size = createEngine({ motionTables, capacity: 8 }).snapshot().length;
    const few = createReplay({ motionTables, capacity: 8, snapshotInterval: 0, snapshots: 5 }, session.capture);
    const small = createReplay(
      { motionTables, capacity: 8, snapshotInterval: 0, snapshotBytes: Math.ceil(size * 3.5) },
      session.capture,
    );
    // A replay with one snapshot starts again; one with more does not go farther back than it must.
    const stepsTo = (replay: typeof few, time: number) => {
      let steps = 0;
      while (!replay.seek(time, 1)) steps++;
      return steps;
    };
    for (const replay of [few, small]) {
      replay.step(1e6);
      const back = stepsTo(replay, 7.9);
      expect(back).toBeGreaterThan(10);
      expect(back).toBeLessThan(237);
    }
    const many = createReplay({ motionTables, capacity: 8, snapshotInterval: 0.5 }, session.capture);
    many.step(1e6);
    expect(stepsTo(many, 7.9)).toBeLessThan(15);
    const one = createReplay({ motionTables, capacity: 8, snapshots: 1 }, session.capture);
    one.step(1e6);
    expect(stepsTo(one, 7.9)).toBe(236);
  });
});

describe('the player of a capture', () => {
  const ME = 0x50000001;
  function capture(): Capture {
    const recorder = createRecorder();
    const connection = recorder.connection();
    const walk = { forwardCommand: MotionCommand.WalkForward, forwardSpeed: 1 };
    const create = createMessage(ME, ({ physics }) => {
      physics.flags = 0x8000;
      Object.assign(physics.position, { x: 10, y: 10, cell: 1 });
    });
    recorder.at(0);
    for (const message of [playerMessage(ME), create]) recorder.record('toClient', connection, message);
    recorder.at(0.1);
    const own = motionMessage(ME, { movementStamp: 1, autonomous: true, state: walk });
    recorder.record('toClient', connection, own);
    recorder.at(2);
    return recorder.capture();
  }

  test('moves by what its server says of it, as nobody presses its keys here', () => {
    const replay = createReplay({ motionTables }, capture());
    expect(replay.player).toBe(0);
    replay.seek(2);
    expect(replay.player).toBe(ME);
    expect(replay.engine.readFrame(replay.engine.entityOf(ME)).y).toBeGreaterThan(14);
    replay.seek(0);
    expect(replay.player).toBe(0);
  });

  test('is this world’s own when that is asked for: its own echoes are dropped', () => {
    const replay = createReplay({ motionTables, player: 'local' }, capture());
    replay.seek(2);
    expect(replay.player).toBe(ME);
    expect(replay.engine.readFrame(replay.engine.entityOf(ME)).y).toBe(10);
    expect(replay.counters.dropped['own autonomous echo']).toBe(1);
  });
});

describe('making a replay', () => {
  test.each<[object, RegExp]>([
    [{ player: 'other' }, /createReplay\.player: expected 'follow' or 'local', found 'other'/],
    [{ connection: 7 }, /createReplay\.connection: expected a number from 0 to 0/],
    [{ snapshots: 0 }, /createReplay\.snapshots/],
    [{ snapshotInterval: -1 }, /createReplay\.snapshotInterval/],
    [{ motionTables: [] }, /motionTables: expected a list of at least one/],
    [{ steprate: 30 }, /did you mean 'stepRate'/],
  ])('refuses %o', (options, message) => {
    expect(() => createReplay({ motionTables, ...options }, heldCapture())).toThrow(message);
  });

  test('refuses what is no capture', () => {
    for (const nothing of [undefined, {}, new Uint8Array(3)]) {
      expect(() => createReplay({ motionTables }, nothing as never)).toThrow(/createReplay: expected a capture/);
      expect(() => writeCapture(nothing as never)).toThrow(/writeCapture: expected a capture/);
    }
  });

  test('takes the step rate of the world that was recorded, unless told otherwise', () => {
    const recorder = createRecorder({ stepRate: 20 });
    expect(createReplay({ motionTables }, recorder.capture()).quantum).toBe(1 / 20);
    expect(createReplay({ motionTables, stepRate: 10 }, recorder.capture()).quantum).toBe(1 / 10);
    const retail = readCapture(readFileSync(new URL('../captures/retail-protocol-session.pcap', import.meta.url)));
    expect(createReplay({ motionTables }, retail).quantum).toBe(1 / 30);
  });

  test('refuses speeds, steps and times that are none', () => {
    const replay = createReplay({ motionTables }, heldCapture());
    expect(() => {
      replay.speed = -1;
    }).toThrow(RangeError);
    expect(() => replay.step(0.5)).toThrow(RangeError);
    expect(() => replay.seek(Number.NaN)).toThrow(RangeError);
    expect(() => replay.seek(1, 0)).toThrow(RangeError);
    expect(() => replay.update(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });
});
