import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Scene } from '@babylonjs/core/scene.js';
import { type Engine, MotionCommand } from '../../../index.ts';
import { type EntityView, placeOfNode, SceneSync } from '../../../systems/render/index.ts';
import { createHumanEngine, createScene } from './support.ts';

const ALPHA = 0.4;

describe('the scene and the bodies of a world', () => {
  let scene: Scene;
  let engine: Engine;
  let sync: SceneSync;
  let entered: EntityView[];
  let left: EntityView[];

  beforeEach(() => {
    scene = createScene();
    engine = createHumanEngine();
    entered = [];
    left = [];
    sync = new SceneSync(scene, engine.world, {
      onEnter: (view) => entered.push(view),
      onLeave: (view) => left.push(view),
    });
  });

  afterEach(() => {
    scene.dispose();
  });

  const placeOf = (view: EntityView) => placeOfNode(view.node, { x: 0, y: 0, z: 0, heading: 0 });

  test('a body has a node where it stands, from its first frame on', () => {
    const body = engine.spawn({ guid: 77, x: 5, y: -6, heading: 250 });
    sync.update(ALPHA);
    expect(entered.map(({ guid }) => guid)).toEqual([77]);
    const view = sync.views.get(body) as EntityView;
    const { x, y, z, heading } = placeOf(view);
    expect([x, y, z]).toEqual([5, -6, 0]);
    expect(heading).toBeCloseTo(250, 6);
  });

  test('a node moves with its body, between its last two steps', () => {
    const body = engine.spawn({ heading: 90 });
    engine.setMotion(body, MotionCommand.RunForward);
    engine.step(20);
    const before = engine.readFrame(body).x;
    engine.step();
    const after = engine.readFrame(body).x;
    sync.update(ALPHA);
    expect(placeOf(sync.views.get(body) as EntityView).x).toBeCloseTo(before + (after - before) * ALPHA, 6);
  });

  test('there are as many nodes as live bodies, whatever comes and goes', () => {
    const bodies: number[] = [];
    let seed = 12345;
    for (let round = 0; round < 200; round++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      if (bodies.length === 0 || (seed >>> 16) % 5 < 3) bodies.push(engine.spawn({ x: round }));
      else engine.despawn(bodies.splice((seed >>> 8) % bodies.length, 1)[0]);
      // Not after every change: several come and go between two frames.
      if (round % 3 !== 0) continue;
      sync.update(ALPHA);
      expect(scene.transformNodes.length).toBe(bodies.length);
      expect([...sync.views.keys()].sort((a, b) => a - b)).toEqual([...engine.entities()]);
    }
    expect(entered.length - left.length).toBe(sync.views.size);
  });

  test('a body that takes over the id of another one has a node of its own', () => {
    const first = engine.spawn({ guid: 1, x: 10 });
    sync.update(ALPHA);
    const firstView = sync.views.get(first) as EntityView;
    engine.despawn(first);
    const second = engine.spawn({ guid: 2, x: 20 });
    expect(second).toBe(first);
    sync.update(ALPHA);
    const secondView = sync.views.get(second) as EntityView;
    expect(secondView.node).not.toBe(firstView.node);
    expect(firstView.node.isDisposed()).toBe(true);
    expect(left).toEqual([firstView]);
    expect(placeOf(secondView).x).toBe(20);
  });

  test('the simulation is not written: its hash stays the same', () => {
    const body = engine.spawn({ heading: 33 });
    engine.setMotion(body, MotionCommand.WalkForward);
    engine.step(7);
    const hash = engine.hash();
    for (const alpha of [0, 0.3, 0.9, 1]) sync.update(alpha);
    sync.dispose();
    expect(engine.hash()).toBe(hash);
  });

  test('disposed of, it leaves no node behind', () => {
    engine.spawn();
    engine.spawn();
    sync.update(ALPHA);
    sync.dispose();
    expect(scene.transformNodes).toEqual([]);
    expect(left.length).toBe(2);
    expect(engine.entities().length).toBe(2);
  });

  test('an origin far out keeps the nodes near the scene’s middle', () => {
    const far = new SceneSync(scene, engine.world, { origin: { x: 20_000, y: 30_000, z: 0 } });
    const body = engine.spawn({ x: 20_001.5, y: 30_002 });
    far.update(1);
    expect(far.views.get(body)?.node.position.asArray()).toEqual([1.5, 0, 2]);
    far.dispose();
  });
});
