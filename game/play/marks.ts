import '@babylonjs/core/Meshes/thinInstanceMesh.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateCylinder } from '@babylonjs/core/Meshes/Builders/cylinderBuilder.js';
import { CreateDisc } from '@babylonjs/core/Meshes/Builders/discBuilder.js';
import { CreateTorus } from '@babylonjs/core/Meshes/Builders/torusBuilder.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { sceneRotation, toScene } from '../../systems/render/index.ts';
import type { TrueBody } from '../control.ts';
import type { Place } from './play-control.ts';

/** Metres above the ground at which marks lie. */
const ABOVE = 0.05;
/** Room for marks of one kind. */
const MOST = 64;
/** Metres between the dots of a way, and from either end. */
const DOTS = 0.9;

/** What lies on the ground: where the player is being walked, who is meant, and where the server has everybody. */
export class PlayMarks {
  /** Shows where the server has everybody. */
  ringsVisible = false;
  /** Stands still instead of swinging. */
  reducedMotion = false;
  private readonly root: TransformNode;
  private readonly goal: TransformNode;
  private readonly chosen: Mesh;
  private readonly rings: Mesh;
  private readonly dots: Mesh;
  private readonly matrix = new Matrix();
  private readonly position = new Vector3();
  private readonly turn = new Quaternion();
  private readonly ringMatrices = new Float32Array(MOST * 16);
  private readonly dotMatrices = new Float32Array(MOST * 16);

  constructor(scene: Scene) {
    this.root = new TransformNode('play marks', scene);
    const gold = glowing(scene, 'goal', '#ffd166');
    this.goal = new TransformNode('goal', scene);
    const ring = CreateTorus('goal ring', { diameter: 0.9, thickness: 0.08, tessellation: 36 }, scene);
    ring.scaling.y = 0.35;
    const tip = CreateCylinder(
      'goal tip',
      { height: 0.5, diameterTop: 0.34, diameterBottom: 0, tessellation: 4 },
      scene,
    );
    tip.position.y = 0.75;
    this.chosen = CreateTorus('chosen', { diameter: 1.1, thickness: 0.07, tessellation: 36 }, scene);
    this.chosen.scaling.y = 0.35;
    for (const mesh of [ring, tip, this.chosen]) mesh.material = gold;
    ring.parent = this.goal;
    tip.parent = this.goal;
    this.rings = createRing(scene);
    this.dots = CreateDisc('way', { radius: 0.11, tessellation: 16, sideOrientation: Mesh.DOUBLESIDE }, scene);
    this.dots.bakeTransformIntoVertices(Matrix.RotationX(Math.PI / 2));
    this.dots.material = gold;
    this.prepare(this.rings, this.ringMatrices);
    this.prepare(this.dots, this.dotMatrices);
    for (const node of [this.goal, this.chosen, this.rings, this.dots]) node.parent = this.root;
    for (const mesh of this.root.getChildMeshes()) mesh.isPickable = false;
    this.goal.setEnabled(false);
    this.chosen.isVisible = false;
  }

  /** Shows or hides all marks. */
  set visible(visible: boolean) {
    this.root.setEnabled(visible);
  }

  /** Whether a goal is marked, on the ground or around somebody. */
  get marksGoal(): boolean {
    return this.goal.isEnabled() || this.chosen.isVisible;
  }

  /**
   * Marks where the player is being walked.
   *
   * @param to The place; null: none. @param who Where the body stands that is approached, in the scene; null: nobody.
   * @param time Seconds, for the tip that swings.
   */
  showGoal(to: Place | null, who: Vector3 | null, time: number): void {
    this.goal.setEnabled(to !== null);
    this.chosen.isVisible = who !== null;
    if (who !== null) {
      this.chosen.position.copyFrom(who);
      this.chosen.position.y += ABOVE;
    }
    if (to === null) return;
    toScene(to.x, to.y, to.z + ABOVE, this.goal.position);
    const [, tip] = this.goal.getChildren() as Mesh[];
    tip.position.y = 0.75 + (this.reducedMotion ? 0 : 0.12 * Math.sin(time * 4));
    tip.rotation.y = this.reducedMotion ? 0 : time * 1.5;
  }

  /** Draws dots along a way on the ground. @param heightAt Metres of the ground below a place. */
  showWay(from: Place | null, way: readonly Place[], heightAt: (x: number, y: number, z: number) => number): void {
    let count = 0;
    let at = from;
    let rest = DOTS;
    for (const next of from === null ? [] : way) {
      if (at === null) break;
      const length = Math.hypot(next.x - at.x, next.y - at.y);
      while (rest < length && count < MOST) {
        const share = rest / length;
        const [x, y] = [at.x + (next.x - at.x) * share, at.y + (next.y - at.y) * share];
        const z = heightAt(x, y, at.z + (next.z - at.z) * share + 0.4);
        if (Number.isFinite(z)) {
          toScene(x, y, z + ABOVE, this.position);
          Matrix.TranslationToRef(this.position.x, this.position.y, this.position.z, this.matrix);
          this.matrix.copyToArray(this.dotMatrices, count * 16);
          count++;
        }
        rest += DOTS;
      }
      rest -= length;
      at = next;
    }
    show(this.dots, count);
  }

  /** Puts a ring with a tip where the server has each body. */
  showTruth(bodies: readonly TrueBody[]): void {
    let count = 0;
    for (const { x, y, z, heading } of this.ringsVisible ? bodies : []) {
      if (count === MOST) break;
      toScene(x, y, z + ABOVE, this.position);
      Quaternion.RotationYawPitchRollToRef(sceneRotation(heading), 0, 0, this.turn);
      Matrix.ComposeToRef(Vector3.OneReadOnly, this.turn, this.position, this.matrix);
      this.matrix.copyToArray(this.ringMatrices, count * 16);
      count++;
    }
    show(this.rings, count);
  }

  /** Takes all marks out of the scene. */
  dispose(): void {
    this.root.dispose(false, true);
  }

  private prepare(mesh: Mesh, matrices: Float32Array): void {
    mesh.thinInstanceSetBuffer('matrix', matrices, 16, false);
    mesh.alwaysSelectAsActiveMesh = true;
    show(mesh, 0);
  }
}

function show(mesh: Mesh, count: number): void {
  mesh.thinInstanceCount = count;
  mesh.isVisible = count > 0;
  mesh.thinInstanceBufferUpdated('matrix');
}

function glowing(scene: Scene, name: string, colour: string): StandardMaterial {
  const material = new StandardMaterial(name, scene);
  material.disableLighting = true;
  material.emissiveColor = Color3.FromHexString(colour);
  return material;
}

/** A ring on the ground with a tip to where somebody looks. */
function createRing(scene: Scene): Mesh {
  const ring = CreateTorus('server ring', { diameter: 0.92, thickness: 0.06, tessellation: 32 }, scene);
  ring.bakeTransformIntoVertices(Matrix.Scaling(1, 0.3, 1));
  const tip = CreateDisc('tip', { radius: 0.15, tessellation: 3, sideOrientation: Mesh.DOUBLESIDE }, scene);
  tip.bakeTransformIntoVertices(Matrix.RotationZ(Math.PI / 2).multiply(Matrix.RotationX(Math.PI / 2)));
  tip.bakeTransformIntoVertices(Matrix.Translation(0, 0, 0.56));
  const merged = Mesh.MergeMeshes([ring, tip], true, true);
  if (merged === null) throw new Error('the ring cannot be merged');
  merged.name = 'server ring';
  merged.material = glowing(scene, 'server ring', '#5ad1ff');
  return merged;
}
