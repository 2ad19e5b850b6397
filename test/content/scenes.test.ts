import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { format } from '../../content/make-human.ts';
import { scenes } from '../../content/make-scenes.ts';
import { createEngine, createSceneGround, type Engine, MotionCommand, type SpawnOptions } from '../../index.ts';
import { listen } from '../support/engines.ts';
import { Depths } from '../support/penetration.ts';

const read = (path: string): string => readFileSync(new URL(`../../content/${path}`, import.meta.url), 'utf8');
const human = JSON.parse(read('motion-tables/human.json'));
const files = readdirSync(new URL('../../content/scenes', import.meta.url)).sort();

/** A scene with a body at one of its places. */
function enter(name: string, place: string, options: SpawnOptions = {}): { engine: Engine; body: number } {
  const ground = createSceneGround(JSON.parse(read(`scenes/${name}.json`)), { source: `${name}.json` });
  const engine = createEngine({ motionTables: [human], ground });
  const found = ground.scene.places.find((each) => each.name === place);
  if (found === undefined) throw new Error(`${name} has no place '${place}'`);
  const { x, y, z, heading } = found;
  return { engine, body: engine.spawn({ x, y, z, heading, ...options }) };
}

/** Moves the body from place to place. Answers where it is when it has arrived at the last one, or given up. */
function walkTo(engine: Engine, body: number, places: readonly (readonly number[])[], steps = 600) {
  const arrived = listen(engine, 'arrived');
  for (const [x, y, z] of places) {
    const before = arrived.length;
    engine.moveTo(body, { x, y, z }, { distanceToObject: 0.3 });
    for (let step = 0; step < steps && arrived.length === before; step++) engine.step();
  }
  return { ...engine.readFrame(body), arrived: arrived.length };
}

describe('the scenes of the package', () => {
  it('are what their script makes', () => {
    expect(files.map((file) => `scenes/${file}`)).toEqual(Object.keys(scenes).sort());
    for (const [path, scene] of Object.entries(scenes)) expect(read(path), path).toBe(format(scene));
  });

  it.each(files)('%s can be loaded, and one stands at its places', (file) => {
    const ground = createSceneGround(JSON.parse(read(`scenes/${file}`)), { source: file });
    const depths = new Depths(ground.scene);
    expect(ground.scene.places.map(({ name }) => name)).toContain('start');
    const engine = createEngine({ motionTables: [human], ground });
    for (const { x, y, z } of ground.scene.places) {
      const body = engine.spawn({ x, y, z });
      engine.step(5);
      const frame = engine.readFrame(body);
      expect([frame.x, frame.y]).toEqual([x, y]);
      expect(engine.readMotion(body)).toMatchObject({ contact: true, onWalkable: true });
      expect(depths.of(frame.x, frame.y, frame.z + 0.3, 0.3)).toBeLessThan(1e-6);
    }
  });
});

describe('on the plain', () => {
  it('low things are stepped on and high ones are not', () => {
    const { engine, body } = enter('plain', 'start');
    expect(
      walkTo(engine, body, [
        [4, 5, 0],
        [4, 8, 0.5],
      ]),
    ).toMatchObject({ arrived: 2, z: expect.closeTo(0.5, 6) });
    expect(
      walkTo(
        engine,
        body,
        [
          [8, 4, 0],
          [8, 8, 1],
        ],
        200,
      ),
    ).toMatchObject({ arrived: 1, z: 0 });
    expect(
      walkTo(engine, body, [
        [14, 4, 0],
        [14, 13, 2],
      ]),
    ).toMatchObject({ arrived: 2, z: expect.closeTo(2, 6) });
  });
});

describe('on the hills', () => {
  it('one walks over hills, around no cliff, and up the slope beside it', () => {
    const { engine, body } = enter('hills', 'start');
    const up = (x: number, y: number) => [x, y, engine.world.ground!.heightAt(x, y, 0)];
    expect(walkTo(engine, body, [up(-24, 8)]).arrived).toBe(1);
    const away = enter('hills', 'start', { x: 40, y: 8 });
    const foot = walkTo(away.engine, away.body, [up(40, 30)], 300);
    expect(foot.arrived).toBe(0);
    expect(foot.z).toBeLessThan(7);
    const slope = enter('hills', 'start', { x: 5, y: 34 });
    expect(walkTo(slope.engine, slope.body, [up(42, 36)], 900).arrived).toBe(1);
  });
});

describe('in the village', () => {
  it('one comes out of a house through its door, and not through its walls', () => {
    const { engine, body } = enter('village', 'inside');
    expect(walkTo(engine, body, [[-12, 14, 0]], 200).arrived).toBe(0);
    expect(engine.readFrame(body).y).toBeLessThan(9.5);
    expect(
      walkTo(
        engine,
        body,
        [
          [-12, 6, 0],
          [-7, 6, 0],
        ],
        300,
      ),
    ).toMatchObject({ arrived: 2, x: expect.closeTo(-7.2, 0) });
  });

  it('the walk on the wall is reached by stairs and by the ramp, over the gate', () => {
    const { engine, body } = enter('village', 'start');
    const way = [
      [-8, 12, 0],
      [-8, 20, 2.7],
      [8, 20, 2.7],
      [8, 12, 0],
    ];
    expect(walkTo(engine, body, way)).toMatchObject({ arrived: 4, z: expect.closeTo(0, 1) });
  });

  it('the footbridge leads over the ditch, and one walks through the ditch beneath it', () => {
    const { engine, body } = enter('village', 'over the ditch');
    const over = [
      [0, 36, 0.1],
      [0, 22, 0],
    ];
    expect(walkTo(engine, body, over)).toMatchObject({ arrived: 2, z: expect.closeTo(0, 1) });
    const under = [
      [8, 22, 0],
      [8, 29, -2.4],
      [-8, 29, -2.4],
    ];
    expect(walkTo(engine, body, under)).toMatchObject({ arrived: 3, z: expect.closeTo(-2.4, 1) });
  });
});

describe('at the ravine', () => {
  it('the bridge and the plank lead over it', () => {
    const { engine, body } = enter('ravine', 'start');
    expect(
      walkTo(engine, body, [
        [0, -6, 0],
        [0, 6, 0.1],
        [12, 8, 0],
        [12, -8, 0],
      ]),
    ).toMatchObject({ arrived: 4 });
  });

  it.each([
    ['running', false],
    ['from a standing long jump', true],
  ])('the gap is jumped %s, and not walked over', (_how, standing) => {
    const { engine, body } = enter('ravine', 'before the gap', { runRate: 1.5, ...(standing ? { y: -2 } : {}) });
    const told = listen(engine, 'leaveGround', 'hitGround');
    engine.step(30);
    if (standing) expect(engine.chargeJump(body)).toBe(0);
    engine.setHoldRun(body, true);
    engine.setMotion(body, MotionCommand.WalkForward);
    for (let step = 0; step < 200 && engine.readFrame(body).y < -1.8 && !standing; step++) engine.step();
    expect(engine.jump(body, 1)).toBe(0);
    engine.step(40);
    expect(told.map(({ type }) => type)).toEqual(['leaveGround', 'hitGround']);
    expect(engine.readFrame(body).y).toBeGreaterThan(1.5);
    expect(engine.readFrame(body).z).toBeGreaterThan(-0.3);

    const walker = enter('ravine', 'before the gap');
    walker.engine.setMotion(walker.body, MotionCommand.WalkForward);
    walker.engine.step(150);
    expect(walker.engine.readFrame(walker.body).z).toBeLessThan(-5);
  });
});

describe('on the platforms', () => {
  it('stairs and the slope of 40 degrees lead up; the one of 55 degrees does not, nor steps over 0.6 m', () => {
    const { engine, body } = enter('stairs', 'start');
    expect(
      walkTo(engine, body, [
        [-10, 1, 0],
        [-10, 9, 4],
      ]),
    ).toMatchObject({ arrived: 2, z: expect.closeTo(4, 6) });
    const slope = enter('stairs', 'start', { x: -5, y: 1 });
    expect(walkTo(slope.engine, slope.body, [[-5, 8, 4]])).toMatchObject({ arrived: 1, z: expect.closeTo(4, 1) });
    const steep = enter('stairs', 'start', { x: -1, y: 1 });
    expect(walkTo(steep.engine, steep.body, [[-1, 6.5, 4]], 300)).toMatchObject({
      arrived: 0,
      z: expect.closeTo(0, 1),
    });
    const heights = [0.2, 0.4, 0.59, 0.61, 0.8].map((height, index) => {
      const x = 3 + 2.2 * index;
      const start = enter('stairs', 'start', { x, y: 1 });
      return walkTo(start.engine, start.body, [[x, 4, height]], 120).z;
    });
    expect(heights.map((z) => Math.round(z * 100) / 100)).toEqual([0.2, 0.4, 0.59, 0, 0]);
  });

  it('past the border one falls, for as long as one likes', () => {
    const { engine, body } = enter('stairs', 'start');
    engine.setMotion(body, MotionCommand.WalkBackwards);
    engine.step(900);
    const { z } = engine.readFrame(body);
    expect(z).toBeLessThan(-500);
    expect(engine.readMotion(body)).toMatchObject({ contact: false, substate: MotionCommand.Falling });
  });
});
