import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { CreateIcoSphere } from '@babylonjs/core/Meshes/Builders/icoSphereBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { type SceneOrigin, sceneRotation, toScene, WORLD_ORIGIN } from '../axes.ts';

/** Red, green, blue, 0 to 1. */
export type InkColour = readonly [red: number, green: number, blue: number];

/** What a sketch is made of. All places are world metres, all headings compass degrees. */
export interface Ink {
  line(from: Readonly<InkPlace>, to: Readonly<InkPlace>, colour: InkColour, width?: number): void;
  /** A level circle. */
  ring(centre: Readonly<InkPlace>, radius: number, colour: InkColour, width?: number): void;
  /** A level arrow that begins at a place. */
  arrow(from: Readonly<InkPlace>, heading: number, length: number, colour: InkColour, width?: number): void;
  dot(centre: Readonly<InkPlace>, radius: number, colour: InkColour): void;
  /** A ball that one sees through. */
  ball(centre: Readonly<InkPlace>, radius: number, colour: InkColour): void;
  /** A level sector of {@link WEDGE_HALF} degrees to both sides of a heading, that one sees through. */
  wedge(centre: Readonly<InkPlace>, heading: number, radius: number, colour: InkColour): void;
}

/** A place in the world, metres. */
export interface InkPlace {
  x: number;
  y: number;
  z: number;
}

/** Degrees from the middle of a wedge to its edges: the band within which a walker does not turn. */
export const WEDGE_HALF = 20;

/** Drawn after all else, above it: marks lie on slopes and behind walls, and are to be seen. */
const GROUP = 1;
const LINE_WIDTH = 0.028;
const RING_PARTS = 40;
const WEDGE_PARTS = 10;
const RADIANS = Math.PI / 180;

/** Marks of one kind: one mesh with instances, one draw call. */
class Marks {
  readonly mesh: Mesh;
  private readonly material: StandardMaterial;
  private matrices = new Float32Array(0);
  private colours = new Float32Array(0);
  private count = 0;

  constructor(mesh: Mesh, alpha: number, scene: Scene) {
    this.mesh = mesh;
    this.material = new StandardMaterial(mesh.name, scene);
    this.material.disableLighting = true;
    this.material.emissiveColor = Color3.White();
    this.material.alpha = alpha;
    this.material.backFaceCulling = alpha < 1;
    this.material.fogEnabled = false;
    mesh.material = this.material;
    mesh.renderingGroupId = GROUP;
    mesh.isPickable = false;
    mesh.isVisible = false;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.doNotSerialize = true;
    this.grow(64);
  }

  begin(): void {
    this.count = 0;
  }

  add(matrix: Matrix, [red, green, blue]: InkColour): void {
    if (this.count * 16 === this.matrices.length) this.grow(this.count * 2);
    matrix.copyToArray(this.matrices, this.count * 16);
    const at = this.count * 4;
    this.colours[at] = red;
    this.colours[at + 1] = green;
    this.colours[at + 2] = blue;
    this.colours[at + 3] = 1;
    this.count++;
  }

  end(): void {
    const { mesh, count } = this;
    // The first instances need another shader than the mesh without them.
    if (count > 0 && !mesh.isVisible) this.material.markDirty();
    // Never none: without instances the buffers of colours have no place in the shader.
    mesh.thinInstanceCount = Math.max(1, count);
    mesh.isVisible = count > 0;
    if (count === 0) return;
    mesh.thinInstanceBufferUpdated('matrix');
    mesh.thinInstanceBufferUpdated('color');
  }

  dispose(): void {
    this.mesh.dispose();
    this.material.dispose();
  }

  private grow(capacity: number): void {
    const { matrices, colours } = this;
    this.matrices = new Float32Array(capacity * 16);
    this.colours = new Float32Array(capacity * 4);
    this.matrices.set(matrices);
    this.colours.set(colours);
    this.mesh.thinInstanceSetBuffer('matrix', this.matrices, 16, false);
    this.mesh.thinInstanceSetBuffer('color', this.colours, 4, false);
    this.mesh.thinInstanceCount = 1;
  }
}

/** Ink in a scene: four meshes, made when it is made and disposed of with it. */
export class SceneInk implements Ink {
  private readonly origin: SceneOrigin;
  private readonly sticks: Marks;
  private readonly dots: Marks;
  private readonly balls: Marks;
  private readonly wedges: Marks;
  private readonly all: readonly Marks[];
  private readonly from = new Vector3();
  private readonly to = new Vector3();
  private readonly middle = new Vector3();
  private readonly scale = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix();
  private readonly near: InkPlace = { x: 0, y: 0, z: 0 };
  private readonly far: InkPlace = { x: 0, y: 0, z: 0 };

  constructor(scene: Scene, origin: SceneOrigin = WORLD_ORIGIN) {
    this.origin = origin;
    this.sticks = new Marks(CreateBox('inspector lines', { size: 1 }, scene), 1, scene);
    this.dots = new Marks(CreateSphere('inspector dots', { diameter: 2, segments: 6 }, scene), 1, scene);
    this.balls = new Marks(
      CreateIcoSphere('inspector balls', { radius: 1, subdivisions: 5, flat: false }, scene),
      0.22,
      scene,
    );
    this.wedges = new Marks(createWedge(scene), 0.3, scene);
    this.all = [this.sticks, this.dots, this.balls, this.wedges];
  }

  /** The meshes: lines, dots, balls, wedges. */
  get meshes(): readonly Mesh[] {
    return this.all.map(({ mesh }) => mesh);
  }

  /** Begins a new sketch in the place of the last one. */
  begin(): void {
    for (const marks of this.all) marks.begin();
  }

  /** Shows what has been drawn since {@link begin}. */
  end(): void {
    for (const marks of this.all) marks.end();
  }

  line(from: Readonly<InkPlace>, to: Readonly<InkPlace>, colour: InkColour, width = LINE_WIDTH): void {
    toScene(from.x, from.y, from.z, this.from, this.origin);
    toScene(to.x, to.y, to.z, this.to, this.origin);
    const dx = this.to.x - this.from.x;
    const dy = this.to.y - this.from.y;
    const dz = this.to.z - this.from.z;
    const plan = Math.hypot(dx, dz);
    const length = Math.hypot(plan, dy);
    if (!(length > 0) || !Number.isFinite(length)) return;
    Quaternion.RotationYawPitchRollToRef(Math.atan2(dx, dz), -Math.atan2(dy, plan), 0, this.turn);
    this.scale.set(width, width, length);
    Vector3.CenterToRef(this.from, this.to, this.middle);
    this.put(this.sticks, this.middle, colour);
  }

  ring(centre: Readonly<InkPlace>, radius: number, colour: InkColour, width = LINE_WIDTH): void {
    if (!(radius > 0) || !Number.isFinite(radius)) return;
    const { near, far } = this;
    near.z = centre.z;
    far.z = centre.z;
    near.x = centre.x;
    near.y = centre.y + radius;
    for (let part = 1; part <= RING_PARTS; part++) {
      const angle = (part / RING_PARTS) * 2 * Math.PI;
      far.x = centre.x + Math.sin(angle) * radius;
      far.y = centre.y + Math.cos(angle) * radius;
      this.line(near, far, colour, width);
      near.x = far.x;
      near.y = far.y;
    }
  }

  arrow(from: Readonly<InkPlace>, heading: number, length: number, colour: InkColour, width = LINE_WIDTH * 1.4): void {
    const tip = ahead(from, heading, length, this.near);
    this.line(from, tip, colour, width);
    for (const aside of [152, -152]) {
      this.line(tip, ahead(tip, heading + aside, Math.min(0.3, length * 0.3), this.far), colour, width);
    }
  }

  dot(centre: Readonly<InkPlace>, radius: number, colour: InkColour): void {
    this.putRound(this.dots, centre, radius, colour);
  }

  ball(centre: Readonly<InkPlace>, radius: number, colour: InkColour): void {
    this.putRound(this.balls, centre, radius, colour);
  }

  wedge(centre: Readonly<InkPlace>, heading: number, radius: number, colour: InkColour): void {
    Quaternion.RotationYawPitchRollToRef(sceneRotation(heading), 0, 0, this.turn);
    this.scale.set(radius, 1, radius);
    this.put(this.wedges, toScene(centre.x, centre.y, centre.z, this.middle, this.origin), colour);
  }

  dispose(): void {
    for (const marks of this.all) marks.dispose();
  }

  private putRound(marks: Marks, centre: Readonly<InkPlace>, radius: number, colour: InkColour): void {
    if (!(radius > 0) || !Number.isFinite(radius)) return;
    this.turn.set(0, 0, 0, 1);
    this.scale.setAll(radius);
    this.put(marks, toScene(centre.x, centre.y, centre.z, this.middle, this.origin), colour);
  }

  private put(marks: Marks, place: Vector3, colour: InkColour): void {
    Matrix.ComposeToRef(this.scale, this.turn, place, this.matrix);
    marks.add(this.matrix, colour);
  }
}

/** Writes the place some metres ahead of another, at its height, to `out`. */
export function ahead(from: Readonly<InkPlace>, heading: number, metres: number, out: InkPlace): InkPlace {
  const { x, y, z } = from;
  out.x = x + Math.sin(heading * RADIANS) * metres;
  out.y = y + Math.cos(heading * RADIANS) * metres;
  out.z = z;
  return out;
}

/** A level sector of radius 1 about Babylon.js's z axis, seen from both sides. */
function createWedge(scene: Scene): Mesh {
  const positions = [0, 0, 0];
  const indices: number[] = [];
  for (let part = 0; part <= WEDGE_PARTS; part++) {
    const angle = (-WEDGE_HALF + (2 * WEDGE_HALF * part) / WEDGE_PARTS) * RADIANS;
    positions.push(Math.sin(angle), 0, Math.cos(angle));
    if (part > 0) indices.push(0, part, part + 1, 0, part + 1, part);
  }
  const data = new VertexData();
  data.positions = positions;
  data.indices = indices;
  data.normals = positions.map((_, at) => (at % 3 === 1 ? 1 : 0));
  const mesh = new Mesh('inspector wedges', scene);
  data.applyToMesh(mesh);
  return mesh;
}
