import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, MotionCommand } from '../../../../index.ts';
import { createInspector, SceneSync } from '../../../../systems/render/index.ts';
import { SceneInk } from '../../../../systems/render/inspector/ink.ts';
import { createHumanEngine, createSeenScene } from '../support.ts';

const held = (scene: Scene) => ({
  meshes: scene.meshes.length,
  nodes: scene.transformNodes.length,
  materials: scene.materials.length,
  geometries: scene.geometries.length,
  before: scene.onBeforeRenderObservable.observers.filter(({ _willBeUnregistered: gone }) => !gone).length,
  after: scene.onAfterRenderObservable.observers.length,
});

/** Instances of a mesh, as they are handed to the graphics. */
function instances(mesh: Mesh): Matrix[] {
  const { matrixData } = mesh._thinInstanceDataStorage;
  if (matrixData === null || !mesh.isVisible) return [];
  return Array.from({ length: mesh.thinInstanceCount }, (_, at) => Matrix.FromArray(matrixData, at * 16));
}

/** Where they are in the scene. */
const places = (mesh: Mesh) => instances(mesh).map((matrix) => matrix.getTranslation());

describe('the inspector', () => {
  let scene: Scene;
  let engine: Engine;

  beforeEach(() => {
    scene = createSeenScene();
    engine = createHumanEngine();
  });

  afterEach(() => {
    scene.dispose();
  });

  test('costs nothing while it is closed: no mesh, no material, no observer, also after it was open', () => {
    const body = engine.spawn({ guid: 5 });
    // Babylon.js makes a material of its own for the first picture with something in it.
    CreateBox('a thing', {}, scene);
    scene.render();
    const before = held(scene);
    const inspector = createInspector(engine, scene, { parent: null });
    inspector.select(5);
    scene.render();
    expect(held(scene)).toEqual(before);
    engine.moveTo(body, { x: 0, y: 9 });
    inspector.open();
    scene.render();
    const open = held(scene);
    expect(open.meshes - before.meshes).toBe(4);
    expect(open.before - before.before).toBe(1);
    inspector.close();
    expect(held(scene)).toEqual(before);
    inspector.toggle();
    inspector.dispose();
    scene.render();
    expect(held(scene)).toEqual(before);
  });

  test('draws the body that is selected, where the scene has it', () => {
    engine.spawn({ guid: 5, x: 1003, y: 2002, z: 0 });
    const inspector = createInspector(engine, scene, {
      parent: null,
      origin: { x: 1000, y: 2000, z: 0 },
      layers: ['collision'],
    });
    inspector.open();
    scene.render();
    const balls = () => places(scene.getMeshByName('inspector balls') as Mesh);
    expect(balls()).toEqual([]);
    inspector.select(5);
    scene.render();
    const [low, high] = balls();
    expect(low.asArray().map((part) => Number(part.toFixed(4)))).toEqual([3, 0.3, 2]);
    expect(high.y).toBeCloseTo(1.5, 4);
    engine.despawn(engine.entityOf(5));
    scene.render();
    expect(balls()).toEqual([]);
    inspector.dispose();
  });

  test('follows the body from picture to picture, between its last two steps', () => {
    const body = engine.spawn({ guid: 5, heading: 90 });
    engine.setMotion(body, MotionCommand.RunForward);
    engine.step(20);
    let alpha = 0;
    const inspector = createInspector(engine, scene, { parent: null, layers: ['collision'], alpha: () => alpha });
    inspector.select(5);
    inspector.open();
    const x = () => {
      scene.render();
      return places(scene.getMeshByName('inspector balls') as Mesh)[0].x;
    };
    const from = x();
    alpha = 1;
    expect(x()).toBeCloseTo(engine.readFrame(body).x, 4);
    expect(from).toBeLessThan(engine.readFrame(body).x - 0.05);
    inspector.dispose();
  });

  test('reads the world and does not write it', () => {
    const prey = engine.spawn({ x: 9 });
    const body = engine.spawn({ guid: 5 });
    engine.moveTo(body, { target: prey }, { sticky: true });
    engine.step(20);
    const inspector = createInspector(engine, scene, { parent: null });
    inspector.select(5);
    inspector.open();
    const hash = engine.hash();
    scene.render();
    expect(engine.hash()).toBe(hash);
    inspector.dispose();
  });

  test('goes back to a kept snapshot: the world is the same again, and who shows it is told once', () => {
    const body = engine.spawn({ guid: 5, heading: 0 });
    engine.setMotion(body, MotionCommand.RunForward);
    engine.step(10);
    let restored = 0;
    const inspector = createInspector(engine, scene, { parent: null, onRestore: () => restored++ });
    inspector.keep();
    const hash = engine.hash();
    engine.step(50);
    inspector.goBack();
    expect([engine.hash(), restored]).toEqual([hash, 1]);
    expect(inspector.restore(new Uint8Array(40))).toBe(false);
    expect([engine.hash(), restored]).toEqual([hash, 1]);
  });

  test('after a restore each body has its own figure, also where an id and its count were somebody else’s meanwhile', () => {
    const entered: number[] = [];
    const left: number[] = [];
    const sync = new SceneSync(scene, engine.world, {
      onEnter: ({ guid }) => entered.push(guid),
      onLeave: ({ guid }) => left.push(guid),
    });
    const first = engine.spawn({ guid: 5 });
    const before = engine.snapshot();
    engine.despawn(first);
    engine.spawn({ guid: 6 });
    const after = engine.snapshot();
    engine.restore(before);
    engine.despawn(engine.entityOf(5));
    engine.spawn({ guid: 7 });
    sync.update(1);
    // Guid 6 has the id that 7 has, and the same count of incarnations.
    engine.restore(after);
    sync.update(1);
    expect([entered, left]).toEqual([[7, 6], [7]]);
    expect([...sync.views.values()].map(({ guid }) => guid)).toEqual([6]);
    sync.dispose();
  });

  test('refuses options and layers that there are not, by name', () => {
    expect(() => createInspector(engine, scene, { parrent: null } as never)).toThrow(/parrent.*parent/);
    expect(() => createInspector(engine, scene, { layers: ['paths' as never] })).toThrow(
      /expected some of heading, path/,
    );
  });
});

describe('ink in a scene', () => {
  let scene: Scene;
  let ink: SceneInk;

  beforeEach(() => {
    scene = createSeenScene();
    ink = new SceneInk(scene);
    ink.begin();
  });

  afterEach(() => {
    ink.dispose();
    scene.dispose();
  });

  const colour = [1, 0, 0] as const;
  /** Both ends of a line's box in the scene. */
  const ends = () => {
    ink.end();
    const [lines] = ink.meshes;
    const [matrix] = instances(lines);
    return [-0.5, 0.5].map((end) =>
      Vector3.TransformCoordinates(new Vector3(0, 0, end), matrix)
        .asArray()
        .map((part) => Number(part.toFixed(4)) + 0),
    );
  };

  test('a line goes from place to place, uphill, too: east is x, north z, up y', () => {
    ink.line({ x: 1, y: 2, z: 3 }, { x: 4, y: -2, z: 5 }, colour);
    expect(ends()).toEqual([
      [1, 3, 2],
      [4, 5, -2],
    ]);
  });

  test('a wedge opens to 20 degrees on both sides of its heading', () => {
    ink.wedge({ x: 0, y: 0, z: 0 }, 90, 2, colour);
    ink.end();
    const wedges = ink.meshes[3];
    const [matrix] = instances(wedges);
    const positions = wedges.getVerticesData('position') ?? [];
    const points = Array.from({ length: positions.length / 3 - 1 }, (_, at) =>
      Vector3.TransformCoordinates(Vector3.FromArray(positions, at * 3 + 3), matrix),
    );
    const headings = points.map(({ x, z }) => (Math.atan2(x, z) * 180) / Math.PI);
    expect(Math.min(...headings)).toBeCloseTo(70, 3);
    expect(Math.max(...headings)).toBeCloseTo(110, 3);
    expect(points[0].length()).toBeCloseTo(2, 5);
  });

  test('holds as many marks as are drawn, and no more than in the last sketch', () => {
    for (let index = 0; index < 500; index++) ink.dot({ x: index, y: 0, z: 0 }, 0.1, colour);
    ink.end();
    expect(ink.meshes[1].thinInstanceCount).toBe(500);
    ink.begin();
    ink.dot({ x: 7, y: 0, z: 0 }, 0.1, colour);
    ink.end();
    expect(ink.meshes[1].thinInstanceCount).toBe(1);
    ink.begin();
    ink.end();
    expect(ink.meshes[1].isVisible).toBe(false);
  });

  test('what has no length or is no number is not drawn', () => {
    ink.line({ x: 1, y: 1, z: 1 }, { x: 1, y: 1, z: 1 }, colour);
    ink.ring({ x: 0, y: 0, z: 0 }, Number.NaN, colour);
    ink.dot({ x: 0, y: 0, z: 0 }, 0, colour);
    ink.end();
    expect(ink.meshes.some(({ isVisible }) => isVisible)).toBe(false);
  });
});
