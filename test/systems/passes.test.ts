import { describe, expect, it } from 'vitest';
import { prepareGround, transition } from '../../engine/collision/transition.ts';
import { playOn } from '../../engine/motion/play-on.ts';
import { walkOn } from '../../engine/move-to/walk-on.ts';
import { restoreSnapshot, takeSnapshot } from '../../engine/snapshot.ts';
import { stateHash } from '../../engine/state-hash.ts';
import * as subSteps from '../../engine/sub-steps.ts';
import type { GaitWorld } from '../../engine/world.ts';
import { createSceneGround, type Engine, flatGround, type Ground, MotionCommand } from '../../index.ts';
import { interpolation } from '../../systems/interpolation.ts';
import { motionInterp } from '../../systems/motion-interp.ts';
import { moveToUseTime } from '../../systems/move-to-use-time.ts';
import village from '../../content/scenes/village.json' with { type: 'json' };
import { newEngine } from '../support/engines.ts';

/** The systems as they are: the bodies that do what most do in loops, the others one by one. */
function stepInPasses(world: GaitWorld): void {
  moveToUseTime(world);
  motionInterp(world);
  interpolation(world);
}

/** The same sub-steps by the rules' own functions, for every body. */
function stepBodyByBody(world: GaitWorld): void {
  const { bodyCount } = world;
  const bodies = [...world.bodies.subarray(0, bodyCount)];
  const { watchers, body, sequence } = world.components;
  for (const entity of bodies) if (watchers.made[entity] === 1) subSteps.targetManagerUseTime(world, entity);
  for (const entity of bodies) subSteps.moveToUseTime(world, entity);
  for (const entity of bodies) {
    subSteps.checkForCompletedMotions(world, entity);
    subSteps.advanceSequence(world, entity);
  }
  for (const entity of bodies) subSteps.positionManagerUseTime(world, entity);
  prepareGround(world);
  for (const entity of bodies) subSteps.adjustOffset(world, entity);
  for (const entity of bodies) {
    subSteps.integrate(world, entity);
    if (sequence.doneHooks[entity] !== 0) subSteps.runAnimationHooks(world, entity);
    if (body.moved[entity] !== 1) continue;
    transition(world, entity);
    subSteps.cacheVelocity(world, entity);
  }
}

/** A random number generator: xorshift32. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

/** Lets a few bodies begin something else. */
function stirUp(engine: Engine, bodies: readonly number[], roll: (sides: number) => number): void {
  const { WalkForward, TurnRight, TurnLeft, SideStepRight, Ready, Wave } = MotionCommand;
  for (let deed = 0; deed < 3; deed++) {
    const body = bodies[roll(bodies.length)];
    const other = bodies[roll(bodies.length)];
    const place = { x: roll(400) / 10 - 20, y: roll(400) / 10 - 20 };
    const turn = roll(2) === 0 ? TurnRight : TurnLeft;
    const deeds = [
      () => engine.moveTo(body, place, { canCharge: roll(2) === 0, failDistance: roll(3) === 0 ? 8 : undefined }),
      () => engine.moveTo(body, place, { moveAway: true, minDistance: 5 + roll(9) }),
      () => other !== body && engine.moveTo(body, { target: other }, { sticky: roll(2) === 0 }),
      () => engine.turnTo(body, roll(360)),
      () => engine.setMotion(body, WalkForward, { speed: 1 + roll(2) / 2 }),
      () => engine.setMotion(body, turn, { speed: 1 + roll(3) / 2 }),
      () => engine.setMotion(body, [SideStepRight, Ready, Wave][roll(3)]),
      () => engine.jump(body, roll(10) / 10),
      () => other !== body && engine.stickTo(body, other),
      () => engine.place(body, place),
    ];
    deeds[roll(deeds.length)]();
  }
}

const TICKS = 200;

const grounds: [string, () => Ground | null][] = [
  ['level ground', () => flatGround()],
  ['level ground at another height', () => flatGround(2.5)],
  ['a village with walls and steps', () => createSceneGround(village)],
  ['no ground', () => null],
];

describe('the passes over all bodies', () => {
  it.each(grounds)('do what the rules do body by body, to the bit: on %s', (_, makeGround) => {
    const [engine, { world: twin }] = [0, 1].map(() => newEngine().engine);
    const { world } = engine;
    for (const one of [world, twin]) one.ground = makeGround();
    const roll = dice(2013);
    const bodies = Array.from({ length: 24 }, (_, index) =>
      engine.spawn({
        x: (index % 6) * 4 - 10,
        y: Math.floor(index / 6) * 4 - 8,
        runRate: 1.5,
        scale: 1 + (index % 3) / 4,
      }),
    );
    const others = new Uint32Array(1000);
    let walked = 0;
    let played = 0;
    for (let tick = 0; tick < TICKS; tick++) {
      if (tick % 4 === 0) stirUp(engine, bodies, roll);
      world.clock.tick++;
      world.clock.now += world.clock.quantum;
      world.refreshBodies();
      const before = takeSnapshot(world);
      restoreSnapshot(twin, before);
      twin.refreshBodies();
      walked += bodies.length - walkOn(twin, 0, bodies.length, others);
      played += bodies.length - playOn(twin, 0, bodies.length, others);
      restoreSnapshot(twin, before);
      twin.refreshBodies();
      stepInPasses(world);
      stepBodyByBody(twin);
      expect(stateHash(world), `tick ${tick}`).toBe(stateHash(twin));
      world.events.clear();
    }
    // Both kinds of bodies were there, or nothing would be shown.
    const all = TICKS * bodies.length;
    expect(walked).toBeGreaterThan(all / 10);
    expect(played).toBeGreaterThan(all / 5);
    expect(played).toBeLessThan((all * 9) / 10);
  });

  it('leave nobody unswept on a ground with a sweep of its own, though it be made of the level one', () => {
    const level = flatGround();
    const swept = new Set<number>();
    const ground: Ground = {
      ...level,
      sweep: (world, entity) => {
        swept.add(entity);
        return level.sweep(world, entity);
      },
    };
    const { engine } = newEngine({ ground });
    const body = engine.spawn();
    engine.moveTo(body, { x: 0, y: 20 });
    engine.step(20);
    swept.clear();
    const { y } = engine.readFrame(body);
    engine.step(2);
    expect(engine.readFrame(body).y).toBeGreaterThan(y);
    expect([...swept]).toEqual([body]);
  });
});
