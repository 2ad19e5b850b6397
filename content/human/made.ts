import { placesOf } from '../sculpt/rig.ts';
import { add, type Quaternion, rotate, type Vector } from '../sculpt/vector.ts';
import { boneNumber, humanBones, humanStance } from './rig.ts';

/**
 * The stance in which the body is made: arms half lifted and legs a little apart, so that shoulders, armpits and hips have
 * room to move both ways.
 */
export const madeStance = humanStance({ armOutLeft: 42, armOutRight: 42, legOutLeft: 3, legOutRight: 3 });

const places = placesOf(humanBones, madeStance);

/** Where a bone's joint is. */
export const jointAt = (bone: string): Vector => places[boneNumber(bone)].at;

/** How a bone is turned. */
export const turnOf = (bone: string): Quaternion => places[boneNumber(bone)].turn;

/** A point that lies as given from a bone's joint, along the bone's own axes. */
export const fromJoint = (bone: string, x: number, y: number, z: number): Vector =>
  add(jointAt(bone), rotate(turnOf(bone), [x, y, z]));

/** The way down along a bone. */
export const alongBone = (bone: string): Vector => rotate(turnOf(bone), [0, -1, 0]);
