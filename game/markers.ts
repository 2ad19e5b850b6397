import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateDisc } from '@babylonjs/core/Meshes/Builders/discBuilder.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { fromScene, sceneRotation, toScene } from '../systems/render/index.ts';
import type { TrueBody } from './control.ts';
import { behaviours, personOf } from './roster.ts';
import { routes } from './routes.ts';

/** Room for marks of one kind. */
const MOST = 64;
/** Heights above the ground at which flat marks lie, so that they never fight with it or each other. */
const ROUTE_HEIGHT = 0.008;
const STRIP_HEIGHT = 0.014;
const RING_HEIGHT = 0.022;

type Rgb = readonly [red: number, green: number, blue: number];

/** Marks of one kind: one mesh, one draw call. */
class Marks {
  readonly mesh: Mesh;
  private readonly matrices = new Float32Array(MOST * 16);
  private readonly colours = new Float32Array(MOST * 4);
  private count = 0;

  constructor(mesh: Mesh, scene: Scene, lit = false) {
    this.mesh = mesh;
    const material = new StandardMaterial(mesh.name, scene);
    material.specularColor = Color3.Black();
    if (!lit) {
      material.disableLighting = true;
      material.emissiveColor = Color3.White();
    }
    material.backFaceCulling = false;
    mesh.material = material;
    mesh.isPickable = false;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.thinInstanceSetBuffer('matrix', this.matrices, 16, false);
    mesh.thinInstanceSetBuffer('color', this.colours, 4, false);
    mesh.isVisible = false;
  }

  clear(): void {
    this.count = 0;
  }

  add(matrix: Matrix, colour: Rgb): void {
    if (this.count === MOST) return;
    matrix.copyToArray(this.matrices, this.count * 16);
    this.colours.set([...colour, 1], this.count * 4);
    this.count++;
  }

  show(): void {
    this.mesh.thinInstanceCount = this.count;
    this.mesh.isVisible = this.count > 0;
    this.mesh.thinInstanceBufferUpdated('matrix');
    this.mesh.thinInstanceBufferUpdated('color');
  }
}

/** What lies on the ground and tells what is going on: routes, where people want to go, where the server has them. */
export class Markers {
  /** Shows the server's places. */
  ringsVisible = true;
  private readonly root: TransformNode;
  private readonly rings: Marks;
  private readonly strips: Marks;
  private readonly selection: Mesh;
  private readonly called: Mesh;
  private readonly matrix = new Matrix();
  private readonly scale = new Vector3();
  private readonly rotation = new Quaternion();
  private readonly position = new Vector3();

  constructor(scene: Scene) {
    this.root = new TransformNode('markers', scene);
    this.rings = new Marks(createRing(scene), scene);
    this.strips = new Marks(createStrip(scene), scene);
    this.selection = createCircle(scene, 'selection', 1.3);
    this.called = createCircle(scene, 'called', 0.7);
    this.drawRoutes(scene);
    for (const mesh of [this.rings.mesh, this.strips.mesh, this.selection, this.called]) mesh.parent = this.root;
  }

  /** Shows or hides all marks, routes and posts included. */
  set visible(visible: boolean) {
    this.root.setEnabled(visible);
  }

  /** Puts the ring of the selection below somebody; null: nobody is selected. */
  select(position: Vector3 | null): void {
    this.selection.isVisible = position !== null;
    if (position === null) return;
    this.selection.position.copyFrom(position);
    this.selection.position.y = RING_HEIGHT;
  }

  /** Puts a ring with a tip where the server has each body. */
  showTruth(bodies: readonly TrueBody[]): void {
    this.rings.clear();
    if (this.ringsVisible) {
      for (const { guid, x, y, heading } of bodies) {
        toScene(x, y, RING_HEIGHT, this.position);
        Quaternion.RotationYawPitchRollToRef(sceneRotation(heading), 0, 0, this.rotation);
        Matrix.ComposeToRef(this.scale.setAll(1), this.rotation, this.position, this.matrix);
        this.rings.add(this.matrix, colourOf(guid));
      }
    }
    this.rings.show();
  }

  /** Marks where the visitor was called to. @returns That place in the world, metres. */
  call(place: Vector3): { x: number; y: number; z: number } {
    this.called.position.copyFrom(place);
    this.called.position.y = RING_HEIGHT;
    this.called.isVisible = true;
    return fromScene(place, { x: 0, y: 0, z: 0 });
  }

  /** Takes the mark of the call away when the visitor has come near. */
  reach(visitor: Vector3): void {
    if (!this.called.isVisible) return;
    const { x, z } = this.called.position;
    if (Math.hypot(visitor.x - x, visitor.z - z) < 0.6) this.called.isVisible = false;
  }

  /** Begins a new set of strips. */
  beginStrips(): void {
    this.strips.clear();
  }

  /** Draws a strip from somebody's feet towards where they want to be. */
  addStrip(guid: number, from: Vector3, to: Vector3): void {
    this.addFlat(this.strips, from, to, 0.55, 0.09, STRIP_HEIGHT, colourOf(guid));
  }

  endStrips(): void {
    this.strips.show();
  }

  /** Takes all marks out of the scene. */
  dispose(): void {
    this.root.dispose(false, true);
  }

  private drawRoutes(scene: Scene): void {
    const lines = new Marks(createStrip(scene), scene);
    const posts = new Marks(createPost(scene), scene, true);
    const from = new Vector3();
    const to = new Vector3();
    const light: Rgb = [0.52, 0.64, 0.75];
    for (const route of Object.values(routes)) {
      route.forEach((spot, index) => {
        const next = route[(index + 1) % route.length];
        toScene(spot.x, spot.y, 0, from);
        toScene(next.x, next.y, 0, to);
        this.addFlat(lines, from, to, 0.4, 0.12, ROUTE_HEIGHT, light);
        Matrix.TranslationToRef(from.x, 0, from.z, this.matrix);
        posts.add(this.matrix, rgb(behaviours.patrol.colour));
      });
    }
    for (const marks of [lines, posts]) {
      marks.show();
      marks.mesh.parent = this.root;
    }
  }

  /** @param gap Metres left free at both ends. */
  private addFlat(marks: Marks, from: Vector3, to: Vector3, gap: number, width: number, height: number, colour: Rgb) {
    const dx = to.x - from.x;
    const dz = to.z - from.z;
    const length = Math.hypot(dx, dz) - 2 * gap;
    if (length <= 0) return;
    this.position.set((from.x + to.x) / 2, height, (from.z + to.z) / 2);
    Quaternion.RotationYawPitchRollToRef(Math.atan2(dx, dz), 0, 0, this.rotation);
    this.scale.set(width, 1, length);
    Matrix.ComposeToRef(this.scale, this.rotation, this.position, this.matrix);
    marks.add(this.matrix, colour);
  }
}

/** A strip a metre wide and long about the origin; instances are scaled. */
function createStrip(scene: Scene): Mesh {
  return CreateGround('strip', { width: 1, height: 1 }, scene);
}

/** A white circle on the ground, not yet shown. @param diameter Metres. */
function createCircle(scene: Scene, name: string, diameter: number): Mesh {
  const circle = CreateTorus(name, { diameter, thickness: 0.075, tessellation: 40 }, scene);
  const material = new StandardMaterial(name, scene);
  material.disableLighting = true;
  material.emissiveColor = Color3.White();
  circle.material = material;
  circle.scaling.y = 0.3;
  circle.isPickable = false;
  circle.isVisible = false;
  return circle;
}

/** A ring on the ground with a tip to where somebody looks. */
function createRing(scene: Scene): Mesh {
  const ring = CreateTorus('ring', { diameter: 0.92, thickness: 0.06, tessellation: 32 }, scene);
  ring.bakeTransformIntoVertices(Matrix.Scaling(1, 0.3, 1));
  const tip = CreateDisc('tip', { radius: 0.15, tessellation: 3, sideOrientation: Mesh.DOUBLESIDE }, scene);
  tip.bakeTransformIntoVertices(Matrix.RotationZ(Math.PI / 2).multiply(Matrix.RotationX(Math.PI / 2)));
  tip.bakeTransformIntoVertices(Matrix.Translation(0, 0, 0.56));
  const merged = Mesh.MergeMeshes([ring, tip], true, true);
  if (merged === null) throw new Error('the ring cannot be merged');
  merged.name = 'ring';
  return merged;
}

function createPost(scene: Scene): Mesh {
  const pole = CreateCylinder('pole', { height: 1, diameter: 0.1, tessellation: 10 }, scene);
  pole.bakeTransformIntoVertices(Matrix.Translation(0, 0.5, 0));
  const knob = CreateSphere('knob', { diameter: 0.24, segments: 8 }, scene);
  knob.bakeTransformIntoVertices(Matrix.Translation(0, 1.05, 0));
  const merged = Mesh.MergeMeshes([pole, knob], true, true);
  if (merged === null) throw new Error('the post cannot be merged');
  merged.name = 'post';
  return merged;
}

function colourOf(guid: number): Rgb {
  const person = personOf(guid);
  return person ? rgb(behaviours[person.behaviour].colour) : [1, 1, 1];
}

function rgb(hex: string): Rgb {
  const { r, g, b } = Color3.FromHexString(hex);
  return [r, g, b];
}
