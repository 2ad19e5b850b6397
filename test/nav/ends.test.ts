import { addComponent, hasComponent, removeComponent, set } from 'bitecs';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine, createSceneGround, type Engine, MotionCommand, MovementError } from '../../index.ts';
import { createNavigation, createNavigationMesh, type Navigation, type NavigationMesh } from '../../nav/index.ts';
import { motionTable } from '../support/engines.ts';
import { away, listenWalks, stepUntil } from './support.ts';

const heights = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]);
const field = {
  name: 'field',
  terrain: { x: -20, y: -20, cell: 10, heights },
  obstacles: [
    { kind: 'wall', from: [-10, 0], to: [10, 0], z: 0, height: 3, thickness: 0.3 },
    { kind: 'box', x: 15, y: 15, z: 0, width: 4, depth: 4, height: 1 },
  ],
};
const mesh: Promise<NavigationMesh> = createNavigationMesh(field);
afterAll(async () => (await mesh).dispose());

async function world(options = {}, ground: object = field): Promise<{ engine: Engine; nav: Navigation }> {
  const engine = createEngine({ motionTables: [motionTable('humanoid')], ground: createSceneGround(ground) });
  return { engine, nav: await createNavigation(engine, await mesh, options) };
}

describe('a walk fails', () => {
  it.each<[string, { x: number; y: number; z?: number }, string]>([
    ['when no way leads there', { x: 15, y: 15, z: 1 }, 'noWay'],
    ['when the goal is in the air beside the world', { x: 30, y: 0 }, 'goalOffMesh'],
    ['when the goal is deep in something solid', { x: 15, y: 15, z: -3 }, 'noWay'],
  ])('%s', async (_what, goal, reason) => {
    const { engine, nav } = await world();
    const told = listenWalks(nav);
    const body = engine.spawn({ x: 0, y: -5 });
    expect(nav.walkTo(body, goal)).toBe('failed');
    expect(nav.reason(body)).toBe(reason);
    engine.step(30);
    const guid = engine.guidOf(body);
    expect(told).toEqual([{ type: 'failed', entity: body, guid, target: 0, reason, error: 0 }]);
    expect(away(engine, body, 0, -5)).toBe(0);
  });

  it('when the body stands where nobody can', async () => {
    const { engine, nav } = await world();
    expect(nav.walkTo(engine.spawn({ x: 40, y: 0, z: 0 }), { x: 0, y: 5 })).toBe('failed');
    expect(nav.reason(1)).toBe('startOffMesh');
  });

  it('when it stays stuck: other ways are tried first, and then it stands', async () => {
    const post = { kind: 'wall', from: [11, -4], to: [19.9, -4], z: 0, height: 3, thickness: 0.3 };
    const fence = { kind: 'wall', from: [-19.9, -4], to: [-11, -4], z: 0, height: 3, thickness: 0.3 };
    const across = { kind: 'wall', from: [-11, -4], to: [11, -4], z: 0, height: 3, thickness: 0.3 };
    const { engine, nav } = await world({}, { ...field, obstacles: [...field.obstacles, post, fence, across] });
    const told = listenWalks(nav);
    const body = engine.spawn({ x: 8, y: -8 });
    nav.walkTo(body, { x: 0, y: 5 });
    expect(stepUntil(engine, 60, () => nav.state(body) === 'failed')).toBe(true);
    expect(nav.reason(body)).toBe('stuck');
    expect(told.filter(({ type }) => type === 'planned').length).toBeLessThan(7);
    engine.step(2);
    expect(engine.readMoveTo(body).type).toBe(0);
    expect(engine.world.clock.now).toBeLessThan(30);
  });

  it('when its target leaves the world', async () => {
    const { engine, nav } = await world();
    const told = listenWalks(nav, 'failed');
    const prey = engine.spawn({ x: 0, y: 5 });
    const hunter = engine.spawn({ x: 0, y: -5 });
    nav.walkTo(hunter, { target: prey });
    const target = engine.guidOf(prey);
    engine.step(20);
    engine.despawn(prey);
    engine.step(2);
    expect(told).toMatchObject([{ entity: hunter, target, reason: 'targetLost' }]);
    engine.step();
    expect(engine.readMoveTo(hunter).type).toBe(0);
  });

  it('when its target leaves in the last straight leg', async () => {
    const { engine, nav } = await world();
    const prey = engine.spawn({ x: 0, y: -15 });
    const hunter = engine.spawn({ x: 0, y: -5 });
    nav.walkTo(hunter, { target: prey });
    engine.step(10);
    engine.despawn(prey);
    engine.step(3);
    expect([nav.state(hunter), nav.reason(hunter)]).toEqual(['failed', 'targetLost']);
  });
});

describe('a walk is cancelled', () => {
  const walker = async () => {
    const { engine, nav } = await world();
    const told = listenWalks(nav, 'cancelled', 'failed', 'arrived');
    const body = engine.spawn({ x: 0, y: -5 });
    nav.walkTo(body, { x: 0, y: 5 });
    engine.step(40);
    expect(nav.state(body)).toBe('walking');
    return { engine, nav, told, body };
  };

  it.each<[string, (engine: Engine, body: number) => void, string, number]>([
    ['another move', (engine, body) => engine.moveTo(body, { x: 5, y: -8 }), 'otherMove', 0],
    ['a turn', (engine, body) => engine.turnTo(body, 10), 'otherMove', 0],
    [
      'a key',
      (engine, body) => {
        engine.setMotion(body, MotionCommand.WalkForward);
      },
      'interrupted',
      MovementError.ActionCancelled,
    ],
    ['a stop', (engine, body) => engine.stop(body), 'interrupted', MovementError.ActionCancelled],
    ['a teleport', (engine, body) => engine.teleport(body, { x: 5, y: 5 }), 'interrupted', MovementError.Teleported],
  ])('by %s, which goes on undisturbed', async (_what, act, reason, error) => {
    const { engine, nav, told, body } = await walker();
    act(engine, body);
    engine.step(3);
    expect(told).toMatchObject([{ type: 'cancelled', entity: body, reason, error }]);
    expect([nav.state(body), nav.reason(body)]).toEqual(['cancelled', reason]);
    const twin = await world();
    const other = twin.engine.spawn({ x: 0, y: -5 });
    twin.nav.walkTo(other, { x: 0, y: 5 });
    twin.engine.step(40);
    twin.nav.dispose();
    act(twin.engine, other);
    twin.engine.step(3);
    engine.step(60);
    twin.engine.step(60);
    if (reason !== 'otherMove') return;
    expect(engine.readMoveTo(body).type).toBe(twin.engine.readMoveTo(other).type);
  });

  it('by stop of the navigation, and by taking the component away', async () => {
    const one = await walker();
    expect(one.nav.stop(one.body)).toBe(true);
    expect(one.nav.stop(one.body)).toBe(false);
    one.engine.step(2);
    expect(one.told).toMatchObject([{ type: 'cancelled', reason: 'stopped' }]);
    expect(one.engine.readMoveTo(one.body).type).toBe(0);
    const two = await walker();
    removeComponent(two.engine.world, two.body, two.nav.components.path);
    two.engine.step(2);
    expect(two.told).toMatchObject([{ type: 'cancelled', reason: 'stopped' }]);
    expect(two.nav.state(two.body)).toBeNull();
  });

  it('never by a new goal, which only changes where it leads', async () => {
    const { engine, nav, told, body } = await walker();
    nav.walkTo(body, { x: 3, y: -9 });
    stepUntil(engine, 30, () => nav.state(body) !== 'walking');
    expect(told.map(({ type }) => type)).toEqual(['arrived']);
    engine.step();
    expect(nav.state(body)).toBe('arrived');
    expect(away(engine, body, 3, -9)).toBeLessThan(0.3);
  });

  it('by despawning its body: nothing of it is left for the next one with its id', async () => {
    const { engine, nav, told, body } = await walker();
    engine.despawn(body);
    engine.step(2);
    expect(nav.work.walks).toBe(0);
    const next = engine.spawn({ x: 1, y: -5 });
    expect(next).toBe(body);
    engine.step(60);
    expect(away(engine, next, 1, -5)).toBe(0);
    expect(nav.state(next)).toBeNull();
    expect(told).toEqual([]);
  });
});

describe('the navigation of a world', () => {
  it('lets handlers walk on, and reports one that throws while the others run', async () => {
    const { engine, nav } = await world();
    const body = engine.spawn({ x: 0, y: -5 });
    let legs = 0;
    const errors: unknown[] = [];
    nav.on('arrived', () => {
      throw new Error('mine');
    });
    nav.on('arrived', ({ entity }) => {
      if (legs++ < 2) nav.walkTo(entity, { x: legs, y: -6 });
    });
    nav.on('handlerError', ({ error }) => errors.push(error));
    nav.walkTo(body, { x: 0, y: -7 });
    engine.step(400);
    expect(legs).toBe(3);
    expect(errors).toHaveLength(3);
    expect(away(engine, body, 2, -6)).toBeLessThan(0.3);
  });

  it('is a component: bitECS’s set begins a walk, and what others read belongs to this world', async () => {
    const { engine, nav } = await world();
    const body = engine.spawn({ x: 0, y: -5 });
    addComponent(engine.world, body, set(nav.components.path, { x: 0, y: 5 }));
    expect(nav.state(body)).toBe('walking');
    expect(hasComponent(engine.world, body, nav.components.path)).toBe(true);
    stepUntil(engine, 40, () => nav.state(body) !== 'walking');
    expect(nav.state(body)).toBe('arrived');
  });

  it('saves its walks, and goes on with them after a restore as it would have', async () => {
    const { engine, nav } = await world();
    const body = engine.spawn({ x: 0, y: -5 });
    nav.walkTo(body, { x: 0, y: 5 }, { canRun: false });
    engine.step(60);
    const snapshot = engine.snapshot();
    const saved = JSON.parse(JSON.stringify(nav.save()));
    const finish = () => {
      engine.restore(snapshot);
      expect(nav.load(saved)).toBe(0);
      expect(stepUntil(engine, 40, () => nav.state(body) !== 'walking')).toBe(true);
      expect(nav.state(body)).toBe('arrived');
      return engine.hash();
    };
    expect(finish()).toBe(finish());
    expect(away(engine, body, 0, 5)).toBeLessThan(0.3);
    engine.despawn(body);
    expect(nav.load(saved)).toBe(1);
    expect(() => nav.load([{ ...saved[0], x: Number.NaN }])).toThrow('load[0].x: expected a number');
  });

  it('comes once an engine, ends with dispose, and can then be made again', async () => {
    const { engine, nav } = await world();
    const second = 'createNavigation: this engine has a navigation already; use that, or dispose() of it first';
    await expect(createNavigation(engine, await mesh)).rejects.toThrow(second);
    // A scene of which no mesh can be made is not even looked at.
    await expect(createNavigation(engine, 3)).rejects.toThrow(second);
    const body = engine.spawn({ x: 0, y: -5 });
    nav.walkTo(body, { x: 0, y: 5 });
    engine.step(40);
    nav.dispose();
    nav.dispose();
    engine.step(2);
    expect(engine.readMoveTo(body).type).toBe(0);
    expect(engine.systems().every(({ own }) => own)).toBe(true);
    const again = await createNavigation(engine, await mesh);
    expect(again.walkTo(body, { x: 0, y: 5 })).toBe('walking');
  });

  it('says after dispose that it is disposed of, whichever call it is, with a mesh of its own or a shared one', async () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')], ground: createSceneGround(field) });
    const body = engine.spawn({ x: 0, y: -5 });
    for (const scene of [await mesh, field]) {
      const nav = await createNavigation(engine, scene);
      nav.dispose();
      const place = { x: 0, y: 5 };
      const calls: [string, () => unknown][] = [
        ['walkTo', () => nav.walkTo(body, place)],
        ['stop', () => nav.stop(body)],
        ['findPath', () => nav.findPath({ x: 0, y: -5 }, place)],
        ['navigate', () => nav.navigate(body, place)],
        ['on', () => nav.on('arrived', () => {})],
        ['save', () => nav.save()],
        ['load', () => nav.load([])],
      ];
      for (const [call, act] of calls) {
        expect(act).toThrow(`${call}: this navigation is disposed of; make another with createNavigation`);
      }
      expect([nav.state(body), nav.reason(body), nav.corners(body), nav.work.walks]).toEqual([null, 'none', [], 0]);
    }
  });

  it('says of a mesh that is disposed of which call it was', async () => {
    const { engine } = await world();
    const gone = await createNavigationMesh(field);
    const other = createEngine({ motionTables: [motionTable('humanoid')], ground: createSceneGround(field) });
    const nav = await createNavigation(other, gone);
    gone.dispose();
    const body = other.spawn({ x: 0, y: -5 });
    expect(() => nav.walkTo(body, { x: 0, y: 5 })).toThrow('walkTo: the navigation mesh is disposed of');
    expect(() => nav.navigate(body, { x: 0, y: 5 })).toThrow('navigate: the navigation mesh is disposed of');
    const third = createEngine({ motionTables: [motionTable('humanoid')] });
    await expect(createNavigation(third, gone)).rejects.toThrow('createNavigation: the navigation mesh is disposed of');
    expect(engine.systems().length).toBeGreaterThan(third.systems().length);
  });

  it('that cannot add its systems leaves none of them', async () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    engine.addSystem({ name: 'navigationEvents', after: 'events', run() {} });
    await expect(createNavigation(engine, await mesh)).rejects.toThrow("there is a 'navigationEvents' already");
    expect(
      engine
        .systems()
        .filter(({ own }) => !own)
        .map(({ name }) => name),
    ).toEqual(['navigationEvents']);
    engine.removeSystem('navigationEvents');
    (await createNavigation(engine, await mesh)).dispose();
  });

  it('refuses wrong calls and says what was expected, and changes nothing then', async () => {
    const { engine, nav } = await world();
    const body = engine.spawn({ x: 0, y: -5 });
    const wrong = (goal: unknown, options?: unknown) => () => nav.walkTo(body, goal as never, options as never);
    expect(() => nav.walkTo(99, { x: 0, y: 0 })).toThrow('walkTo: there is no body with entity id 99');
    expect(wrong({ x: Number.NaN, y: 0 })).toThrow(
      'walkTo: x: expected a number from -10000000 to 10000000, found NaN',
    );
    expect(wrong({ x: 0, y: 0, Z: 1 })).toThrow("unknown 'Z'; did you mean 'z'");
    expect(wrong({ target: 77 })).toThrow('walkTo: target: there is no body with entity id 77');
    expect(wrong({ target: body })).toThrow('a body cannot walk to itself');
    expect(wrong(null)).toThrow('walkTo: expected a place { x, y, z? } or { target: entity }, found null');
    expect(wrong({ x: 0, y: 0 }, { speeed: 1 })).toThrow("walkTo: unknown 'speeed'; did you mean 'speed'");
    expect(wrong({ x: 0, y: 0 }, { moveAway: true })).toThrow('walkTo.moveAway: expected a walk towards a goal');
    expect(() => nav.stop(99)).toThrow('stop: there is no body with entity id 99');
    expect(() => nav.findPath({ x: 0, y: 0 }, { x: 0, y: Number.POSITIVE_INFINITY })).toThrow(
      'findPath: to: y: expected a number',
    );
    expect(() => nav.on('arived' as 'arrived', () => {})).toThrow("unknown event 'arived'; did you mean 'arrived'");
    expect(nav.state(body)).toBeNull();
    await expect(createNavigation(engine, field, { plansPerStep: 0 })).rejects.toThrow('createNavigation.plansPerStep');
    await expect(createNavigation(null as never, field)).rejects.toThrow('createNavigation: expected an engine');
    await expect(createNavigation(engine, await mesh, { mesh: {} })).rejects.toThrow('the mesh is there already');
  });

  it('findPath answers what a walk would go, on the ground', async () => {
    const { nav } = await world();
    const { points, reason } = nav.findPath({ x: 0, y: -5 }, { x: 0, y: 5 });
    expect(reason).toBe('none');
    expect(points.length).toBeGreaterThan(1);
    for (const { z } of points) expect(z).toBeCloseTo(0, 5);
    expect(nav.findPath({ x: 0, y: -5 }, { x: 15, y: 15, z: 1 }).reason).toBe('noWay');
  });
});
