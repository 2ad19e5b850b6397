import { readFileSync } from 'node:fs';
import type { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { beforeAll, describe, expect, test } from 'vitest';
import humanTable from '../../content/motion-tables/human.json' with { type: 'json' };
import { createEngine, type Engine, MotionCommand } from '../../index.ts';
import { parseModelMap } from '../../systems/render/index.ts';
import { ROBOT_HEIGHT, robotGlb } from '../support/robot-model.ts';
import { characterOf, createScene, loadedCharacters, placeOf } from '../systems/render/support.ts';

const guide = readFileSync(new URL('../../docs/own-model.md', import.meta.url), 'utf8');
const map = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
let robot: Uint8Array;

/** A robot that does what the guide says, shown as the guide shows it. */
async function shown(act: (engine: Engine, body: number) => void = () => undefined, steps = 0) {
  const engine = createEngine({ motionTables: [humanTable] });
  const body = engine.spawn({ guid: 0x50000002, x: 4, y: -3, heading: 90 });
  const { characters, problems } = await loadedCharacters(engine, createScene(), {
    models: [{ map, file: robot }],
    look: ({ guid }) => ({ colours: { paint: guid % 2 === 0 ? '#c2452d' : '#3f6fb5' } }),
  });
  characters.update(1);
  act(engine, body);
  engine.step(steps);
  characters.update(1);
  return { engine, body, characters, problems, character: characterOf(characters, body) };
}

describe('the guide to a model of one’s own', () => {
  beforeAll(async () => {
    robot = await robotGlb();
  });

  test('has a map that passes the check', () => {
    expect(parseModelMap(map).clips.length).toBeGreaterThan(4);
  });

  test('tells the animations of our human’s motion table as they are', () => {
    const frames = new Map(humanTable.animations.map((animation) => [animation.id, animation.frames]));
    const rows = [...guide.matchAll(/^\| (\d+)(?:, (\d+))? \| (\d+) \|/gm)];
    expect(rows.length).toBeGreaterThan(6);
    for (const [, first, second, count] of rows) {
      for (const id of [first, second].filter(Boolean))
        expect(frames.get(Number(id)), `animation ${id}`).toBe(Number(count));
    }
    const substates = new Map(map.substates.map(([motion, clip]: [number, string]) => [motion, clip]));
    expect(substates.get(MotionCommand.Ready)).toBe('Idle_01');
    expect(substates.get(MotionCommand.WalkForward)).toBe('Move_Walk');
    expect(substates.get(MotionCommand.RunForward)).toBe('Move_Run');
  });

  test('shows the robot upright, in metres, at its place, looking ahead, without a problem', async () => {
    const { character, problems } = await shown();
    expect(problems).toEqual([]);
    const [low, high] = extent(character.meshes.filter(({ name }) => name.startsWith('Robot')));
    expect(low.y).toBeCloseTo(0, 1);
    expect(high.y).toBeCloseTo(ROBOT_HEIGHT / 100, 1);
    expect((low.x + high.x) / 2).toBeCloseTo(4, 1);
    expect((low.z + high.z) / 2).toBeCloseTo(-3, 1);
    // East.
    const nose = placeOf(character, 'Bip_Visor').subtract(placeOf(character, 'head'));
    expect(nose.x).toBeGreaterThan(0.1);
    expect(Math.abs(nose.z)).toBeLessThan(0.01);
    // Its right hand is in the south.
    expect(placeOf(character, 'rightHand').z).toBeLessThan(placeOf(character, 'Bip_Arm_L').z - 0.4);
  });

  test('puts the hat on its head, which is not skinned', async () => {
    const { character } = await shown();
    const hat = character.meshes.find(({ name }) => name === 'Hat');
    if (hat === undefined) throw new Error('there is no hat');
    const [low, high] = extent([hat]);
    expect((low.y + high.y) / 2).toBeCloseTo(1.8, 1);
    expect((low.x + high.x) / 2).toBeCloseTo(4, 1);
  });

  test('walks and runs it by its own clips, and its way is the simulation’s alone', async () => {
    const { engine, body, characters, character } = await shown(
      (engine, body) => engine.setMotion(body, MotionCommand.WalkForward),
      20,
    );
    expect(character.clips[0].clip).toBe('Move_Walk');
    const swings: number[] = [];
    for (let tick = 0; tick < 40; tick++) {
      engine.step();
      characters.update(1);
      const root = placeOf(character, 'Bip_Root');
      expect(root.x).toBeCloseTo(engine.readFrame(body).x, 4);
      swings.push(footOf(character, 'Bip_Leg_R').x - root.x);
    }
    expect(Math.max(...swings) - Math.min(...swings)).toBeGreaterThan(0.5);
    engine.setMotion(body, MotionCommand.RunForward);
    engine.step(20);
    characters.update(1);
    expect(character.clips[0].clip).toBe('Move_Run');
  });

  test('shows links by the clips that they join, and leaves out what it does not map', async () => {
    const linked = await shown((engine, body) => engine.setMotion(body, MotionCommand.WalkForward), 2);
    expect(linked.character.clips[0].clip).toBe('Idle_01 to Move_Walk');
    const unmapped = await shown((engine, body) => engine.setMotion(body, MotionCommand.RunForward), 2);
    expect(unmapped.character.clips[0].clip).toBe('Move_Run');
    expect(unmapped.problems).toEqual([]);
  });

  test('waves the part of a clip that the map takes', async () => {
    const { character } = await shown((engine, body) => engine.setMotion(body, MotionCommand.Wave), 24);
    const arm = character.node('rightHand');
    if (arm === undefined) throw new Error('there is no hand');
    arm.computeWorldMatrix(true);
    // The arm hangs along the file's -z; lifted it points up.
    const hand = Vector3.TransformNormal(new Vector3(0, 0, -1), arm.getWorldMatrix()).normalize();
    expect(hand.y).toBeGreaterThan(0.4);
  });

  test('paints it in the colour of its look', async () => {
    const { character } = await shown();
    const materials = character.meshes.map(({ material }) => material as PBRMaterial);
    const paint = materials.find(({ name }) => name === 'Paint');
    const visor = materials.find(({ name }) => name === 'Visor');
    expect(paint?.albedoColor.toGammaSpace().toHexString().toLowerCase()).toBe('#c2452d');
    expect(visor?.albedoColor.b).toBeGreaterThan(0.5);
  });
});

/** Lowest and highest corner of what meshes cover, moved by their bones. */
function extent(
  meshes: readonly {
    getPositionData(skeleton: boolean): ArrayLike<number> | null;
    computeWorldMatrix(force: boolean): import('@babylonjs/core/Maths/math.vector.js').Matrix;
  }[],
) {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.negate();
  for (const mesh of meshes) {
    const world = mesh.computeWorldMatrix(true);
    const cells = mesh.getPositionData(true) ?? [];
    for (let at = 0; at < cells.length; at += 3) {
      const point = Vector3.TransformCoordinates(new Vector3(cells[at], cells[at + 1], cells[at + 2]), world);
      low.minimizeInPlace(point);
      high.maximizeInPlace(point);
    }
  }
  return [low, high] as const;
}

/** Where the sole of a leg is. */
function footOf(character: Parameters<typeof placeOf>[0], leg: string): Vector3 {
  const node = character.node(leg);
  if (node === undefined) throw new Error(`there is no '${leg}'`);
  node.computeWorldMatrix(true);
  return Vector3.TransformCoordinates(new Vector3(0, 0, -90), node.getWorldMatrix());
}
