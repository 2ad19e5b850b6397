import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateIcoSphere } from '@babylonjs/core/Meshes/Builders/icoSphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { PillarShape } from '../index.ts';
import { toScene } from '../systems/render/axes.ts';
import { seededRandom } from './random.ts';
import type { SurfaceKind } from './scene-textures.ts';
import { standAt } from './still-mesh.ts';

const LEAVES: readonly (readonly [number, number, number])[] = [
  [0.36, 0.5, 0.28],
  [0.44, 0.56, 0.3],
  [0.53, 0.6, 0.31],
  [0.31, 0.45, 0.33],
];

/** All trees' trunks, or crowns of a kind, and what they are made of. */
export interface TreeParts {
  readonly mesh: Mesh;
  readonly kind: SurfaceKind;
}

/**
 * Draws trees where a scene has pillars with the look of one: the trunk is as thick as the pillar, the crown begins above
 * heads. Three draw calls for all.
 *
 * @param fine Rounder crowns.
 */
export function plantTrees(scene: Scene, pillars: readonly PillarShape[], fine: boolean): TreeParts[] {
  const trunks: Matrix[] = [];
  const firs: { matrix: Matrix; colour: readonly number[] }[] = [];
  const crowns: { matrix: Matrix; colour: readonly number[] }[] = [];
  const position = new Vector3();
  pillars.forEach(({ x, y, radius, bottom, top }, index) => {
    const random = seededRandom(Math.round(x * 100) * 31 + Math.round(y * 100) + index);
    const height = top - bottom;
    const turn = Quaternion.RotationAxis(Vector3.UpReadOnly, random() * Math.PI * 2);
    toScene(x, y, bottom, position);
    trunks.push(Matrix.Compose(new Vector3(radius, height, radius), turn, position));
    const width = 1.5 + random() * 0.7;
    const shade = 0.88 + random() * 0.24;
    const colour = LEAVES[Math.floor(random() * LEAVES.length)].map((part) => part * shade);
    const isFir = random() < 0.45;
    toScene(x, y, bottom + height * (isFir ? 0.42 : 0.88), position);
    const size = new Vector3(width, isFir ? height * 0.9 : width * 0.95, width);
    (isFir ? firs : crowns).push({ matrix: Matrix.Compose(size, turn, position), colour });
  });

  const trunk = CreateCylinder('trunk', { height: 1, diameterTop: 1.3, diameterBottom: 2, tessellation: 9 }, scene);
  trunk.bakeTransformIntoVertices(Matrix.Translation(0, 0.5, 0));
  const made = [
    instance(
      'bark',
      trunk,
      trunks.map((matrix) => ({ matrix, colour: [1, 1, 1] })),
    ),
    instance('plain', createFir(scene), firs),
    instance('plain', createCrown(scene, fine), crowns),
  ];
  return made.filter((parts) => parts !== null);
}

/** Three cones, one above the other, a metre high and wide. */
function createFir(scene: Scene): Mesh {
  const tiers = [0, 1, 2].map((tier) => {
    const diameterBottom = 1.7 - tier * 0.45;
    const cone = CreateCylinder('fir', { height: 0.5, diameterTop: 0.05, diameterBottom, tessellation: 9 }, scene);
    cone.bakeTransformIntoVertices(Matrix.RotationY(tier * 0.3).multiply(Matrix.Translation(0, 0.25 + tier * 0.25, 0)));
    return cone;
  });
  return merge('fir', tiers);
}

/** A few balls, the size of a metre around the middle. */
function createCrown(scene: Scene, fine: boolean): Mesh {
  const balls = [
    [0, 0.1, 0, 1],
    [0.55, -0.2, 0.2, 0.68],
    [-0.45, -0.12, 0.4, 0.72],
    [-0.1, -0.22, -0.55, 0.7],
  ].map(([x, y, z, radius]) => {
    const ball = CreateIcoSphere('crown', { radius, subdivisions: fine ? 2 : 1, flat: true }, scene);
    ball.bakeTransformIntoVertices(Matrix.Translation(x, y, z));
    return ball;
  });
  return merge('crown', balls);
}

function merge(name: string, parts: Mesh[]): Mesh {
  const merged = Mesh.MergeMeshes(parts, true, true);
  if (merged === null) throw new Error(`the parts of a ${name} cannot be merged`);
  merged.name = name;
  merged.convertToFlatShadedMesh();
  return merged;
}

function instance(
  kind: SurfaceKind,
  mesh: Mesh,
  places: readonly { matrix: Matrix; colour: readonly number[] }[],
): TreeParts | null {
  if (places.length === 0) {
    mesh.dispose();
    return null;
  }
  const matrices = new Float32Array(places.length * 16);
  const colours = new Float32Array(places.length * 4);
  places.forEach(({ matrix, colour }, index) => {
    matrix.copyToArray(matrices, index * 16);
    colours.set([...colour, 1], index * 4);
  });
  standAt(mesh, matrices, colours);
  mesh.alwaysSelectAsActiveMesh = true;
  return { mesh, kind };
}
