import { bandSurface } from '../sculpt/band.ts';
import { coverThinly, type Part, withMirror, withoutHidden } from '../sculpt/part.ts';
import { below, both, box, common, cone, ellipsoid, grow, join, type Shape, stretch } from '../sculpt/shapes.ts';
import { add, mix, smoothstep, type Vector } from '../sculpt/vector.ts';
import { fromJoint, jointAt, turnOf } from './made.ts';
import { forearmShape, hipsShape, sleeveShape, tunicShape } from './trunk.ts';

/** The legs of our human in trousers and boots, and the bare forearms and hands; made on the right and mirrored. */

const hip = jointAt('thighRight');
const knee = jointAt('shinRight');
const ankle = jointAt('footRight');
const wrist = jointAt('handRight');

const calf = ellipsoid(fromJoint('shinRight', 0, -0.12, -0.018), [0.048, 0.1, 0.05]);
const leg = join(
  0.035,
  cone(hip, knee, 0.084, 0.053),
  join(0.03, cone(knee, mix(knee, ankle, 0.75), 0.052, 0.042), calf),
  ellipsoid(fromJoint('shinRight', 0, -0.005, 0.014), [0.047, 0.055, 0.045]),
);
/** The trousers. */
export const trousersShape = join(0.035, both(leg), hipsShape);

const shaft = join(0.02, cone(mix(knee, ankle, 0.42), ankle, 0.061, 0.048), grow(calf, 0.008));
const top = mix(knee, ankle, 0.44)[1];
const foot = join(
  0.025,
  cone(fromJoint('footRight', 0, -0.03, -0.026), fromJoint('footRight', 0, -0.036, 0.06), 0.041, 0.038),
  stretch(
    cone(fromJoint('toesRight', 0, 0.006, -0.03), fromJoint('toesRight', 0.003, 0.004, 0.062), 0.045, 0.034),
    jointAt('toesRight'),
    [1.04, 0.88, 1],
  ),
);
const boot = common(
  0.008,
  join(0.03, common(0.012, shaft, below([0, 1, 0], [0, top, 0])), foot),
  below([0, -1, 0], [0, 0.001, 0]),
);
/** Both boots. */
export const bootsShape = both(boot);
const H = (x: number, y: number, z: number): Vector => fromJoint('handRight', x, y, z);
// The hand hangs from the wrist; its palm looks to the body (-x), its thumb ahead (z).
const palm = box(H(0.001, -0.046, 0.002), [0.016, 0.043, 0.036], 0.0155, turnOf('handRight'));
const finger = (z: number, long: number, curl: number): Shape => {
  const middle = H(-0.003 - curl * 0.01, -0.08 - long * 0.5, z * 0.97);
  return join(
    0.006,
    cone(H(0.001, -0.08, z), middle, 0.0108, 0.0098),
    cone(middle, H(-0.01 - curl * 0.03, -0.08 - long * 0.96, z * 0.92), 0.0098, 0.0083),
  );
};
const thumb = join(
  0.008,
  cone(H(-0.006, -0.02, 0.028), H(-0.015, -0.056, 0.052), 0.014, 0.0118),
  cone(H(-0.015, -0.056, 0.052), H(-0.02, -0.084, 0.054), 0.0113, 0.0092),
);
const hand = join(
  0.016,
  palm,
  thumb,
  join(
    0.0045,
    finger(0.0272, 0.066, 0.2),
    finger(0.009, 0.075, 0.35),
    finger(-0.0096, 0.07, 0.5),
    finger(-0.0275, 0.055, 0.7),
  ),
  cone(wrist, H(0, -0.03, 0), 0.027, 0.025),
);
const bareArm = join(0.012, forearmShape, hand);
/** Both forearms and hands. */
export const bareArmsShape = both(bareArm);

/** The parts of the legs and the lower arms. */
export function limbParts(): Part[] {
  const pair = (colour: string, surface: Part['surface'], more: Omit<Part, 'surface' | 'colour'>): Part => ({
    colour,
    surface: withMirror(surface),
    ...more,
  });
  return [
    {
      colour: 'legs',
      bones: ['hips', 'spine', 'thigh', 'shin'],
      surface: withoutHidden(
        coverThinly(
          trousersShape,
          { from: [-0.26, 0.2, -0.2], to: [0.26, 1.06, 0.2], cell: [0.021, 0.024, 0.021] },
          { error: 0.002, edge: 0.06 },
        ),
        // Deep in the boots, and all that the tunic covers: it must not come through when the hips bend.
        (x, y, z) =>
          Math.min(y > 0.88 ? tunicShape(x, y, z) - 0.016 : 1, y < top - 0.06 ? bootsShape(x, y, z) - 0.016 : 1),
        0.02,
      ),
    },
    pair(
      'shoes',
      coverThinly(
        boot,
        { from: [0, -0.02, -0.16], to: [0.26, 0.4, 0.3], cell: 0.0175 },
        { error: 0.0019, edge: 0.055 },
      ),
      { bones: ['shin', 'foot', 'toes'], shade: (point) => 0.62 + 0.38 * smoothstep((point[1] - 0.012) / 0.014) },
    ),
    pair(
      'belt',
      bandSurface({
        on: shaft,
        from: mix(knee, ankle, 0.54),
        to: mix(knee, ankle, 0.43),
        thickness: 0.011,
        segments: 16,
        round: 0.55,
      }),
      { bones: ['shin'] },
    ),
    pair(
      'skin',
      withoutHidden(
        coverThinly(
          bareArm,
          {
            from: add(wrist, [-0.25, -0.27, -0.12]),
            to: add(wrist, [0.17, 0.28, 0.12]),
            cell: 0.0095,
          },
          { error: 0.0014, edge: 0.045 },
        ),
        sleeveShape,
        0.004,
      ),
      { bones: ['forearm', 'hand', 'fingers', 'upperArmTwist'] },
    ),
  ];
}
