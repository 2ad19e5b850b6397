import { describe, expect, it, vi } from 'vitest';
import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import {
  createEngine,
  createSceneGround,
  type Engine,
  type EngineOptions,
  flatGround,
  type GaitWorld,
  type Ground,
  MotionCommand,
} from '../../index.ts';
import { motionTable, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { createMessage, motionMessage } from '../support/messages.ts';

const scene = {
  name: 'plain',
  terrain: {
    x: -8,
    y: -8,
    cell: 16,
    heights: [
      [0, 0],
      [0, 0],
    ],
  },
};
const level = flatGround();

/** Level ground of one's own, but for some parts; without a fingerprint. */
const own = (parts: { [name in keyof Ground]?: unknown }): Ground =>
  ({ sweep: (world: GaitWorld, entity: number) => level.sweep(world, entity), heightAt: () => 0, ...parts }) as Ground;

/** The errors that are told from now on, with whose they are. */
function errorsOf(engine: Engine): string[] {
  const told: string[] = [];
  engine.on('handlerError', ({ type, error }) => told.push(`${type}: ${(error as Error).message}`));
  return told;
}

describe('what is given as a ground', () => {
  it.each<[string, unknown, RegExp]>([
    ['nothing', null, /createEngine\.ground: expected an object with sweep.*, found null$/],
    ['no object', 5, /createEngine\.ground: expected an object with sweep.*, found number$/],
    ['half a ground', { sweep: () => false }, /it lacks heightAt$/],
    ['another half', { heightAt: () => 0 }, /it lacks sweep$/],
    ['numbers', { sweep: 1, heightAt: 2 }, /it lacks sweep \(found number\) and heightAt \(found number\)$/],
    [
      'a copy of the ground of a scene, without its methods',
      { ...createSceneGround(scene) },
      /it lacks sweep and heightAt\. A copy made with \{ \.\.\.ground \} has no methods/,
    ],
    [
      'such a copy with a sweep',
      { ...createSceneGround(scene), sweep: () => false },
      /it lacks heightAt\. A copy made with \{ \.\.\.ground \} has no methods/,
    ],
    ['a scene', scene, /it lacks sweep and heightAt\. That is a scene: give createSceneGround\(scene\)$/],
    [
      'what cannot prepare',
      own({ prepare: true }),
      /createEngine\.ground\.prepare: expected a function or nothing, found boolean$/,
    ],
    [
      'a number as fingerprint',
      own({ fingerprint: 7 }),
      /\.ground\.fingerprint: expected a text or nothing, found number$/,
    ],
    [
      'no fingerprint at all',
      own({ fingerprint: '' }),
      /\.ground\.fingerprint: expected a text or nothing, found an empty one$/,
    ],
  ])('is refused when it is %s, and the error says what is wrong', (_what, ground, message) => {
    const options = { motionTables: [motionTable('humanoid')], ground } as EngineOptions;
    expect(() => createEngine(options)).toThrow(message);
  });

  it('can be the ground of a scene with parts of its own, as the error says', () => {
    const ground = createSceneGround(scene);
    const { engine } = newEngine({ ground: Object.assign(Object.create(ground), { heightAt: () => 0 }) });
    const body = engine.spawn();
    engine.moveTo(body, { x: 0, y: 4 });
    engine.step(150);
    expect(engine.readFrame(body).y).toBeGreaterThan(3);
  });

  it('is no level ground at no height', () => {
    expect(() => flatGround(Number.NaN)).toThrow(/flatGround: height: expected a number.*found NaN/);
  });
});

describe('a height that a ground answers wrongly', () => {
  const calls: [string, (engine: Engine, body: number) => unknown][] = [
    ['spawn', (engine) => engine.spawn({ x: 3, y: 4 })],
    ['moveTo', (engine, body) => engine.moveTo(body, { x: 3, y: 4 })],
    ['place', (engine, body) => engine.place(body, { x: 3, y: 4 })],
    ['teleport', (engine, body) => engine.teleport(body, { x: 3, y: 4 })],
    ['constrain', (engine, body) => engine.constrain(body, { x: 3, y: 4 }, 1, 2)],
  ];
  it.each(calls)('is thrown by %s as what it is, and nothing is changed', (call, ask) => {
    for (const [height, found] of [
      [Number.NaN, 'NaN'],
      [undefined, 'undefined'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
      [1e9, '1000000000'],
      ['2', 'string'],
    ]) {
      let wrong = false;
      const { engine } = newEngine({ ground: own({ heightAt: () => (wrong ? height : 0) }) });
      const body = engine.spawn();
      engine.step();
      wrong = true;
      const before = engine.snapshot();
      expect(() => ask(engine, body)).toThrow(
        `${call}: ground.heightAt(3, 4, 0): expected a finite number up to 10000000, or -Infinity where there is no ground, found ${found}`,
      );
      expect(Buffer.compare(engine.snapshot(), before)).toBe(0);
    }
  });

  it.each(calls)('that throws instead is named by %s, with what it threw as the cause', (call, ask) => {
    let wrong = false;
    const cause = new Error('no such tile');
    const heightAt = () => {
      if (wrong) throw cause;
      return 0;
    };
    const { engine } = newEngine({ ground: own({ heightAt }) });
    const body = engine.spawn();
    wrong = true;
    const text = `${call}: ground.heightAt(3, 4, 0) threw: no such tile`;
    expect(() => ask(engine, body)).toThrow(expect.objectContaining({ message: text, cause }));
  });

  it('may be minus infinity: there is none', () => {
    const { engine } = newEngine({ ground: own({ heightAt: () => Number.NEGATIVE_INFINITY }) });
    expect(engine.readFrame(engine.spawn({ x: 3 }))).toMatchObject({ x: 3, z: 0 });
  });

  it('is reported where a message asked, inside a step, and the body comes all the same', () => {
    const { engine, inbox } = newEngine({ ground: own({ heightAt: () => Number.NaN }), unknown: 'spawn' });
    const told = errorsOf(engine);
    inbox.put(createMessage(5), motionMessage(6, {}));
    engine.step();
    expect(told).toHaveLength(2);
    for (const text of told) expect(text).toMatch(/^ground: spawn: ground\.heightAt\(.*found NaN$/);
    expect(engine.isAlive(engine.entityOf(5)) && engine.isAlive(engine.entityOf(6))).toBe(true);
    expect(breaches(engine.world)).toEqual([]);
  });
});

describe('a sweep that a ground answers wrongly', () => {
  /** A walker, and from its second step on a ground that spoils what `spoil` does to it and answers `answer`. */
  function walk(answer: unknown, spoil: (world: GaitWorld, entity: number) => void) {
    let wrong = false;
    const { engine } = newEngine({
      ground: own({
        sweep: (world: GaitWorld, entity: number) => {
          const contact = level.sweep(world, entity);
          if (wrong) spoil(world, entity);
          return wrong ? answer : contact;
        },
      }),
    });
    const told = errorsOf(engine);
    let left = 0;
    engine.on('leaveGround', () => left++);
    const body = engine.spawn();
    engine.moveTo(body, { x: 0, y: 20 });
    engine.step(20);
    const before = engine.readFrame(body);
    wrong = true;
    engine.step(3);
    const after = engine.readFrame(body);
    expect(breaches(engine.world)).toEqual([]);
    wrong = false;
    engine.step(30);
    expect(engine.readFrame(body).y).toBeGreaterThan(before.y + 0.5);
    expect(left).toBe(0);
    return { told, before, after };
  }
  const put = (cell: number, value: number) => (world: GaitWorld, entity: number) => {
    world.components.frame.f64[entity * FrameF64.row + cell] = value;
  };
  const place = (cell: number) => put(cell, Number.NaN);
  const noRotation = (world: GaitWorld, entity: number) => {
    world.components.frame.f64.fill(0, entity * FrameF64.row + FrameF64.qw, entity * FrameF64.row + FrameF64.qz + 1);
  };
  const normal = (x: number, y: number, z: number) => (world: GaitWorld, entity: number) => {
    world.components.body.f32.set([x, y, z], entity * BodyF32.row + BodyF32.contactNormalX);
  };

  it.each<[string, unknown, (world: GaitWorld, entity: number) => void, RegExp]>([
    ['nothing', undefined, () => {}, /expected true or false.*found undefined$/],
    ['a promise', Promise.resolve(true), () => {}, /expected true or false.*found object$/],
    [
      'a place that is no number',
      true,
      place(FrameF64.y),
      /expected to leave the frame at finite numbers up to 10000000000, found \(.*NaN, /,
    ],
    [
      'a place, without contact',
      false,
      place(FrameF64.z),
      /expected to leave the frame at finite numbers up to 10000000000, found \(.*, NaN\)$/,
    ],
    [
      'a place out of the world',
      true,
      put(FrameF64.z, 1e300),
      /at finite numbers up to 10000000000, found \(.*, 1e\+300\)$/,
    ],
    ['no rotation', true, put(FrameF64.qw, Number.NaN), /expected to leave the frame's rotation .* alone/],
    ['a rotation of no length', true, noRotation, /expected to leave the frame's rotation .* alone/],
    ['no normal', true, normal(0, 0, 0), /expected a contact normal of length 1 in body\.f32, found \(0, 0, 0\)$/],
    ['a normal that is too long', true, normal(0, 0, 5), /expected a contact normal of length 1.*found \(0, 0, 5\)$/],
    ['a normal that is no number', true, normal(0, Number.NaN, 1), /expected a contact normal of length 1.*NaN, 1\)$/],
    ['such a normal, without contact', false, normal(Number.NaN, 0, 1), /expected a contact normal.*\(NaN, 0, 1\)$/],
  ])(
    '(%s) is reported as what it is, and the body stays, on the ground, until it is right',
    (_, answer, spoil, text) => {
      const { told, before, after } = walk(answer, spoil);
      expect(told).toHaveLength(3);
      for (const each of told) expect(each).toMatch(/^ground: ground\.sweep\(world, \d+\): /);
      expect(told[0]).toMatch(text);
      expect([after.x, after.y, after.z]).toEqual([before.x, before.y, before.z]);
      expect(after.heading).toBe(before.heading);
    },
  );

  it('is told to the console once when nobody listens, not at every step', () => {
    const lines: unknown[][] = [];
    const told = vi.spyOn(console, 'error').mockImplementation((...line) => void lines.push(line));
    try {
      const { engine } = newEngine({
        ground: own({
          sweep: () => {
            throw new Error('boom');
          },
        }),
      });
      engine.setMotion(engine.spawn(), MotionCommand.WalkForward);
      engine.step(20);
    } finally {
      told.mockRestore();
    }
    expect(lines.map(([line, error]) => `${line} ${error}`)).toEqual([
      "gait: 'ground' threw (each text once; listen to 'handlerError' for all) Error: boom",
    ]);
  });
});

describe('a snapshot of a ground without a fingerprint', () => {
  const snapshotOn = (ground?: Ground) => {
    const { engine } = newEngine(ground === undefined ? {} : { ground });
    engine.spawn();
    engine.step(3);
    return { bytes: engine.snapshot(), hash: engine.hash() };
  };
  const restoreOn = (ground: Ground | undefined, bytes: Uint8Array) => {
    const { engine } = newEngine(ground === undefined ? {} : { ground });
    engine.restore(bytes);
    return engine.hash();
  };

  it('goes onto another one without, and onto none that can be told apart from it', () => {
    const { bytes, hash } = snapshotOn(own({}));
    expect(restoreOn(own({}), bytes)).toBe(hash);
    expect(() => restoreOn(undefined, bytes)).toThrow(
      'snapshot: it was taken on another ground, a ground without a fingerprint; here is level ground at 0 m',
    );
    for (const other of [own({ fingerprint: 'island 1' }), createSceneGround(scene)]) {
      expect(() => restoreOn(other, bytes)).toThrow(/a ground without a fingerprint; here is the ground /);
    }
  });

  it('does not come from level ground, from a ground with one, or from that of a scene', () => {
    for (const ground of [undefined, own({ fingerprint: 'island 1' }), createSceneGround(scene)]) {
      const { bytes } = snapshotOn(ground);
      expect(() => restoreOn(own({}), bytes)).toThrow(/another ground, .*; here is a ground without a fingerprint/);
    }
  });

  it('is compared by height where the ground is level', () => {
    const { bytes, hash } = snapshotOn(flatGround(2));
    expect(restoreOn(flatGround(2), bytes)).toBe(hash);
    expect(() => restoreOn(flatGround(3), bytes)).toThrow('level ground at 2 m; here is level ground at 3 m');
  });

  it('and of one with: the fingerprint says which', () => {
    const { bytes, hash } = snapshotOn(own({ fingerprint: 'island 1' }));
    expect(restoreOn(own({ fingerprint: 'island 1' }), bytes)).toBe(hash);
    expect(() => restoreOn(own({ fingerprint: 'island 2' }), bytes)).toThrow(
      'another ground, the ground island 1; here is the ground island 2',
    );
  });
});
