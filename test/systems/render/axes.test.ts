import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { describe, expect, test } from 'vitest';
import { fromScene, placeInScene, placeOfNode, shortTurn, toScene } from '../../../systems/render/index.ts';
import { createScene } from './support.ts';

describe('the adapter between world and scene', () => {
  test('east is right, north is ahead, up is up: world (x, y, z) is scene (x, z, y)', () => {
    expect(toScene(1, 2, 3, new Vector3()).asArray()).toEqual([1, 3, 2]);
  });

  test('the way back gives the same world position', () => {
    const position = toScene(-7.25, 12.5, 3, new Vector3(), { x: 100, y: 200, z: 50 });
    expect(fromScene(position, { x: 0, y: 0, z: 0 }, { x: 100, y: 200, z: 50 })).toEqual({ x: -7.25, y: 12.5, z: 3 });
  });

  test('the origin keeps positions far from the world’s middle near the scene’s', () => {
    const origin = { x: 24_000, y: 36_000, z: 100 };
    expect(toScene(24_001, 36_002, 103, new Vector3(), origin).asArray()).toEqual([1, 3, 2]);
  });

  test.each([
    [0, 0, 1],
    [90, 1, 0],
    [180, 0, -1],
    [270, -1, 0],
    [45, Math.SQRT1_2, Math.SQRT1_2],
  ])('what faces %d degrees looks east by %f and north by %f', (heading, east, north) => {
    const node = new TransformNode('node', createScene());
    placeInScene(node, { x: 0, y: 0, z: 0, heading });
    node.computeWorldMatrix(true);
    const ahead = fromScene(node.getDirection(new Vector3(0, 0, 1)), { x: 0, y: 0, z: 0 });
    expect(ahead.x).toBeCloseTo(east, 6);
    expect(ahead.y).toBeCloseTo(north, 6);
    expect(ahead.z).toBeCloseTo(0, 6);
  });

  test('a placed node tells its place, with the heading in [0, 360)', () => {
    const node = new TransformNode('node', createScene());
    placeInScene(node, { x: 4, y: -5, z: 6, heading: 300 });
    expect(placeOfNode(node, { x: 0, y: 0, z: 0, heading: 0 })).toEqual({ x: 4, y: -5, z: 6, heading: 300 });
    placeInScene(node, { x: 4, y: -5, z: 6, heading: -60 });
    expect(placeOfNode(node, { x: 0, y: 0, z: 0, heading: 0 }).heading).toBeCloseTo(300, 9);
  });

  test.each([
    [10, 20, 10],
    [20, 10, -10],
    [350, 10, 20],
    [10, 350, -20],
    [0, 180, 180],
    [180, 0, 180],
    [90, 90, 0],
  ])('from %d to %d degrees the short way is %d', (from, to, turn) => {
    expect(shortTurn(from, to)).toBe(turn);
  });
});
