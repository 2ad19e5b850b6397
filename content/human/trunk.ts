import { type Band, bandSurface } from '../sculpt/band.ts';
import { coverThinly, type Part, withMirror, withoutHidden } from '../sculpt/part.ts';
import { below, both, box, common, cone, ellipsoid, grow, join, ring, type Shape, stretch } from '../sculpt/shapes.ts';
import type { Grid } from '../sculpt/surface.ts';
import { about, mix } from '../sculpt/vector.ts';
import { alongBone, fromJoint, jointAt, turnOf } from './made.ts';

/** What our human wears on trunk and arms: a tunic with rolled sleeves, a belt and a pouch. */

const shoulder = jointAt('upperArmRight');
const elbow = jointAt('forearmRight');
const wrist = jointAt('handRight');

const trunk = join(
  0.06,
  // Ribs and waist.
  stretch(cone([0, 1.29, -0.008], [0, 1.17, -0.002], 0.127, 0.111), [0, 1.24, -0.005], [1.1, 1, 0.82]),
  stretch(cone([0, 1.13, 0], [0, 1.0, 0], 0.11, 0.123), [0, 1.06, 0], [1.06, 1, 0.82]),
  // Chest and shoulder blades.
  both(ellipsoid([0.062, 1.315, 0.044], [0.074, 0.062, 0.05])),
  both(ellipsoid([0.066, 1.315, -0.06], [0.072, 0.085, 0.048])),
  // From the neck down to the shoulders.
  both(cone([0.02, 1.44, -0.022], [0.126, 1.38, -0.014], 0.042, 0.043)),
);
const deltoid = ellipsoid(fromJoint('upperArmRight', 0, -0.036, 0), [0.048, 0.08, 0.053], turnOf('upperArmRight'));
const bicep = ellipsoid(
  fromJoint('upperArmRight', 0.002, -0.13, 0.008),
  [0.038, 0.085, 0.043],
  turnOf('upperArmRight'),
);
const upperArm = join(0.03, cone(shoulder, elbow, 0.045, 0.037), deltoid, bicep);
/** The right forearm without cloth. */
export const forearmShape = join(
  0.02,
  cone(elbow, mix(elbow, wrist, 0.3), 0.037, 0.041),
  cone(mix(elbow, wrist, 0.3), wrist, 0.04, 0.0255),
);

const arm = join(0.03, upperArm, forearmShape);
const sleeveEnd = mix(elbow, wrist, 0.38);
const sleeve = common(0.008, grow(arm, 0.009), below(alongBone('forearmRight'), sleeveEnd));
/** The hips, which trousers and tunic both cover. */
export const hipsShape = join(
  0.03,
  both(ellipsoid([0.068, 0.95, -0.046], [0.078, 0.085, 0.066])),
  stretch(cone([0, 1.02, 0], [0, 0.93, 0], 0.12, 0.118), [0, 0.97, 0], [1.06, 1, 0.78]),
);

const HEM = 0.835;
const skirt = stretch(cone([0, 1.0, 0], [0, 0.8, 0], 0.126, 0.184), [0, 0.9, -0.004], [1.1, 1, 0.88]);
const whole = join(0.045, grow(join(0.05, trunk, skirt, grow(hipsShape, 0.01)), 0.008), both(sleeve));
/** The tunic. */
export const tunicShape = common(0.01, whole, below([0, -1, 0], [0, HEM, 0]));
/** The right arm's cloth. */
export const sleeveShape = sleeve;

const collar = stretch(ring([0, 1.462, -0.014], 0.056, 0.016, about([1, 0, 0], 14)), [0, 1.462, -0.014], [1.06, 1, 1]);
const buckle = box([0, 1.025, 0.1295], [0.026, 0.025, 0.012], 0.006);
const pouch = box([-0.118, 0.962, 0.082], [0.036, 0.044, 0.028], 0.018, about([0, 1, 0], -50));

const notArms = ['hips', 'spine', 'chest', 'clavicle', 'thigh'];

/** The parts of the clothes. */
export function trunkParts(): Part[] {
  const piece = (colour: string, shape: Shape, grid: Grid, error: number, bones?: readonly string[]): Part => ({
    colour,
    bones,
    surface: coverThinly(shape, grid, { error, edge: 0.062 }),
  });
  const band = (colour: string, bones: readonly string[], around: Band): Part => ({
    colour,
    bones,
    surface: bandSurface(around),
  });
  const ringed = piece('trim', collar, { from: [-0.12, 1.39, -0.14], to: [0.12, 1.52, 0.12], cell: 0.0125 }, 0.0014, [
    'chest',
    'clavicle',
    'neck',
  ]);
  const cuff = band('trim', ['forearm', 'upperArmTwist'], {
    on: grow(arm, 0.009),
    from: mix(elbow, wrist, 0.42),
    to: mix(elbow, wrist, 0.26),
    thickness: 0.0075,
    segments: 14,
    round: 0.7,
  });
  return [
    piece('top', tunicShape, { from: [-0.56, 0.8, -0.26], to: [0.56, 1.5, 0.26], cell: 0.0205 }, 0.002),
    { ...ringed, surface: withoutHidden(ringed.surface, tunicShape, 0.014) },
    { ...cuff, surface: withMirror(cuff.surface) },
    band('trim', notArms, {
      on: whole,
      from: [0, HEM - 0.005, 0],
      to: [0, HEM + 0.022, 0],
      thickness: 0.004,
      segments: 26,
    }),
    band('belt', notArms, {
      on: tunicShape,
      from: [0, 1.003, 0],
      to: [0, 1.047, 0],
      thickness: 0.009,
      segments: 26,
    }),
    piece('metal', buckle, { from: [-0.05, 0.98, 0.09], to: [0.05, 1.07, 0.16], cell: 0.012 }, 0.0016, [
      'hips',
      'spine',
    ]),
    piece('belt', pouch, { from: [-0.2, 0.89, 0], to: [-0.04, 1.04, 0.17], cell: 0.016 }, 0.0022, ['hips']),
  ];
}
