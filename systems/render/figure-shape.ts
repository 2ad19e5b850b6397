import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCapsule } from '@babylonjs/core/Meshes/Builders/capsuleBuilder.js';
import { CreateLathe } from '@babylonjs/core/Meshes/Builders/latheBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { Part, SHIN_LENGTH, THIGH_LENGTH, UPPER_ARM_LENGTH } from './skeleton.ts';

/** Which of a figure's colours a part takes. */
export type PartColour = 'top' | 'legs' | 'skin' | 'shoes';

/** A mesh of which every figure has one or two instances. */
export interface FigurePart {
  /** Its shape, to be drawn once for each part that looks so. */
  readonly mesh: Mesh;
  /** Which of a figure's colours it has. */
  readonly colour: PartColour;
  /** The parts of the skeleton that look so. */
  readonly parts: readonly number[];
}

type Shade = readonly [red: number, green: number, blue: number];

const PLAIN: Shade = [1, 1, 1];
const HAIR: Shade = [0.2, 0.15, 0.13];
const EYES: Shade = [0.1, 0.1, 0.14];
const NOSE: Shade = [0.93, 0.8, 0.76];

/** Makes the meshes of a human figure: joints lie at the origin of each part, and vertex colours shade its own colour. */
export function createFigureParts(scene: Scene): FigurePart[] {
  return [
    { mesh: pelvis(scene), colour: 'legs', parts: [Part.pelvis] },
    { mesh: chest(scene), colour: 'top', parts: [Part.chest] },
    { mesh: head(scene), colour: 'skin', parts: [Part.head] },
    { mesh: upperArm(scene), colour: 'top', parts: [Part.upperArmLeft, Part.upperArmRight] },
    { mesh: forearm(scene), colour: 'skin', parts: [Part.forearmLeft, Part.forearmRight] },
    {
      mesh: limb(scene, 'thigh', THIGH_LENGTH, 0.084, 0.062),
      colour: 'legs',
      parts: [Part.thighLeft, Part.thighRight],
    },
    { mesh: limb(scene, 'shin', SHIN_LENGTH, 0.062, 0.045), colour: 'legs', parts: [Part.shinLeft, Part.shinRight] },
    { mesh: foot(scene), colour: 'shoes', parts: [Part.footLeft, Part.footRight] },
  ];
}

function pelvis(scene: Scene): Mesh {
  const mesh = lathe(scene, 'pelvis', [
    [0, -0.1],
    [0.09, -0.09],
    [0.145, -0.03],
    [0.15, 0.03],
    [0.135, 0.1],
    [0.12, 0.13],
    [0, 0.14],
  ]);
  return finish(squash(mesh, 1, 1, 0.72), 'pelvis');
}

function chest(scene: Scene): Mesh {
  const trunk = lathe(scene, 'trunk', [
    [0, -0.02],
    [0.128, -0.01],
    [0.125, 0.06],
    [0.148, 0.16],
    [0.178, 0.27],
    [0.186, 0.34],
    [0.165, 0.41],
    [0.1, 0.45],
    [0.058, 0.465],
    [0, 0.47],
  ]);
  squash(trunk, 1.06, 1, 0.66);
  return finish(trunk, 'chest');
}

function head(scene: Scene): Mesh {
  const neck = CreateCapsule('neck', { height: 0.2, radius: 0.052, tessellation: 8, capSubdivisions: 1 }, scene);
  neck.bakeTransformIntoVertices(Matrix.Translation(0, 0.02, 0));
  const skull = ball(scene, 0.235, 0.27, 0.25, 0, 0.165, 0.012, 5);
  const hair = ball(scene, 0.258, 0.262, 0.262, 0, 0.192, -0.018, 5);
  const nose = ball(scene, 0.05, 0.06, 0.085, 0, 0.155, 0.135, 2);
  const eyes = [-1, 1].map((side) => ball(scene, 0.034, 0.044, 0.03, side * 0.05, 0.187, 0.122, 1));
  return merge('head', [
    [neck, PLAIN],
    [skull, PLAIN],
    [hair, HAIR],
    [nose, NOSE],
    [eyes[0], EYES],
    [eyes[1], EYES],
  ]);
}

function upperArm(scene: Scene): Mesh {
  const shoulder = ball(scene, 0.135, 0.13, 0.13, 0, -0.005, 0, 3);
  return merge('upper arm', [
    [shoulder, PLAIN],
    [tapered(scene, UPPER_ARM_LENGTH, 0.058, 0.046), PLAIN],
  ]);
}

function forearm(scene: Scene): Mesh {
  const hand = ball(scene, 0.07, 0.13, 0.085, 0, -0.285, 0.006, 3);
  return merge('forearm', [
    [tapered(scene, 0.235, 0.045, 0.034), PLAIN],
    [hand, PLAIN],
  ]);
}

function foot(scene: Scene): Mesh {
  const sole = ball(scene, 0.105, 0.11, 0.27, 0, -0.032, 0.06, 4);
  // Flat below: the ankle is 8 cm above the ground.
  const positions = sole.getVerticesData(VertexBuffer.PositionKind) ?? [];
  for (let at = 1; at < positions.length; at += 3) positions[at] = Math.max(positions[at], -0.078);
  sole.updateVerticesData(VertexBuffer.PositionKind, positions);
  return merge('foot', [
    [sole, PLAIN],
    [ball(scene, 0.094, 0.1, 0.1, 0, -0.005, 0, 2), PLAIN],
  ]);
}

function limb(scene: Scene, name: string, length: number, upper: number, lower: number): Mesh {
  return finish(tapered(scene, length, upper, lower), name);
}

/** A limb from the origin down, thinner below, with round ends. */
function tapered(scene: Scene, length: number, upper: number, lower: number): Mesh {
  const mesh = CreateCapsule(
    'limb',
    {
      height: length + upper + lower,
      radius: upper,
      radiusTop: upper,
      radiusBottom: lower,
      tessellation: 10,
      capSubdivisions: 2,
    },
    scene,
  );
  // The capsule's middle is at the origin: its upper ball's is to be there.
  mesh.bakeTransformIntoVertices(Matrix.Translation(0, upper - (length + upper + lower) / 2, 0));
  return mesh;
}

function ball(
  scene: Scene,
  width: number,
  height: number,
  depth: number,
  x: number,
  y: number,
  z: number,
  segments: number,
): Mesh {
  const mesh = CreateSphere('ball', { diameterX: width, diameterY: height, diameterZ: depth, segments }, scene);
  mesh.bakeTransformIntoVertices(Matrix.Translation(x, y, z));
  return mesh;
}

function lathe(scene: Scene, name: string, outline: readonly (readonly [radius: number, height: number])[]): Mesh {
  const shape = outline.map(([radius, height]) => new Vector3(radius, height, 0));
  const mesh = CreateLathe(name, { shape, tessellation: 16, closed: true, sideOrientation: Mesh.FRONTSIDE }, scene);
  return mesh;
}

function squash(mesh: Mesh, x: number, y: number, z: number): Mesh {
  mesh.bakeTransformIntoVertices(Matrix.Scaling(x, y, z));
  return mesh;
}

function merge(name: string, pieces: readonly (readonly [mesh: Mesh, shade: Shade])[]): Mesh {
  for (const [mesh, shade] of pieces) paint(mesh, shade);
  const merged = Mesh.MergeMeshes(
    pieces.map(([mesh]) => mesh),
    true,
    true,
  );
  if (merged === null) throw new Error(`the pieces of '${name}' cannot be merged`);
  merged.name = name;
  return merged;
}

function finish(mesh: Mesh, name: string): Mesh {
  paint(mesh, PLAIN);
  mesh.name = name;
  return mesh;
}

function paint(mesh: Mesh, [red, green, blue]: Shade): void {
  const colours = new Float32Array(mesh.getTotalVertices() * 4);
  for (let at = 0; at < colours.length; at += 4) colours.set([red, green, blue, 1], at);
  mesh.setVerticesData(VertexBuffer.ColorKind, colours);
}
