import { type Accessor, Document, type Mesh, type Node, NodeIO, type Primitive } from '@gltf-transform/core';

/**
 * A model as somebody else might bring it: in centimetres, z up, looking along -y, with a skeleton, names and clips of its
 * own, two materials, a hat that is not skinned, and a root bone that carries it along in its clips.
 */

type Vector = [x: number, y: number, z: number];
type Quaternion = [x: number, y: number, z: number, w: number];

/** Centimetres that the root goes ahead in a loop of Move_Run. */
export const RUN_WAY = 32;
/** Centimetres from sole to crown. */
export const ROBOT_HEIGHT = 180;

interface Limb {
  name: string;
  parent: string;
  /** Where its joint is in the model. */
  at: Vector;
  /** Its box, seen from its joint. */
  low: Vector;
  high: Vector;
  material: 'Paint' | 'Visor';
}

const limb = (
  name: string,
  parent: string,
  at: Vector,
  low: Vector,
  high: Vector,
  material: Limb['material'] = 'Paint',
): Limb => ({ name, parent, at, low, high, material });

const limbs: Limb[] = [
  limb('Bip_Pelvis', 'Bip_Root', [0, 0, 92], [-16, -10, -6], [16, 10, 14]),
  limb('Bip_Torso', 'Bip_Pelvis', [0, 0, 108], [-20, -12, 0], [20, 12, 42]),
  limb('Bip_Head', 'Bip_Torso', [0, 0, 152], [-11, -12, 0], [11, 11, 28]),
  limb('Bip_Visor', 'Bip_Head', [0, -12, 166], [-9, -3, -3], [9, 1, 4], 'Visor'),
  limb('Bip_Arm_R', 'Bip_Torso', [-25, 0, 146], [-5, -5, -62], [5, 5, 4]),
  limb('Bip_Arm_L', 'Bip_Torso', [25, 0, 146], [-5, -5, -62], [5, 5, 4]),
  limb('Bip_Leg_R', 'Bip_Pelvis', [-9, 0, 90], [-7, -7, -90], [7, 7, 0]),
  limb('Bip_Leg_L', 'Bip_Pelvis', [9, 0, 90], [-7, -7, -90], [7, 7, 0]),
];

const about = (axis: 0 | 2, degrees: number): Quaternion => {
  const half = (degrees * Math.PI) / 360;
  const turn: Quaternion = [0, 0, 0, Math.cos(half)];
  turn[axis] = Math.sin(half);
  return turn;
};

interface Clip {
  name: string;
  seconds: number;
  /** Centimetres that the root goes ahead, and degrees that it turns. */
  way: number;
  turn?: number;
  /** Degrees by which bones swing about x, at even times. */
  swings: Record<string, number[]>;
}

const stride = (swing: number): Clip['swings'] => ({
  Bip_Leg_R: [swing, -swing, swing],
  Bip_Leg_L: [-swing, swing, -swing],
});

const clips: Clip[] = [
  { name: 'Idle_01', seconds: 2, way: 0, swings: { Bip_Torso: [0, 2, 0] } },
  { name: 'Move_Walk', seconds: 1, way: 312, swings: { ...stride(25), Bip_Arm_R: [-20, 20, -20] } },
  { name: 'Move_Run', seconds: 0.5, way: RUN_WAY, swings: { ...stride(45), Bip_Torso: [12, 12, 12] } },
  { name: 'Turn_Right', seconds: 1, way: 0, turn: -90, swings: stride(8) },
  { name: 'Hello', seconds: 1.5, way: 0, swings: { Bip_Arm_R: [0, -150, -120, -150, 0] } },
];

/** What a robot may have besides. */
export interface RobotExtras {
  /** Vertex colours: a side of every limb is red, green or blue. */
  readonly colours?: boolean;
  /** A morph target at its full weight, by which everything skinned is wider, and the hat taller. */
  readonly morphs?: boolean;
}

/** Colours by the axis that a side looks along. */
const SIDES: readonly Vector[] = [
  [1, 0.1, 0.1],
  [0.1, 0.9, 0.1],
  [0.1, 0.2, 1],
];
/** Centimetres by which a morph target moves what lies at either side, and what lies on top of the hat. */
const WIDER = 14;
const TALLER = 40;

/** The bytes of the model's .glb. */
export async function robotGlb(extras: RobotExtras = {}): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', cells: number[], whole = false): Accessor =>
    document
      .createAccessor()
      .setBuffer(buffer)
      .setType(type)
      .setArray(whole ? Uint16Array.from(cells) : Float32Array.from(cells));
  const scene = document.createScene('Robot');
  const root = document.createNode('Bip_Root');
  scene.addChild(root);
  const nodes = new Map<string, Node>([['Bip_Root', root]]);
  const placeOf = new Map<string, Vector>([['Bip_Root', [0, 0, 0]]]);
  const nodeOf = (name: string): Node => nodes.get(name) as Node;
  for (const { name, parent, at } of limbs) {
    const [x, y, z] = placeOf.get(parent) as Vector;
    const node = document.createNode(name).setTranslation([at[0] - x, at[1] - y, at[2] - z]);
    nodeOf(parent).addChild(node);
    nodes.set(name, node);
    placeOf.set(name, at);
  }
  const adorn = (primitive: Primitive, { positions, normals }: Shape, move: (at: Vector) => Vector): Primitive => {
    if (extras.colours) {
      const colours = pointsOf(normals).flatMap((normal) => SIDES[normal.findIndex((part) => part !== 0)]);
      primitive.setAttribute('COLOR_0', accessor('VEC3', colours));
    }
    if (extras.morphs) {
      const moves = pointsOf(positions).flatMap(move);
      primitive.addTarget(document.createPrimitiveTarget('Wide').setAttribute('POSITION', accessor('VEC3', moves)));
    }
    return primitive;
  };
  const weighted = (mesh: Mesh): Mesh => (extras.morphs ? mesh.setWeights([1]) : mesh);
  const skin = document.createSkin('Robot').setSkeleton(root);
  const inverse: number[] = [];
  for (const [name, node] of nodes) {
    skin.addJoint(node);
    const [x, y, z] = placeOf.get(name) as Vector;
    inverse.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1);
  }
  skin.setInverseBindMatrices(accessor('MAT4', inverse));

  const mesh = document.createMesh('Robot');
  const order = [...nodes.keys()];
  const colours = { Paint: [0.6, 0.6, 0.62, 1], Visor: [0.1, 0.5, 0.9, 1] } as const;
  for (const material of ['Paint', 'Visor'] as const) {
    const shape = emptyShape();
    const joints: number[] = [];
    const weights: number[] = [];
    for (const { name, at, low, high } of limbs.filter((one) => one.material === material)) {
      addBox(shape, at, low, high);
      while (joints.length < (shape.positions.length / 3) * 4) {
        joints.push(order.indexOf(name), 0, 0, 0);
        weights.push(1, 0, 0, 0);
      }
    }
    const primitive = document
      .createPrimitive()
      .setMaterial(document.createMaterial(material).setBaseColorFactor([...colours[material]]))
      .setAttribute('POSITION', accessor('VEC3', shape.positions))
      .setAttribute('NORMAL', accessor('VEC3', shape.normals))
      .setAttribute('JOINTS_0', accessor('VEC4', joints, true))
      .setAttribute('WEIGHTS_0', accessor('VEC4', weights))
      .setIndices(accessor('SCALAR', shape.indices, true));
    mesh.addPrimitive(adorn(primitive, shape, ([x]) => [Math.sign(x) * WIDER, 0, 0]));
  }
  scene.addChild(document.createNode('RobotMesh').setMesh(weighted(mesh)).setSkin(skin));

  // A hat that only hangs on the head.
  const hat = emptyShape();
  addBox(hat, [0, 0, 0], [-13, -13, 0], [13, 13, 5]);
  const felt = document
    .createPrimitive()
    .setMaterial(document.createMaterial('Felt'))
    .setAttribute('POSITION', accessor('VEC3', hat.positions))
    .setAttribute('NORMAL', accessor('VEC3', hat.normals))
    .setIndices(accessor('SCALAR', hat.indices, true));
  const hatMesh = document.createMesh('Hat').addPrimitive(adorn(felt, hat, ([, , z]) => [0, 0, z > 0 ? TALLER : 0]));
  nodeOf('Bip_Head').addChild(document.createNode('Hat').setMesh(weighted(hatMesh)).setTranslation([0, 0, 26]));

  for (const { name, seconds, way, turn, swings } of clips) {
    const animation = document.createAnimation(name);
    const move = (node: string, path: 'rotation' | 'translation', values: number[][]): void => {
      const times = values.map((_, index) => (index * seconds) / (values.length - 1));
      const sampler = document
        .createAnimationSampler()
        .setInput(accessor('SCALAR', times))
        .setOutput(accessor(path === 'rotation' ? 'VEC4' : 'VEC3', values.flat()))
        .setInterpolation('LINEAR');
      const channel = document.createAnimationChannel().setTargetNode(nodeOf(node)).setTargetPath(path);
      animation.addSampler(sampler).addChannel(channel.setSampler(sampler));
    };
    // Slow at first; and up and down, which is to stay.
    move('Bip_Root', 'translation', [
      [0, 0, 0],
      [0, -way * 0.3, 3],
      [0, -way, 0],
    ]);
    if (turn !== undefined) move('Bip_Root', 'rotation', [about(2, 0), about(2, turn)]);
    for (const [bone, swing] of Object.entries(swings)) {
      move(
        bone,
        'rotation',
        swing.map((degrees) => about(0, degrees)),
      );
    }
  }
  return new NodeIO().writeBinary(document);
}

interface Shape {
  positions: number[];
  normals: number[];
  indices: number[];
}

function pointsOf(cells: readonly number[]): Vector[] {
  return Array.from({ length: cells.length / 3 }, (_, point) => cells.slice(point * 3, point * 3 + 3) as Vector);
}

function emptyShape(): Shape {
  return { positions: [], normals: [], indices: [] };
}

function addBox({ positions, normals, indices }: Shape, at: Vector, low: Vector, high: Vector): void {
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const first = positions.length / 3;
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]) {
        const corner: Vector = [0, 0, 0];
        corner[axis] = (side < 0 ? low : high)[axis];
        corner[u] = (a === 0 ? low : high)[u];
        corner[v] = (b === 0 ? low : high)[v];
        positions.push(corner[0] + at[0], corner[1] + at[1], corner[2] + at[2]);
        const normal: Vector = [0, 0, 0];
        normal[axis] = side;
        normals.push(...normal);
      }
      const faces = side > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
      indices.push(...faces.map((corner) => corner + first));
    }
  }
}
