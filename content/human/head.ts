import { coverThinly, type Part, pearl, withoutHidden } from '../sculpt/part.ts';
import { ball, below, both, common, cone, ellipsoid, join, resize, type Shape, without } from '../sculpt/shapes.ts';
import { about, add, euler, IDENTITY, normalize, scale, smoothstep, subtract, type Vector } from '../sculpt/vector.ts';

/** Heads are made in a head's own measures and then put on the neck: a little larger, as reads well from afar. */
const LARGER = 1.07;
const CHIN: Vector = [0, 1.56, 0];
const SHIFT: Vector = [0, -0.044, 0.006];
const placed = (shape: Shape): Shape => resize(shape, LARGER, CHIN, SHIFT);
const placedPoint = (point: Vector): Vector => add(add(CHIN, scale(subtract(point, CHIN), LARGER)), SHIFT);

const skull = join(
  0.035,
  ellipsoid([0, 1.697, -0.014], [0.077, 0.098, 0.097]),
  ellipsoid([0, 1.645, 0.02], [0.065, 0.074, 0.071]),
  cone([-0.014, 1.588, 0.05], [0.014, 1.588, 0.05], 0.032, 0.032),
);
const cheeks = both(ellipsoid([0.038, 1.638, 0.055], [0.026, 0.03, 0.026]));
const brow = both(cone([0.012, 1.692, 0.081], [0.045, 1.69, 0.064], 0.011, 0.009));
const nose = join(
  0.01,
  cone([0, 1.683, 0.088], [0, 1.643, 0.107], 0.007, 0.0105),
  both(ball([0.0085, 1.637, 0.098], 0.0075)),
);
const muzzle = ellipsoid([0, 1.61, 0.07], [0.03, 0.024, 0.022]);
const sockets = both(ellipsoid([0.033, 1.67, 0.096], [0.021, 0.014, 0.016]));
const ears = both(ellipsoid([0.079, 1.655, -0.012], [0.011, 0.03, 0.019], euler(8, 20, -8)));

/** The face and the back of the head. */
const face = join(0.008, without(0.012, join(0.014, join(0.02, skull, cheeks, muzzle), brow, nose), sockets), ears);
const neck = join(
  0.03,
  cone([0, 1.39, -0.024], [0, 1.575, -0.008], 0.055, 0.047),
  both(cone([0.018, 1.41, 0.002], [0.048, 1.55, -0.016], 0.016, 0.015)),
);

/** Head and neck, for what must not cover it. */
export const headShape = join(0.02, placed(face), neck);
/** The skull alone. */
export const skullShape = placed(skull);

// Hair grows above a line from the forehead over the ears to the nape.
const FOREHEAD: Vector = [0, 1.75, 0.08];
const NAPE: Vector = [0, 1.578, -0.07];
const along = normalize(subtract(FOREHEAD, NAPE));
const hairline = below([0, -along[2], along[1]], NAPE);
const temples = both(ellipsoid([0.055, 1.741, 0.078], [0.028, 0.028, 0.03]));
const locks = join(
  0.03,
  ellipsoid([0, 1.71, -0.022], [0.089, 0.1, 0.107]),
  ellipsoid([0, 1.65, -0.058], [0.073, 0.085, 0.06]),
  // Fuller on top, swept to one side.
  ellipsoid([0.02, 1.781, 0.03], [0.064, 0.03, 0.06], euler(22, 0, -8)),
  ellipsoid([-0.042, 1.768, 0.028], [0.044, 0.03, 0.054], euler(18, 0, 16)),
);
const sideburns = both(ellipsoid([0.073, 1.675, 0.02], [0.012, 0.028, 0.014]));
/** The hair. */
export const hairShape = placed(join(0.012, without(0.012, common(0.016, locks, hairline), temples), sideburns));

/** The parts of the head and neck. @param clothes What hides the lower end of the neck. */
export function headParts(clothes: Shape): Part[] {
  const skin = coverThinly(
    headShape,
    { from: [-0.13, 1.38, -0.16], to: [0.13, 1.86, 0.17], cell: 0.0125 },
    { error: 0.00095, edge: 0.032 },
  );
  const hairSurface = coverThinly(
    hairShape,
    { from: [-0.14, 1.52, -0.19], to: [0.14, 1.88, 0.17], cell: 0.0145 },
    { error: 0.0016, edge: 0.05 },
  );
  const parts: Part[] = [
    {
      colour: 'skin',
      bones: ['head', 'neck', 'chest'],
      surface: withoutHidden(skin, (x, y, z) => Math.min(hairShape(x, y, z), clothes(x, y, z)), 0.014),
    },
    { colour: 'hair', bones: ['head'], surface: withoutHidden(hairSurface, skullShape, 0.012) },
    {
      colour: 'lips',
      bones: ['head'],
      surface: pearl(placedPoint([0, 1.6085, 0.0905]), [0.0215, 0.005, 0.0075], IDENTITY, 8, 4),
      // The upper lip lies in its own shade.
      shade: (point) => 0.8 + 0.2 * smoothstep((placedPoint([0, 1.61, 0])[1] - point[1]) / 0.004),
    },
  ];
  for (const side of [-1, 1]) {
    const turn = about([0, 1, 0], side * 12);
    const eye = placedPoint([side * 0.0328, 1.6695, 0.0755]);
    const iris = placedPoint([side * 0.032, 1.6695, 0.083]);
    const brows = placedPoint([side * 0.0355, 1.6955, 0.0808]);
    parts.push(
      { colour: 'white', bones: ['head'], surface: pearl(eye, [0.0185, 0.0128, 0.0122], turn, 10, 6) },
      { colour: 'iris', bones: ['head'], surface: pearl(iris, [0.0102, 0.0112, 0.006], turn, 12, 4) },
      {
        colour: 'hair',
        bones: ['head'],
        surface: pearl(brows, [0.0225, 0.0046, 0.008], euler(0, side * 24, side * -5), 7, 4),
      },
    );
  }
  return parts;
}
