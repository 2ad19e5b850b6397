import { SequenceU8 } from '../../../components/sequence.ts';
import { readFileSync } from 'node:fs';
import type { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { describe, expect, test, vi } from 'vitest';
import humanTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import wolfTable from '../../../content/motion-tables/wolf.json' with { type: 'json' };
import { createEngine, type Engine, MotionCommand } from '../../../index.ts';
import type { ShownClip } from '../../../systems/render/character-model.ts';
import { type CharacterModel, createCharacters, playingAnimation } from '../../../systems/render/index.ts';
import type { BakedClip } from '../../../systems/render/pose-clip.ts';
import { instanceOf, jointOf, restOf, rowOf } from './crowd-reading.ts';
import {
  characterOf,
  createHumanEngine,
  createScene,
  createSeenScene,
  loadedCharacters,
  ourModels,
  placeOf,
} from './support.ts';

const { WalkForward, RunForward, WalkBackwards, TurnRight, SideStepRight, Wave, Ready } = MotionCommand;
const LIMBS = ['hips', 'head', 'handLeft', 'handRight', 'footLeft', 'footRight', 'toesLeft'];

/** How many things of each kind a scene holds. */
function census(scene: Scene) {
  const { meshes, transformNodes, skeletons, materials, textures, geometries } = scene;
  const lists = { meshes, transformNodes, skeletons, materials, textures, geometries };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
}

/** The same bodies twice: with skeletons, and in the crowd. */
async function twice(engine: Engine) {
  const models = [ourModels.human, ourModels.wolf];
  const near = await loadedCharacters(engine, createScene(), { models, nearCount: 1000 });
  const crowd = await loadedCharacters(engine, createScene(), { models, nearCount: 0 });
  const update = (alpha: number) => {
    near.characters.update(alpha);
    crowd.characters.update(alpha);
  };
  /** How far the joints of a body in the crowd are from those of its skeleton. */
  const apart = (entity: number, alpha: number, limbs = LIMBS) =>
    Math.max(
      ...limbs.map((limb) =>
        Vector3.Distance(
          placeOf(characterOf(near.characters, entity), limb),
          jointOf(crowd.characters, entity, limb, alpha),
        ),
      ),
    );
  return { near: near.characters, crowd: crowd.characters, update, apart };
}

describe('who is near and who is in the crowd', () => {
  test('the nearest to the camera have skeletons, up to the number and the distance', async () => {
    const engine = createHumanEngine();
    const bodies = Array.from({ length: 30 }, (_, index) => engine.spawn({ y: index * 2 }));
    const scene = createSeenScene();
    const { characters } = await loadedCharacters(engine, scene, { nearCount: 5, nearDistance: 30 });
    characters.update(1);
    expect([characters.count, characters.nearCount]).toEqual([30, 5]);
    expect(bodies.map((body) => characters.of(body) !== undefined)).toEqual(bodies.map((_, index) => index < 5));

    // The camera goes to the other end: a few change in each picture, and waiting for nothing all have in the end.
    (scene.activeCamera as FreeCamera).position.set(0, 2, 66);
    for (let picture = 0; picture < 12; picture++) {
      scene.render();
      engine.step();
      characters.update(1);
      expect(characters.count).toBe(30);
    }
    expect(bodies.map((body) => characters.of(body) !== undefined)).toEqual(bodies.map((_, index) => index >= 25));
  });

  test('nobody beyond the distance has one, but those who are kept near', async () => {
    const engine = createHumanEngine();
    const bodies = [0, 10, 90].map((y) => engine.spawn({ y }));
    const onNear = vi.fn();
    const onFar = vi.fn();
    const { characters } = await loadedCharacters(engine, createSeenScene(), { nearDistance: 40, onNear, onFar });
    characters.update(1);
    expect(bodies.map((body) => characters.of(body) !== undefined)).toEqual([true, true, false]);
    characters.keepNear(bodies[2]);
    characters.update(1);
    expect(characters.of(bodies[2])).toBeDefined();
    expect(onNear).toHaveBeenCalledTimes(3);
    characters.keepNear(bodies[2], false);
    characters.update(1);
    expect(characters.of(bodies[2])).toBeUndefined();
    expect(onFar.mock.calls.map(([{ view }]) => view.entity)).toEqual([bodies[2]]);
    expect(() => characters.keepNear(999)).toThrow(/no body 999/);
  });

  test('who walks to and fro at the border does not change all the time', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn({ y: 0 });
    const onNear = vi.fn();
    const { characters } = await loadedCharacters(engine, createSeenScene(), { nearDistance: 20, onNear });
    for (let round = 0; round < 20; round++) {
      engine.place(body, { x: 0, y: round % 2 === 0 ? 11 : 13 });
      engine.step();
      characters.update(1);
    }
    expect(onNear).toHaveBeenCalledTimes(1);
  });

  test.each([{ nearCount: -1 }, { nearDistance: Number.NaN }])('%j is refused', (options) => {
    expect(() => createCharacters(createHumanEngine(), createScene(), { models: [], ...options })).toThrow(
      /expected a number of at least 0/,
    );
  });
});

describe('the crowd', () => {
  test('is posed and placed as skeletons are: in steady motion no joint is off by more than 4 mm', async () => {
    const engine = createEngine({ motionTables: [humanTable, wolfTable] });
    const doings = [WalkForward, RunForward, WalkBackwards, TurnRight, SideStepRight, Ready];
    const bodies = doings.flatMap((doing, index) =>
      [1, 1.15].map((speed) => {
        const body = engine.spawn({ x: index * 3, heading: index * 77, scale: 0.8 + index * 0.1 });
        if (doing !== Ready) engine.setMotion(body, doing, { speed });
        return body;
      }),
    );
    const circling = engine.spawn({ x: -8 });
    engine.setMotion(circling, RunForward, { speed: 1.15 });
    engine.setMotion(circling, TurnRight, { speed: 0.7 });
    bodies.push(circling);
    const wolf = engine.spawn({ x: -4, motionTable: 'wolf' });
    engine.setMotion(wolf, RunForward, { speed: 1.3 });
    const { update, apart } = await twice(engine);
    engine.step(60);
    for (let step = 0; step < 40; step++) {
      engine.step();
      for (const alpha of [0.25, 0.5, 1]) {
        update(alpha);
        if (step < 12) continue;
        for (const body of bodies) expect(apart(body, alpha), `body ${body}, step ${step}`).toBeLessThan(0.004);
        expect(apart(wolf, alpha, ['hips', 'head', 'foreLeftPaw', 'hindRightPaw'])).toBeLessThan(0.004);
      }
    }
  });

  test('goes over from clip to clip without a jump, also when the next comes meanwhile; the weights sum to 1', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { update, apart, crowd, near } = await twice(engine);
    let fading = 0;
    let both = 0;
    const fastest = { near: 0, crowd: 0 };
    const before: { near: Vector3[]; crowd: Vector3[] } = { near: [], crowd: [] };
    for (let step = 0; step < 165; step++) {
      if (step === 10) engine.setMotion(body, WalkForward);
      if (step === 40) engine.setMotion(body, RunForward);
      if (step === 60) engine.stop(body);
      if (step === 90) engine.setMotion(body, Wave);
      engine.step();
      for (const alpha of [0.2, 0.4, 0.6, 0.8, 1]) {
        update(alpha);
        const found = instanceOf(crowd, body);
        const { fades, olderFades } = found.crowd.instances.cells;
        if (restOf(found, alpha, 0.15, fades) > 0) fading++;
        if (restOf(found, alpha, 0.15, fades) > 0 && restOf(found, alpha, 0.15, olderFades) > 0) both++;
        for (const [side, places] of [
          ['near', LIMBS.map((limb) => placeOf(characterOf(near, body), limb))],
          ['crowd', LIMBS.map((limb) => jointOf(crowd, body, limb, alpha))],
        ] as const) {
          const ways = places.map((place, limb) => Vector3.Distance(place, before[side][limb] ?? place));
          fastest[side] = Math.max(fastest[side], ...ways);
          before[side] = places;
        }
        const { motion } = found.crowd.instances.memberAt(found.index);
        expect(motion.mix.list().reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 6);
      }
    }
    expect(fading).toBeGreaterThan(20);
    expect(both).toBeGreaterThan(2);
    // Metres from a picture to the next, of which there are 150 a second: a jump would be several times as far.
    expect(fastest.near).toBeLessThan(0.12);
    expect(fastest.crowd).toBeLessThan(fastest.near + 0.03);
    expect(apart(body, 1)).toBeLessThan(0.004);
  });

  test('shows the clip and the frame of the component (case H13), whatever the speed, on a curve and with steps left out', async () => {
    const engine = createHumanEngine();
    const doings = [WalkForward, RunForward, WalkBackwards, TurnRight, SideStepRight, Ready];
    const bodies = doings.flatMap((doing) =>
      [1, 0.7, 1.4].map((speed) => {
        const body = engine.spawn();
        if (doing !== Ready) engine.setMotion(body, doing, { speed });
        return body;
      }),
    );
    const circling = engine.spawn();
    engine.setMotion(circling, RunForward, { speed: 1.15 });
    engine.setMotion(circling, TurnRight, { speed: 0.7 });
    bodies.push(circling);
    const { characters } = await loadedCharacters(engine, createScene(), { nearCount: 0 });
    const [table] = engine.world.motionTables;
    const playing = { animation: 0, phase: 0 };
    engine.step(40);
    characters.update(1);
    for (let picture = 0; picture < 30; picture++) {
      engine.step(1 + (picture % 3));
      characters.update(0.3);
      for (const body of bodies) {
        const found = instanceOf(characters, body);
        const { motion } = found.crowd.instances.memberAt(found.index);
        playingAnimation(engine.world, body, 0.3, playing);
        const { forwards, backwards } = (characters.crowds.keys().next().value as CharacterModel).clipsFor(table);
        const { sequence } = engine.world.components;
        const cell = sequence.u8[body * SequenceU8.row + SequenceU8.current] * engine.world.stride + body;
        const clip = (sequence.framerate[cell] < 0 ? backwards : forwards)[sequence.animation[cell]] as ShownClip;
        expect(motion.shown).toBe(clip);
        const { first, spaces } = clip.clip.baked as BakedClip;
        const phase = clip.reversed ? 1 - playing.phase : playing.phase;
        const off = Math.abs((rowOf(found, 0.3) - first) / spaces - phase);
        expect(Math.min(off, 1 - off), `body ${body}, picture ${picture}`).toBeLessThan(1e-4);
      }
    }
  });

  test('leads over to what a body does next after minutes of the same, also when pictures leave steps out', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    engine.setMotion(body, RunForward, { speed: 1.15 });
    const { characters } = await loadedCharacters(engine, createScene(), { nearCount: 0 });
    for (let picture = 0; picture < 1000; picture++) {
      engine.step(2);
      characters.update(1);
    }
    engine.step();
    engine.stop(body);
    engine.step();
    characters.update(1);
    expect(restOf(instanceOf(characters, body), 1, 0.15)).toBeGreaterThan(0.5);
  });

  test('does not move between steps but by the time between them: no clock of its own runs', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    engine.setMotion(body, WalkForward);
    engine.step(20);
    const { characters } = await loadedCharacters(engine, createScene(), { nearCount: 0 });
    characters.update(0.5);
    const before = LIMBS.map((limb) => jointOf(characters, body, limb, 0.5).asArray());
    for (let picture = 0; picture < 20; picture++) characters.update(0.5);
    expect(LIMBS.map((limb) => jointOf(characters, body, limb, 0.5).asArray())).toEqual(before);
  });

  test('a body that is put elsewhere without a step is there in the next picture', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn({ x: 1 });
    engine.step();
    const { characters } = await loadedCharacters(engine, createScene(), { nearCount: 0 });
    characters.update(1);
    engine.place(body, { x: 40, y: 7 });
    characters.update(1);
    const { x, z } = jointOf(characters, body, 'hips', 1);
    expect(x).toBeCloseTo(40, 1);
    expect(z).toBeCloseTo(7, 1);
  });

  test('nothing jumps when a body changes from the crowd to a skeleton or back', async () => {
    const engine = createHumanEngine();
    const scene = createSeenScene();
    const body = engine.spawn({ y: 40 });
    engine.setMotion(body, RunForward, { speed: 1.15 });
    const { characters } = await loadedCharacters(engine, scene, { nearDistance: 30 });
    let changes = 0;
    for (let step = 0; step < 160; step++) {
      if (step % 40 === 20) (scene.activeCamera as FreeCamera).position.z += step % 80 === 20 ? 60 : -60;
      if (step % 40 === 19) engine.setMotion(body, step % 80 === 19 ? WalkForward : RunForward, { speed: 1.15 });
      scene.render();
      const places = (alpha: number) =>
        LIMBS.map((limb) => {
          const character = characters.of(body);
          return character === undefined ? jointOf(characters, body, limb, alpha) : placeOf(character, limb);
        });
      engine.step();
      characters.update(0.5);
      const was = characters.of(body) !== undefined;
      const before = places(0.5);
      // The same picture again, on the other side if it is time for that.
      characters.update(0.5);
      const after = places(0.5);
      if (was !== (characters.of(body) !== undefined)) changes++;
      const jump = Math.max(...before.map((place, limb) => Vector3.Distance(place, after[limb])));
      expect(jump, `step ${step}`).toBeLessThan(0.004);
    }
    expect(changes).toBeGreaterThan(0);
  });

  test('stands where it belongs to the millimetre, 34 km from the origin and after the camera went there', async () => {
    const engine = createHumanEngine();
    const scene = createSeenScene();
    const { characters } = await loadedCharacters(engine, scene, { nearCount: 0 });
    const body = engine.spawn({ x: 0.123, y: 0.456 });
    characters.update(1);
    const camera = scene.activeCamera as FreeCamera;
    for (const [x, y] of [
      [34_000.1234, -33_999.4321],
      [-34_000.9876, 20.5],
    ]) {
      engine.place(body, { x, y });
      camera.position.set(x + 20, 2, y);
      scene.render();
      characters.update(1);
      const { crowd, index } = instanceOf(characters, body);
      const [px, , pz] = crowd.instances.cells.places.subarray(index * 16 + 4);
      expect(Math.abs(px)).toBeLessThan(600);
      expect(Math.abs(crowd.meshes[0].position.x + px - x)).toBeLessThan(0.001);
      expect(Math.abs(crowd.meshes[0].position.z + pz - y)).toBeLessThan(0.001);
    }
  });

  test('frees all that a body held: counts return to where they were', async () => {
    const engine = createHumanEngine();
    const scene = createSeenScene();
    scene.render();
    expect(scene.defaultMaterial.name).toBe('default material');
    const empty = census(scene);
    const { characters } = await loadedCharacters(engine, scene, {
      nearCount: 4,
      look: ({ entity }) => ({ colours: { top: `#0000${(entity + 16).toString(16).padStart(2, '0').slice(-2)}` } }),
    });
    const first = Array.from({ length: 8 }, (_, x) => engine.spawn({ x }));
    characters.update(1);
    for (const body of first) engine.despawn(body);
    characters.update(1);
    const loaded = census(scene);
    for (let round = 0; round < 4; round++) {
      const bodies = Array.from({ length: 60 }, (_, x) => engine.spawn({ x }));
      engine.step();
      characters.update(1);
      scene.render();
      expect([characters.count, characters.nearCount]).toEqual([60, 4]);
      for (const body of bodies.splice(10)) engine.despawn(body);
      characters.update(1);
      expect(characters.count).toBe(10);
      for (const body of bodies) engine.despawn(body);
      characters.update(1);
      expect(census(scene)).toEqual(loaded);
      expect([...characters.crowds.values()].map(({ count, lookCount }) => [count, lookCount])).toEqual([[0, 0]]);
    }
    for (let x = 0; x < 9; x++) engine.spawn({ x });
    characters.update(1);
    characters.dispose();
    expect(census(scene)).toEqual(empty);
  });
});

describe('the core without a screen (case H14)', () => {
  test('nothing that it imports, however indirectly, imports Babylon.js', () => {
    const seen = new Set<string>();
    const visit = (url: URL): void => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      const source = readFileSync(url, 'utf8');
      for (const [, path] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
        expect(path, url.pathname).not.toMatch(/babylon/);
        if (path.startsWith('.')) visit(new URL(path, url));
      }
    };
    visit(new URL('../../../index.ts', import.meta.url));
    expect(seen.size).toBeGreaterThan(100);
    expect([...seen].filter((path) => path.includes('/systems/render/'))).toEqual([]);
  });
});
