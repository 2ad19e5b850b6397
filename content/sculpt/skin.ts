import { type Bone, carry, placesOf, type Stance } from './rig.ts';
import { distance, type Shape } from './shapes.ts';
import { add, scale, type Vector } from './vector.ts';

/** The flesh round a bone, in the pose in which the model is made: what lies nearest to it moves with the bone. */
export interface Flesh {
  readonly bone: string;
  readonly shape: Shape;
  /** Metres over which its hold passes to its neighbours. */
  readonly reach: number;
}

/** Up to four bones with their weights in parts of 255, heaviest first; unused ones have weight 0. */
export interface Hold {
  readonly bones: [number, number, number, number];
  readonly weights: [number, number, number, number];
}

/**
 * Which bones hold a point: those whose flesh is nearest, the more the nearer. The weights sum to 255.
 *
 * @param names Bones by number.
 * @param allowed Only bones whose names begin with one of these.
 */
export function holdOf(
  point: Vector,
  flesh: readonly Flesh[],
  names: readonly string[],
  allowed?: readonly string[],
): Hold {
  const near = flesh
    .filter(({ bone }) => allowed === undefined || allowed.some((start) => bone.startsWith(start)))
    .map(({ bone, shape, reach }) => ({ bone: names.indexOf(bone), away: distance(shape, point), reach }));
  const nearest = Math.min(...near.map(({ away }) => away));
  const pull = new Map<number, number>();
  for (const { bone, away, reach } of near) {
    const share = Math.max(0, 1 - (away - nearest) / reach);
    pull.set(bone, Math.max(pull.get(bone) ?? 0, share * share));
  }
  const four = [...pull]
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, 4);
  const sum = four.reduce((total, [, share]) => total + share, 0);
  const bones: Hold['bones'] = [0, 0, 0, 0];
  const weights: Hold['weights'] = [0, 0, 0, 0];
  let left = 255;
  four.forEach(([bone, share], slot) => {
    bones[slot] = bone;
    weights[slot] = Math.min(left, Math.round((share / sum) * 255));
    left -= weights[slot];
  });
  weights[0] += left;
  // A bone without weight is named as 0, as glTF asks for.
  for (let slot = 0; slot < 4; slot++) if (weights[slot] === 0) bones[slot] = 0;
  return { bones, weights };
}

/** A skin on a skeleton. */
export interface Bound {
  readonly bones: readonly Bone[];
  /** The stance in which the skin was made. */
  readonly made: Stance;
  readonly flesh: readonly Flesh[];
}

/** Where a point of a skin goes in another stance: each bone carries it along, as much as it holds it. */
export function skinned({ bones, made, flesh }: Bound, point: Vector, stance: Stance): Vector {
  const from = placesOf(bones, made);
  const to = placesOf(bones, stance);
  const hold = holdOf(
    point,
    flesh,
    bones.map(({ name }) => name),
  );
  let sum: Vector = [0, 0, 0];
  hold.weights.forEach((weight, slot) => {
    const bone = hold.bones[slot];
    if (weight > 0) sum = add(sum, scale(carry(point, from[bone], to[bone]), weight / 255));
  });
  return sum;
}
