import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateIcoSphere } from '@babylonjs/core/Meshes/Builders/icoSphereBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { toScene } from '../systems/render/axes.ts';
import { seededRandom } from './random.ts';
import { surfaceTexture } from './scene-textures.ts';
import type { StillLook } from './still-look.ts';
import type { StillLooks, StillScene } from './still-looks.ts';
import { standAt } from './still-mesh.ts';

/** Trees stand in a ring around the field, metres from the middle. */
const INNER = 31;
const OUTER = 78;
const TREES = 64;
/** Leaves are lit by more than what makes paper white. */
const BRIGHTEST = 1.5;

/** A light wood around the field, so that the eye has a scale and a horizon: three draw calls. */
export function createScenery({ scene, looks }: StillScene): TransformNode {
  const root = new TransformNode('wood', scene);
  const white = surfaceTexture(scene, 'plain');
  const look = { name: 'wood', picture: white, times: white, brightest: BRIGHTEST };
  const random = seededRandom(7);
  const trunks: Matrix[] = [];
  const firs: Matrix[] = [];
  const crowns: Matrix[] = [];
  const position = new Vector3();
  const upright = Quaternion.Identity();
  for (let tree = 0; tree < TREES; tree++) {
    const angle = ((tree + random() * 0.8) / TREES) * Math.PI * 2;
    const away = INNER + (OUTER - INNER) * random() ** 1.4;
    const size = 0.8 + random() * 0.7;
    toScene(Math.sin(angle) * away, Math.cos(angle) * away, 0, position);
    const scale = new Vector3(size, size * (0.85 + random() * 0.4), size);
    trunks.push(Matrix.Compose(scale, upright, position));
    (random() < 0.6 ? firs : crowns).push(Matrix.Compose(scale, upright, position));
  }

  const trunk = CreateCylinder(
    'trunk',
    { height: 1.6, diameterTop: 0.3, diameterBottom: 0.44, tessellation: 8 },
    scene,
  );
  trunk.bakeTransformIntoVertices(Matrix.Translation(0, 0.8, 0));
  plant(looks, look, root, trunk, '#8a745f', trunks);
  const fir = CreateCylinder('fir', { height: 4.4, diameterTop: 0, diameterBottom: 2.6, tessellation: 9 }, scene);
  fir.bakeTransformIntoVertices(Matrix.Translation(0, 3.4, 0));
  plant(looks, look, root, fir, '#6f8f78', firs);
  const crown = CreateIcoSphere('crown', { radius: 1.5, radiusY: 1.7, subdivisions: 2, flat: true }, scene);
  crown.bakeTransformIntoVertices(Matrix.Translation(0, 2.9, 0));
  plant(looks, look, root, crown, '#8aa67a', crowns);
  return root;
}

function plant(
  looks: StillLooks,
  look: StillLook,
  root: TransformNode,
  mesh: Mesh,
  colour: string,
  places: readonly Matrix[],
): void {
  mesh.parent = root;
  mesh.convertToFlatShadedMesh();
  mesh.isPickable = false;
  const matrices = new Float32Array(places.length * 16);
  const colours = new Float32Array(places.length * 4);
  const { r, g, b } = Color3.FromHexString(colour).scale(BRIGHTEST);
  places.forEach((place, index) => {
    place.copyToArray(matrices, index * 16);
    colours.set([r, g, b, 1], index * 4);
  });
  standAt(mesh, matrices, colours);
  mesh.alwaysSelectAsActiveMesh = true;
  looks.wear(mesh, look);
}
