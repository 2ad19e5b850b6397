import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine, MotionCommand } from '../../index.ts';
import { motionTable, newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { createMessage, playerMessage, playerTeleportMessage } from '../support/messages.ts';
import { callName, copySubject, createSubject, makeCall, type Subject } from '../support/random-calls.ts';

const tables = [motionTable('humanoid'), motionTable('humanoid-rooted-quarter')];
const names = tables.map((table) => table.name as string);

/** Calls whose outcome hangs on the frame times before, which are no part of a world's state. */
const ofTheFrameClock = ['update', 'pause or resume', 'timeScale'];

const calls = fc.array(
  fc.integer({ min: 0, max: 0x7fffffff }).map((seed) => ({ seed, call: callName(seed) })),
  { minLength: 1, maxLength: 80, size: 'max' },
);

function newSubject(): Subject {
  const { engine, inbox } = newEngine({ motionTables: tables, capacity: 2 });
  const subject = createSubject(engine, inbox, names);
  subject.strangers = false;
  for (let count = 0; count < 3; count++) engine.spawn({ x: 3 * count, localPlayer: count === 0 });
  return subject;
}

/** Makes the calls, one step after each, and answers the hash after every one. */
function hashesOf(subject: Subject, seeds: readonly { seed: number; call: string }[]): string[] {
  const hashes: string[] = [];
  for (const { seed, call } of seeds) {
    if (ofTheFrameClock.includes(call)) continue;
    makeCall(subject, seed);
    hashes.push(subject.engine.hash());
    subject.engine.step();
    hashes.push(subject.engine.hash());
  }
  return hashes;
}

describe('a snapshot', () => {
  it('goes on as the world that it was taken of: in the same engine, and in a fresh one', () => {
    fc.assert(
      fc.property(calls, calls, (before, after) => {
        const subject = newSubject();
        hashesOf(subject, before);
        const bytes = subject.engine.snapshot();
        const taken = subject.engine.hash();
        const rewound = copySubject(subject, subject.engine, subject.inbox);
        const other = newEngine({ motionTables: tables });
        const elsewhere = copySubject(subject, other.engine, other.inbox);

        const expected = hashesOf(subject, after);

        rewound.engine.restore(bytes);
        expect(rewound.engine.hash()).toBe(taken);
        expect(breaches(rewound.engine.world)).toEqual([]);
        expect(hashesOf(rewound, after)).toEqual(expected);

        elsewhere.engine.restore(bytes);
        expect(elsewhere.engine.hash()).toBe(taken);
        expect(breaches(elsewhere.engine.world)).toEqual([]);
        expect(hashesOf(elsewhere, after)).toEqual(expected);
      }),
      { seed: 20130301, numRuns: 40 },
    );
  });

  it('has the next guid that spawn hands out', () => {
    const { engine } = newEngine();
    engine.spawn();
    const bytes = engine.snapshot();
    const guid = engine.guidOf(engine.spawn());
    engine.restore(bytes);
    expect(engine.guidOf(engine.spawn())).toBe(guid);
    const fresh = newEngine().engine;
    fresh.despawn(fresh.spawn());
    fresh.restore(bytes);
    expect(fresh.guidOf(fresh.spawn())).toBe(guid);
  });

  it('has the incarnations of guids that a server has given out', () => {
    const { engine } = newEngine({ role: 'server' });
    engine.despawn(engine.spawn({ guid: 7 }));
    const bytes = engine.snapshot();
    const hash = (of: Engine) => {
      of.spawn({ guid: 7 });
      return of.hash();
    };
    const expected = hash(engine);
    engine.restore(bytes);
    expect(hash(engine)).toBe(expected);
    const fresh = newEngine({ role: 'server' }).engine;
    fresh.restore(bytes);
    expect(hash(fresh)).toBe(expected);
  });

  it('has the guid that the server says is the player', () => {
    const { engine, inbox } = newEngine();
    inbox.put(createMessage(5), playerMessage(5));
    engine.step();
    const bytes = engine.snapshot();
    const other = newEngine();
    other.engine.restore(bytes);
    for (const into of [inbox, other.inbox]) into.put(playerTeleportMessage(1));
    for (const of of [engine, other.engine]) {
      of.moveTo(of.entityOf(5), { x: 20, y: 0 });
      of.step();
    }
    expect(other.engine.hash()).toBe(engine.hash());
    expect(other.engine.readMoveTo(other.engine.entityOf(5)).type).toBe(0);
  });

  it('keeps the length of the step: a world goes on at its own rate', () => {
    const { engine } = newEngine({ stepRate: 20 });
    const entity = engine.spawn();
    engine.setMotion(entity, MotionCommand.WalkForward);
    engine.step(3);
    const fresh = newEngine({ stepRate: 30 }).engine;
    const bytes = engine.snapshot();
    const before = fresh.hash();
    // Either it goes on at 20 steps a second, or it is refused; never 30 steps of 1/20 s in a second.
    let refused = false;
    try {
      fresh.restore(bytes);
    } catch (error) {
      expect((error as Error).message).toMatch(/step|rate|quantum/i);
      expect(fresh.hash()).toBe(before);
      refused = true;
    }
    if (refused) return;
    fresh.update(0);
    expect(fresh.update(1)).toBe(20);
  });

  it('takes motion tables with any name', () => {
    const named = { ...tables[0], name: 'Öl – 日本' };
    const engine = createEngine({ motionTables: [named] });
    engine.spawn();
    const hash = engine.hash();
    engine.restore(engine.snapshot());
    expect(engine.hash()).toBe(hash);
  });

  it('may lie anywhere in a larger buffer', () => {
    const { engine } = newEngine();
    engine.spawn();
    engine.step(5);
    const bytes = engine.snapshot();
    const larger = new Uint8Array(bytes.length + 11).fill(0xff);
    larger.set(bytes, 3);
    const fresh = newEngine().engine;
    fresh.restore(larger.subarray(3, 3 + bytes.length));
    expect(fresh.hash()).toBe(engine.hash());
  });
});

describe('a bad snapshot is refused with a clear error and changes nothing', () => {
  const source = newEngine().engine;
  for (let count = 0; count < 3; count++) source.spawn({ x: count });
  source.step(7);
  const good = source.snapshot();

  const { engine } = newEngine();
  const chaser = engine.spawn({ x: 5 });
  engine.moveTo(chaser, { x: 50, y: 50 });
  engine.step(20);
  const expected = engine.hash();
  engine.step();
  const expectedNext = engine.hash();

  function refuses(bytes: Uint8Array, message: RegExp): void {
    const { engine: victim } = newEngine();
    const body = victim.spawn({ x: 5 });
    victim.moveTo(body, { x: 50, y: 50 });
    victim.step(20);
    expect(() => victim.restore(bytes)).toThrow(message);
    expect(victim.hash()).toBe(expected);
    victim.step();
    expect(victim.hash()).toBe(expectedNext);
    expect(breaches(victim.world)).toEqual([]);
  }

  const headerEnd = 12 + new DataView(good.buffer, good.byteOffset).getUint32(8, true);

  /** The good snapshot with another header. */
  function withHeader(change: (header: Record<string, unknown>) => unknown): Uint8Array {
    const header = JSON.parse(new TextDecoder('latin1').decode(good.subarray(12, headerEnd)));
    const text = new TextEncoder().encode(JSON.stringify(change(header)));
    const bytes = new Uint8Array(12 + text.length + good.length - headerEnd);
    bytes.set(good.subarray(0, 8));
    new DataView(bytes.buffer).setUint32(8, text.length, true);
    bytes.set(text, 12);
    bytes.set(good.subarray(headerEnd), 12 + text.length);
    return bytes;
  }

  function withOneMoreByte(bytes: Uint8Array): Uint8Array {
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    return longer;
  }

  it('is told from a good one', () => {
    const fresh = newEngine().engine;
    fresh.restore(withHeader((header) => header));
    expect(fresh.hash()).toBe(source.hash());
  });

  it('cut short anywhere', () => {
    const lengths = [0, 1, 7, 8, 9, 11, 12, 13, 100, headerEnd - 1, headerEnd, headerEnd + 1, good.length - 1];
    for (let length = 500; length < good.length; length += 9973) lengths.push(length);
    for (const length of lengths) refuses(good.slice(0, length), /^snapshot: /);
  });

  it('with more bytes than it should have', () => {
    refuses(withOneMoreByte(good), /^snapshot: /);
  });

  it('that is something else', () => {
    refuses(new Uint8Array(100), /GAITSNP/);
    refuses(new TextEncoder().encode('{"now":0}'), /GAITSNP/);
  });

  it('of another version', () => {
    const other = good.slice();
    other[7] = '9'.charCodeAt(0);
    refuses(other, /version/);
  });

  it('of a version with other columns', () => {
    refuses(
      withHeader((header) => ({ ...header, layout: 'frame.x:f64*1' })),
      /columns/,
    );
  });

  it('that needs other motion tables', () => {
    const other = createEngine({ motionTables: [tables[1]] });
    const hash = other.hash();
    expect(() => other.restore(good)).toThrow(/motion tables humanoid.*humanoid-rooted-quarter/);
    expect(other.hash()).toBe(hash);
  });

  it('that needs a motion table of the same name with other contents', () => {
    const changed = structuredClone(tables[0]);
    changed.cycles[1].velocity[1] *= 2;
    const other = createEngine({ motionTables: [changed] });
    const hash = other.hash();
    expect(() => other.restore(good)).toThrow(/^snapshot: .*motion table/);
    expect(other.hash()).toBe(hash);
  });

  it.each([
    ['null', () => null],
    ['a number', () => 5],
    ['an empty object', () => ({})],
    ['no ids', (header: object) => ({ ...header, dense: undefined })],
    ['ids that are no list', (header: object) => ({ ...header, dense: 5 })],
    ['ids that there cannot be', (header: object) => ({ ...header, dense: [1, 2, 3, 1e6], maxId: 1e6 })],
    ['no time', (header: object) => ({ ...header, now: null })],
    ['a negative capacity', (header: object) => ({ ...header, capacity: -5 })],
    ['free slots that are no list', (header: object) => ({ ...header, freeInterpolationSlots: null })],
    ['tables that are no list', (header: object) => ({ ...header, tables: 'humanoid' })],
  ] as [string, (header: object) => unknown][])('whose header is damaged: %s', (_what, change) => {
    refuses(
      withHeader((header) => change(header)),
      /^snapshot: /,
    );
  });

  it('that is no Uint8Array', () => {
    expect(() => engine.restore('GAITSNP1' as never)).toThrow(/Uint8Array/);
    expect(() => engine.restore(undefined as never)).toThrow(/Uint8Array/);
  });
});
