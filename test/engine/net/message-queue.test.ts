import { describe, expect, it } from 'vitest';
import { MessageQueue } from '../../../engine/net/message-queue.ts';
import { idOf, message } from './messages.ts';

function drained(queue: MessageQueue): number[] {
  const got: number[] = [];
  queue.drain((bytes) => got.push(idOf(bytes)));
  return got;
}

describe('a message queue', () => {
  it('hands messages of any length over in order, and is empty then', () => {
    const queue = new MessageQueue(1 << 20);
    const lengths = [8, 4096, 4097, 9, 65_536, 100];
    lengths.forEach((length, id) => {
      expect(queue.push(message(id, length))).toBe(true);
    });
    expect(drained(queue)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([queue.count, queue.size, drained(queue).length]).toEqual([0, 0, 0]);
  });

  it('allocates nothing in a steady state: the buffer stays, and each length has one view', () => {
    const queue = new MessageQueue(1 << 20);
    const fill = (): void => {
      for (let id = 0; id < 500; id++) queue.push(message(id, 8 + 4 * (id % 20)));
    };
    const look = (): Set<Uint8Array> => {
      const views = new Set<Uint8Array>();
      queue.drain((bytes) => views.add(bytes));
      return views;
    };
    fill();
    const { allocated } = queue;
    const views = look();
    expect(views.size).toBe(20);
    for (let round = 0; round < 20; round++) {
      fill();
      for (const view of look()) expect(views.has(view)).toBe(true);
    }
    expect(queue.allocated).toBe(allocated);
    expect(new Set([...views].map(({ buffer }) => buffer)).size).toBe(1);
  });

  it('keeps to its limit, and unreliable messages to half of it', () => {
    const queue = new MessageQueue(10 * 104);
    for (let id = 0; id < 8; id++) expect(queue.push(message(id, 100), true)).toBe(id < 5);
    for (let id = 8; id < 16; id++) expect(queue.push(message(id, 100))).toBe(id < 13);
    expect(queue.overflowed).toBe(6);
    expect(drained(queue)).toEqual([0, 1, 2, 3, 4, 8, 9, 10, 11, 12]);
    expect(queue.push(message(1, 100))).toBe(true);
  });

  it('what comes while it hands over waits, and moves nothing that is being looked at', () => {
    const queue = new MessageQueue(1 << 22);
    queue.push(message(1, 6000));
    queue.push(message(2, 6000));
    const seen: number[] = [];
    queue.drain((bytes) => {
      for (let id = 10; id < 30; id++) queue.push(message(id, 6000));
      queue.drain(() => expect.unreachable());
      seen.push(idOf(bytes));
    });
    expect(seen).toEqual([1, 2]);
    expect(drained(queue).length).toBe(40);
  });

  it('goes on behind a message whose handling throws', () => {
    const queue = new MessageQueue(1000);
    for (let id = 0; id < 3; id++) queue.push(message(id));
    expect(() =>
      queue.drain(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(drained(queue)).toEqual([1, 2]);
  });

  it('uses the room of what was taken out again', () => {
    const queue = new MessageQueue(1 << 20);
    let id = 0;
    let wanted = 0;
    for (; id < 30; id++) queue.push(message(id, 100));
    for (let round = 0; round < 200; round++) {
      let left = 20;
      expect(() =>
        queue.drain((bytes) => {
          expect(idOf(bytes)).toBe(wanted++);
          if (--left === 0) throw new Error('enough');
        }),
      ).toThrow('enough');
      for (let i = 0; i < 20; i++) queue.push(message(id++, 100));
    }
    expect(queue.count).toBe(30);
    expect(queue.allocated).toBeLessThanOrEqual(32_768);
  });

  it('passes batches on whole', () => {
    const from = new MessageQueue(1 << 20);
    const to = new MessageQueue(1 << 20);
    for (let id = 0; id < 10; id++) from.push(message(id, 8 + id * 500));
    const batch = from.takeBatch();
    expect(from.count).toBe(0);
    expect(to.append(new Uint8Array(batch))).toBe(true);
    expect(drained(to)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it.each([
    ['nothing', []],
    ['half a length', [1, 0, 0]],
    ['an empty message', [0, 0, 0, 0]],
    ['a message past the end', [2, 0, 0, 0, 9]],
    ['a good message and a bad one', [1, 0, 0, 0, 9, 2, 0, 0, 0, 9]],
    ['too long a message', [1, 0, 1, 0, ...new Array<number>(65_537).fill(0)]],
    ['a length beyond all', [0xff, 0xff, 0xff, 0xff, 9]],
  ])('takes nothing of a malformed batch: %s', (_, bytes) => {
    const queue = new MessageQueue(1 << 20);
    expect(queue.append(Uint8Array.from(bytes))).toBe(false);
    expect([queue.count, queue.size, queue.overflowed]).toEqual([0, 0, 0]);
  });
});
