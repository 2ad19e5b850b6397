import { BodyF32 } from '../../components/body.ts';
import { describe, expect, it } from 'vitest';
import { createNavigation, type Navigation, WalkStatus } from '../../nav/index.ts';
import type { Engine } from '../../index.ts';
import { away, engineOn, listenWalks, meshOf, type SceneName, stepUntil } from './support.ts';

async function world(scene: SceneName): Promise<{ engine: Engine; nav: Navigation }> {
  const engine = engineOn(scene);
  return { engine, nav: await createNavigation(engine, await meshOf(scene)) };
}

describe('a walk', () => {
  it('leads around a house and in through its door', async () => {
    const { engine, nav } = await world('village');
    const told = listenWalks(nav);
    const body = engine.spawn({ x: -17, y: 6 });
    expect(nav.walkTo(body, { x: -12, y: 6 })).toBe('walking');
    let door = 100;
    stepUntil(engine, 40, () => {
      door = Math.min(door, away(engine, body, -9, 6));
      return nav.state(body) !== 'walking';
    });
    expect(nav.state(body)).toBe('arrived');
    expect(door).toBeLessThan(0.7);
    expect(away(engine, body, -12, 6)).toBeLessThan(0.3);
    const guid = engine.guidOf(body);
    expect(told.at(-1)).toEqual({ type: 'arrived', entity: body, guid, target: 0 });
    expect(told.filter(({ type }) => type === 'planned')).toHaveLength(1);
  });

  it.each<[string, SceneName, { x: number; y: number }, { x: number; y: number; z: number }, number]>([
    ['over the bridge', 'ravine', { x: -20, y: -10 }, { x: -20, y: 10, z: 0 }, 0.3],
    ['up the stairs to the walk on the wall', 'village', { x: 0, y: -4 }, { x: -3, y: 20, z: 2.7 }, 0.05],
    ['up the winding stair', 'stairs', { x: 0, y: -4 }, { x: 9.5, y: -3.5, z: 4.4 }, 0.3],
    ['up to the platform', 'stairs', { x: 0, y: -4 }, { x: -6, y: 9.6, z: 4 }, 0.05],
    ['down from it', 'stairs', { x: -6, y: 9.6 }, { x: 0, y: -4, z: 0 }, 0.05],
  ])('leads %s', async (_what, scene, from, to, height) => {
    const { engine, nav } = await world(scene);
    const body = engine.spawn({ ...from, z: engine.world.ground?.heightAt(from.x, from.y, 5) });
    nav.walkTo(body, to);
    stepUntil(engine, 60, () => nav.state(body) !== 'walking');
    expect([nav.state(body), nav.reason(body)]).toEqual(['arrived', 'none']);
    expect(away(engine, body, to.x, to.y)).toBeLessThan(0.3);
    expect(Math.abs(engine.readFrame(body).z - to.z)).toBeLessThan(height);
  });

  it('where nothing is in the way is the engine’s own move, step for step', async () => {
    const options = { canRun: false, useFinalHeading: true, desiredHeading: 200 };
    const { engine, nav } = await world('village');
    nav.walkTo(engine.spawn({ x: 0, y: -4 }), { x: 4, y: 6 }, options);
    const alone = engineOn('village');
    alone.moveTo(alone.spawn({ x: 0, y: -4 }), { x: 4, y: 6 }, options);
    for (let step = 0; step < 250; step++) {
      engine.step();
      alone.step();
      expect(engine.readFrame(1)).toEqual(alone.readFrame(1));
    }
    expect(nav.state(1)).toBe('arrived');
    expect(engine.readFrame(1).heading).toBeCloseTo(200, 0);
  });

  it('stands at a corner no longer than retail’s next move does: it begins in the step in which the one before ends', async () => {
    const { engine, nav } = await world('village');
    const body = engine.spawn({ x: -17, y: 6 });
    nav.walkTo(body, { x: -12, y: 6 });
    const corners = nav.corners(body);
    const idle: number[] = [];
    stepUntil(engine, 40, () => {
      if (nav.state(body) === 'walking' && engine.readMoveTo(body).type === 0) idle.push(engine.world.clock.tick);
      return nav.state(body) !== 'walking';
    });
    expect(corners.length).toBeGreaterThan(2);
    expect(idle).toEqual([]);
  });

  it('runs all of a long way around corners, and walks all of a short one, as a straight one is run or walked', async () => {
    const { engine, nav } = await world('village');
    const usualSpeed = (from: { x: number; y: number }, to: { x: number; y: number }, options = {}) => {
      const body = engine.spawn(from);
      nav.walkTo(body, to, options);
      expect(nav.corners(body).length).toBeGreaterThan(1);
      const { f32 } = engine.world.components.body;
      const bodyRow = body * BodyF32.row;
      const speeds: number[] = [];
      stepUntil(engine, 60, () => {
        speeds.push(Math.hypot(f32[bodyRow + BodyF32.cachedVelocityX], f32[bodyRow + BodyF32.cachedVelocityY]));
        return nav.state(body) !== 'walking';
      });
      const moving = speeds.filter((speed) => speed > 0).sort((a, b) => a - b);
      return moving[moving.length >> 1];
    };
    expect(usualSpeed({ x: -17, y: 6 }, { x: -12, y: 6 })).toBeGreaterThan(3.5);
    expect(usualSpeed({ x: -17, y: 6 }, { x: -12, y: 6 }, { canRun: false })).toBeLessThan(3.3);
    expect(usualSpeed({ x: -8, y: 9.5 }, { x: -10, y: 6 })).toBeLessThan(3.3);
  });

  it('after a body leads around walls, is found anew when that moves, and arrives at its edge', async () => {
    const { engine, nav } = await world('village');
    const told = listenWalks(nav);
    const prey = engine.spawn({ x: -12, y: 6 });
    const hunter = engine.spawn({ x: -17, y: 6 });
    nav.walkTo(hunter, { target: prey }, { canCharge: true, distanceToObject: 0.5 });
    engine.step(30);
    engine.moveTo(prey, { x: 0, y: 5 }, { canRun: false });
    expect(stepUntil(engine, 40, () => nav.state(hunter) !== 'walking')).toBe(true);
    expect(told.at(-1)).toMatchObject({ type: 'arrived', target: engine.guidOf(prey) });
    const { x, y } = engine.readFrame(prey);
    expect(away(engine, hunter, x, y)).toBeLessThan(0.5 + 0.6 + 0.2);
    const plans = told.filter(({ type }) => type === 'planned').length;
    expect(plans).toBeGreaterThan(2);
    expect(plans).toBeLessThan(16);
  });

  it('keeps its result in the component and its way until it ends', async () => {
    const { engine, nav } = await world('village');
    const body = engine.spawn({ x: -17, y: 6 });
    const { path } = nav.components;
    nav.walkTo(body, { x: -12, y: 6 });
    expect(path.status[body]).toBe(WalkStatus.Walking);
    expect(path.length[body]).toBeGreaterThan(10);
    expect(path.count[body]).toBe(nav.corners(body).length);
    stepUntil(engine, 40, () => nav.state(body) !== 'walking');
    expect(path.status[body]).toBe(WalkStatus.Arrived);
    expect(path.results[body]).toBe(1);
    expect(path.time[body]).toBeCloseTo(engine.world.clock.now, 1);
    expect(nav.corners(body)).toEqual([]);
    expect(nav.work).toMatchObject({ walks: 0, waiting: 0, plans: 1, delays: 0 });
  });

  it('whose way has more corners than are kept goes on behind the last of them', async () => {
    const obstacles = Array.from({ length: 44 }, (_, index) => {
      const [west, east] = index % 2 === 0 ? [-10, 7] : [-7, 10];
      const y = index * 1.6 - 35;
      return { kind: 'wall', from: [west, y], to: [east, y], z: 0, height: 3, thickness: 0.2 };
    });
    const fence = [-10, 10].map((x) => ({
      kind: 'wall',
      from: [x, -40],
      to: [x, 40],
      z: 0,
      height: 3,
      thickness: 0.2,
    }));
    const heights = Array.from({ length: 9 }, () => Array(9).fill(0));
    const scene = { name: 'maze', terrain: { x: -40, y: -40, cell: 10, heights }, obstacles: [...obstacles, ...fence] };
    const { createEngine, createSceneGround } = await import('../../index.ts');
    const { motionTable } = await import('../support/engines.ts');
    const engine = createEngine({ motionTables: [motionTable('humanoid')], ground: createSceneGround(scene) });
    const nav = await createNavigation(engine, scene);
    const told = listenWalks(nav);
    const body = engine.spawn({ x: 0, y: -38 });
    nav.walkTo(body, { x: 0, y: 38 }, { canCharge: true });
    expect(nav.corners(body)).toHaveLength(32);
    expect(stepUntil(engine, 600, () => nav.state(body) !== 'walking')).toBe(true);
    expect(nav.state(body)).toBe('arrived');
    expect(told.filter(({ type }) => type === 'planned').length).toBeGreaterThan(1);
    nav.dispose();
  });
});
