import RAPIER from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEngine, MotionCommand } from '../../../index.ts';
import { createRapierGround } from '../../../rapier.ts';
import { motionTable } from '../../support/engines.ts';

const scene = { name: 'floor' };
const corners = [0, 0, 0, 4, 0, 0, 4, 4, 0];

/** One mesh with a fault, and what is told of it. */
const faults: [string, number[], number[], string][] = [
  ['a place beyond the vertices', corners, [0, 1, 3], 'indices[2]: expected a number from 0 to 2, found 3'],
  [
    'indices that are no threes',
    corners,
    [0, 1, 2, 0],
    'indices: expected three places of vertices for each triangle, in threes, found 4 numbers',
  ],
  [
    'vertices that are no threes',
    corners.slice(1),
    [0, 1, 2],
    'vertices: expected x, y and z of each vertex, in threes, found 8 numbers',
  ],
  ['nothing', [], [], 'vertices: expected x, y and z of each vertex, in threes, found 0 numbers'],
  ['vertices alone', corners, [], 'indices: expected three places of vertices for each triangle, in threes, found 0'],
  [
    'a vertex that is no number',
    [...corners.slice(0, 7), Number.NaN, 0],
    [0, 1, 2],
    'vertices[7]: expected a number from -10000000 to 10000000, found NaN',
  ],
  ['a vertex out of the world', [...corners.slice(0, 8), Number.POSITIVE_INFINITY], [0, 1, 2], 'vertices[8]: expected'],
];

describe('Rapier before its init()', () => {
  it('is told as what it is', () => {
    expect(() => createRapierGround(scene, RAPIER)).toThrow(
      'createRapierGround: expected the module @dimforge/rapier3d-compat after its init(), found one that makes no world: await RAPIER.init() first',
    );
  });
});

describe('a ground of Rapier', () => {
  beforeAll(() => RAPIER.init());

  it.each(faults)('is not made of a mesh with %s', (_what, vertices, indices, text) => {
    const fine = { vertices: Float32Array.from(corners), indices: Uint32Array.of(0, 1, 2) };
    const wrong = { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) };
    expect(() => createRapierGround(scene, RAPIER, { meshes: [fine, wrong] })).toThrow(
      `createRapierGround.meshes[1].${text}`,
    );
  });

  it('that is disposed of says so to who asks it, and may be disposed of again', () => {
    const fine = { vertices: Float32Array.from(corners), indices: Uint32Array.of(0, 1, 2) };
    const ground = createRapierGround(scene, RAPIER, { meshes: [fine] });
    const engine = createEngine({ motionTables: [motionTable('humanoid')], ground });
    const body = engine.spawn({ x: 3, y: 1 });
    engine.setMotion(body, MotionCommand.WalkForward);
    ground.dispose();
    ground.dispose();
    const gone = 'this ground is disposed of; make another with createRapierGround';
    expect(() => ground.heightAt(0, 0, 0)).toThrow(gone);
    expect(() => engine.moveTo(body, { x: 0, y: 0 })).toThrow(`moveTo: ground.heightAt(0, 0, 0) threw: ${gone}`);
    const told: string[] = [];
    engine.on('handlerError', ({ error }) => told.push(String(error)));
    engine.step(3);
    expect(told.length).toBeGreaterThan(0);
    for (const text of told) expect(text).toContain(gone);
  });
});
