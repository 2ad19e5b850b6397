import { afterEach, describe, expect, test, vi } from 'vitest';
import { type HandlerError, WaitingEvents } from '../../index.ts';
import { newEngine } from '../support/engines.ts';

type DoorEvents = { opened: { door: string }; closed: { door: string }; handlerError: HandlerError };

function doorEvents(): WaitingEvents<DoorEvents> {
  return new WaitingEvents<DoorEvents>('doors', ['opened', 'closed', 'handlerError']);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('events of an addition', () => {
  test('wait until they are told, in their order, by type and to whoever hears all', () => {
    const events = doorEvents();
    const heard: string[] = [];
    events.on('opened', ({ door }) => heard.push(`opened ${door}`));
    events.on('*', (type) => heard.push(`any ${type}`));
    events.push('opened', { door: 'north' });
    events.push('closed', { door: 'south' });
    expect(heard).toEqual([]);
    events.tell();
    expect(heard).toEqual(['opened north', 'any opened', 'any closed']);
    events.tell();
    expect(heard).toHaveLength(3);
  });

  test('are not kept when nobody hears them, nor after clear', () => {
    const events = doorEvents();
    expect(events.push('opened', { door: 'north' })).toBe(false);
    const heard = vi.fn();
    events.on('opened', heard);
    events.tell();
    expect(events.hears('opened')).toBe(true);
    expect(events.hears('closed')).toBe(false);
    expect(events.push('opened', { door: 'north' })).toBe(true);
    events.clear();
    events.tell();
    expect(heard).not.toHaveBeenCalled();
  });

  test('what a handler pushes waits for the next telling, and a handler may be taken off while all are told', () => {
    const events = doorEvents();
    const heard: string[] = [];
    const again = ({ door }: { door: string }) => {
      heard.push(door);
      events.off('opened', again);
      events.push('closed', { door: `${door} again` });
    };
    events.on('opened', again);
    events.on('closed', ({ door }) => heard.push(door));
    events.push('opened', { door: 'north' });
    events.push('opened', { door: 'south' });
    events.tell();
    expect(heard).toEqual(['north']);
    events.tell();
    expect(heard).toEqual(['north', 'north again']);
  });

  test('a handler that throws keeps nothing from the others, and is told', () => {
    const events = doorEvents();
    const heard = vi.fn();
    const failed = vi.fn();
    events.on('opened', () => {
      throw new Error('jammed');
    });
    events.on('opened', heard);
    events.on('handlerError', failed);
    events.push('opened', { door: 'north' });
    events.tell();
    expect(heard).toHaveBeenCalledOnce();
    expect(failed).toHaveBeenCalledWith({ type: 'opened', error: new Error('jammed') });
  });

  test('a handler whose promise is rejected is told, too', async () => {
    const events = doorEvents();
    const failed = vi.fn();
    events.on('opened', async () => {
      throw new Error('jammed');
    });
    events.on('handlerError', failed);
    events.push('opened', { door: 'north' });
    events.tell();
    await new Promise((done) => setTimeout(done));
    expect(failed).toHaveBeenCalledWith({ type: 'opened', error: new Error('jammed') });
  });

  test('without a listener for errors the console says so, twenty times at most', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const events = doorEvents();
    events.on('opened', () => {
      throw new Error('jammed');
    });
    for (let time = 0; time < 25; time++) events.push('opened', { door: 'north' });
    events.tell();
    expect(warn).toHaveBeenCalledTimes(20);
    expect(warn).toHaveBeenCalledWith("doors: 'opened' threw Error: jammed");
  });

  test('a listener for errors that throws itself ends in the console', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const events = doorEvents();
    for (const type of ['opened', 'handlerError'] as const) {
      events.on(type, () => {
        throw new Error(type);
      });
    }
    events.push('opened', { door: 'north' });
    events.tell();
    expect(warn.mock.calls).toEqual([["doors: 'handlerError' threw Error: handlerError"]]);
  });

  test('a name that there is not is refused with the nearest that there is, and what is no function', () => {
    const events = doorEvents();
    expect(() => events.on('open' as 'opened', () => {})).toThrow("on: unknown event 'open'; did you mean 'opened'?");
    expect(() => events.off('shut' as 'closed')).toThrow("off: unknown event 'shut'");
    expect(() => events.on('opened', null as never)).toThrow('on: expected a function as handler');
  });

  test('told by a system after the events of the step, their handlers may spawn', () => {
    const { engine } = newEngine();
    const events = doorEvents();
    engine.addSystem({ name: 'doors', before: 'moveToUseTime', run: () => events.push('opened', { door: 'north' }) });
    engine.addSystem({ name: 'doorEvents', after: 'events', run: () => events.tell() });
    events.on('opened', () => engine.spawn());
    engine.step(3);
    expect(engine.entities()).toHaveLength(3);
  });
});
