import { add, conjugate, IDENTITY, multiply, type Quaternion, rotate, subtract, type Vector } from './vector.ts';

/** A bone of a skeleton. In the rest pose no bone is turned: all lie along the figure's axes. */
export interface Bone {
  readonly name: string;
  /** Number of the bone that it hangs on, before it in the list; -1: the figure itself. */
  readonly parent: number;
  /** Where its joint lies in the rest pose, seen from its parent's joint. */
  readonly offset: Vector;
}

/** How the bones of a skeleton are turned, each as seen from its parent, and where its first one is. */
export interface Stance {
  readonly root: Vector;
  readonly turns: readonly Quaternion[];
}

/** Where a joint is in the figure, and how its bone is turned. */
export interface Place {
  readonly at: Vector;
  readonly turn: Quaternion;
}

/** Where each bone of a skeleton is in a stance. */
export function placesOf(bones: readonly Bone[], stance: Stance): Place[] {
  const places: Place[] = [];
  bones.forEach(({ parent, offset }, index) => {
    const turn = stance.turns[index];
    if (parent < 0) {
      places.push({ at: stance.root, turn });
      return;
    }
    const above = places[parent];
    places.push({ at: add(above.at, rotate(above.turn, offset)), turn: multiply(above.turn, turn) });
  });
  return places;
}

/** The stance in which nothing is turned. */
export function restOf(bones: readonly Bone[]): Stance {
  return { root: bones[0].offset, turns: bones.map(() => IDENTITY) };
}

/** Where a point that is fixed to a bone goes when the bone goes from one place to another. */
export function carry(point: Vector, from: Place, to: Place): Vector {
  return add(to.at, rotate(multiply(to.turn, conjugate(from.turn)), subtract(point, from.at)));
}
