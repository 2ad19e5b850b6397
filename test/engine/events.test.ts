import { describe, expect, it, vi } from 'vitest';
import { EventCode, EventQueue } from '../../engine/events.ts';

describe('the queue of events', () => {
  it('tells all of a burst in order, gives its room back step by step, and tells the next burst as well', () => {
    const queue = new EventQueue();
    const told: number[] = [];
    queue.bus.on('spawned', ({ entity }) => told.push(entity));
    const tell = (count: number): void => {
      told.length = 0;
      for (let entity = 1; entity <= count; entity++) queue.push(EventCode.spawned, entity, 0, 0, 0);
      queue.flush();
      expect(told.length).toBe(count);
      expect(told.every((entity, index) => entity === index + 1)).toBe(true);
    };
    tell(5000);
    tell(5000);
    expect(queue.room).toBe(2 * 8192);
    for (let step = 0; step < 40; step++) tell(3);
    expect(queue.room).toBeLessThanOrEqual(2 * 256);
    tell(5000);
  });

  it('keeps the room that every step needs', () => {
    const queue = new EventQueue();
    for (let step = 0; step < 20; step++) {
      for (let index = 0; index < 300; index++) queue.push(EventCode.spawned, 1, 0, 0, 0);
      queue.flush();
    }
    expect(queue.room).toBe(2 * 512);
  });

  it('says to the console, where nobody listens, when it tells of no more errors', () => {
    const lines: string[] = [];
    const told = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
    try {
      const queue = new EventQueue();
      for (let step = 0; step < 300; step++) {
        queue.report('ground', new Error(`boom ${step >> 1}`));
        queue.flush();
      }
    } finally {
      told.mockRestore();
    }
    expect(lines).toHaveLength(101);
    expect(lines[99]).toMatch(/^gait: 'ground' threw/);
    expect(lines[100]).toMatch(/too many different errors/);
  });
});
