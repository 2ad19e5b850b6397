import { describe, expect, it } from 'vitest';
import {
  createEngine,
  createLoopback,
  createSceneGround,
  type Engine,
  type Ground,
  MotionCommand,
  type SceneGround,
  type SceneInput,
} from '../../index.ts';
import { listen, motionTable, newEngine } from '../support/engines.ts';
import { levelScene, randomScene, terrainOf } from '../support/random-scenes.ts';

const block = (height: number): NonNullable<SceneInput['obstacles']> => [
  { kind: 'box', x: 0, y: 0, z: 0, width: 6, depth: 6, height },
];
const groundOf = (obstacles: SceneInput['obstacles']): SceneGround => createSceneGround(levelScene(obstacles));

describe('HitGround and LeaveGround', () => {
  it('are told once each when a runner comes off a ledge and lands; it flies on with its pace', () => {
    const { engine } = newEngine({ ground: groundOf(block(3)) });
    const body = engine.spawn({ x: 0, y: 0, z: 3, runRate: 1.5 });
    engine.step(3);
    const told = listen(engine, 'leaveGround', 'hitGround');
    engine.setHoldRun(body, true);
    engine.setMotion(body, MotionCommand.WalkForward);
    while (told.length === 0) engine.step();
    const { y } = engine.readFrame(body);
    expect(y).toBeGreaterThan(3);
    expect(engine.readMotion(body)).toMatchObject({ onWalkable: false, substate: MotionCommand.Falling });
    const start = told[0].tick;
    while (told.length === 1) engine.step();
    const seconds = (told[1].tick - start) / 30;
    expect(seconds).toBeCloseTo(Math.sqrt((2 * 3) / 9.8), 1);
    expect(engine.readFrame(body).y - y).toBeCloseTo(6 * seconds, 0);
    engine.step(30);
    expect(told.map(({ type }) => type)).toEqual(['leaveGround', 'hitGround']);
    expect(engine.readMotion(body)).toMatchObject({ onWalkable: true, substate: MotionCommand.RunForward });
    expect(engine.readFrame(body).z).toBeCloseTo(0, 9);
  });

  it('are not told on stairs and hills, however fast one runs', () => {
    const stairs = { kind: 'stairs', x: 0, y: -8, z: 0, width: 4, steps: 12, rise: 0.25, tread: 0.4 } as const;
    const { engine } = newEngine({
      ground: createSceneGround({
        name: 'hills',
        terrain: terrainOf((x) => (x > 4 ? 1.2 * Math.sin(x) : 0), 2),
        obstacles: [stairs, { kind: 'box', x: 0, y: -1.2, z: 0, width: 4, depth: 4, height: 3 }],
      }),
    });
    const climber = engine.spawn({ x: 0, y: -10, runRate: 2 });
    const runner = engine.spawn({ x: 6, y: -20, runRate: 4.5 });
    engine.spawn({ x: 9, y: 20, heading: 180, runRate: 3 });
    engine.step(3);
    const told = listen(engine, 'leaveGround', 'hitGround');
    for (const entity of engine.entities()) {
      engine.setHoldRun(entity, true);
      engine.setMotion(entity, MotionCommand.WalkForward);
    }
    engine.step(30);
    expect(engine.readFrame(climber).z).toBeGreaterThan(2);
    expect(engine.readFrame(runner).y).toBeGreaterThan(-5);
    expect(told).toEqual([]);
  });

  it('follow on a slope that is too steep: one slides down it, and walks on at its foot', () => {
    const { engine } = newEngine({
      ground: createSceneGround({ name: 's', terrain: terrainOf((_x, y) => Math.max(0, y - 4) * 2) }),
    });
    const body = engine.spawn({ x: 0, y: 10, z: 15 });
    const told = listen(engine, 'leaveGround', 'hitGround');
    engine.step(28);
    expect(engine.readMotion(body)).toMatchObject({ contact: true, onWalkable: false });
    engine.step(90);
    expect(told.map(({ type }) => type)).toEqual(['hitGround']);
    engine.moveTo(body, { x: 0, y: -5 });
    engine.step(200);
    expect(engine.readFrame(body).y).toBeCloseTo(-5, 0);
  });
});

describe('a body that is brought onto a scene', () => {
  it('stands where it is spawned without a height: on the hill, on the ground under a bridge, and on it when told so', () => {
    const bridge = { kind: 'slab', from: [8, 0, 9], to: [16, 0, 9], width: 4, thickness: 0.3 } as const;
    const { engine } = newEngine({
      ground: createSceneGround({
        name: 's',
        terrain: terrainOf((x) => 0.25 * x),
        obstacles: [{ ...bridge, from: [8, 0, 9], to: [16, 0, 9] }],
      }),
    });
    const told = listen(engine, 'leaveGround', 'hitGround');
    const [hill, under, over] = [{ x: 20 }, { x: 12 }, { x: 12, z: 9 }].map((place) => engine.spawn(place));
    engine.step(5);
    const above = 0.3 * (Math.sqrt(1.0625) - 1);
    expect(engine.readFrame(hill).z).toBeCloseTo(5 + above, 6);
    expect(engine.readFrame(under).z).toBeCloseTo(3 + above, 6);
    expect(engine.readFrame(over).z).toBeCloseTo(9, 6);
    expect(told).toEqual([]);
  });

  it('falls where there is no ground', () => {
    const { engine } = newEngine({ ground: createSceneGround({ name: 'nothing' }) });
    const body = engine.spawn();
    expect(engine.readFrame(body).z).toBe(0);
    expect(engine.readMotion(body)).toMatchObject({ contact: false, onWalkable: false });
    engine.step(30);
    expect(engine.readFrame(body).z).toBeCloseTo(-4.9, 0);
    expect(() => engine.moveTo(body, { x: 3, y: 3 })).not.toThrow();
  });

  it('has the step of its options, which must be metres', () => {
    const { engine } = newEngine({ ground: groundOf(block(1)) });
    const [tall, small] = [engine.spawn({ x: -1, y: -5, stepUp: 1.2 }), engine.spawn({ x: 1, y: -5 })];
    for (const entity of [tall, small]) engine.setMotion(entity, MotionCommand.WalkForward);
    engine.step(60);
    expect(engine.readFrame(tall).z).toBeCloseTo(1, 6);
    expect(engine.readFrame(small).z).toBe(0);
    expect(() => engine.spawn({ stepUp: -1 })).toThrow('spawn.stepUp: expected a number from 0 to 1000, found -1');
    expect(() => engine.spawn({ ethereal: 1 as never })).toThrow('spawn.ethereal: expected true or false');
  });
});

describe('a server and a client on the same scene', () => {
  it('agree where a walker has come that slides along walls, climbs and falls', () => {
    const ground = () => createSceneGround(randomScene(3, 'hills', 60));
    const motionTables = [motionTable('humanoid')];
    const server = createEngine({ motionTables, role: 'server', ground: ground() });
    const client = createEngine({ motionTables, ground: ground() });
    const [serverEnd, clientEnd] = createLoopback();
    server.connect(serverEnd);
    client.connect(clientEnd);
    const bodies = [1, 2, 3, 4].map((guid) => server.spawn({ guid, x: guid * 3 - 8, y: -12, z: 8 }));
    for (let tick = 0; tick < 900; tick++) {
      for (const [index, entity] of bodies.entries()) {
        if (tick === 60 + index) server.moveTo(entity, { x: 10 - index * 5, y: 10 });
        if (tick === 400) server.stop(entity);
      }
      server.step();
      client.step();
    }
    for (const [index, entity] of bodies.entries()) {
      const [there, here] = [server.readFrame(entity), client.readFrame(client.entityOf(index + 1))];
      expect(Math.hypot(there.x - here.x, there.y - here.y, there.z - here.z)).toBeLessThan(0.3);
    }
  });
});

describe('the ground in snapshots and hashes', () => {
  const run = (ground: Ground): Engine => {
    const { engine } = newEngine({ ground });
    const body = engine.spawn({ x: 0, y: -6 });
    engine.moveTo(body, { x: 0, y: 6 });
    engine.step(20);
    return engine;
  };

  it('is told apart by its fingerprint: a snapshot goes onto the same scene only', () => {
    const bytes = run(groundOf(block(0.5))).snapshot();
    const same = newEngine({ ground: groundOf(block(0.5)) }).engine;
    same.restore(bytes);
    expect(same.hash()).toBe(run(groundOf(block(0.5))).hash());
    for (const other of [groundOf(block(0.51)), undefined]) {
      expect(() => newEngine({ ground: other }).engine.restore(bytes)).toThrow('taken on another ground');
    }
    expect(() => same.restore(newEngine().engine.snapshot())).toThrow('taken on another ground');
  });

  it('is in the hash, and going on from a snapshot gives the same ones', () => {
    const [one, other] = [block(0.5), [...block(0.5), ...block(0.4).map((each) => ({ ...each, x: 20 }))]];
    expect(run(groundOf(one)).hash()).not.toBe(run(groundOf(other)).hash());
    const engine = run(groundOf(one));
    const bytes = engine.snapshot();
    const go = () => {
      engine.step(60);
      return engine.hash();
    };
    const expected = go();
    engine.restore(bytes);
    expect(go()).toBe(expected);
  });
});

describe('a ground of somebody else', () => {
  it('whose preparation throws is reported, and the step goes on', () => {
    const { engine } = newEngine({
      ground: {
        prepare: () => {
          throw new Error('no rest');
        },
        sweep: () => true,
        heightAt: () => 0,
      },
    });
    const errors: unknown[] = [];
    engine.on('handlerError', (event) => errors.push(event));
    const body = engine.spawn();
    engine.setMotion(body, MotionCommand.WalkForward);
    engine.step(3);
    expect(errors).toHaveLength(3);
    expect(errors[0]).toMatchObject({ error: expect.objectContaining({ message: 'no rest' }) });
    expect(engine.readFrame(body).y).toBeGreaterThan(0);
  });
});
