import { describe, expect, it } from 'vitest';
import { createEngine, createSceneGround, type Engine, MotionCommand, type SpawnOptions } from '../../../index.ts';
import { motionTable } from '../../support/engines.ts';
import { levelScene } from '../../support/random-scenes.ts';

const tables = [motionTable('humanoid')];
const RADIUS = 0.3;

function worldWhere(bodiesBlock: boolean): Engine {
  return createEngine({ motionTables: tables, ground: createSceneGround(levelScene(), { bodiesBlock }) });
}

/** Two bodies that walk towards each other along the y axis, `aside` metres apart. Answers where both are after a while. */
function meet(engine: Engine, aside = 0, options: SpawnOptions = {}) {
  const north = engine.spawn({ x: 0, y: 0, ...options });
  const south = engine.spawn({ x: aside, y: 4, heading: 180 });
  engine.step(5);
  for (const entity of [north, south]) engine.setMotion(entity, MotionCommand.WalkForward);
  engine.step(90);
  return [north, south].map((entity) => engine.readFrame(entity));
}

describe('where bodies block each other', () => {
  it('two that meet stand in front of each other; elsewhere they pass', () => {
    const [north, south] = meet(worldWhere(true));
    expect(south.y - north.y).toBeGreaterThan(2 * RADIUS - 1e-6);
    expect(south.y - north.y).toBeLessThan(2 * RADIUS + 0.25);
    const [one, other] = meet(worldWhere(false));
    expect(other.y).toBeLessThan(one.y - 4);
  });

  it('two that meet a little aside slide past each other', () => {
    const engine = worldWhere(true);
    const [north, south] = meet(engine, 0.3);
    expect(south.y).toBeLessThan(north.y - 2);
    expect(Math.abs(south.x - north.x)).toBeGreaterThan(2 * RADIUS - 1e-6);
  });

  it('an ethereal body passes, and is passed', () => {
    const [north, south] = meet(worldWhere(true), 0, { ethereal: true });
    expect(south.y).toBeLessThan(north.y - 4);
  });

  it('those that overlap may move apart, and one that jumps comes over another one', () => {
    const engine = worldWhere(true);
    const one = engine.spawn({ x: 0, y: 0 });
    engine.spawn({ x: 0, y: 0.2 });
    engine.step(3);
    engine.setMotion(one, MotionCommand.WalkBackwards);
    engine.step(60);
    expect(engine.readFrame(one).y).toBeLessThan(-1);

    const jumper = engine.spawn({ x: 5, y: 0, jumpHeight: 3, runRate: 2 });
    engine.spawn({ x: 5, y: 2.5, height: 1 });
    engine.step(3);
    engine.setHoldRun(jumper, true);
    engine.setMotion(jumper, MotionCommand.WalkForward);
    engine.step(2);
    engine.jump(jumper, 1);
    engine.step(60);
    expect(engine.readFrame(jumper).y).toBeGreaterThan(4);
  });

  it('it does not matter who was spawned first', () => {
    const paths = [false, true].map((reversed) => {
      const engine = worldWhere(true);
      const places = [0, 1, 2, 3, 4, 5].map((index) => ({ guid: index + 1, x: (index % 3) * 0.7, y: index * 0.9 }));
      for (const place of reversed ? places.reverse() : places) engine.spawn(place);
      engine.step(3);
      for (let guid = 1; guid <= 6; guid++) engine.moveTo(engine.entityOf(guid), { x: 1, y: 2 });
      engine.step(150);
      return [1, 2, 3, 4, 5, 6].map((guid) => engine.readFrame(engine.entityOf(guid)));
    });
    expect(paths[1]).toEqual(paths[0]);
  });

  it('a crowd that wants to the same place stays a crowd of bodies', () => {
    const engine = worldWhere(true);
    for (let index = 0; index < 24; index++) engine.spawn({ x: (index % 6) * 1.5, y: Math.floor(index / 6) * 1.5 });
    engine.step(3);
    for (const entity of engine.entities()) engine.moveTo(entity, { x: 4, y: 2.5 });
    engine.step(240);
    const frames = Array.from(engine.entities(), (entity) => engine.readFrame(entity));
    let nearest = Number.POSITIVE_INFINITY;
    frames.forEach((one, index) => {
      for (const other of frames.slice(index + 1))
        nearest = Math.min(nearest, Math.hypot(one.x - other.x, one.y - other.y));
    });
    // Who moves in the same step does not know of each other yet: they may come this much too near.
    expect(nearest).toBeGreaterThan(2 * RADIUS - 2 * 3.2 * (1 / 30));
  });

  it('a step goes on the same after a snapshot is restored', () => {
    const engine = worldWhere(true);
    meet(engine);
    const bytes = engine.snapshot();
    engine.step(20);
    const hash = engine.hash();
    engine.restore(bytes);
    engine.step(20);
    expect(engine.hash()).toBe(hash);
  });
});
