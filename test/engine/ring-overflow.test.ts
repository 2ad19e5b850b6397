import { SequenceF64 } from '../../components/sequence.ts';
import { describe, expect, it } from 'vitest';
import { INTERPOLATION_NODE_CAPACITY } from '../../components/interpolation.ts';
import { MODIFIER_CAPACITY } from '../../components/motion-state.ts';
import { PENDING_MOTION_CAPACITY } from '../../components/motion-interp.ts';
import { type Engine, MotionCommand, SEQUENCE_NODE_CAPACITY } from '../../index.ts';
import { listen, motionTable, newEngine, type Told } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import { motionMessage, positionMessage } from '../support/messages.ts';

const GUID = 5;
/** A speed at which a link of six frames takes more than half an hour. */
const CRAWL = 1e-4;
/** Gaits none of which makes the links of another one redundant. */
const gaits = [
  MotionCommand.WalkForward,
  MotionCommand.RunForward,
  MotionCommand.Ready,
  MotionCommand.Crouch,
  MotionCommand.HandCombat,
  MotionCommand.WalkForward,
  MotionCommand.NonCombat,
];

/** Gives a body ordinary gaits until the rings have overflowed once more, then stops it, and a turn must come to its end. */
function recovers(engine: Engine, body: number, told: Told[]): void {
  const before = engine.world.overflows;
  for (let count = 0; count < 60 && engine.world.overflows === before; count++) {
    engine.setMotion(body, gaits[count % gaits.length]);
    engine.step(2);
  }
  expect(engine.world.overflows).toBe(before + 1);
  engine.setMotion(body, MotionCommand.WalkForward);
  engine.step(60);
  expect(engine.readMotion(body).pendingMotions).toEqual([]);
  const from = engine.readFrame(body);
  engine.step(30);
  const to = engine.readFrame(body);
  expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(3.12, 3);
  told.length = 0;
  engine.turnTo(body, 90);
  engine.step(150);
  expect(engine.readFrame(body).heading).toBeCloseTo(90, 3);
  expect(told.filter(({ type }) => type === 'arrived')).toHaveLength(1);
  engine.stop(body);
  engine.step(60);
  expect(engine.readMotion(body).pendingMotions).toEqual([]);
}

describe('links that never end', () => {
  it('of a new gait every tick: the sequence overflows now and then, is told once each time, and motions go on', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ guid: GUID });
    engine.step(30);
    const told = listen(engine);
    const { pendingMotions, sequence } = engine.world.components;
    for (let tick = 0; tick < 400; tick++) {
      const overflows = engine.world.overflows;
      const pending = pendingMotions.count[body];
      told.length = 0;
      engine.setMotion(body, gaits[tick % gaits.length], { speed: CRAWL * (tick % 3) });
      engine.step();
      expect(sequence.count[body]).toBeLessThanOrEqual(SEQUENCE_NODE_CAPACITY);
      const overflown = told.filter(({ type }) => type === 'ringOverflow');
      expect(overflown).toHaveLength(engine.world.overflows - overflows);
      if (overflown.length === 0) continue;
      expect(overflown).toMatchObject([{ entity: body, guid: GUID, ring: 'sequence' }]);
      // Everything that was pending has ended, and was told of, as not played to its end.
      const cut = told.filter(({ type, success }) => type === 'motionDone' && success === false);
      expect(cut).toHaveLength(pending);
      expect(pendingMotions.count[body]).toBeLessThan(3);
      expect(breaches(engine.world)).toEqual([]);
    }
    expect(engine.world.overflows).toBeGreaterThan(5);
    expect(engine.world.overflows).toBeLessThan(40);
    recovers(engine, body, told);
  });

  it('of actions that a server sends: no action is counted for ever', () => {
    const { engine, inbox } = newEngine();
    const body = engine.spawn({ guid: GUID });
    engine.step(30);
    const told = listen(engine);
    const { pendingMotions, interpretedMotion, motionState } = engine.world.components;
    let stamp = 0;
    for (let tick = 0; tick < 200; tick++) {
      const actions = Array.from({ length: 5 }, () => [MotionCommand.Wave, ++stamp, false, CRAWL] as const);
      inbox.put(motionMessage(GUID, { movementStamp: tick + 1, actions }));
      engine.step();
      expect(pendingMotions.count[body]).toBeLessThanOrEqual(PENDING_MOTION_CAPACITY);
      expect(breaches(engine.world)).toEqual([]);
    }
    const overflown = told.filter(({ type }) => type === 'ringOverflow');
    expect(overflown.length).toBe(engine.world.overflows);
    expect(overflown.length).toBeGreaterThan(20);
    expect(overflown.every(({ ring }) => ring === 'sequence' || ring === 'pendingMotions')).toBe(true);
    recovers(engine, body, told);
    expect([interpretedMotion.actionCount[body], motionState.actionCount[body]]).toEqual([0, 0]);
  });

  it('and sidesteps, which have none, behind one of them: the pending motions overflow', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ guid: GUID });
    engine.step(30);
    const told = listen(engine, 'ringOverflow', 'motionDone', 'arrived');
    const { pendingMotions } = engine.world.components;
    engine.setMotion(body, MotionCommand.WalkForward, { speed: CRAWL });
    for (let count = 0; count < PENDING_MOTION_CAPACITY - 1; count++) {
      if (count % 2 === 0) engine.setMotion(body, MotionCommand.SideStepRight);
      else engine.clearMotion(body, MotionCommand.SideStepRight);
      engine.step();
    }
    expect(pendingMotions.count[body]).toBe(PENDING_MOTION_CAPACITY);
    expect(told).toEqual([]);
    engine.clearMotion(body, MotionCommand.SideStepRight);
    engine.step();
    expect(told.filter(({ type }) => type === 'ringOverflow')).toMatchObject([{ ring: 'pendingMotions', guid: GUID }]);
    expect(told.filter(({ success }) => success === false)).toHaveLength(PENDING_MOTION_CAPACITY);
    expect(pendingMotions.count[body]).toBe(0);
    expect(breaches(engine.world)).toEqual([]);
    recovers(engine, body, told);
  });

  it('of a gait that a server toggles', () => {
    const { engine, inbox } = newEngine();
    const body = engine.spawn({ guid: GUID });
    engine.step(30);
    const told = listen(engine);
    for (let tick = 0; tick < 300; tick++) {
      const forwardCommand = gaits[tick % 4];
      inbox.put(motionMessage(GUID, { movementStamp: tick + 1, state: { forwardCommand, forwardSpeed: CRAWL } }));
      engine.step();
    }
    expect(breaches(engine.world)).toEqual([]);
    expect(engine.world.overflows).toBeGreaterThan(3);
    recovers(engine, body, told);
  });

  it('do not hold up a move: a chase reaches its target', () => {
    const { engine } = newEngine();
    const body = engine.spawn({ guid: GUID });
    const target = engine.spawn({ x: 8, y: 8 });
    engine.step(30);
    for (let tick = 0; tick < 40; tick++) {
      engine.setMotion(body, gaits[tick % gaits.length], { speed: CRAWL });
      engine.step();
    }
    const told = listen(engine, 'arrived');
    recovers(engine, body, told);
    engine.moveTo(body, { target });
    engine.step(300);
    expect(told.filter(({ movementType }) => movementType === 6)).toHaveLength(1);
  });
});

describe('more modifiers than a motion state can hold', () => {
  it('let the oldest one go, with what it moves, and that is told', () => {
    const table = motionTable('humanoid');
    const style = MotionCommand.NonCombat;
    // Those that have a cycle would be performed as substates.
    const modifiers = Object.values(MotionCommand).filter((command) => (command & 0x20000000) !== 0);
    expect(modifiers).toHaveLength(6);
    table.cycles = table.cycles.filter(({ motion }: { motion: number }) => !modifiers.includes(motion as never));
    table.modifiers = modifiers.map((motion, index) => ({
      style,
      motion,
      bitfield: 0,
      velocity: [2 ** index, 0, 0],
      omega: [0, 0, 0],
      anims: [],
    }));
    const { engine } = newEngine({ motionTables: [table] });
    // No creature: its lefts are not turned into rights.
    const body = engine.spawn({ guid: GUID, creature: false });
    const bodySequenceRow = body * SequenceF64.row;
    engine.step(30);
    const told = listen(engine, 'ringOverflow');
    for (const motion of modifiers) expect(engine.setMotion(body, motion)).toBe(0);
    engine.step();
    const held = engine.readMotion(body).modifiers.map(({ motion }) => motion);
    expect(held).toEqual(modifiers.slice(-MODIFIER_CAPACITY).reverse());
    expect(told).toMatchObject([{ ring: 'modifiers' }, { ring: 'modifiers' }]);
    expect(engine.world.components.sequence.f64[bodySequenceRow + SequenceF64.velocityX]).toBe(4 + 8 + 16 + 32);
    engine.stop(body);
    expect(engine.readMotion(body).modifiers).toEqual([]);
    expect(engine.world.components.sequence.f64[bodySequenceRow + SequenceF64.velocityX]).toBe(0);
  });
});

describe('more blips in one batch than an interpolation queue can hold', () => {
  it('the last one counts, and each overflow is told', () => {
    const { engine, inbox } = newEngine();
    const body = engine.spawn({ guid: GUID });
    engine.step();
    const told = listen(engine, 'ringOverflow');
    const count = INTERPOLATION_NODE_CAPACITY + 9;
    for (let index = 1; index <= count; index++) {
      inbox.put(positionMessage(GUID, { positionStamp: index, cell: 1, x: 150 * (index % 2), y: index }));
    }
    engine.step();
    expect(told).toHaveLength(9);
    expect(told[0]).toMatchObject({ ring: 'interpolation', guid: GUID });
    expect(engine.readFrame(body)).toMatchObject({ x: 150 * (count % 2), y: count });
    expect(engine.readMoveTo(body).interpolationNodes).toBe(0);
    expect(breaches(engine.world)).toEqual([]);
  });
});
