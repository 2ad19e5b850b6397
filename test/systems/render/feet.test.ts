import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { describe, expect, test } from 'vitest';
import humanTable from '../../../content/motion-tables/human.json' with { type: 'json' };
import wolfTable from '../../../content/motion-tables/wolf.json' with { type: 'json' };
import { createEngine, MotionCommand } from '../../../index.ts';
import type { Character } from '../../../systems/render/index.ts';
import { characterOf, createScene, loadedCharacters, ourModels } from './support.ts';

const { WalkForward, RunForward, WalkBackwards } = MotionCommand;
/** Pictures a step. */
const PICTURES = 4;

/** Points of the sole, seen from the bones that carry them, for a body of size 1: heel and ball, or a paw. */
const soles = {
  human: {
    table: humanTable,
    feet: ['Left', 'Right'].map((side) => [
      { bone: `foot${side}`, at: new Vector3(0, -0.08, -0.06) },
      { bone: `toes${side}`, at: new Vector3(0, -0.025, 0) },
    ]),
  },
  wolf: {
    table: wolfTable,
    feet: ['foreLeft', 'foreRight', 'hindLeft', 'hindRight'].map((leg) => [
      { bone: `${leg}Paw`, at: new Vector3(0, -0.04, 0) },
    ]),
  },
} as const;

/** A point of the sole that is lower than this is on the ground, metres at size 1. */
const ON_GROUND = 0.006;

/**
 * How fast the parts of the feet that stand go over the ground, in metres a second; how fast the body itself goes, picture by
 * picture; and the share of the pictures in which a foot stands. A part stands from a frame of its animation after it has come
 * down to a frame before it goes up again: in between it neither lands nor peels off.
 */
async function walk(name: keyof typeof soles, motion: number, speed = 1, scale = 1) {
  const { table, feet } = soles[name];
  const engine = createEngine({ motionTables: [table] });
  const body = engine.spawn({ scale });
  const { characters } = await loadedCharacters(engine, createScene(), { models: [ourModels[name]] });
  engine.setMotion(body, motion, { speed });
  engine.step(60);
  characters.update(1);
  const character = characterOf(characters, body);
  const rate = 30 * PICTURES;
  const parts = feet.flat();
  const points: Vector3[][] = [];
  const roots: Vector3[] = [];
  for (let picture = 0; picture < 70 * PICTURES; picture++) {
    if (picture % PICTURES === 0) engine.step();
    characters.update(((picture % PICTURES) + 1) / PICTURES);
    character.root.computeWorldMatrix(true);
    roots.push(character.root.getAbsolutePosition().clone());
    points.push(parts.map(({ bone, at }) => pointOf(character, bone, at)));
  }
  const frame = Math.ceil(PICTURES / Math.abs(speed)) + 1;
  const down = (part: number, picture: number) => points[picture][part].y < ON_GROUND * scale;
  const slides: number[] = [];
  const paces: number[] = [];
  let standing = 0;
  for (let picture = PICTURES * 8; picture < points.length - frame; picture++) {
    paces.push(roots[picture].subtract(roots[picture - 1]).length() * rate);
    let stands = false;
    for (let part = 0; part < parts.length; part++) {
      let whole = true;
      for (let at = picture - frame; at <= picture + frame && whole; at++) whole = down(part, at);
      if (!whole) continue;
      stands = true;
      const way = points[picture][part].subtract(points[picture - 1][part]).multiplyByFloats(1, 0, 1);
      slides.push(way.length() * rate);
    }
    if (stands) standing++;
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { slides, mean: mean(slides), paces, pace: mean(paces), standing: standing / paces.length };
}

function pointOf(character: Character, bone: string, at: Vector3): Vector3 {
  const node = character.node(bone);
  if (node === undefined) throw new Error(`the model has no node '${bone}'`);
  node.computeWorldMatrix(true);
  // A file's axes are mirrored ones: x goes to the left.
  return Vector3.TransformCoordinates(new Vector3(-at.x, at.y, at.z), node.getWorldMatrix());
}

describe('feet that stand do not slide', () => {
  test.each([
    ['human', 'walk', WalkForward, 1, 1],
    ['human', 'run', RunForward, 1, 1],
    ['human', 'run at a rate that has no whole frames a step', RunForward, 1.15, 1],
    ['human', 'run of somebody small at one and a half', RunForward, 1.5, 0.9],
    ['human', 'walk of somebody large, slowly', WalkForward, 0.7, 1.2],
    ['human', 'walk backwards', WalkBackwards, 1, 1],
    ['wolf', 'trot', WalkForward, 1, 1],
    ['wolf', 'gallop', RunForward, 1, 1],
    ['wolf', 'gallop at double pace', RunForward, 2, 1],
  ] as const)(
    '%s, %s: they go over the ground at less than 0.15 of the body’s speed',
    async (name, _, motion, speed, scale) => {
      const { slides, mean, pace, standing } = await walk(name, motion, speed, scale);
      expect(pace).toBeGreaterThan(1.5);
      expect(standing).toBeGreaterThan(0.15);
      expect(Math.max(...slides) / pace).toBeLessThan(0.15);
      expect(mean / pace).toBeLessThan(0.05);
    },
  );

  test.each([
    ['whole frames', 1],
    ['34.5 frames a second', 1.15],
    ['39 frames a second', 1.3],
  ])('and bodies go evenly, also where the simulation moves them in whole animation frames (%s)', async (_, speed) => {
    const { paces, pace } = await walk('human', RunForward, speed);
    expect(pace).toBeCloseTo(4 * speed, 2);
    expect(Math.max(...paces) - Math.min(...paces)).toBeLessThan(0.02);
  });
});
