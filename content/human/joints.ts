import type { JointName } from '../../systems/render/poses.ts';

export { jointNames as joints } from '../../systems/render/poses.ts';

/** A joint's name; what its values mean is told where the figure's joints are named. */
export type Joint = JointName;

/** Angles and lengths by joint; a joint that is left out is 0. */
export type Pose = { readonly [J in Joint]?: number };

/** A pose with other poses laid over it: the joints that they name win. */
export function withJoints(pose: Pose, ...over: Pose[]): Pose {
  return Object.assign({}, pose, ...over);
}
