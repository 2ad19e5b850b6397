import { describe, expect, test } from 'vitest';
import { createEngine, type Engine, MotionCommand } from '../../../index.ts';
import type { Characters } from '../../../systems/render/index.ts';
import { motionTable } from '../../support/engines.ts';
import { robotGlb, RUN_WAY } from '../../support/robot-model.ts';
import { characterOf, createScene, loadedCharacters, placeOf } from './support.ts';

const rooted = motionTable('humanoid-rooted');
const runAnimation = rooted.cycles.find(({ motion }: { motion: number }) => motion === MotionCommand.RunForward)
  .anims[0].anim;
const standAnimation = rooted.cycles.find(({ motion }: { motion: number }) => motion === MotionCommand.Ready).anims[0]
  .anim;

/** The robot on the golden table whose run has authored root motion; its own run clip goes 0.32 m a loop as well. */
const robotMap = {
  name: 'robot',
  motionTable: rooted.name,
  scale: 0.01,
  up: 'z',
  clips: [
    { animation: standAnimation, clip: 'Idle_01' },
    { animation: runAnimation, clip: 'Move_Run' },
  ],
};

async function running(map: object): Promise<{ engine: Engine; body: number; characters: Characters }> {
  const engine = createEngine({ motionTables: [rooted] });
  const body = engine.spawn();
  const { characters, problems } = await loadedCharacters(engine, createScene(), {
    models: [{ map, file: await robotGlb() }],
  });
  expect(problems).toEqual([]);
  engine.setMotion(body, MotionCommand.RunForward, { speed: 2 });
  engine.step(10);
  characters.update(1);
  return { engine, body, characters };
}

describe('root motion (case H07)', () => {
  test('of the clip never moves the body: the model stays at the core’s place in every picture, loop or not', async () => {
    const { engine, body, characters } = await running({ ...robotMap, root: { node: 'Bip_Root' } });
    const character = characterOf(characters, body);
    let loops = 0;
    let before = engine.readMotion(body).frame;
    for (let tick = 0; tick < 120; tick++) {
      const last = engine.readFrame(body);
      engine.step();
      const next = engine.readFrame(body);
      const { frame } = engine.readMotion(body);
      if (frame < before) loops++;
      before = frame;
      for (const alpha of [0.25, 0.5, 1]) {
        characters.update(alpha);
        for (const place of [character.root.getAbsolutePosition(), placeOf(character, 'Bip_Root')]) {
          expect(place.x).toBeCloseTo(last.x + (next.x - last.x) * alpha, 4);
          expect(Math.abs(place.z - (last.y + (next.y - last.y) * alpha))).toBeLessThan(1e-4);
        }
      }
    }
    expect(loops).toBeGreaterThanOrEqual(13);
    // 8 m/s from the cycle, and 60 authored frames of 0.02 m.
    expect(engine.readFrame(body).y / (130 / 30)).toBeGreaterThan(8.5);
  });

  test('that is not named would move it twice, and put it back where the loop starts', async () => {
    const { engine, body, characters } = await running(robotMap);
    const character = characterOf(characters, body);
    let farthest = 0;
    for (let tick = 0; tick < 30; tick++) {
      engine.step();
      characters.update(1);
      farthest = Math.max(farthest, placeOf(character, 'Bip_Root').z - engine.readFrame(body).y);
    }
    expect(farthest).toBeGreaterThan((RUN_WAY / 100) * 0.6);
  });

  test('leaves height in, which belongs to the pose', async () => {
    const { engine, body, characters } = await running({ ...robotMap, root: { node: 'Bip_Root' } });
    const heights: number[] = [];
    for (let tick = 0; tick < 16; tick++) {
      engine.step();
      characters.update(1);
      heights.push(placeOf(characterOf(characters, body), 'Bip_Root').y);
    }
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.015);
  });

  test('taken out as drift leaves what sways, and no way from loop to loop', async () => {
    const { engine, body, characters } = await running({
      ...robotMap,
      root: { node: 'Bip_Root', remove: 'drift' },
    });
    const offsets: number[] = [];
    for (let tick = 0; tick < 64; tick++) {
      engine.step();
      characters.update(1);
      offsets.push(placeOf(characterOf(characters, body), 'Bip_Root').z - engine.readFrame(body).y);
    }
    // The way is slow at first: half way through, the root is a fifth of it behind the even way.
    expect(Math.min(...offsets)).toBeLessThan(-0.03);
    expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(0.08);
  });

  test('turns of the root are taken out, too', async () => {
    const turnAnimation = rooted.cycles.find(({ motion }: { motion: number }) => motion === MotionCommand.TurnRight)
      .anims[0].anim;
    const engine = createEngine({ motionTables: [rooted] });
    const body = engine.spawn();
    const { characters } = await loadedCharacters(engine, createScene(), {
      models: [
        {
          map: {
            ...robotMap,
            root: { node: 'Bip_Root' },
            clips: [...robotMap.clips, { animation: turnAnimation, clip: 'Turn_Right' }],
          },
          file: await robotGlb(),
        },
      ],
    });
    characters.update(1);
    engine.setMotion(body, MotionCommand.TurnRight);
    for (let tick = 0; tick < 60; tick++) {
      engine.step();
      characters.update(1);
      const { heading } = engine.readFrame(body);
      const character = characterOf(characters, body);
      const nose = placeOf(character, 'Bip_Visor').subtract(placeOf(character, 'Bip_Head'));
      const shown = (Math.atan2(nose.x, nose.z) * 180) / Math.PI;
      const off = ((((shown - heading) % 360) + 540) % 360) - 180;
      expect(Math.abs(off)).toBeLessThan(4);
    }
  });
});
