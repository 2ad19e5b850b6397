import { type Accessor, type Buffer, Document, NodeIO } from '@gltf-transform/core';
import { openness, type Part } from './part.ts';
import { pngRow } from './png.ts';
import { type Bone, placesOf, type Stance } from './rig.ts';
import type { Shape } from './shapes.ts';
import { type Flesh, holdOf } from './skin.ts';
import { alike, conjugate, type Quaternion, rotate, scale, type Vector } from './vector.ts';

/** A clip: the stance of each key, evenly spaced. */
export interface ModelClip {
  readonly name: string;
  /** Seconds between two keys. */
  readonly step: number;
  /** The first and the last key are its ends; of a loop they are the same. */
  readonly keys: readonly Stance[];
}

/** Everything that a model's file holds. */
export interface Model {
  readonly name: string;
  readonly bones: readonly Bone[];
  /** The stance in which the parts were made. */
  readonly made: Stance;
  /** The stance of a model that plays nothing; clips leave out what they have in common with it. */
  readonly rest: Stance;
  readonly flesh: readonly Flesh[];
  readonly parts: readonly Part[];
  /** The whole body in the stance in which the parts were made, for the shade in its folds. */
  readonly body: Shape;
  /** How dark folds become, 0 to 1. */
  readonly folds: number;
  /** Colours by name, '#rrggbb'; the palette's columns in this order. */
  readonly palette: Readonly<Record<string, string>>;
  readonly clips: readonly ModelClip[];
}

/** Metres and parts of a quaternion to which values are rounded. */
const FINEST = 1 / 16384;
const SHORT = 32767;

/** What moves less is left out of a clip: metres, and parts of a quaternion (a quarter of a degree). */
const SMALLEST_WAY = 2e-4;
const SMALLEST_TURN = 2e-3;

/**
 * Writes a model as a binary glTF: one skinned mesh of one material, whose vertices take their colour from a palette
 * picture of one row and their shade from vertex colours, and the clips.
 *
 * glTF's axes are right-handed: the figure, which is made left-handed, is mirrored.
 */
export async function writeGlb(model: Model): Promise<Uint8Array> {
  const document = new Document();
  document.getRoot().getAsset().generator = 'gait content scripts';
  const buffer = document.createBuffer();
  const scene = document.createScene(model.name);
  document.getRoot().setDefaultScene(scene);
  const figure = document.createNode(model.name);
  scene.addChild(figure);

  const joints = model.bones.map(({ name, parent, offset }, bone) =>
    document
      .createNode(name)
      .setTranslation(rounded(mirrored(parent < 0 ? model.rest.root : offset)))
      .setRotation(shorts(model.rest.turns[bone]).map((part) => part / SHORT) as [number, number, number, number]),
  );
  model.bones.forEach(({ parent }, index) => {
    (parent < 0 ? figure : joints[parent]).addChild(joints[index]);
  });
  const skin = document.createSkin(model.name).setSkeleton(joints[0]);
  for (const joint of joints) skin.addJoint(joint);
  skin.setInverseBindMatrices(
    document.createAccessor().setType('MAT4').setBuffer(buffer).setArray(inverseBindMatrices(model)),
  );

  const { attributes, indices } = meshOf(model);
  const primitive = document.createPrimitive().setMaterial(
    document
      .createMaterial(model.name)
      .setMetallicFactor(0)
      .setRoughnessFactor(0.85)
      .setBaseColorTexture(
        document
          .createTexture('palette')
          .setMimeType('image/png')
          .setImage(pngRow(Object.values(model.palette))),
      ),
  );
  primitive.getMaterial()?.getBaseColorTextureInfo()?.setMagFilter(9728).setMinFilter(9728);
  for (const [semantic, type, array, normalized] of attributes) {
    primitive.setAttribute(
      semantic,
      document.createAccessor().setType(type).setBuffer(buffer).setArray(array).setNormalized(normalized),
    );
  }
  primitive.setIndices(document.createAccessor().setType('SCALAR').setBuffer(buffer).setArray(indices));
  const mesh = document.createMesh(model.name).addPrimitive(primitive);
  figure.addChild(document.createNode('body').setMesh(mesh).setSkin(skin));

  const shared = new Accessors(document, buffer);
  for (const clip of model.clips) {
    const animation = document.createAnimation(clip.name);
    const channel = (node: number, path: 'rotation' | 'translation', keys: number, output: Accessor) => {
      const sampler = document
        .createAnimationSampler()
        .setInput(shared.times(keys, clip.step))
        .setOutput(output)
        .setInterpolation('LINEAR');
      animation.addSampler(sampler);
      animation.addChannel(
        document.createAnimationChannel().setTargetNode(joints[node]).setTargetPath(path).setSampler(sampler),
      );
    };
    const roots = clip.keys.map(({ root }) => root);
    if (!roots.every((root) => isNear(root, model.rest.root, SMALLEST_WAY))) {
      channel(0, 'translation', roots.length, shared.places(roots));
    }
    for (let bone = 0; bone < model.bones.length; bone++) {
      const turns = clip.keys.map((key) => key.turns[bone]);
      const resting = model.rest.turns[bone];
      const still = (turn: Quaternion) => turns.every((other) => isNear(alike(other, turn), turn, SMALLEST_TURN));
      if (still(resting)) continue;
      const moved = still(turns[0]) ? turns.slice(0, 1) : turns;
      channel(bone, 'rotation', moved.length, shared.turns(moved, resting));
    }
  }
  return new NodeIO().writeBinary(document);
}

/** Accessors of clips; equal ones are written once. */
class Accessors {
  private readonly document: Document;
  private readonly buffer: Buffer;
  private readonly known = new Map<string, Accessor>();

  constructor(document: Document, buffer: Buffer) {
    this.document = document;
    this.buffer = buffer;
  }

  times(keys: number, step: number): Accessor {
    return this.find(keys === 1 ? 'start' : `times ${step} ${keys}`, (accessor) =>
      accessor.setType('SCALAR').setArray(Float32Array.from({ length: keys }, (_, key) => key * step)),
    );
  }

  places(places: readonly Vector[]): Accessor {
    const array = Float32Array.from(places.flatMap((place) => rounded(mirrored(place))));
    return this.find(`places ${array.join()}`, (accessor) => accessor.setType('VEC3').setArray(array));
  }

  turns(turns: readonly Quaternion[], first: Quaternion): Accessor {
    let before = first;
    const cells = turns.flatMap((turn) => {
      // The nearer of the two ways to write a rotation, so that what lies between two keys is the short way.
      before = alike(turn, before);
      return shorts(before);
    });
    const array = Int16Array.from(cells);
    return this.find(`turns ${array.join()}`, (accessor) =>
      accessor.setType('VEC4').setArray(array).setNormalized(true),
    );
  }

  private find(key: string, make: (accessor: Accessor) => Accessor): Accessor {
    let accessor = this.known.get(key);
    if (accessor === undefined) {
      accessor = make(this.document.createAccessor().setBuffer(this.buffer));
      this.known.set(key, accessor);
    }
    return accessor;
  }
}

function isNear(a: readonly number[], b: readonly number[], most: number): boolean {
  return a.every((value, at) => Math.abs(value - b[at]) < most);
}

/** A rotation in glTF's axes, its parts as 16-bit numbers. */
function shorts([x, y, z, w]: Quaternion): number[] {
  return [x, -y, -z, w].map((value) => Math.round(value * SHORT) + 0);
}

function mirrored([x, y, z]: Vector): [number, number, number] {
  return [-x + 0, y, z];
}

function rounded(vector: Vector): [number, number, number] {
  return vector.map((value) => Math.round(value / FINEST) * FINEST + 0) as [number, number, number];
}

function inverseBindMatrices({ bones, made }: Model): Float32Array {
  const array = new Float32Array(bones.length * 16);
  placesOf(bones, made).forEach(({ at, turn }, bone) => {
    const back = conjugate(turn);
    const columns = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => rotate(back, axis as unknown as Vector));
    const origin = scale(rotate(back, at), -1);
    // Mirroring a matrix turns the sign of what couples x with the other axes.
    const sign = (row: number, column: number) => ((row === 0) !== (column === 0) ? -1 : 1);
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) {
        array[bone * 16 + column * 4 + row] = sign(row, column) * columns[column][row] + 0;
      }
    }
    for (let row = 0; row < 3; row++) array[bone * 16 + 12 + row] = sign(row, 1) * origin[row] + 0;
    array[bone * 16 + 15] = 1;
  });
  return array;
}

type Attribute = [
  semantic: string,
  type: 'VEC2' | 'VEC3' | 'VEC4',
  array: Float32Array | Uint8Array | Uint16Array,
  normalized: boolean,
];

function meshOf(model: Model): { attributes: Attribute[]; indices: Uint16Array } {
  const names = model.bones.map(({ name }) => name);
  const columns = Object.keys(model.palette);
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const colours: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const indices: number[] = [];
  for (const { surface, colour, shade, bones } of model.parts) {
    const column = columns.indexOf(colour);
    if (column < 0) throw new Error(`the palette of ${model.name} has no '${colour}'`);
    const first = positions.length / 3;
    surface.positions.forEach((point, corner) => {
      const normal = surface.normals[corner];
      positions.push(...rounded(mirrored(point)));
      normals.push(...rounded(mirrored(normal)));
      uvs.push(Math.round(((column + 0.5) / columns.length) * 65535), 32768);
      const light = (1 - model.folds * (1 - openness(model.body, point, normal))) * (shade?.(point) ?? 1);
      const grey = Math.round(255 * Math.min(1, Math.max(0, light)));
      colours.push(grey, grey, grey);
      const hold = holdOf(point, model.flesh, names, bones);
      joints.push(...hold.bones);
      weights.push(...hold.weights);
    });
    for (let at = 0; at < surface.triangles.length; at += 3) {
      const [a, b, c] = surface.triangles.slice(at, at + 3);
      // The mirror image turns the other way round.
      indices.push(first + a, first + c, first + b);
    }
  }
  return {
    attributes: [
      ['POSITION', 'VEC3', Float32Array.from(positions), false],
      ['NORMAL', 'VEC3', Float32Array.from(normals), false],
      ['TEXCOORD_0', 'VEC2', Uint16Array.from(uvs), true],
      // Without an alpha, which would make renderers blend it.
      ['COLOR_0', 'VEC3', Uint8Array.from(colours), true],
      ['JOINTS_0', 'VEC4', Uint8Array.from(joints), false],
      ['WEIGHTS_0', 'VEC4', Uint8Array.from(weights), true],
    ],
    indices: Uint16Array.from(indices),
  };
}
