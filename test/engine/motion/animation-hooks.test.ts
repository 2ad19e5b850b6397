import { describe, expect, test } from 'vitest';
import { createEngine, type Engine, MotionCommand, parseMotionTable } from '../../../index.ts';
import { motionTable } from '../../support/engines.ts';

const { WalkForward, WalkBackwards, RunForward } = MotionCommand;
/** The humanoid's animation of walking. */
const humanoid = motionTable('humanoid');
const walk = humanoid.cycles.find(({ motion }: { motion: number }) => motion === WalkForward).anims[0].anim;

type Hook = { frame: number; hook: string; direction?: string };

/** The humanoid's table with hooks on an animation. */
function withHooks(animation: number, hooks: Hook[], table = humanoid) {
  const animations = table.animations.map((entry: { id: number }) =>
    entry.id === animation ? { ...entry, hooks } : entry,
  );
  return { ...table, animations };
}

const framesOf = (animation: number): number =>
  humanoid.animations.find(({ id }: { id: number }) => id === animation).frames;

/** An engine and what it tells of hooks: the tick and the name of each. */
function listening(table: unknown): { engine: Engine; told: [tick: number, hook: string][] } {
  const engine = createEngine({ motionTables: [table] });
  const told: [number, string][] = [];
  engine.on('animationHook', ({ hook }) => told.push([engine.world.clock.tick, hook]));
  return { engine, told };
}

const walker = (engine: Engine, motion: number, speed = 1): number => {
  const entity = engine.spawn();
  engine.setMotion(entity, motion, { speed });
  return entity;
};

describe('animation hooks', () => {
  test('are told when their frame is left, once a round of the loop', () => {
    const { engine, told } = listening(withHooks(walk, [{ frame: 4, hook: 'footstep' }]));
    walker(engine, WalkForward);
    const seen: number[] = [];
    let before = -1;
    for (let tick = 0; tick < 120; tick++) {
      engine.step();
      const { animation, frame } = engine.readMotion(1);
      // Frame 4 is left when the frame number passes 5.
      if (animation === walk && before >= 0 && before < 5 && frame >= 5) seen.push(engine.world.clock.tick);
      before = animation === walk ? frame : -1;
    }
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(told.map(([tick]) => tick)).toEqual(seen);
  });

  test('say who it was, also of whom', () => {
    const engine = createEngine({ motionTables: [withHooks(walk, [{ frame: 0, hook: 'left' }])] });
    const told: object[] = [];
    engine.on('animationHook', (event) => told.push(event));
    const first = engine.spawn();
    const second = engine.spawn({ x: 5, guid: 0x50000007 });
    engine.setMotion(second, WalkForward);
    engine.step(40);
    expect(first).not.toBe(second);
    expect(told.length).toBeGreaterThan(0);
    for (const event of told) expect(event).toEqual({ entity: second, guid: 0x50000007, hook: 'left' });
  });

  test('that lie on several frames that one step passes come in their order', () => {
    const hooks = [2, 3, 5].map((frame) => ({ frame, hook: `frame ${frame}` }));
    const { engine, told } = listening(withHooks(walk, hooks));
    walker(engine, WalkForward, 3);
    engine.step(60);
    const names = told.map(([, hook]) => hook);
    expect(names.length).toBeGreaterThan(6);
    names.forEach((name, index) => {
      expect(name).toBe(hooks[index % 3].hook);
    });
  });

  test('of a direction are told in that one only, backwards from the highest frame down', () => {
    const hooks: Hook[] = [
      { frame: 2, hook: 'forward', direction: 'forward' },
      { frame: 3, hook: 'both' },
      { frame: 6, hook: 'backward', direction: 'backward' },
    ];
    const forwards = listening(withHooks(walk, hooks));
    walker(forwards.engine, WalkForward);
    forwards.engine.step(60);
    expect(new Set(forwards.told.map(([, hook]) => hook))).toEqual(new Set(['forward', 'both']));
    const backwards = listening(withHooks(walk, hooks));
    walker(backwards.engine, WalkBackwards);
    backwards.engine.step(120);
    const names = backwards.told.map(([, hook]) => hook);
    expect(names.slice(0, 4)).toEqual(['backward', 'both', 'backward', 'both']);
  });

  test('are told beside authored position frames, too', () => {
    const rooted = motionTable('humanoid-rooted');
    const run = rooted.cycles.find(({ motion }: { motion: number }) => motion === RunForward).anims[0].anim;
    const { engine, told } = listening(withHooks(run, [{ frame: 1, hook: 'step' }], rooted));
    walker(engine, RunForward);
    engine.step(60);
    expect(told.length).toBeGreaterThan(1);
  });

  test('named AnimDone end the motion that waits, before its animation is over', () => {
    const link = humanoid.links.find(
      ({ from, to }: { from: number; to: number }) => from === MotionCommand.Ready && to === MotionCommand.Wave,
    ).anims[0].anim;
    const doneAt = (table: unknown): number => {
      const engine = createEngine({ motionTables: [table] });
      let tick = 0;
      engine.on('motionDone', ({ motion }) => {
        if (motion === MotionCommand.Wave) tick = engine.world.clock.tick;
      });
      engine.on('animationHook', () => expect.unreachable('AnimDone is for the sequence'));
      engine.setMotion(engine.spawn(), MotionCommand.Wave);
      engine.step(300);
      return tick;
    };
    const usual = doneAt(humanoid);
    const early = doneAt(withHooks(link, [{ frame: 2, hook: 'AnimDone' }]));
    expect(usual).toBeGreaterThan(5);
    expect(early).toBeGreaterThan(1);
    expect(early).toBeLessThan(5);
  });

  test('do not change how bodies move', () => {
    const places = [humanoid, withHooks(walk, [{ frame: 3, hook: 'footstep' }])].map((table) => {
      const engine = createEngine({ motionTables: [table] });
      const body = engine.spawn();
      engine.moveTo(body, { x: 7, y: 9 });
      engine.step(150);
      return engine.readFrame(body);
    });
    expect(places[0].y).toBeGreaterThan(8);
    expect(places[1]).toEqual(places[0]);
  });

  test('played absurdly fast are told a bounded number of times a step', () => {
    const { engine, told } = listening(withHooks(walk, [{ frame: 3, hook: 'footstep' }]));
    walker(engine, WalkForward, 9000);
    engine.step(3);
    expect(told.length).toBeGreaterThan(16);
    expect(told.length).toBeLessThanOrEqual(3 * 16);
  });

  test.each([
    [
      [{ frame: framesOf(walk) - 1, hook: 'late' }],
      /hooks\.0\.frame: expected 0 to \d+, as an animation's end runs no hooks; found/,
    ],
    [[{ frame: 0, hook: 'x', direction: 'backward' }], /hooks\.0\.frame: expected 1 to/],
    [[{ frame: 2, hook: '' }], /hooks\.0\.hook/],
    [[{ frame: 2.5, hook: 'x' }], /hooks\.0\.frame/],
    [[{ frame: 2, hook: 'x', direction: 'up' }], /hooks\.0\.direction/],
  ])('that can never run, or are malformed, are refused with their place (%#)', (hooks, message) => {
    expect(() => parseMotionTable(withHooks(walk, hooks as Hook[]))).toThrow(message);
  });
});
