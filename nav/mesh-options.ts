import { axesOf, checks } from '../index.ts';

/** For which bodies a navigation mesh is made, and how finely. */
export interface NavigationMeshOptions {
  /** Metres of the body's radius, 0.05 to 25. Default 0.3. Bodies that are wider get stuck in narrow places. */
  radius?: number;
  /** Metres that the body is high, 0.1 to 100. Default 1.8. */
  height?: number;
  /** Metres that it steps up, 0.05 to 10. Default 0.6. */
  stepUp?: number;
  /** Degrees of the steepest slope that it walks on, 1 to 48.38 (where every body's ground ends, the default). */
  slope?: number;
  /** Metres of a cell's side, 0.02 to 10. Default: a third of the radius; more, up to the radius, in very large scenes. */
  cellSize?: number;
  /** Metres in plan within which a place beside the mesh counts as the nearest place on it, 0 to 10. Default 1. */
  snap?: number;
  /** Triangle meshes that are ground or obstacles besides the scene's, as `gait/rapier` takes them. */
  meshes?: readonly NavigationTriangles[];
  /** Told how much of the mesh is made, 0 to 1, tile by tile. */
  progress?: (share: number) => void;
}

/** Triangles in world metres, counter-clockwise as seen from outside. */
export interface NavigationTriangles {
  /** x, y and z of each vertex. */
  readonly vertices: ArrayLike<number>;
  /** Three places of vertices for each triangle; one triangle at least. */
  readonly indices: ArrayLike<number>;
}

/** Checked options with their defaults. Metres. */
export interface MeshSettings {
  readonly radius: number;
  readonly height: number;
  readonly stepUp: number;
  /** Least z of a normal that can be walked on. */
  readonly leastNormalZ: number;
  /** 0: to be chosen by the size of the scene. */
  readonly cellSize: number;
  readonly snap: number;
  readonly meshes: readonly NavigationTriangles[];
  readonly progress: (share: number) => void;
}

const optionKeys = [
  'radius',
  'height',
  'stepUp',
  'slope',
  'cellSize',
  'snap',
  'meshes',
  'progress',
] as const satisfies readonly (keyof NavigationMeshOptions)[];

/** The z of the steepest normal that bodies walk on (retail's floor z: cosine of 48.4 degrees). */
const FLOOR_Z = 0.66417414618662751;
/** Degrees; a larger slope would be refused by the sweep anyway. */
const STEEPEST = 48.4;

/** @throws TypeError or RangeError that names the option. */
export function meshSettings(what: string, options: NavigationMeshOptions): MeshSettings {
  checks.requireObject(what, options, 'an object of options');
  checks.requireKeys(what, options, optionKeys);
  const number = (
    key: 'radius' | 'height' | 'stepUp' | 'slope' | 'cellSize' | 'snap',
    usual: number,
    least: number,
    most: number,
  ) => checks.requireNumber(`${what}.${key}`, options[key] ?? usual, least, most);
  const slope = number('slope', STEEPEST, 1, STEEPEST);
  const { meshes = [], progress = () => {} } = options;
  if (!Array.isArray(meshes))
    throw new TypeError(`${what}.meshes: expected a list of { vertices, indices }, found ${checks.describe(meshes)}`);
  meshes.forEach((mesh: NavigationTriangles, index) => {
    checkTriangles(`${what}.meshes[${index}]`, mesh);
  });
  if (typeof progress !== 'function') throw new TypeError(`${what}.progress: expected a function`);
  return {
    radius: number('radius', 0.3, 0.05, 25),
    height: number('height', 1.8, 0.1, 100),
    stepUp: number('stepUp', 0.6, 0.05, 10),
    leastNormalZ: Math.max(FLOOR_Z, axesOf(slope)[0]),
    cellSize: options.cellSize === undefined ? 0 : number('cellSize', 0, 0.02, 10),
    snap: number('snap', 1, 0, 10),
    meshes,
    progress,
  };
}

function checkTriangles(what: string, mesh: NavigationTriangles): void {
  const { vertices, indices } = checks.requireObject(what, mesh, '{ vertices, indices }') as NavigationTriangles;
  for (const [name, list] of Object.entries({ vertices, indices })) {
    if (Number.isInteger((list as ArrayLike<number> | undefined)?.length) && typeof list === 'object') continue;
    throw new TypeError(`${what}.${name}: expected a list of numbers, found ${checks.describe(list)}`);
  }
  checks.requireTriangles(what, vertices, indices);
}
