import type { Bone, Stance } from '../sculpt/rig.ts';
import {
  about,
  add,
  conjugate,
  cross,
  dot,
  euler,
  length,
  multiply,
  normalize,
  ofAxes,
  type Quaternion,
  rotate,
  scale,
  slerp,
  smoothstep,
  subtract,
  type Vector,
} from '../sculpt/vector.ts';
import type { Channel, Pose } from './joints.ts';
import { BALL, footTurn, HALF_HIPS, HIP_HEIGHT, SHIN, THIGH } from './legs.ts';

/** Metres of a human 1.8 m tall. */
export const HEIGHT = 1.8;
const UPPER_ARM = 0.285;
const FOREARM = 0.255;

const list: [name: string, parent: string, offset: Vector][] = [
  ['hips', '', [0, HIP_HEIGHT, 0]],
  ['spine', 'hips', [0, 0.1, -0.01]],
  ['chest', 'spine', [0, 0.16, -0.005]],
  ['neck', 'chest', [0, 0.265, -0.008]],
  ['head', 'neck', [0, 0.088, 0.018]],
];
for (const [side, sign] of [
  ['Left', -1],
  ['Right', 1],
] as const) {
  list.push(
    [`clavicle${side}`, 'chest', [sign * 0.028, 0.225, 0.012]],
    [`upperArm${side}`, `clavicle${side}`, [sign * 0.138, -0.03, -0.016]],
    [`upperArmTwist${side}`, `upperArm${side}`, [0, -UPPER_ARM * 0.5, 0]],
    [`forearm${side}`, `upperArmTwist${side}`, [0, -UPPER_ARM * 0.5, 0]],
    [`forearmTwist${side}`, `forearm${side}`, [0, -FOREARM * 0.5, 0]],
    [`hand${side}`, `forearmTwist${side}`, [0, -FOREARM * 0.5, 0]],
    [`fingers${side}`, `hand${side}`, [sign * 0.001, -0.08, 0]],
    [`thigh${side}`, 'hips', [sign * HALF_HIPS, 0, 0]],
    [`shin${side}`, `thigh${side}`, [0, -THIGH, 0]],
    [`foot${side}`, `shin${side}`, [0, -SHIN, 0]],
    [`toes${side}`, `foot${side}`, BALL],
  );
}

/** The bones of our human; each is named after the part of the body that it moves. */
export const humanBones: readonly Bone[] = list.map(([name, parent, offset]) => ({
  name,
  parent: list.findIndex(([other]) => other === parent),
  offset,
}));

/** Number of a bone. */
export function boneNumber(name: string): number {
  const number = list.findIndex(([other]) => other === name);
  if (number < 0) throw new Error(`the human has no bone '${name}'`);
  return number;
}

/** The stance of a pose; what the joints' values mean is told where they are named. */
export function humanStance(pose: Pose): Stance {
  const value = (joint: Channel): number => pose[joint] ?? 0;
  const root = rootOf(value);
  const turns = new Map<string, Quaternion>();
  turns.set('hips', euler(value('lean'), value('twist'), -value('roll')));
  // The back bends in two places, the lower one a little less; the neck takes part of what the head does.
  const back = (share: number) =>
    euler(value('spine') * share, value('spineTwist') * share, -value('spineRoll') * share);
  turns.set('spine', back(0.45));
  turns.set('chest', back(0.55));
  const nod = (share: number) => euler(value('head') * share, value('headTwist') * share, -value('headRoll') * share);
  turns.set('neck', nod(0.4));
  turns.set('head', nod(0.6));
  for (const [side, sign] of [
    ['Left', -1],
    ['Right', 1],
  ] as const) {
    const out = value(`armOut${side}`);
    const forward = value(`arm${side}`);
    const twist = about([0, 1, 0], (-sign * value(`armTurn${side}`)) / 2);
    // The shoulder goes along with an arm that is lifted.
    const up = value(`shoulder${side}`) + 32 * smoothstep((out - 35) / 130) + 9 * smoothstep((forward - 60) / 100);
    const clavicle = euler(0, -sign * 12 * smoothstep((forward - 20) / 100), sign * up);
    turns.set(`clavicle${side}`, clavicle);
    const arm = multiply(conjugate(clavicle), euler(-forward, 0, sign * out));
    turns.set(`upperArm${side}`, multiply(arm, twist));
    turns.set(`upperArmTwist${side}`, twist);
    turns.set(`forearm${side}`, euler(-value(`elbow${side}`), 0, 0));
    const handTwist = about([0, 1, 0], (-sign * value(`handTurn${side}`)) / 2);
    turns.set(`forearmTwist${side}`, handTwist);
    turns.set(`hand${side}`, multiply(handTwist, euler(0, 0, -sign * value(`hand${side}`))));

    turns.set(`fingers${side}`, euler(0, 0, -sign * value(`grip${side}`)));
    const leg = {
      thigh: euler(-value(`leg${side}`), 0, sign * value(`legOut${side}`)),
      shin: euler(value(`knee${side}`), 0, 0),
      foot: euler(-value(`foot${side}`), 0, 0),
    };
    const reached = reachFor(side, value, root, turns.get('hips') as Quaternion);
    const share = value(`step${side}`);
    for (const part of ['thigh', 'shin', 'foot'] as const) {
      turns.set(`${part}${side}`, share === 0 ? leg[part] : slerp(leg[part], reached[part], share));
    }
    turns.set(`toes${side}`, euler(-value(`toes${side}`), 0, 0));
  }
  return { root, turns: humanBones.map(({ name }) => turns.get(name) as Quaternion) };
}

/** How the bones of a leg must be turned for its foot to be where the pose has it, however the hips are. */
function reachFor(
  side: 'Left' | 'Right',
  value: (channel: Channel) => number,
  root: Vector,
  hips: Quaternion,
): { thigh: Quaternion; shin: Quaternion; foot: Quaternion } {
  const sign = side === 'Left' ? -1 : 1;
  const hip = add(root, rotate(hips, [sign * HALF_HIPS, 0, 0]));
  const ankle: Vector = [value(`stepX${side}`), value(`stepY${side}`), value(`stepZ${side}`)];
  const yaw = value(`stepYaw${side}`);
  const way = subtract(ankle, hip);
  const far = Math.min(length(way), LONGEST_LEG);
  const towards = normalize(way);
  // Knees go where the toes and the hips point, half each.
  const ahead = rotate(about([0, 1, 0], (yaw + value('twist')) / 2), [0, 0, 1]);
  const bend = normalize(subtract(ahead, scale(towards, dot(ahead, towards))));
  const cosine = (THIGH * THIGH + far * far - SHIN * SHIN) / (2 * THIGH * far);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const thighWay = add(scale(towards, cosine), scale(bend, sine));
  const knee = add(hip, scale(thighWay, THIGH));
  const shinWay = normalize(subtract(add(hip, scale(towards, far)), knee));
  const hinge = normalize(cross(bend, towards));
  const thigh = limbTurn(thighWay, hinge);
  const shin = limbTurn(shinWay, hinge);
  return {
    thigh: multiply(conjugate(hips), thigh),
    shin: multiply(conjugate(thigh), shin),
    foot: multiply(conjugate(shin), footTurn(value(`stepPitch${side}`), yaw)),
  };
}

/** A leg is never quite straight. */
const LONGEST_LEG = THIGH + SHIN - 0.0015;

/** How a bone that hangs down in the rest pose is turned when it goes a way, with its joint's axis. */
function limbTurn(way: Vector, hinge: Vector): Quaternion {
  const up = scale(way, -1);
  return ofAxes(hinge, up, cross(hinge, up));
}

/** How far the leg of a pose is too short for the place that its foot is to reach, metres; 0: it gets there. */
export function shortfall(side: 'Left' | 'Right', pose: Pose): number {
  const value = (channel: Channel): number => pose[channel] ?? 0;
  if (value(`step${side}`) === 0) return 0;
  const hips = euler(value('lean'), value('twist'), -value('roll'));
  const hip = add(rootOf(value), rotate(hips, [(side === 'Left' ? -1 : 1) * HALF_HIPS, 0, 0]));
  const ankle: Vector = [value(`stepX${side}`), value(`stepY${side}`), value(`stepZ${side}`)];
  return Math.max(0, length(subtract(ankle, hip)) - LONGEST_LEG);
}

function rootOf(value: (channel: Channel) => number): Vector {
  return add(humanBones[0].offset, [value('shift'), value('lift'), value('forward')]);
}
