import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Engine, MotionCommand } from '../../../index.ts';
import { type FigureColours, FigureCrowd, type PartName, SceneSync } from '../../../systems/render/index.ts';
import { POSE_CELLS, samplePose } from '../../../systems/render/poses.ts';
import { FIGURE_HEIGHT, PART_COUNT, Part, poseSkeleton } from '../../../systems/render/skeleton.ts';
import { createHumanEngine, createScene, humanPoses } from './support.ts';

const COLOURS: FigureColours = { top: [1, 0, 0], legs: [0, 0, 1], skin: [1, 1, 0], shoes: [0, 0, 0] };
const WALK = 2;
const RUN = 3;
const STAND = 1;

function partsOf(animation: number, phase: number): Matrix[] {
  const clip = humanPoses().clip(animation, 0);
  const pose = new Float64Array(POSE_CELLS);
  if (clip) samplePose(clip, phase, pose);
  const parts = Array.from({ length: PART_COUNT }, () => new Matrix());
  poseSkeleton(Matrix.Identity(), pose, parts);
  return parts;
}

/** Where a joint is, or a point that is fixed to its part. */
const at = (matrix: Matrix, x = 0, y = 0, z = 0) => Vector3.TransformCoordinates(new Vector3(x, y, z), matrix);

describe('the skeleton', () => {
  test('stands on its feet, head above pelvis, nose ahead', () => {
    const parts = partsOf(STAND, 0);
    for (const foot of [Part.footLeft, Part.footRight]) expect(at(parts[foot]).y).toBeCloseTo(0.08, 2);
    expect(at(parts[Part.pelvis]).y).toBeCloseTo(0.93, 1);
    expect(at(parts[Part.head]).y).toBeGreaterThan(1.4);
    const nose = at(parts[Part.head], 0, 0.15, 0.16);
    expect(nose.z).toBeGreaterThan(0.12);
  });

  test('has its right hand on the right', () => {
    const parts = partsOf(STAND, 0);
    expect(at(parts[Part.forearmRight]).x).toBeGreaterThan(0.15);
    expect(at(parts[Part.forearmLeft]).x).toBeLessThan(-0.15);
  });

  test.each([
    // From when the sole is down until the heel comes up.
    ['walking', WALK, 3.12, 18, 0.1, 0.18],
    ['running', RUN, 4, 20, 0.055, 0.11],
  ])(
    '%s, the foot on the ground goes back as fast as the body goes forward',
    (_, animation, pace, frames, since, until) => {
      const seconds = frames / 30;
      for (const [foot, offset] of [
        [Part.footLeft, 0],
        [Part.footRight, 0.5],
      ]) {
        const from = at(partsOf(animation, offset + since)[foot]);
        const to = at(partsOf(animation, offset + until)[foot]);
        const speed = (from.z - to.z) / ((until - since) * seconds);
        expect(speed / pace).toBeGreaterThan(0.9);
        expect(speed / pace).toBeLessThan(1.1);
      }
    },
  );

  test.each([
    ['walk', WALK],
    ['run', RUN],
    ['stand', STAND],
  ])('never puts a foot through the ground (%s)', (_, animation) => {
    for (let phase = 0; phase < 1; phase += 1 / 64) {
      const parts = partsOf(animation, phase);
      for (const foot of [Part.footLeft, Part.footRight]) expect(at(parts[foot]).y).toBeGreaterThan(0.06);
    }
  });

  test('running has a flight: at some time neither foot is down', () => {
    const lowest = (phase: number) => {
      const parts = partsOf(RUN, phase);
      return Math.min(at(parts[Part.footLeft]).y, at(parts[Part.footRight]).y);
    };
    const heights = Array.from({ length: 64 }, (_, index) => lowest(index / 64));
    expect(Math.min(...heights)).toBeLessThan(0.1);
    expect(Math.max(...heights)).toBeGreaterThan(0.14);
  });
});

describe('a crowd of figures', () => {
  let scene: Scene;
  let engine: Engine;
  let crowd: FigureCrowd;
  let sync: SceneSync;

  beforeEach(() => {
    scene = createScene();
    engine = createHumanEngine();
    crowd = new FigureCrowd(scene, engine.world, humanPoses());
    sync = new SceneSync(scene, engine.world, {
      onEnter: (view) => crowd.add(view, COLOURS),
      onLeave: (view) => crowd.remove(view),
    });
  });

  const draw = (alpha = 1) => {
    sync.update(alpha);
    crowd.update(alpha);
  };
  const mesh = (name: string) => {
    const found = crowd.meshes.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`there is no mesh '${name}'`);
    return found;
  };
  /** The place of a part of the figure of a body. */
  const part = (body: number, name: PartName) => {
    const view = sync.views.get(body);
    if (view === undefined) throw new Error(`there is no view of ${body}`);
    return crowd.readPart(view, name, new Matrix());
  };
  /** Where a part's joint is, seen from the pelvis. */
  const fromPelvis = (body: number, name: PartName) => at(part(body, name)).subtract(at(part(body, 'pelvis')));

  test('has one instance of each part a body, and two of each limb', () => {
    for (let body = 0; body < 40; body++) engine.spawn({ x: body });
    draw();
    expect(crowd.count).toBe(40);
    expect(mesh('head').thinInstanceCount).toBe(40);
    expect(mesh('shin').thinInstanceCount).toBe(80);
    engine.despawn(7);
    draw();
    expect(mesh('head').thinInstanceCount).toBe(39);
  });

  test('stands where the bodies stand, also after the one before has gone', () => {
    const first = engine.spawn({ x: -30 });
    const second = engine.spawn({ x: 12, y: 7, heading: 90 });
    draw();
    engine.despawn(first);
    draw();
    const head = at(part(second, 'head'));
    expect(head.x).toBeCloseTo(12, 1);
    expect(head.z).toBeCloseTo(7, 1);
    const nose = at(part(second, 'head'), 0, 0.15, 0.16);
    expect(nose.x - head.x).toBeGreaterThan(0.1);
  });

  test('is as tall as the bodies', () => {
    const half = engine.spawn({ scale: 0.5 });
    const whole = engine.spawn({ x: 3, scale: 1 });
    draw();
    expect(at(part(half, 'head')).y / at(part(whole, 'head')).y).toBeCloseTo(0.5, 6);
    expect(at(part(whole, 'head'), 0, 0.3, 0).y).toBeCloseTo(FIGURE_HEIGHT, 1);
  });

  test('moves its limbs while a body walks, and stands still in a world whose time stands still', () => {
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(20);
    draw();
    const before = fromPelvis(walker, 'footLeft');
    draw();
    const same = fromPelvis(walker, 'footLeft');
    expect(same.asArray()).toEqual(before.asArray());
    engine.step(4);
    draw();
    const after = fromPelvis(walker, 'footLeft');
    expect(after.subtract(before).length()).toBeGreaterThan(0.1);
  });

  test('changes from one animation to another without a jump', () => {
    const runner = engine.spawn();
    engine.setMotion(runner, MotionCommand.RunForward);
    engine.step(25);
    draw();
    let before = fromPelvis(runner, 'forearmLeft');
    engine.stop(runner);
    let largest = 0;
    for (let step = 0; step < 20; step++) {
      engine.step();
      for (const alpha of [0.25, 0.5, 0.75, 1]) {
        draw(alpha);
        const now = fromPelvis(runner, 'forearmLeft');
        largest = Math.max(largest, now.subtract(before).length());
        before = now;
      }
    }
    expect(largest).toBeGreaterThan(0.005);
    expect(largest).toBeLessThan(0.06);
  });

  test('does not write the simulation', () => {
    const walker = engine.spawn();
    engine.setMotion(walker, MotionCommand.WalkForward);
    engine.step(9);
    const hash = engine.hash();
    for (const alpha of [0, 0.5, 1]) draw(alpha);
    expect(engine.hash()).toBe(hash);
  });
});
