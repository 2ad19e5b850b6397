import { afterAll, describe, expect, it } from 'vitest';
import { createNavigationMesh, type NavigationMesh } from '../../nav/index.ts';
import { groundOf, meshOf } from './support.ts';

const flat = {
  name: 'flat',
  terrain: { x: -10, y: -10, cell: 5, heights: Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]) },
};
const made: NavigationMesh[] = [];

/** The mesh of a small level field with something on it. */
async function fieldWith(obstacles: readonly object[], options: object = {}): Promise<NavigationMesh> {
  const mesh = await createNavigationMesh({ ...flat, obstacles }, options);
  made.push(mesh);
  return mesh;
}

afterAll(() => {
  for (const mesh of made) mesh.dispose();
});

describe('a navigation mesh', () => {
  it('leads around a wall, a radius away from it, and through nothing', async () => {
    const mesh = await fieldWith([{ kind: 'wall', from: [-6, 0], to: [6, 0], z: 0, height: 3, thickness: 0.4 }]);
    const { points, length, reason } = mesh.findPath({ x: 0, y: -3, z: 0 }, { x: 0, y: 3, z: 0 });
    expect(reason).toBe('none');
    expect(points.at(-1)).toMatchObject({ x: 0, y: 3 });
    for (const { x, y } of points.slice(0, -1)) {
      const clearance = Math.hypot(Math.max(0, Math.abs(x) - 6), Math.max(0, Math.abs(y) - 0.2));
      expect(clearance).toBeGreaterThan(0.25);
      expect(clearance).toBeLessThan(0.6);
    }
    expect(length).toBeGreaterThan(13);
    expect(length).toBeLessThan(15);
  });

  it('has no room inside of solids, however thick and tall', async () => {
    const mesh = await fieldWith([
      { kind: 'box', x: 0, y: 0, z: 0, width: 6, depth: 6, height: 12 },
      { kind: 'ramp', x: -7, y: 0, z: 0, width: 3, depth: 6, height: 6 },
      { kind: 'pillar', x: 7, y: 0, z: 0, radius: 1.5, height: 8 },
    ]);
    for (const [x, y] of [
      [0, 0],
      [1, 1],
      [-7, 2],
      [7, 0],
    ])
      expect(mesh.nearest({ x, y, z: 0.1 }), `${x}, ${y}`).toBeNull();
  });

  it('takes steps of the body’s step height, and none that is two centimetres higher', async () => {
    const mesh = await meshOf('stairs');
    const start = { x: 0, y: -4, z: 0 };
    const reached = [0.2, 0.4, 0.59, 0.61, 0.8].map(
      (z, index) => mesh.findPath(start, { x: 3 + 2.2 * index, y: 4, z }).reason,
    );
    expect(reached).toEqual(['none', 'none', 'none', 'noWay', 'noWay']);
  });

  it('climbs what is flatter than the slope limit and not what is steeper', async () => {
    const mesh = await meshOf('stairs');
    const onSlope = (x: number, y: number) => mesh.nearest({ x, y, z: groundOf('stairs').heightAt(x, y, 9) });
    expect(onSlope(-5, 5)).not.toBeNull();
    const steep = onSlope(-1, 6);
    expect(steep === null || Math.abs(steep.x + 1) > 0.9).toBe(true);
    const gentle = await fieldWith([{ kind: 'ramp', x: 0, y: 0, z: 0, width: 3, depth: 6, height: 3 }], { slope: 20 });
    expect(gentle.findPath({ x: 0, y: -5, z: 0 }, { x: 0, y: 1, z: 2 }).reason).not.toBe('none');
  });

  it('has the bridge over a void, and nothing of the void', async () => {
    const mesh = await meshOf('ravine');
    const { points } = mesh.findPath({ x: -20, y: -10, z: 0 }, { x: -20, y: 10, z: 0 });
    const crossing = points.filter(({ y }) => Math.abs(y) < 5.5);
    expect(crossing.length).toBeGreaterThan(0);
    for (const { x } of crossing) expect(Math.abs(x)).toBeLessThan(1.2);
    expect(mesh.nearest({ x: -20, y: 0, z: 0 })).toBeNull();
  });

  it('takes a place within the stated distance for the nearest place on it, and no other', async () => {
    const wall = { kind: 'box', x: 0, y: 0, z: 0, width: 4, depth: 4, height: 3 };
    const mesh = await fieldWith([wall], { snap: 0.6 });
    const near = mesh.nearest({ x: 1.9, y: 0, z: 0 });
    expect(near?.x).toBeGreaterThan(2.25);
    expect(near?.x).toBeLessThan(2.51);
    expect(mesh.nearest({ x: 1.5, y: 0, z: 0 })).toBeNull();
    expect(mesh.nearest({ x: 5, y: 0, z: 5 })).toBeNull();
    expect(mesh.findPath({ x: 5, y: 0, z: 0 }, { x: 0, y: 0, z: 0 })).toEqual({
      points: [],
      length: 0,
      reason: 'goalOffMesh',
      more: false,
    });
    expect(mesh.findPath({ x: 0, y: 0, z: 0 }, { x: 5, y: 0, z: 0 }).reason).toBe('startOffMesh');
    expect(mesh.findPath({ x: 5, y: 5, z: 0 }, { x: 5.01, y: 5, z: 0 }).points).toHaveLength(1);
  });

  it('answers the beginning of a way that has more corners than are wanted', async () => {
    const mesh = await meshOf('stairs');
    const top = { x: 9 + 1.6 * Math.sin((380 * Math.PI) / 180), y: -5 + 1.6 * Math.cos((380 * Math.PI) / 180), z: 4.4 };
    const whole = mesh.findPath({ x: 0, y: -4, z: 0 }, top);
    const begun = mesh.findPath({ x: 0, y: -4, z: 0 }, top, 3);
    expect(whole).toMatchObject({ reason: 'none', more: false });
    expect(begun).toMatchObject({ reason: 'none', more: true, points: whole.points.slice(0, 3) });
  });

  it('of an empty scene, or of one without ground, is empty', async () => {
    for (const scene of [
      { name: 'nothing' },
      { name: 'post', obstacles: [{ kind: 'pillar', x: 0, y: 0, z: 0, radius: 0.1, height: 3 }] },
    ]) {
      const mesh = await createNavigationMesh(scene);
      expect(mesh.isEmpty).toBe(true);
      expect(mesh.nearest({ x: 0, y: 0, z: 0 })).toBeNull();
      expect(mesh.findPath({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }).reason).toBe('startOffMesh');
      expect(mesh.triangles().indices).toHaveLength(0);
      mesh.dispose();
    }
  });

  it('takes triangle meshes as ground, and lies right far from the origin', async () => {
    const [x, y] = [123456, -98765];
    const vertices = [x, y, 5, x + 20, y, 5, x + 20, y + 20, 5, x, y + 20, 5];
    const mesh = await createNavigationMesh({ name: 'floor' }, { meshes: [{ vertices, indices: [0, 1, 2, 0, 2, 3] }] });
    made.push(mesh);
    const { points } = mesh.findPath({ x: x + 2, y: y + 2, z: 5 }, { x: x + 18, y: y + 17, z: 5 });
    expect(points).toHaveLength(1);
    expect(mesh.nearest({ x: x + 10, y: y + 10, z: 5 })?.z).toBeCloseTo(5, 1);
    const drawn = mesh.triangles();
    expect(Math.min(...drawn.vertices.filter((_, at) => at % 3 === 0))).toBeGreaterThan(x);
  });

  it('tells how far it is, and lets others run meanwhile', async () => {
    const shares: number[] = [];
    await createNavigationMesh(flat, { progress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(shares.every((share, index) => index === 0 || share >= shares[index - 1])).toBe(true);
  });

  it('throws when it is used after it is disposed of, and not when it is disposed of twice', async () => {
    const mesh = await createNavigationMesh(flat);
    mesh.dispose();
    mesh.dispose();
    expect(() => mesh.findPath({ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 })).toThrow(
      'findPath: the navigation mesh is disposed of',
    );
  });

  it.each<[object | unknown, RegExp]>([
    [{ radius: 0 }, /^createNavigationMesh\.radius: expected a number from 0\.05 to 25, found 0$/],
    [{ stepUp: Number.NaN }, /stepUp: expected a number from 0\.05 to 10, found NaN/],
    [{ slope: 60 }, /slope: expected a number from 1 to 48\.4, found 60/],
    [{ cellsize: 1 }, /unknown 'cellsize'; did you mean 'cellSize'/],
    [
      { meshes: [{ vertices: [0, 0, 0], indices: [0, 0, 1] }] },
      /meshes\[0\]\.indices\[2\]: expected a number from 0 to 0, found 1/,
    ],
    [{ meshes: [{ vertices: [0, 0, 0], indices: [] }] }, /meshes\[0\]\.indices: .*in threes, found 0 numbers/],
    [
      { meshes: [{ vertices: [0, 0, Number.NaN], indices: [0, 0, 0] }] },
      /meshes\[0\]\.vertices\[2\]: expected a number from -10000000 to 10000000, found NaN/,
    ],
    [{ meshes: [{ vertices: [0, 0, 0] }] }, /meshes\[0\]\.indices: expected a list of numbers, found undefined/],
    [
      { meshes: [{ vertices: [0, 0], indices: [] }] },
      /meshes\[0\]\.vertices: expected x, y and z of each vertex, in threes, found 2 numbers/,
    ],
    [{ progress: 1 }, /progress: expected a function/],
    [null, /expected an object of options, found null/],
  ])('refuses the options %j and says what was expected', async (options, message) => {
    await expect(createNavigationMesh(flat, options as object)).rejects.toThrow(message);
  });

  it('refuses a scene that is none, and one of too many cells', async () => {
    await expect(createNavigationMesh({ name: 1 })).rejects.toThrow('scene: at name: expected string, found 1');
    const wide = {
      name: 'wide',
      obstacles: [{ kind: 'box', x: 0, y: 0, z: 0, width: 10000, depth: 10000, height: 1 }],
    };
    await expect(createNavigationMesh(wide)).rejects.toThrow(
      /cellSize: expected at most 100000000 cells, found .* give a larger cellSize/,
    );
  });

  it.each(['x', 'y', 'z'])('refuses a place whose %s is NaN', async (axis) => {
    const mesh = await meshOf('stairs');
    const place = { x: 0, y: 0, z: 0, [axis]: Number.NaN };
    expect(() => mesh.findPath({ x: 0, y: 0, z: 0 }, place)).toThrow(`findPath: to.${axis}: expected a number`);
    expect(() => mesh.nearest(place)).toThrow(RangeError);
  });
});
