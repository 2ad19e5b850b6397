import type { AssetContainer } from '@babylonjs/core/assetContainer.js';
import type { AnimationGroup } from '@babylonjs/core/Animations/animationGroup.js';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { MotionTable } from '../../engine/motion/motion-table.ts';
import { type Look, Looks } from './looks.ts';
import { ModelCopy } from './model-copy.ts';
import type { ModelMap } from './model-map.ts';
import { ModelRig } from './model-rig.ts';
import { PoseBake } from './pose-bake.ts';
import { clipBetween, type PoseClip } from './pose-clip.ts';
import { layoutOf, type PoseLayout, readClip } from './read-clips.ts';
import { removeRootMotion } from './root-motion.ts';

/** A clip as an animation shows it. */
export interface ShownClip {
  readonly clip: PoseClip;
  /** Where the animation starts in it, as a share of it. */
  readonly start: number;
  /** The clip is told the other way round than it is played. */
  readonly reversed: boolean;
}

/** The clips of a motion table's animations, by the animation's index in the table. */
export interface TableClips {
  readonly forwards: readonly (ShownClip | null)[];
  readonly backwards: readonly (ShownClip | null)[];
}

/** A loaded model: what all that look so have in common. */
export class CharacterModel {
  /** What says which clip shows what. */
  readonly map: ModelMap;
  /** Where in a pose each node's values lie. */
  readonly layout: PoseLayout;

  private readonly scene: Scene;
  private readonly container: AssetContainer;
  /** @internal */
  readonly rig: ModelRig;
  private readonly looks: Looks;
  private readonly byAnimation = new Map<number, { forwards: ShownClip; backwards: ShownClip }>();
  private readonly bySubstate = new Map<number, ShownClip>();
  private readonly tables = new Map<MotionTable, TableClips>();
  private lastTable: MotionTable | null = null;
  private lastClips: TableClips | null = null;
  private baked: PoseBake | null = null;

  /** @throws Error that names what the map names and the file does not have. */
  constructor(scene: Scene, map: ModelMap, container: AssetContainer) {
    this.scene = scene;
    this.map = map;
    this.container = container;
    this.looks = new Looks(scene, map);
    const groups = this.usedGroups();
    this.layout = layoutOf([...groups.values()]);
    this.rig = new ModelRig(container, this.layout);
    this.readClips(groups);
    for (const bone of Object.values(map.bones)) this.requireNode(bone, 'bones');
    this.looks.checkMaterials(container.materials);
    // The poses are taken: from here on nothing in the scene could play them on its own.
    for (const group of container.animationGroups.splice(0)) group.dispose();
  }

  /** The clips of a motion table's animations. */
  clipsFor(table: MotionTable): TableClips {
    if (table === this.lastTable) return this.lastClips as TableClips;
    let found = this.tables.get(table);
    if (found === undefined) {
      const shown = Array.from(table.animationIds, (id) => this.byAnimation.get(id));
      found = {
        forwards: shown.map((clips) => clips?.forwards ?? null),
        backwards: shown.map((clips) => clips?.backwards ?? null),
      };
      this.tables.set(table, found);
    }
    this.lastTable = table;
    this.lastClips = found;
    return found;
  }

  /** The clip that shows a substate whose animation has none. */
  clipOfSubstate(substate: number): ShownClip | null {
    return this.bySubstate.get(substate) ?? null;
  }

  /** What leads from the file's axes and size to the scene's. */
  get base(): Matrix {
    const { map } = this;
    const { top } = this.rig;
    const turn = Quaternion.RotationAxis(Vector3.Up(), (map.yaw * Math.PI) / 180);
    const upright = map.up === 'y' ? turn : turn.multiply(Quaternion.RotationAxis(Vector3.Right(), -Math.PI / 2));
    return Matrix.Compose(
      top.scaling,
      top.rotationQuaternion ?? Quaternion.FromEulerVector(top.rotation),
      top.position,
    ).multiply(Matrix.Compose(new Vector3(map.scale, map.scale, map.scale), upright, Vector3.Zero()));
  }

  /** @internal All its clips as matrices, made when they are first asked for. */
  bake(): PoseBake {
    if (this.baked === null) {
      const shown = [...[...this.byAnimation.values()].flatMap(({ forwards, backwards }) => [forwards, backwards])];
      const clips = [...shown, ...this.bySubstate.values()].map(({ clip }) => clip);
      this.baked = new PoseBake(this.rig, this.layout, clips, Float32Array.from(this.base.asArray()));
    }
    return this.baked;
  }

  /** Puts a copy into the scene, under a node. @throws Error for a look that the model cannot have. */
  copy(parent: TransformNode, look?: Look): ModelCopy {
    return new ModelCopy(this.scene, this.map, this.rig, this.looks, parent, look);
  }

  /** Lets go of everything; copies must be gone. */
  dispose(): void {
    this.looks.dispose();
    this.container.dispose();
  }

  private usedGroups(): Map<string, AnimationGroup> {
    const { map, container } = this;
    const names = [
      ...map.clips.flatMap(({ clip, backwards, between }) => [clip, backwards, ...(between ?? [])]),
      ...map.substates.map(([, clip]) => clip),
    ].filter((name): name is string => name !== undefined);
    const groups = new Map<string, AnimationGroup>();
    for (const name of new Set(names)) {
      const group = container.animationGroups.find((one) => one.name === name);
      if (group === undefined) {
        const there = container.animationGroups.map((one) => `'${one.name}'`).join(', ') || 'none';
        throw new Error(`model '${map.name}': the file has no clip '${name}'; it has ${there}`);
      }
      groups.set(name, group);
    }
    return groups;
  }

  private readClips(groups: ReadonlyMap<string, AnimationGroup>): void {
    const { map, layout } = this;
    const root = map.root === undefined ? null : this.requireNode(map.root.node, 'root.node');
    const up = map.up === 'y' ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
    const read = (name: string, from?: number, to?: number): PoseClip => {
      const clip = readClip(groups.get(name) as AnimationGroup, layout, from, to);
      if (root !== null) removeRootMotion(clip, layout, root, up, map.root?.remove ?? 'all');
      return clip;
    };
    const whole = new Map([...groups.keys()].map((name) => [name, read(name)]));
    const wholeClip = (name: string): PoseClip => whole.get(name) as PoseClip;
    const plain = (clip: PoseClip): ShownClip => ({ clip, start: 0, reversed: false });
    for (const { animation, clip, backwards, between, from, to, start = 0 } of map.clips) {
      if (between !== undefined) {
        const [a, b] = between;
        const way = plain(clipBetween(`${a} to ${b}`, wholeClip(a), wholeClip(b), layout.cells, layout.rotations));
        this.byAnimation.set(animation, { forwards: way, backwards: way });
        continue;
      }
      const name = clip as string;
      const part = from === undefined && to === undefined ? wholeClip(name) : read(name, from, to);
      const forwards: ShownClip = { clip: part, start, reversed: false };
      this.byAnimation.set(animation, {
        forwards,
        backwards: backwards === undefined ? forwards : { clip: wholeClip(backwards), start: 0, reversed: true },
      });
    }
    for (const [substate, name] of map.substates) this.bySubstate.set(substate, plain(wholeClip(name)));
  }

  private requireNode(name: string, place: string): TransformNode {
    const { container, map } = this;
    const node = [...container.transformNodes, ...container.meshes].find((one) => one.name === name);
    if (node === undefined) throw new Error(`model '${map.name}': at ${place}: the file has no node '${name}'`);
    return node;
  }
}
