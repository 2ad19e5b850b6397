import type { Scene } from '@babylonjs/core/scene.js';
import { describe, expect, test, vi } from 'vitest';
import wolfTable from '../../../content/motion-tables/wolf.json' with { type: 'json' };
import humanTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import { createEngine, type Engine, MotionCommand } from '../../../index.ts';
import { createCharacters, loadModel } from '../../../systems/render/index.ts';
import { seededRandom } from '../../../game/random.ts';
import {
  characterOf,
  createHumanEngine,
  createScene,
  createSeenScene,
  loadedCharacters,
  ourModels,
  placeOf,
  poseOf,
} from './support.ts';

const { WalkForward, RunForward, Wave, Nod, Crouch, TurnRight } = MotionCommand;
const LIMBS = ['hips', 'head', 'handLeft', 'handRight', 'footLeft', 'footRight', 'toesLeft'];

/** How many things of each kind a scene holds. */
function census(scene: Scene) {
  const { meshes, transformNodes, skeletons, materials, textures, geometries, animationGroups, animatables } = scene;
  const lists = { meshes, transformNodes, skeletons, materials, textures, geometries, animationGroups, animatables };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
}

/** The weights of a character's clips. */
const weightOf = (clips: readonly { weight: number }[]): number => clips.reduce((sum, { weight }) => sum + weight, 0);

describe('characters', () => {
  test('show each body by a copy of its table’s model, where it stands, in its size', async () => {
    const engine = createEngine({ motionTables: [humanTable, wolfTable] });
    const person = engine.spawn({ x: 3, y: 4, heading: 90 });
    const child = engine.spawn({ x: -2, scale: 0.5 });
    const wolf = engine.spawn({ x: 6, motionTable: 'wolf' });
    const { characters, problems } = await loadedCharacters(engine, createScene(), {
      models: [ourModels.human, ourModels.wolf],
    });
    characters.update(1);
    expect(problems).toEqual([]);
    expect(characters.count).toBe(3);
    expect(characterOf(characters, person).model.map.name).toBe('human');
    expect(characterOf(characters, wolf).model.map.name).toBe('wolf');
    const head = placeOf(characterOf(characters, person), 'head');
    expect(head.x).toBeCloseTo(3, 1);
    expect(head.z).toBeCloseTo(4, 1);
    const high = placeOf(characterOf(characters, person), 'head').y;
    expect(high).toBeGreaterThan(1.4);
    expect(placeOf(characterOf(characters, child), 'head').y / high).toBeCloseTo(0.5, 2);
    // Heading 90 looks east: the toes are east of the heel, the right hand south of the left one.
    const toes = placeOf(characterOf(characters, person), 'toesLeft').subtract(
      placeOf(characterOf(characters, person), 'footLeft'),
    );
    expect(toes.x).toBeGreaterThan(0.1);
    const hands = placeOf(characterOf(characters, person), 'handRight').subtract(
      placeOf(characterOf(characters, person), 'handLeft'),
    );
    expect(hands.z).toBeLessThan(-0.3);
  });

  test('stand on the ground, wolves on all four feet', async () => {
    const engine = createEngine({ motionTables: [wolfTable] });
    const wolf = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene(), { models: [ourModels.wolf] });
    characters.update(1);
    for (const leg of ['foreLeft', 'foreRight', 'hindLeft', 'hindRight']) {
      expect(placeOf(characterOf(characters, wolf), `${leg}Paw`).y).toBeCloseTo(0.04, 2);
    }
    const character = characterOf(characters, wolf);
    expect(placeOf(character, 'head').z - placeOf(character, 'tail1').z).toBeGreaterThan(0.9);
  });

  test('bring themselves up to date before each picture, unless told not to', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const scene = createSeenScene();
    const characters = createCharacters(engine, scene, { models: [ourModels.human] });
    await characters.ready;
    scene.render();
    expect(characters.count).toBe(1);
    engine.place(body, { x: 5, y: 0 });
    scene.render();
    expect(characterOf(characters, body).view.node.position.x).toBe(5);
    characters.dispose();
    engine.place(body, { x: 9, y: 0 });
    expect(() => scene.render()).not.toThrow();
  });

  test('show capsules until a model has come, and then the model', async () => {
    const engine = createHumanEngine();
    for (let x = 0; x < 3; x++) engine.spawn({ x });
    const scene = createScene();
    const characters = createCharacters(engine, scene, { models: [ourModels.human], automatic: false });
    characters.update(1);
    expect(characters.count).toBe(0);
    const [capsules] = characters.meshes();
    expect(capsules.thinInstanceCount).toBe(3);
    expect(capsules.isVisible).toBe(true);
    await characters.ready;
    characters.update(1);
    expect(characters.count).toBe(3);
    expect(capsules.isVisible).toBe(false);
  });

  test('tell what is drawn whenever that changes', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const onMeshes = vi.fn();
    const { characters } = await loadedCharacters(engine, createScene(), { onMeshes });
    characters.update(1);
    characters.update(1);
    const told = onMeshes.mock.calls.map(([meshes]) => meshes.length);
    expect(told.at(-1)).toBe(characters.meshes().length);
    const before = told.length;
    engine.despawn(body);
    characters.update(1);
    expect(onMeshes.mock.calls.length).toBe(before + 1);
  });

  test('wear the colours of their looks; those who look alike share a material', async () => {
    const engine = createHumanEngine();
    const bodies = [0, 1, 2].map((x) => engine.spawn({ x }));
    const { characters } = await loadedCharacters(engine, createScene(), {
      look: ({ entity }) => ({ colours: { top: entity === bodies[2] ? '#00ff00' : '#0000ff' } }),
    });
    characters.update(1);
    const materials = bodies.map((body) => characterOf(characters, body).meshes[0].material);
    expect(materials[0]).toBe(materials[1]);
    expect(materials[2]).not.toBe(materials[0]);
  });

  test('that are given a colour that the model does not have are shown without it, which is told', async () => {
    const engine = createHumanEngine();
    engine.spawn();
    const { characters, problems } = await loadedCharacters(engine, createScene(), {
      look: () => ({ colours: { cape: '#ff0000' } }),
    });
    characters.update(1);
    expect(characters.count).toBe(1);
    expect(problems).toHaveLength(1);
    expect(problems[0].message).toMatch(/'human'.*'cape'; there is skin, hair, top/);
  });

  test('with a motion table that has no model are still drawn, and told once', async () => {
    const engine = createEngine({ motionTables: [humanTable, wolfTable] });
    engine.spawn();
    for (let x = 0; x < 3; x++) engine.spawn({ x, motionTable: 'wolf' });
    const { characters, problems } = await loadedCharacters(engine, createScene());
    characters.update(1);
    characters.update(1);
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['table', "there is no model for the motion table 'wolf'"],
    ]);
    expect(characters.count).toBe(1);
    expect(characters.meshes()[0].thinInstanceCount).toBe(3);
    expect(characters.meshes()[0].isVisible).toBe(true);
  });

  test('whose model cannot be loaded are still drawn, and told once', async () => {
    const engine = createHumanEngine();
    engine.spawn();
    const { characters, problems } = await loadedCharacters(engine, createScene(), {
      models: [{ ...ourModels.human, file: new Uint8Array([1, 2, 3]) }],
    });
    characters.update(1);
    expect(problems.map(({ kind }) => kind)).toEqual(['model', 'table']);
    expect(problems[0].message).toMatch(/model 'human': its bytes cannot be loaded/);
    expect(characters.meshes()[0].isVisible).toBe(true);
  });

  test('without a clip for what they play keep a pose, and it is told once', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const clips = ourModels.human.map.clips.filter(({ animation }) => animation !== 9);
    const substates = ourModels.human.map.substates.filter(([motion]) => motion !== Crouch);
    const { characters, problems } = await loadedCharacters(engine, createScene(), {
      models: [{ ...ourModels.human, map: { ...ourModels.human.map, clips, substates } }],
    });
    engine.setMotion(body, Crouch);
    for (let step = 0; step < 40; step++) {
      engine.step();
      characters.update(1);
    }
    expect(characters.count).toBe(1);
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['clip', "model 'human' has no clip for animation 9 of 'human'"],
    ]);
  });

  test('show the substate’s clip for animations that the map does not know, and the loop’s start for such links', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const clips = ourModels.human.map.clips.filter(({ animation }) => animation !== 2 && animation !== 32);
    const { characters, problems } = await loadedCharacters(engine, createScene(), {
      models: [{ ...ourModels.human, map: { ...ourModels.human.map, clips } }],
    });
    characters.update(1);
    engine.setMotion(body, WalkForward);
    engine.step();
    characters.update(1);
    expect(characterOf(characters, body).clips[0].clip).toBe('walk');
    engine.step(20);
    characters.update(1);
    expect(characterOf(characters, body).clips[0].clip).toBe('walk');
    expect(problems).toEqual([]);
  });

  test('refuse a map whose clips, nodes or colours the file does not have, by name', async () => {
    const scene = createScene();
    const bad = (change: object) =>
      loadModel(scene, { ...ourModels.human, map: { ...ourModels.human.map, ...change } });
    await expect(bad({ clips: [{ animation: 1, clip: 'Idle' }] })).rejects.toThrow(/no clip 'Idle'; it has 'stand'/);
    await expect(bad({ root: { node: 'Armature' } })).rejects.toThrow(/at root.node: the file has no node 'Armature'/);
    await expect(bad({ bones: { tail: 'tail' } })).rejects.toThrow(/at bones: the file has no node 'tail'/);
    await expect(bad({ colours: { cape: 40 } })).rejects.toThrow(/at colours.cape: expected a palette of more than 40/);
    await expect(bad({ clips: [{ animation: 1 }] })).rejects.toThrow(/clips.0: expected either 'clip' or 'between'/);
    await expect(bad({ scale: 0 })).rejects.toThrow(/at scale: expected/);
    await expect(bad({ spin: 1 })).rejects.toThrow(/at spin: expected/);
    expect(census(scene)).toEqual(census(createScene()));
  });

  test('free all that they held: counts return to where they were', async () => {
    const engine = createHumanEngine();
    const scene = createSeenScene();
    scene.render();
    // What Babylon.js makes for itself when it is first needed.
    expect(scene.defaultMaterial.name).toBe('default material');
    const before = census(scene);
    const { characters } = await loadedCharacters(engine, scene, {
      look: ({ entity }) => ({ colours: { top: entity % 2 === 0 ? '#112233' : '#445566' } }),
    });
    scene.render();
    engine.despawn(engine.spawn());
    const first = engine.spawn();
    characters.update(1);
    engine.despawn(first);
    characters.update(1);
    const loaded = census(scene);
    for (let round = 0; round < 5; round++) {
      const bodies = Array.from({ length: 20 }, (_, x) => engine.spawn({ x }));
      engine.step();
      characters.update(1);
      for (const character of characters.all()) character.node('handRight');
      scene.render();
      expect(characters.count).toBe(20);
      for (const body of bodies) engine.despawn(body);
      characters.update(1);
      expect(census(scene)).toEqual(loaded);
    }
    for (let x = 0; x < 5; x++) engine.spawn({ x });
    characters.update(1);
    scene.render();
    characters.dispose();
    expect(census(scene)).toEqual(before);
  });

  test('give an id that is used again a body of its own', async () => {
    const engine = createHumanEngine();
    const { characters } = await loadedCharacters(engine, createScene());
    const first = engine.spawn({ x: -20 });
    characters.update(1);
    const old = characterOf(characters, first);
    engine.despawn(first);
    const second = engine.spawn({ x: 20 });
    expect(second).toBe(first);
    characters.update(1);
    expect(characterOf(characters, second)).not.toBe(old);
    expect(old.root.isDisposed()).toBe(true);
    expect(placeOf(characterOf(characters, second), 'head').x).toBeCloseTo(20, 1);
    expect(characters.count).toBe(1);
  });

  test('let several scenes’ worth of bodies share a loaded model', async () => {
    const scene = createScene();
    const human = await loadModel(scene, ourModels.human);
    const pairs = await Promise.all(
      [0, 1].map(async (x) => {
        const engine = createHumanEngine();
        engine.spawn({ x });
        return loadedCharacters(engine, scene, { models: [human] });
      }),
    );
    for (const { characters } of pairs) characters.update(1);
    pairs[0].characters.dispose();
    pairs[1].characters.update(1);
    expect(pairs[1].characters.count).toBe(1);
    pairs[1].characters.dispose();
    human.dispose();
    const { materials, ...others } = census(scene);
    const { materials: none, ...fresh } = census(createScene());
    // Babylon.js keeps a default material once it has been needed.
    expect(materials - none).toBeLessThanOrEqual(1);
    expect(others).toEqual(fresh);
  });

  test('do not write the simulation', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    engine.setMotion(body, RunForward, { speed: 1.15 });
    engine.step(9);
    const { characters } = await loadedCharacters(engine, createScene());
    const hash = engine.hash();
    for (const alpha of [0, 0.3, 1]) characters.update(alpha);
    expect(engine.hash()).toBe(hash);
  });
});

describe('the clock of characters (case H13)', () => {
  /** Walks, runs at 2 and stops; 30 steps and 60 pictures a second. */
  async function drive(scene: Scene, each: (engine: Engine, character: ReturnType<typeof characterOf>) => void) {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, scene);
    characters.update(1);
    const commands: Record<number, () => void> = {
      5: () => engine.setMotion(body, WalkForward),
      30: () => engine.setMotion(body, RunForward, { speed: 2 }),
      60: () => engine.stop(body),
      75: () => engine.setMotion(body, Wave),
      90: () => engine.setMotion(body, RunForward),
      93: () => engine.setMotion(body, WalkForward),
      96: () => engine.stop(body),
    };
    for (let tick = 0; tick < 140; tick++) {
      commands[tick]?.();
      engine.step();
      for (const alpha of [0.5, 1]) {
        characters.update(alpha);
        scene.render();
        each(engine, characterOf(characters, body));
      }
    }
    return { engine, characters, character: characterOf(characters, body) };
  }

  test('nothing plays on its own after loading, nor ever', async () => {
    const scene = createSeenScene();
    await drive(scene, () => {
      expect(scene.animationGroups.filter(({ isPlaying }) => isPlaying)).toEqual([]);
      expect(scene.animatables).toEqual([]);
    });
  });

  test('the frame that is shown lies between the sequence’s last two', async () => {
    const scene = createSeenScene();
    let before = { animation: 0, frame: 0 };
    let latest = { animation: 0, frame: 0 };
    let tick = -1;
    let inside = 0;
    await drive(scene, (engine, character) => {
      if (engine.world.clock.tick !== tick) {
        tick = engine.world.clock.tick;
        before = latest;
        const { animation, frame } = engine.readMotion(1);
        latest = { animation, frame };
      }
      const shown = character.playing;
      expect(shown.animation).toBe(latest.animation);
      const frames = humanTable.animations.find(({ id }) => id === shown.animation)?.frames ?? 0;
      if (before.animation !== latest.animation || before.frame > latest.frame) {
        // A node that was entered in this step is shown from its start on; a loop comes round from its end.
        const wrapped = before.animation === latest.animation && shown.frame >= before.frame - 1e-9;
        expect(wrapped || shown.frame <= latest.frame + 1e-9).toBe(true);
        expect(shown.frame).toBeLessThanOrEqual(frames);
        return;
      }
      inside++;
      expect(shown.frame).toBeGreaterThanOrEqual(before.frame - 1e-9);
      expect(shown.frame).toBeLessThanOrEqual(latest.frame + 1e-9);
    });
    expect(inside).toBeGreaterThan(150);
  });

  test('with no step the pose does not change, however many pictures are drawn', async () => {
    const scene = createSeenScene();
    const { characters, character } = await drive(scene, () => undefined);
    const pose = poseOf(character, LIMBS);
    for (let picture = 0; picture < 60; picture++) {
      characters.update(1);
      scene.render();
      expect(poseOf(character, LIMBS)).toEqual(pose);
    }
  });

  test('the weights of the clips sum to 1 in every picture, also where one ends and another begins', async () => {
    let mixed = 0;
    await drive(createSeenScene(), (_, { clips }) => {
      expect(weightOf(clips)).toBeCloseTo(1, 12);
      for (const { weight } of clips) {
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
      }
      if (clips.length > 1) mixed++;
    });
    expect(mixed).toBeGreaterThan(20);
  });

  test('the weights sum to 1 and the pose stays whole under commands at random', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene());
    const random = seededRandom(7);
    const motions = [WalkForward, RunForward, Wave, Nod, Crouch, TurnRight, MotionCommand.WalkBackwards];
    characters.update(1);
    for (let tick = 0; tick < 400; tick++) {
      if (random() < 0.2)
        engine.setMotion(body, motions[Math.floor(random() * motions.length)], { speed: 0.3 + 2 * random() });
      if (random() < 0.1) engine.stop(body);
      if (random() < 0.03) engine.jump(body, random());
      engine.step();
      characters.update(random());
      const character = characterOf(characters, body);
      expect(weightOf(character.clips)).toBeCloseTo(1, 12);
      // Bones keep their length: a broken rotation would not.
      const thigh = placeOf(character, 'thighLeft').subtract(placeOf(character, 'shinLeft')).length();
      expect(thigh).toBeCloseTo(0.44, 4);
    }
  });

  test('a change of clip is taken over without a jump and within the fade, links are played', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene());
    engine.setMotion(body, RunForward);
    engine.step(30);
    characters.update(1);
    const character = characterOf(characters, body);
    let before = placeOf(character, 'handLeft').subtract(placeOf(character, 'hips'));
    engine.stop(body);
    const seen = new Set<string>();
    let largest = 0;
    for (let step = 0; step < 24; step++) {
      engine.step();
      for (const alpha of [0.25, 0.5, 0.75, 1]) {
        characters.update(alpha);
        const now = placeOf(character, 'handLeft').subtract(placeOf(character, 'hips'));
        largest = Math.max(largest, now.subtract(before).length());
        before = now;
        seen.add(character.clips[0].clip);
      }
    }
    expect(largest).toBeGreaterThan(0.004);
    expect(largest).toBeLessThan(0.07);
    expect([...seen]).toEqual(['runToStand', 'stand']);
    expect(character.clips).toEqual([{ clip: 'stand', weight: 1 }]);
  });

  test('backwards the clip that is made for it is shown, the other way round', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene());
    engine.setMotion(body, MotionCommand.WalkBackwards);
    engine.step(40);
    characters.update(1);
    expect(characterOf(characters, body).clips[0].clip).toBe('walkBackwards');
    // The foot that stands goes ahead under a body that goes back.
    const character = characterOf(characters, body);
    const places = [0, 1].map(() => {
      engine.step();
      characters.update(1);
      const [left, right] = ['toesLeft', 'toesRight'].map((name) => placeOf(character, name));
      return left.y < right.y ? left : right;
    });
    expect(Math.abs(places[1].z - places[0].z)).toBeLessThan(0.03);
  });

  test('time that is wound back starts poses afresh', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene());
    engine.setMotion(body, RunForward);
    engine.step(20);
    const snapshot = engine.snapshot();
    characters.update(1);
    engine.step(20);
    engine.stop(body);
    engine.step(4);
    characters.update(1);
    engine.restore(snapshot);
    characters.update(1);
    expect(characterOf(characters, body).clips).toHaveLength(1);
    expect(characterOf(characters, body).clips[0]).toEqual({ clip: 'run', weight: 1 });
  });
});

describe('what is held', () => {
  test('goes along with the hand that holds it', async () => {
    const engine = createHumanEngine();
    const body = engine.spawn({ x: 2, heading: 45 });
    const { characters } = await loadedCharacters(engine, createScene());
    characters.update(1);
    const character = characterOf(characters, body);
    const hand = character.node('rightHand');
    expect(hand).toBe(character.node('handRight'));
    expect(character.node('tentacle')).toBeUndefined();
    const before = placeOf(character, 'rightHand');
    engine.setMotion(body, Wave);
    engine.step(22);
    characters.update(1);
    expect(placeOf(character, 'rightHand').y - before.y).toBeGreaterThan(0.5);
  });
});
