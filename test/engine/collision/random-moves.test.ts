import { describe, expect, it } from 'vitest';
import { createSceneGround, type SceneInput } from '../../../index.ts';
import { RandomMoves, sumOf } from '../../support/random-moves.ts';
import { levelScene } from '../../support/random-scenes.ts';
import { SweptBody } from '../../support/sweeps.ts';
import { seededUnit } from '../../support/trig-digest.ts';

/** Scenes of a part, and moves in each; `npx tsx test/million-moves.ts` makes a million. */
const SCENES = 10;
const MOVES = 1000;

describe('random moves with all quanta in random scenes', () => {
  it.each([1, 2, 3, 4, 5])('bring nobody deeper than 1 cm into anything, and no NaN: part %i', (part) => {
    const first = 5000 + part * SCENES;
    const sum = sumOf(Array.from({ length: SCENES }, (_, index) => new RandomMoves(first + index).run(MOVES)));
    expect(sum.faults).toEqual([]);
    expect(sum.moves).toBe(SCENES * MOVES);
    expect(sum.deepest).toBeLessThan(0.002);
    // Everything that may happen has happened.
    expect(sum.standing).toBeGreaterThan(sum.moves / 5);
    expect(sum.steep).toBeGreaterThan(sum.moves / 500);
    expect(sum.slid).toBeGreaterThan(sum.moves / 40);
  });

  it('leave whoever stands at rest: it neither sinks, nor jitters, nor loses the ground', () => {
    let rests = 0;
    for (let seed = 6000; seed < 6030; seed++) {
      const moves = new RandomMoves(seed);
      for (let round = 0; round < 25; round++) {
        moves.run(7);
        if (!moves.last.onWalkable) continue;
        rests++;
        moves.body.setVelocity(0, 0, 0);
        const { x, y, z } = moves.last;
        const first = moves.body.move(0, 0);
        expect(first.onWalkable, `scene ${seed}, round ${round}`).toBe(true);
        // On rough terrain, the two ways to find the ground may differ by rounding, once.
        expect(Math.hypot(first.x - x, first.y - y, first.z - z)).toBeLessThan(1e-5);
        for (let step = 0; step < 3; step++) {
          expect(moves.body.move(0, 0)).toMatchObject({ x: first.x, y: first.y, z: first.z, onWalkable: true });
        }
      }
    }
    expect(rests).toBeGreaterThan(100);
  });

  it('never lead a walker back against its way, whatever it runs into', () => {
    let steps = 0;
    for (let seed = 7000; seed < 7040; seed++) {
      const moves = new RandomMoves(seed);
      moves.run(40);
      moves.body.setVelocity(0, 0, 0);
      const angle = moves.between(0, 2 * Math.PI);
      const [dx, dy] = [0.15 * Math.cos(angle), 0.15 * Math.sin(angle)];
      let before = moves.last;
      for (let step = 0; step < 60 && before.onWalkable; step++) {
        const swept = moves.body.move(dx, dy);
        const along = (swept.x - before.x) * dx + (swept.y - before.y) * dy;
        expect(along / 0.15, `scene ${seed}, step ${step}`).toBeGreaterThan(-1e-5);
        expect(along / 0.15).toBeLessThan(0.15 + 0.005);
        before = swept;
        steps++;
      }
    }
    expect(steps).toBeGreaterThan(500);
  });
});

describe('a closed room of walls of 5 cm', () => {
  const thin = 0.05;
  const walls: SceneInput['obstacles'] = [0, 90, 180, 270].map((degrees) => {
    const [ux, uy] = [Math.round(Math.cos((degrees * Math.PI) / 180)), Math.round(Math.sin((degrees * Math.PI) / 180))];
    const middle = 3 - thin / 2;
    const [x, y] = [middle * ux, middle * uy];
    return {
      kind: 'wall',
      from: [x - 3 * uy, y + 3 * ux],
      to: [x + 3 * uy, y - 3 * ux],
      z: 2,
      height: 3,
      thickness: thin,
    };
  });
  const slab = (z: number) => ({ kind: 'box', x: 0, y: 0, z, width: 6, depth: 6, height: thin }) as const;
  const room = levelScene([...walls, slab(2), slab(5 - thin)]);

  it.each([0.1, 0.3, 0.7])('keeps a body of radius %f in, at 50 m/s and any quantum, and another one out', (radius) => {
    const ground = createSceneGround(room);
    const unit = seededUnit(99);
    for (const inside of [true, false]) {
      const body = new SweptBody(ground, { radius, height: 2.5 * radius });
      if (inside) body.put(0, 0, 3);
      else body.put(8, 0, 3);
      for (let move = 0; move < 1500; move++) {
        const quantum = [1 / 30, 1 / 20, 0.1][Math.floor(unit() * 3)];
        const [angle, height] = [unit() * 2 * Math.PI, unit() * 2 - 1];
        const plan = Math.sqrt(1 - height * height) * 50 * quantum;
        const swept = body
          .setVelocity(0, 0, 0)
          .move(plan * Math.cos(angle), plan * Math.sin(angle), height * 50 * quantum);
        const isIn = Math.max(Math.abs(swept.x), Math.abs(swept.y)) < 3 && swept.z > 2 && swept.z < 5;
        expect(isIn, `move ${move}: ${swept.x} ${swept.y} ${swept.z}`).toBe(inside);
        if (!inside && Math.hypot(swept.x, swept.y) > 15) body.put(8, 0, 3);
        else if (unit() < 0.5) body.release();
      }
    }
  });
});
