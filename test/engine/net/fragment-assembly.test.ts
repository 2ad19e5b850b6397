import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SkipLog } from '../../../engine/net/capture.ts';
import { AssemblyLimits, FragmentAssembly } from '../../../engine/net/fragment-assembly.ts';
import type { PacketFragment } from '../../../engine/net/transport-packet.ts';
import { MAX_MESSAGE_BYTES } from '../../../engine/net/transport.ts';

function part(changes: Partial<PacketFragment>): PacketFragment {
  return { sequence: 1, id: 2, count: 1, index: 0, queue: 0, data: Uint8Array.of(7), ...changes };
}

function assembly() {
  const log = new SkipLog();
  const made = new FragmentAssembly(log);
  const skipped = () => Object.fromEntries(Object.entries(log.counts.skipped).filter(([, count]) => count > 0));
  return { made, log, skipped };
}

describe('fragments of messages', () => {
  test('in any order, with duplicates at any time, make each message once and as it was', () => {
    const message = fc.uint8Array({ minLength: 1, maxLength: 60 });
    const plan = fc.record({
      messages: fc.array(fc.tuple(message, fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 6 }),
      order: fc.infiniteStream(fc.nat()),
    });
    fc.assert(
      fc.property(plan, ({ messages, order }) => {
        const fragments = messages.flatMap(([bytes, pieces], number) => {
          const count = Math.min(pieces, bytes.length);
          const size = Math.ceil(bytes.length / count);
          const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index);
          return parts.map((index) =>
            part({ sequence: number, count: parts.length, index, data: bytes.slice(index * size, (index + 1) * size) }),
          );
        });
        // Every fragment once, and some again, in an order of their own.
        const sent = [...fragments, ...fragments.filter(() => order.next().value % 3 === 0)];
        const shuffled = sent
          .map((fragment) => ({ fragment, key: order.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ fragment }) => fragment);
        const { made, skipped } = assembly();
        const found = new Map<number, Uint8Array>();
        for (const fragment of shuffled) {
          const whole = made.add(0, fragment, 0);
          if (whole === null) continue;
          expect(found.has(fragment.sequence)).toBe(false);
          found.set(fragment.sequence, whole.slice());
        }
        expect(messages.map((_, number) => found.get(number))).toEqual(messages.map(([bytes]) => bytes));
        expect(skipped()['duplicate fragment'] ?? 0).toBe(sent.length - fragments.length);
      }),
      { numRuns: 200 },
    );
  });

  test('are told apart by direction, sequence and id', () => {
    const { made } = assembly();
    const half = (changes: Partial<PacketFragment>, index: number) => part({ count: 2, index, ...changes });
    expect(made.add(0, half({}, 0), 0)).toBeNull();
    expect(made.add(1, half({}, 1), 0)).toBeNull();
    expect(made.add(0, half({ sequence: 2 }, 1), 0)).toBeNull();
    expect(made.add(0, half({ id: 3 }, 1), 0)).toBeNull();
    expect(made.add(0, half({}, 1), 0)).toEqual(Uint8Array.of(7, 7));
  });

  test.each<[string, Partial<PacketFragment>, string]>([
    ['a count of 0', { count: 0 }, 'expected a count of 1 to 1024, found 0'],
    ['an absurd count', { count: 65535 }, 'expected a count of 1 to 1024, found 65535'],
    ['an index that is not below the count', { count: 2, index: 2 }, 'expected an index below 2, found 2'],
  ])('with %s are refused', (_, changes, text) => {
    const { made, log, skipped } = assembly();
    expect(made.add(0, part(changes), 123)).toBeNull();
    expect(skipped()).toEqual({ 'bad fragment': 1 });
    expect(log.notes).toEqual([{ offset: 123, text: `bad fragment: ${text}` }]);
  });

  test('that contradict the count of their message are refused, and the message is still made', () => {
    const { made, skipped } = assembly();
    made.add(0, part({ count: 2, index: 0 }), 0);
    made.add(0, part({ count: 3, index: 1 }), 0);
    made.add(0, part({ count: 1, index: 0 }), 0);
    expect(made.add(0, part({ count: 2, index: 1, data: Uint8Array.of(8) }), 0)).toEqual(Uint8Array.of(7, 8));
    expect(skipped()).toEqual({ 'bad fragment': 2 });
  });

  test('whose others never come are counted as one incomplete message, with its place', () => {
    const { made, log, skipped } = assembly();
    made.add(0, part({ count: 4, index: 0 }), 50);
    made.add(0, part({ count: 4, index: 2 }), 90);
    made.end();
    expect(skipped()).toEqual({ 'incomplete message': 1 });
    expect(log.notes).toEqual([{ offset: 50, text: 'incomplete message: expected 4 fragments, found 2' }]);
  });

  test('of a message that is empty or too long make none', () => {
    const { made, skipped } = assembly();
    expect(made.add(0, part({ data: new Uint8Array(0) }), 0)).toBeNull();
    const half = new Uint8Array(MAX_MESSAGE_BYTES / 2 + 1);
    expect(made.add(0, part({ sequence: 2, count: 2, index: 0, data: half }), 0)).toBeNull();
    expect(made.add(0, part({ sequence: 2, count: 2, index: 1, data: half }), 0)).toBeNull();
    expect(skipped()).toEqual({ 'bad message length': 2 });
    made.end();
    expect(skipped()).toEqual({ 'bad message length': 2 });
  });

  test('of ever more messages keep no more of them, nor of their bytes, than the limits say', () => {
    const { made, skipped } = assembly();
    for (let sequence = 0; sequence < AssemblyLimits.waiting + 10; sequence++) {
      made.add(0, part({ sequence, count: 2 }), 0);
    }
    expect(skipped()).toEqual({ 'incomplete message': 10 });
    const large = assembly();
    const data = new Uint8Array(60_000);
    const fitting = Math.floor(AssemblyLimits.waitingBytes / data.length);
    for (let sequence = 0; sequence < fitting + 5; sequence++) large.made.add(0, part({ sequence, count: 2, data }), 0);
    expect(large.skipped()).toEqual({ 'incomplete message': 5 });
  });
});
