import { describe, expect, it } from 'vitest';
import meadow from '../../../content/scenes/meadow.json';
import hills from '../../../content/scenes/hills.json';
import ravine from '../../../content/scenes/ravine.json';
import stairs from '../../../content/scenes/stairs.json';
import crowd from '../../../content/scenes/crowd.json';
import village from '../../../content/scenes/village.json';
import humanTable from '../../../content/motion-tables/human.json';
import { createIntent } from '../../../game/input/intent.ts';
import { PlayerControl } from '../../../game/input/player-control.ts';
import { casts, JUMP_HEIGHT, PLAYER, PLAYER_RUN_RATE } from '../../../game/play/cast.ts';
import { PlayServer } from '../../../game/play/play-server.ts';
import { playScenes, type SceneName } from '../../../game/play/scenes.ts';
import { createNavigation } from '../../../nav/index.ts';
import { createEngine, createLoopback, createSceneGround, type SceneInput } from '../../../index.ts';

const contents = { meadow, village, crowd, hills, ravine, stairs } as unknown as Record<SceneName, SceneInput>;

/** A scene's server with a client that plays in it, over a network that may be bad. */
function session(name: SceneName, latency = 0) {
  const server = new PlayServer(name, contents[name]);
  const client = createEngine({
    motionTables: [humanTable],
    ground: createSceneGround(contents[name]),
    defaults: { jumpHeight: JUMP_HEIGHT },
  });
  const [serverEnd, clientEnd] = createLoopback({ conditioner: { latency, seed: 3 } });
  server.engine.connect(serverEnd, { player: server.player });
  client.connect(clientEnd);
  const control = new PlayerControl(client);
  const intent = { ...createIntent() };
  const told: string[] = [];
  server.onErrand = (errand, state) => told.push(`${errand} ${state}`);
  const me = () => client.entityOf(PLAYER);
  const step = (count: number) => {
    for (let n = 0; n < count; n++) {
      server.engine.step();
      control.apply(me(), intent);
      client.step();
    }
  };
  step(Math.ceil(latency * 60) + 30);
  client.setRunRate(me(), PLAYER_RUN_RATE);
  return {
    server,
    client,
    control,
    intent,
    told,
    step,
    here: () => client.readFrame(me()),
    there: () => server.engine.readFrame(server.player),
    me,
  };
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

describe("a scene's server", () => {
  it.each(Object.keys(playScenes) as SceneName[])(
    '%s: everybody stands on the ground and stays in the world',
    (name) => {
      const server = new PlayServer(name, contents[name]);
      const { engine } = server;
      expect(engine.entities().length).toBe(casts[name].length + 1);
      const ground = createSceneGround(contents[name]);
      const problems: unknown[] = [];
      server.behaviours.on('problem', (problem) => problems.push(problem));
      const starts = Array.from(engine.entities(), (entity) => engine.readFrame(entity));
      let moved = 0;
      for (let second = 0; second < 40; second++) {
        engine.step(30);
        engine.entities().forEach((entity, index) => {
          const { x, y, z } = engine.readFrame(entity);
          const floor = ground.heightAt(x, y, z);
          expect(Math.abs(z - floor)).toBeLessThan(0.35);
          moved = Math.max(moved, distance({ x, y }, starts[index]));
        });
      }
      expect(problems).toEqual([]);
      expect(moved).toBeGreaterThan(3);
    },
  );

  it('is played in by its own player, who runs as fast here as there', () => {
    const { intent, step, here, there } = session('meadow');
    intent.forward = 1;
    step(60);
    intent.forward = 0;
    step(60);
    expect(here().y).toBeGreaterThan(5);
    expect(distance(here(), there())).toBeLessThan(0.02);
  });

  it('walks the player to a place, as a move that the client is told of', () => {
    const { server, client, step, here, told, me } = session('meadow');
    server.walk(1, { x: 3, y: 3, z: 0 }, true);
    step(5);
    expect(client.readMoveTo(me()).type).not.toBe(0);
    expect(client.readMotion(me()).forwardCommand).not.toBe(0);
    step(120);
    expect(distance(here(), { x: 3, y: 3 })).toBeLessThan(0.35);
    expect(told).toEqual(['1 going', '1 arrived']);
  });

  it('walks around a house and through its door where there is a navigation, and begins again after a key', async () => {
    const { server, step, here, told, intent } = session('village');
    server.useNavigation(await createNavigation(server.engine, server.ground));
    const ways: number[] = [];
    const tell = server.onErrand;
    server.onErrand = (errand, state, way) => {
      ways.push(way.length);
      tell(errand, state, way);
    };
    server.put({ x: -17, y: 6, z: 0 });
    step(40);
    intent.forward = 1;
    step(3);
    intent.forward = 0;
    server.walk(7, { x: -12, y: 6, z: 0 }, true);
    for (let tick = 0; tick < 600 && told.at(-1) !== '7 arrived'; tick++) step(1);
    step(20);
    expect(told.at(-1)).toBe('7 arrived');
    expect(distance(here(), { x: -12, y: 6 })).toBeLessThan(0.4);
    expect(Math.max(...ways)).toBeGreaterThan(2);
  });

  it('goes around from where it is when the navigation comes while it walks straight', async () => {
    const { server, step, here, told } = session('village');
    server.put({ x: -17, y: 6, z: 0 });
    step(40);
    server.walk(1, { x: -12, y: 6, z: 0 }, true);
    step(60);
    expect(here().x).toBeLessThan(-15);
    server.useNavigation(await createNavigation(server.engine, server.ground));
    for (let tick = 0; tick < 600 && told.at(-1) === '1 going'; tick++) step(1);
    step(20);
    expect(told.at(-1)).toBe('1 arrived');
    expect(distance(here(), { x: -12, y: 6 })).toBeLessThan(0.4);
  });

  it('says that it cannot be done where there is no way, or nobody', async () => {
    const { server, step, told, here } = session('meadow');
    server.useNavigation(await createNavigation(server.engine, server.ground));
    server.walk(1, { x: 900, y: 4, z: 0 }, true);
    server.approach(2, 0x999, true);
    server.approach(3, PLAYER, true);
    step(30);
    expect(told.sort()).toEqual(['1 failed', '1 going', '2 failed', '3 failed']);
    expect(here()).toMatchObject({ x: 0, y: -2 });
  });

  it('takes the player to somebody who walks about', () => {
    const { server, step, told, there } = session('meadow');
    const ada = server.engine.entityOf(PLAYER + 1);
    server.approach(1, PLAYER + 1, true);
    for (let tick = 0; tick < 300 && told.length < 2; tick++) step(1);
    expect(told).toEqual(['1 going', '1 arrived']);
    expect(distance(there(), server.engine.readFrame(ada))).toBeLessThan(3);
  });

  it('has a key of the player end the walk, here at once and there when it arrives', () => {
    const { server, client, intent, step, here, there, told, me } = session('meadow', 0.1);
    server.walk(1, { x: 0, y: 30, z: 0 }, true);
    step(40);
    expect(client.readMoveTo(me()).type).not.toBe(0);
    intent.turn = 1;
    server.abandon();
    step(1);
    expect(client.readMoveTo(me()).type).toBe(0);
    step(10);
    intent.turn = 0;
    step(60);
    expect(server.engine.readMoveTo(server.player).type).toBe(0);
    expect(here().y).toBeLessThan(20);
    expect(distance(here(), there())).toBeLessThan(0.3);
    expect(told).toEqual(['1 going']);
  });

  it('begins a walk again that a key from before it has ended', () => {
    const { server, intent, step, here, told } = session('meadow', 0.15);
    intent.forward = 1;
    step(30);
    // What is asked for overtakes the key that is let go of.
    intent.forward = 0;
    server.walk(1, { x: 5, y: 3, z: 0 }, true);
    step(200);
    expect(distance(here(), { x: 5, y: 3 })).toBeLessThan(0.4);
    expect(told).toEqual(['1 going', '1 arrived']);
  });

  it('brings back who has fallen out of the world', () => {
    const { server, step, here, there } = session('ravine');
    server.put({ x: 20, y: 0, z: 1 });
    step(30);
    expect(here().z).toBeLessThan(-1);
    step(150);
    expect(distance(there(), { x: 0, y: -10 })).toBeLessThan(0.4);
    expect(distance(here(), there())).toBeLessThan(0.05);
  });

  it('lets the player jump over the gap of the ravine, and of the meadow', () => {
    for (const [name, from, over] of [
      ['ravine', { x: -12, y: -8, z: 0, heading: 0 }, 2],
      ['meadow', { x: 0, y: -19.4, z: 1.6, heading: 180 }, -25.4],
    ] as const) {
      const { server, control, intent, step, here, me, there } = session(name);
      server.put(from);
      step(40);
      intent.forward = 1;
      const edge = name === 'ravine' ? -1.9 : -22.1;
      const before = () => (name === 'ravine' ? here().y < edge : here().y > edge);
      for (let tick = 0; tick < 200 && before(); tick++) step(1);
      expect(control.jump(me(), 1)).toBe(0);
      step(10);
      let highest = 0;
      for (let tick = 0; tick < 60 && here().z > from.z + 0.05; tick++) {
        highest = Math.max(highest, here().z - from.z);
        step(1);
      }
      expect(highest).toBeGreaterThan(1);
      intent.forward = 0;
      step(40);
      if (name === 'ravine') expect(here().y).toBeGreaterThan(over);
      else expect(here().y).toBeLessThan(over);
      expect(here().z).toBeCloseTo(from.z, 1);
      expect(distance(here(), there())).toBeLessThan(0.1);
    }
  });

  it('has everybody else stand still when asked, and go on', () => {
    const { server } = session('village');
    const { engine } = server;
    engine.step(60);
    server.halt(true);
    engine.step(60);
    const places = () => Array.from(engine.entities(), (entity) => engine.readFrame(entity));
    const still = places();
    engine.step(60);
    expect(places()).toEqual(still);
    server.halt(false);
    engine.step(150);
    expect(places()).not.toEqual(still);
  });
});
