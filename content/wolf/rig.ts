import { atan2 } from '../../engine/math/trigonometry.ts';
import type { Bone, Place, Stance } from '../sculpt/rig.ts';
import {
  about,
  add,
  conjugate,
  euler,
  IDENTITY,
  multiply,
  type Quaternion,
  rotate,
  slerp,
  type Vector,
} from '../sculpt/vector.ts';
import { type Channel, type Leg, legs, type Pose } from './joints.ts';

const DEGREES = 180 / Math.PI;

/** Where a leg's joints lie, from the joint above, on the right. */
const limbs = {
  fore: {
    parent: 'chest',
    upper: [0.088, -0.09, 0.14],
    lower: [0.006, -0.19, -0.07],
    pastern: [0, -0.26, 0.03],
    paw: [0, -0.13, 0.03],
  },
  hind: {
    parent: 'hips',
    upper: [0.082, -0.03, -0.03],
    lower: [0.016, -0.22, 0.09],
    pastern: [0, -0.2, -0.16],
    paw: [0, -0.21, 0.03],
  },
} as const satisfies Record<string, { parent: string } & Record<'upper' | 'lower' | 'pastern' | 'paw', Vector>>;

const list: [name: string, parent: string, offset: Vector][] = [
  ['hips', '', [0, 0.7, -0.4]],
  ['spine', 'hips', [0, 0.02, 0.3]],
  ['chest', 'spine', [0, -0.01, 0.28]],
  ['neck', 'chest', [0, 0.06, 0.2]],
  ['head', 'neck', [0, 0.13, 0.16]],
  ['jaw', 'head', [0, -0.02, 0.06]],
  ['earLeft', 'head', [-0.045, 0.082, -0.01]],
  ['earRight', 'head', [0.045, 0.082, -0.01]],
  ['tail1', 'hips', [0, 0.035, -0.13]],
  ['tail2', 'tail1', [0, -0.1, -0.13]],
  ['tail3', 'tail2', [0, -0.13, -0.1]],
];
for (const leg of legs) {
  const sign = leg.endsWith('Left') ? -1 : 1;
  const { parent, ...parts } = limbs[leg.startsWith('fore') ? 'fore' : 'hind'];
  const side = ([x, y, z]: Vector): Vector => [sign * x, y, z];
  list.push(
    [`${leg}Upper`, parent, side(parts.upper)],
    [`${leg}Lower`, `${leg}Upper`, side(parts.lower)],
    [`${leg}Pastern`, `${leg}Lower`, side(parts.pastern)],
    [`${leg}Paw`, `${leg}Pastern`, side(parts.paw)],
  );
}

/** The bones of our wolf. */
export const wolfBones: readonly Bone[] = list.map(([name, parent, offset]) => ({
  name,
  parent: list.findIndex(([other]) => other === parent),
  offset,
}));

/** Number of a bone. */
export function boneNumber(name: string): number {
  const number = list.findIndex(([other]) => other === name);
  if (number < 0) throw new Error(`the wolf has no bone '${name}'`);
  return number;
}

/** Height of the joint of a paw that stands, metres. */
export const PAW = 0.04;

/** The stance of a pose; what its values mean is told where they are named. */
export function wolfStance(pose: Pose): Stance {
  const value = (channel: Channel): number => pose[channel] ?? 0;
  const root = add(wolfBones[0].offset, [value('shift'), value('lift'), value('forward')]);
  const turns = wolfBones.map(() => IDENTITY);
  const set = (name: string, turn: Quaternion): void => {
    turns[boneNumber(name)] = turn;
  };
  // An arched back: the hips tip forwards, the chest back.
  set('hips', multiply(euler(-value('pitch'), value('yaw'), -value('roll')), euler(value('back'), 0, 0)));
  set('spine', euler(-value('back'), value('bend') * 0.5, 0));
  set('chest', euler(-value('back'), value('bend') * 0.5, 0));
  set('neck', euler(value('back') * 0.6 - value('neck'), value('headTwist') * 0.45, 0));
  set('head', euler(-value('head'), value('headTwist') * 0.55, -value('headRoll')));
  set('jaw', euler(value('jaw'), 0, 0));
  set('earLeft', euler(-value('ears'), 0, value('ears') * 0.3));
  set('earRight', euler(-value('ears'), 0, -value('ears') * 0.3));
  for (const [bone, share] of [
    ['tail1', 0.4],
    ['tail2', 0.32],
    ['tail3', 0.28],
  ] as const) {
    set(bone, euler(value('tail') * share, -value('tailSwing') * share, 0));
  }
  const above = placesUpTo(['hips', 'spine', 'chest'], root, turns);
  for (const leg of legs) {
    const hanging = {
      upper: euler(-value(`${leg}Upper`), 0, (leg.endsWith('Left') ? -1 : 1) * value(`${leg}Out`)),
      lower: euler(-value(`${leg}Lower`), 0, 0),
      pastern: euler(-value(`${leg}Pastern`), 0, 0),
      paw: euler(-value(`${leg}Paw`), 0, 0),
    };
    const share = value(`${leg}Step`);
    const reached = share === 0 ? hanging : reach(leg, value, above);
    for (const [part, name] of [
      ['upper', 'Upper'],
      ['lower', 'Lower'],
      ['pastern', 'Pastern'],
      ['paw', 'Paw'],
    ] as const) {
      set(`${leg}${name}`, share === 1 ? reached[part] : slerp(hanging[part], reached[part], share));
    }
  }
  return { root, turns };
}

function placesUpTo(names: readonly string[], root: Vector, turns: readonly Quaternion[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const name of names) {
    const number = boneNumber(name);
    const { parent, offset } = wolfBones[number];
    const over = parent < 0 ? undefined : places.get(wolfBones[parent].name);
    places.set(
      name,
      over === undefined
        ? { at: root, turn: turns[number] }
        : { at: add(over.at, rotate(over.turn, offset)), turn: multiply(over.turn, turns[number]) },
    );
  }
  return places;
}

/** The turns of a leg's bones with which its paw is where the pose has it. The leg bends in a plane that leans sideways. */
function reach(
  leg: Leg,
  value: (channel: Channel) => number,
  above: ReadonlyMap<string, Place>,
): Record<'upper' | 'lower' | 'pastern' | 'paw', Quaternion> {
  const { parent, ...parts } = limbs[leg.startsWith('fore') ? 'fore' : 'hind'];
  const sign = leg.endsWith('Left') ? -1 : 1;
  const place = above.get(parent) as Place;
  const top = add(place.at, rotate(place.turn, [sign * parts.upper[0], parts.upper[1], parts.upper[2]]));
  const across = value(`${leg}X`) - top[0] - sign * parts.lower[0];
  const drop = top[1] - value(`${leg}Y`);
  const lean = atan2(across, drop) * DEGREES;
  const down = Math.sqrt(across * across + drop * drop);
  // In the plane of the leg: y down to the paw, z ahead.
  const pasternTurn = value(`${leg}Pastern`);
  const [, py, pz] = rotate(about([1, 0, 0], -pasternTurn), parts.paw);
  const y = -down - py;
  const z = value(`${leg}Z`) - top[2] - pz;
  const upper = lengthOf(parts.lower);
  const lower = lengthOf(parts.pastern);
  const far = Math.min(Math.sqrt(y * y + z * z), (upper + lower) * 0.999);
  const direction = atan2(z, -y);
  const inner = arccosine((upper * upper + far * far - lower * lower) / (2 * upper * far));
  const outer = arccosine((upper * upper + lower * lower - far * far) / (2 * upper * lower));
  // Elbows point back, knees ahead.
  const bend = leg.startsWith('fore') ? -1 : 1;
  const upperAngle = (direction + bend * inner) * DEGREES;
  const lowerAngle = upperAngle + bend * (outer * DEGREES - 180);
  const upperTurn = upperAngle - angleOf(parts.lower);
  const lowerTurn = lowerAngle - angleOf(parts.pastern);
  const sideways = about([0, 0, 1], lean);
  return {
    upper: multiply(conjugate(place.turn), multiply(sideways, about([1, 0, 0], -upperTurn))),
    lower: about([1, 0, 0], upperTurn - lowerTurn),
    pastern: about([1, 0, 0], lowerTurn - pasternTurn),
    paw: about([1, 0, 0], pasternTurn - value(`${leg}Paw`)),
  };
}

/** How far a way leads ahead of straight down, degrees. */
function angleOf([, y, z]: Vector): number {
  return atan2(z, -y) * DEGREES;
}

function lengthOf([, y, z]: Vector): number {
  return Math.sqrt(y * y + z * z);
}

function arccosine(value: number): number {
  const cosine = Math.min(1, Math.max(-1, value));
  return atan2(Math.sqrt(1 - cosine * cosine), cosine);
}

/** Where a paw stands at rest, from the point on the ground below the body. */
export function pawAtRest(leg: Leg): Vector {
  let at = boneNumber(`${leg}Paw`);
  let sum: Vector = [0, 0, 0];
  while (at >= 0) {
    sum = add(sum, wolfBones[at].offset);
    at = wolfBones[at].parent;
  }
  return sum;
}

/** How far a leg of a pose is too short for the place of its paw, metres; 0: it gets there. */
export function shortfall(leg: Leg, pose: Pose): number {
  if ((pose[`${leg}Step`] ?? 0) === 0) return 0;
  const stance = wolfStance(pose);
  let at = boneNumber(`${leg}Paw`);
  const chain: number[] = [];
  while (at >= 0) {
    chain.unshift(at);
    at = wolfBones[at].parent;
  }
  let place: Place = { at: stance.root, turn: stance.turns[0] };
  for (const bone of chain.slice(1)) {
    place = {
      at: add(place.at, rotate(place.turn, wolfBones[bone].offset)),
      turn: multiply(place.turn, stance.turns[bone]),
    };
  }
  const wanted: Vector = [pose[`${leg}X`] ?? 0, pose[`${leg}Y`] ?? 0, pose[`${leg}Z`] ?? 0];
  const apart = place.at.map((part, axis) => part - wanted[axis]);
  return Math.sqrt(apart[0] ** 2 + apart[1] ** 2 + apart[2] ** 2);
}
