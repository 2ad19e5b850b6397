import { coverThinly, type Part, pearl, withMirror } from '../sculpt/part.ts';
import { placesOf, restOf } from '../sculpt/rig.ts';
import { both, cone, ellipsoid, join, resize, type Shape, stretch } from '../sculpt/shapes.ts';
import type { Flesh } from '../sculpt/skin.ts';
import { about, add, euler, IDENTITY, mix, scale, smoothstep, subtract, type Vector } from '../sculpt/vector.ts';
import { legs } from './joints.ts';
import { boneNumber, wolfBones } from './rig.ts';

/** The body of our wolf, made in the rest pose. All lengths are metres; what is on the right is made and mirrored. */

const places = placesOf(wolfBones, restOf(wolfBones));
const jointAt = (name: string): Vector => places[boneNumber(name)].at;

/** Heads read better from afar when they are a little larger. */
const LARGER = 1.13;
const NAPE: Vector = [0, 0.885, 0.5];
const placed = (shape: Shape): Shape => resize(shape, LARGER, NAPE, [0, 0, 0]);
const placedPoint = (point: Vector): Vector => add(NAPE, scale(subtract(point, NAPE), LARGER));

const trunk = join(
  0.09,
  stretch(cone([0, 0.66, 0.24], [0, 0.685, -0.06], 0.156, 0.142), [0, 0.67, 0.1], [0.88, 1.06, 1]),
  stretch(cone([0, 0.69, -0.08], [0, 0.705, -0.36], 0.128, 0.116), [0, 0.69, -0.2], [0.88, 1, 1]),
  ellipsoid([0, 0.7, -0.43], [0.1, 0.116, 0.13]),
  ellipsoid([0, 0.65, 0.35], [0.1, 0.13, 0.108]),
  // The withers.
  ellipsoid([0, 0.782, 0.22], [0.062, 0.06, 0.14], euler(8, 0, 0)),
);
const neck = join(
  0.05,
  cone([0, 0.735, 0.32], [0, 0.885, 0.5], 0.118, 0.084),
  // The ruff.
  ellipsoid([0, 0.748, 0.38], [0.13, 0.15, 0.108], euler(-36, 0, 0)),
  both(ellipsoid([0.062, 0.87, 0.5], [0.046, 0.072, 0.052], euler(-20, 0, -16))),
);
const head = placed(
  join(
    0.03,
    ellipsoid([0, 0.93, 0.555], [0.07, 0.064, 0.082]),
    both(ellipsoid([0.037, 0.9, 0.573], [0.041, 0.043, 0.053])),
    stretch(cone([0, 0.912, 0.61], [0, 0.895, 0.735], 0.045, 0.0265), [0, 0.9, 0.66], [1, 0.92, 1]),
  ),
);
const jaw = placed(stretch(cone([0, 0.879, 0.6], [0, 0.869, 0.716], 0.028, 0.0155), [0, 0.87, 0.66], [1.15, 0.8, 1]));
const earRoot = jointAt('earRight');
const ear = join(
  0.01,
  stretch(cone(add(earRoot, [0.006, 0, 0]), add(earRoot, [0.022, 0.105, -0.008]), 0.047, 0.009), earRoot, [1, 1, 0.42]),
  stretch(
    cone(add(earRoot, [0.0, -0.01, -0.012]), add(earRoot, [0.016, 0.07, -0.014]), 0.04, 0.012),
    earRoot,
    [1, 1, 0.6],
  ),
);

const tail = join(
  0.03,
  cone(jointAt('tail1'), jointAt('tail2'), 0.036, 0.05),
  cone(jointAt('tail2'), jointAt('tail3'), 0.052, 0.054),
  cone(jointAt('tail3'), add(jointAt('tail3'), [0, -0.17, -0.06]), 0.052, 0.014),
);

const at = (bone: string, x: number, y: number, z: number): Vector => add(jointAt(bone), [x, y, z]);
const paw = (leg: string): Shape =>
  join(
    0.014,
    ellipsoid(at(`${leg}Paw`, 0, -0.012, 0.028), [0.036, 0.027, 0.054]),
    ...[-0.021, 0, 0.021].map((x) => ellipsoid(at(`${leg}Paw`, x, -0.016, 0.068), [0.0135, 0.019, 0.02])),
  );
const foreleg = join(
  0.035,
  ellipsoid(mix(jointAt('foreRightUpper'), jointAt('foreRightLower'), 0.15), [0.052, 0.125, 0.085], euler(18, 0, 0)),
  cone(jointAt('foreRightUpper'), jointAt('foreRightLower'), 0.062, 0.044),
  join(
    0.02,
    cone(jointAt('foreRightLower'), jointAt('foreRightPastern'), 0.042, 0.027),
    cone(jointAt('foreRightPastern'), jointAt('foreRightPaw'), 0.027, 0.026),
    paw('foreRight'),
  ),
);
const hindleg = join(
  0.035,
  ellipsoid(mix(jointAt('hindRightUpper'), jointAt('hindRightLower'), 0.3), [0.062, 0.15, 0.105], euler(-22, 0, 0)),
  cone(jointAt('hindRightUpper'), jointAt('hindRightLower'), 0.078, 0.054),
  join(
    0.02,
    cone(jointAt('hindRightLower'), jointAt('hindRightPastern'), 0.05, 0.026),
    cone(jointAt('hindRightPastern'), jointAt('hindRightPaw'), 0.025, 0.025),
    paw('hindRight'),
  ),
);

const body = join(0.045, join(0.06, trunk, neck), both(foreleg), both(hindleg), head, tail);

/** The whole body, for the shade in its folds. */
export const wolfSolid: Shape = (x, y, z) => Math.min(body(x, y, z), jaw(x, y, z), both(ear)(x, y, z));

/** The coat is dark on the back and the tail's tip, light below and on the legs. */
function coat([x, y, z]: Vector): number {
  const back = smoothstep((y - 0.6) / 0.2) * smoothstep((0.63 - z) / 0.12);
  const crown = smoothstep((y - 0.925) / 0.05) * (1 - 0.55 * smoothstep((z - 0.62) / 0.08));
  const tip = smoothstep((-0.72 - z) / 0.1);
  const cheek = smoothstep((z - 0.5) / 0.05) * smoothstep((0.915 - y) / 0.03);
  const stripe = smoothstep((0.03 - Math.abs(x)) / 0.03) * smoothstep((y - 0.78) / 0.05) * smoothstep((0.4 - z) / 0.2);
  return Math.max(0.34, 1 - 0.52 * Math.max(back, crown, tip) * (1 - cheek) - 0.1 * stripe);
}

/** Ears are light inside. */
function earShade([, y, z]: Vector): number {
  return 0.46 + 0.4 * smoothstep((z - earRoot[2] - 0.004) / 0.01) * smoothstep((earRoot[1] + 0.085 - y) / 0.05);
}

/** The parts of the body. */
export function wolfParts(): Part[] {
  const eyes = (side: number): Part[] => {
    const turn = about([0, 1, 0], side * 38);
    return [
      {
        colour: 'eyes',
        bones: ['head'],
        surface: pearl(placedPoint([side * 0.0442, 0.9345, 0.6145]), [0.0185, 0.0142, 0.0125], turn, 10, 6),
      },
      {
        colour: 'nose',
        bones: ['head'],
        surface: pearl(placedPoint([side * 0.0492, 0.9352, 0.6207]), [0.0098, 0.0112, 0.0075], turn, 10, 5),
      },
    ];
  };
  return [
    {
      colour: 'coat',
      shade: coat,
      surface: coverThinly(
        body,
        { from: [-0.26, -0.02, -1.0], to: [0.26, 1.1, 0.82], cell: 0.0195 },
        { error: 0.0026, edge: ([, y, z]) => (z > 0.5 && y > 0.82 ? 0.05 : 0.085) },
      ),
    },
    {
      colour: 'coat',
      bones: ['jaw', 'head'],
      shade: () => 0.92,
      surface: coverThinly(
        jaw,
        { from: [-0.06, 0.83, 0.55], to: [0.06, 0.92, 0.76], cell: 0.012 },
        { error: 0.0016, edge: 0.04 },
      ),
    },
    {
      colour: 'coat',
      bones: ['ear', 'head'],
      shade: earShade,
      surface: withMirror(
        coverThinly(
          ear,
          { from: add(earRoot, [-0.08, -0.07, -0.06]), to: add(earRoot, [0.1, 0.14, 0.06]), cell: 0.0105 },
          { error: 0.0012, edge: 0.04 },
        ),
      ),
    },
    {
      colour: 'nose',
      bones: ['head'],
      surface: pearl(placedPoint([0, 0.904, 0.7585]), [0.0205, 0.0155, 0.0135], IDENTITY, 9, 5),
    },
    {
      colour: 'mouth',
      bones: ['head'],
      surface: pearl(placedPoint([0, 0.881, 0.66]), [0.023, 0.0065, 0.067], euler(6, 0, 0), 8, 4),
    },
    ...eyes(-1),
    ...eyes(1),
    {
      colour: 'teeth',
      bones: ['head'],
      surface: withMirror(pearl(placedPoint([0.0145, 0.878, 0.722]), [0.004, 0.0135, 0.0045], IDENTITY, 6, 3)),
    },
  ];
}

/** The flesh round each bone: what is nearest to it moves with it. */
export const wolfFlesh: readonly Flesh[] = [
  { bone: 'hips', shape: cone([0, 0.7, -0.5], [0, 0.7, -0.3], 0.1, 0.1), reach: 0.1 },
  { bone: 'spine', shape: cone([0, 0.69, -0.16], [0, 0.68, 0.02], 0.12, 0.13), reach: 0.13 },
  { bone: 'chest', shape: cone([0, 0.66, 0.16], [0, 0.66, 0.32], 0.145, 0.12), reach: 0.11 },
  { bone: 'neck', shape: cone(jointAt('neck'), mix(jointAt('neck'), jointAt('head'), 0.72), 0.1, 0.08), reach: 0.085 },
  { bone: 'head', shape: head, reach: 0.05 },
  { bone: 'jaw', shape: jaw, reach: 0.02 },
  { bone: 'earLeft', shape: (x, y, z) => ear(-x, y, z), reach: 0.02 },
  { bone: 'earRight', shape: ear, reach: 0.02 },
  {
    bone: 'tail1',
    shape: cone(
      mix(jointAt('tail1'), jointAt('tail2'), 0.15),
      mix(jointAt('tail1'), jointAt('tail2'), 0.8),
      0.036,
      0.048,
    ),
    reach: 0.06,
  },
  {
    bone: 'tail2',
    shape: cone(
      mix(jointAt('tail2'), jointAt('tail3'), 0.15),
      mix(jointAt('tail2'), jointAt('tail3'), 0.8),
      0.05,
      0.05,
    ),
    reach: 0.06,
  },
  { bone: 'tail3', shape: cone(jointAt('tail3'), add(jointAt('tail3'), [0, -0.15, -0.05]), 0.05, 0.02), reach: 0.06 },
  ...legs.flatMap((leg): Flesh[] => {
    const joint = (part: string): Vector => jointAt(leg + part);
    const along = (from: string, to: string, start: number, end: number, a: number, b: number): Shape =>
      cone(mix(joint(from), joint(to), start), mix(joint(from), joint(to), end), a, b);
    const fore = leg.startsWith('fore');
    return [
      {
        bone: `${leg}Upper`,
        shape: along('Upper', 'Lower', 0.12, 0.95, fore ? 0.056 : 0.075, fore ? 0.044 : 0.052),
        reach: 0.06,
      },
      { bone: `${leg}Lower`, shape: along('Lower', 'Pastern', 0.06, 0.95, fore ? 0.041 : 0.048, 0.027), reach: 0.045 },
      { bone: `${leg}Pastern`, shape: along('Pastern', 'Paw', 0.06, 0.9, 0.026, 0.025), reach: 0.035 },
      {
        bone: `${leg}Paw`,
        shape: cone(add(joint('Paw'), [0, -0.012, 0.012]), add(joint('Paw'), [0, -0.014, 0.07]), 0.03, 0.024),
        reach: 0.03,
      },
    ];
  }),
];
