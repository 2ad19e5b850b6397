import { describe, expect, it } from 'vitest';
import { createSceneGround, parseScene, type SceneInput, sceneShapes } from '../../../index.ts';

const box = { kind: 'box', x: 0, y: 0, z: 0, width: 1, depth: 1, height: 1 };
const house = {
  kind: 'house',
  ...{ x: 0, y: 0, z: 0, width: 6, depth: 5, height: 2.5, thickness: 0.2 },
  door: { width: 1.2, height: 2 },
};
const terrain = {
  x: 0,
  y: 0,
  cell: 2,
  heights: [
    [0, 0, 0],
    [0, 0, 0],
  ],
};
const withObstacle = (change: object, obstacle: object = box) => ({
  name: 's',
  obstacles: [{ ...obstacle, ...change }],
});
const withTerrain = (change: object) => ({ name: 's', terrain: { ...terrain, ...change } });

describe('a scene that comes from outside', () => {
  it('has its defaults filled in', () => {
    expect(parseScene({ name: 'empty' })).toEqual({ name: 'empty', obstacles: [], places: [] });
    expect(parseScene({ name: 's', obstacles: [box] }).obstacles[0]).toEqual({ ...box, heading: 0 });
  });

  it.each<[string, unknown, string]>([
    ['is no object', 7, 'cave.json: expected the parsed JSON of a scene, found number'],
    ['is a path', 'cave.json', "cave.json: expected the parsed JSON of a scene, found the text 'cave.json'"],
    ['is what was read', new Uint8Array(3), 'cave.json: expected the parsed JSON of a scene, found object'],
    ['has no name', {}, 'cave.json: at (top): name is missing'],
    ['has a name of no letters', { name: '' }, 'cave.json: at name: expected >=1, found 0'],
    [
      'has a name that there is not',
      withObstacle({ heigth: 1 }),
      "cave.json: at obstacles.0.heigth: unknown name; did you mean 'height'?",
    ],
    ['lacks a measure', withObstacle({ height: undefined }), 'cave.json: at obstacles.0: height is missing'],
    [
      'has a misspelt name, and so lacks the right one',
      { name: 's', obstacles: [{ ...box, width: undefined, widht: 1 }] },
      "cave.json: at obstacles.0.widht: unknown name; did you mean 'width'?",
    ],
    [
      'has a misspelt name in a part of an obstacle',
      withObstacle({ door: { widht: 1, height: 2 } }, house),
      "cave.json: at obstacles.0.door.widht: unknown name; did you mean 'width'?",
    ],
    [
      'has a misspelt name in its terrain',
      withTerrain({ void: [] }),
      "cave.json: at terrain.void: unknown name; did you mean 'voids'?",
    ],
    [
      'has a name like no other',
      { name: 's', sky: 'blue' },
      'cave.json: at sky: unknown name; known are name, terrain, obstacles, places',
    ],
    ['has a measure of nothing', withObstacle({ width: 0 }), 'at obstacles.0.width: expected >=0.001, found 0'],
    ['has a number that is text', withObstacle({ x: '3' }), 'at obstacles.0.x: expected number, found "3"'],
    ['lies outside the world', withObstacle({ x: 2e7 }), 'at obstacles.0.x: expected <=10000000, found 20000000'],
    ['has a number that is none', withObstacle({ z: Number.NaN }), 'at obstacles.0.z: expected number, found NaN'],
    [
      'has an infinite number',
      withObstacle({ z: Number.POSITIVE_INFINITY }),
      'at obstacles.0.z: expected a finite number, found Infinity',
    ],
    ['has an obstacle of no known kind', withObstacle({ kind: 'cone' }), 'at obstacles.0.kind: expected ("box" |'],
    [
      'has a wall without a length',
      withObstacle({}, { kind: 'wall', from: [1, 1], to: [1, 1], z: 0, height: 1, thickness: 1 }),
      'at obstacles.0.to: expected a point 0.001 to 10000 m away in plan, found 0 m',
    ],
    [
      'has a slab that stands upright',
      withObstacle({}, { kind: 'slab', from: [1, 1, 0], to: [1, 1, 5], width: 1, thickness: 1 }),
      'at obstacles.0.to: expected a point 0.001 to 10000 m away in plan, found 0 m',
    ],
    ['has stairs without steps', withObstacle({ kind: 'stairs', steps: 0, rise: 1, tread: 1 }), 'obstacles.0'],
    [
      'has a house of walls alone',
      withObstacle({ thickness: 2.5 }, house),
      'at obstacles.0.thickness: expected less than half of width and depth, found 2.5',
    ],
    [
      'has a door as high as its wall',
      withObstacle({ door: { width: 1, height: 2.5 } }, house),
      "at obstacles.0.door.height: expected less than the wall's 2.5, found 2.5",
    ],
    [
      'has a door in a corner',
      withObstacle({ door: { width: 1, height: 2, offset: 2.4 } }, house),
      'at obstacles.0.door: expected to lie between the side walls, found 1 m at 2.4',
    ],
    [
      'has rows of different lengths',
      withTerrain({ heights: [[0, 0, 0], [0]] }),
      'at terrain.heights.1: expected >=2, found 1',
    ],
    [
      'has a row that is too short',
      withTerrain({
        heights: [
          [0, 0, 0],
          [0, 0],
        ],
      }),
      'at terrain.heights.1: expected 3 heights as in the first row, found 2',
    ],
    ['has cells of nothing', withTerrain({ cell: 0 }), 'at terrain.cell: expected >=0.5, found 0'],
    [
      'has a void outside its terrain',
      withTerrain({ voids: [{ column: 1, row: 0, columns: 2, rows: 1 }] }),
      'at terrain.voids.0: expected cells of a terrain of 2 by 1, found columns 1 to 2, rows 0 to 0',
    ],
  ])('is refused where it %s, by file, place, finding and expectation', (_what, content, message) => {
    expect(() => parseScene(content, 'cave.json')).toThrow(message);
    expect(() => createSceneGround(content, { source: 'cave.json' })).toThrow(
      /^cave\.json: (at|expected the parsed JSON) /,
    );
  });
});

/** Lowest and highest point and the extent in plan of what an obstacle is made of. */
function extent(obstacles: SceneInput['obstacles']) {
  const shapes = sceneShapes(parseScene({ name: 's', obstacles }));
  const blocks = shapes.map((shape) => {
    if (shape.kind === 'pillar') throw new Error('no blocks');
    return shape;
  });
  return {
    parts: shapes.length,
    low: Math.min(...blocks.map((each) => Math.min(each.bottomNear, each.bottomFar))),
    high: Math.max(...blocks.map((each) => Math.max(each.topNear, each.topFar))),
    blocks,
  };
}

describe('the solids of an obstacle', () => {
  it('of stairs are one step each, that climb along the heading', () => {
    const { parts, low, high, blocks } = extent([
      { kind: 'stairs', x: 1, y: 2, z: 3, width: 2, steps: 4, rise: 0.25, tread: 0.5, heading: 90 },
    ]);
    expect({ parts, low, high }).toEqual({ parts: 4, low: 3, high: 4 });
    expect(blocks.map(({ x, y, topNear }) => [x, y, topNear])).toEqual([
      [1.25, 2, 3.25],
      [1.75, 2, 3.5],
      [2.25, 2, 3.75],
      [2.75, 2, 4],
    ]);
  });

  it('of a bridge are its deck and a rail on each side of it', () => {
    const { blocks } = extent([{ kind: 'bridge', from: [0, 0, 1], to: [0, 10, 3], width: 2, thickness: 0.5, rail: 1 }]);
    expect(
      blocks.map(({ x, width, depth, topNear, topFar, bottomNear }) => [x, width, depth, topNear, topFar, bottomNear]),
    ).toEqual([
      [0, 2, 10, 1, 3, 0.5],
      [-0.95, 0.1, 10, 2, 4, 1],
      [0.95, 0.1, 10, 2, 4, 1],
    ]);
    expect(extent([{ kind: 'bridge', from: [0, 0, 1], to: [0, 9, 1], width: 2, thickness: 1 }]).parts).toBe(1);
  });

  it('of a house leave the door open, to the right of who comes out when its offset is positive', () => {
    const door = { width: 1, height: 2, offset: 1 };
    const ground = createSceneGround({ name: 's', obstacles: [{ ...house, door }] });
    // The door is in the northern wall, which the heading 0 looks out of: right of who comes out is the east.
    const through = (x: number, z: number) =>
      ground.cast({ x, y: 0, z }, { x, y: 5, z }, 0) === null ? 'open' : 'closed';
    expect([0.4, 0.6, 1, 1.4, 1.6, -1].map((x) => through(x, 1))).toEqual([
      'closed',
      'open',
      'open',
      'open',
      'closed',
      'closed',
    ]);
    expect([1.9, 2.1].map((z) => through(1, z))).toEqual(['open', 'closed']);
  });

  it('of a house with a ridge close its gables', () => {
    const ground = createSceneGround({ name: 's', obstacles: [{ ...house, roof: 2 }] });
    const hit = ground.cast({ x: 0, y: 0.2, z: 3.5 }, { x: 9, y: 0.2, z: 3.5 }, 0);
    expect(hit?.x).toBeCloseTo(2.8, 5);
    expect(ground.cast({ x: 0, y: 0, z: 1 }, { x: 0, y: 0, z: 9 }, 0)?.z).toBeCloseTo(4.5, 5);
  });
});

describe('the fingerprint of a ground', () => {
  const of = (content: unknown, bodiesBlock = false) => createSceneGround(content, { bodiesBlock }).fingerprint;

  it('is that of what moves bodies: not of names, places and looks', () => {
    const scene = { name: 's', terrain, obstacles: [box] };
    const same = {
      name: 'other',
      terrain,
      obstacles: [{ ...box, look: 'stone' }],
      places: [{ name: 'a', x: 1, y: 1 }],
    };
    expect(of(same)).toBe(of(scene));
    expect(of(scene)).toMatch(/^[0-9a-f]{16}$/);
    expect(of({ ...scene, obstacles: [{ ...box, height: 1.001 }] })).not.toBe(of(scene));
    expect(of({ ...scene, terrain: { ...terrain, cell: 3 } })).not.toBe(of(scene));
    expect(of(scene, true)).not.toBe(of(scene));
  });
});
