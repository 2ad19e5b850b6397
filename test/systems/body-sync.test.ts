import { beforeEach, describe, expect, it } from 'vitest';
import { BodySync, type Engine, MotionCommand, type ShownBody, type WorldPlace } from '../../index.ts';
import { createEngine } from '../../index.ts';
import human from '../../content/motion-tables/human.json' with { type: 'json' };

interface View {
  readonly guid: number;
  places: WorldPlace[];
}

describe('what a renderer keeps for bodies', () => {
  let engine: Engine;
  let sync: BodySync<View>;
  let left: number[];

  beforeEach(() => {
    engine = createEngine({ motionTables: [human] });
    left = [];
    sync = new BodySync<View>(engine.world, {
      enter: ({ guid }) => ({ guid, places: [] }),
      place: (view, place) => view.places.push({ ...place }),
      leave: (view) => left.push(view.guid),
    });
  });

  const viewOf = (body: number): View => {
    const view = sync.views.get(body);
    if (view === undefined) throw new Error(`body ${body} is not shown`);
    return view;
  };

  it('is there and placed from the first picture on, also of those who were there before', () => {
    const body = engine.spawn({ guid: 77, x: 5, y: -6, heading: 250 });
    sync.update(0.4);
    expect(viewOf(body).guid).toBe(77);
    expect(viewOf(body).places).toHaveLength(1);
    expect(viewOf(body).places[0]).toMatchObject({ x: 5, y: -6, z: 0 });
    expect(viewOf(body).places[0].heading).toBeCloseTo(250, 6);
  });

  it('is placed once a picture, between the last two steps', () => {
    const body = engine.spawn({ heading: 90 });
    engine.setMotion(body, MotionCommand.RunForward);
    engine.step(20);
    const before = engine.readFrame(body).x;
    engine.step();
    const after = engine.readFrame(body).x;
    for (const alpha of [0, 0.25, 1]) sync.update(alpha);
    const { places } = viewOf(body);
    expect(places).toHaveLength(3);
    expect(places[1].x).toBeCloseTo(before + (after - before) * 0.25, 9);
    expect(places[2].x).toBeCloseTo(after, 9);
  });

  it('belongs to one body, also when another one has its id in the next picture', () => {
    const first = engine.spawn({ guid: 1, x: 10 });
    sync.update(1);
    engine.despawn(first);
    expect(engine.spawn({ guid: 2, x: 20 })).toBe(first);
    sync.update(1);
    expect(left).toEqual([1]);
    expect(viewOf(first).guid).toBe(2);
    expect(viewOf(first).places[0].x).toBe(20);
  });

  it('follows a restored snapshot', () => {
    const first = engine.spawn({ guid: 1 });
    const kept = engine.snapshot();
    engine.despawn(first);
    engine.spawn({ guid: 2 });
    sync.update(1);
    engine.restore(kept);
    sync.update(1);
    expect(left).toEqual([2]);
    expect([...sync.views.values()].map(({ guid }) => guid)).toEqual([1]);
  });

  it('goes with disposal, and the world stays', () => {
    engine.spawn();
    engine.spawn();
    const hash = engine.hash();
    sync.update(0.5);
    sync.dispose();
    expect(left).toHaveLength(2);
    expect(sync.views.size).toBe(0);
    expect(engine.hash()).toBe(hash);
    sync.update(0.5);
    expect(sync.views.size).toBe(2);
  });

  it('cannot be made without a way to make it', () => {
    const options = {} as { enter: (body: ShownBody) => View };
    expect(() => new BodySync(engine.world, options)).toThrow(/expected a function as enter/);
  });
});
