import type { ModelMapContent } from '../../systems/render/model-map.ts';
import { type Animated, bake, clipEntries, isPlainLink, type PoseKind } from '../sculpt/bake.ts';
import type { Model } from '../sculpt/glb.ts';
import { animations } from './animations.ts';
import { humanFlesh, humanParts, humanSolid } from './body.ts';
import { stand, walkBackwards } from './gaits.ts';
import { channels, type Pose } from './joints.ts';
import { madeStance } from './made.ts';
import { humanAnimations, substates } from './poses.ts';
import { humanBones, humanStance } from './rig.ts';

/** The colours of a human who has none of its own. */
const palette = {
  skin: '#e0ac86',
  hair: '#4a3326',
  top: '#5a7d9a',
  legs: '#5b5145',
  shoes: '#5a4130',
  belt: '#6d4c33',
  trim: '#33506b',
  metal: '#c9a868',
  white: '#efe9e1',
  iris: '#2e2a2c',
  lips: '#b8766a',
} as const;

const kind: PoseKind<Pose> = { channels, stance: humanStance, reaches: ['stepLeft', 'stepRight'] };

/** The animations of the motion table, and clips that show one of them in its other direction. */
const own = humanAnimations().map((animation) => ({ ...animation, ...animations[animation.name] }));
const extra: readonly Animated<Pose>[] = [
  { name: 'walkBackwards', loop: true, motion: walkBackwards, frames: animations.walk.frames },
];

/** Our human as a model. */
export function humanModel(): Model {
  return {
    name: 'human',
    bones: humanBones,
    made: madeStance,
    rest: humanStance(stand(0)),
    flesh: humanFlesh,
    parts: humanParts(),
    body: humanSolid,
    folds: 0.42,
    palette,
    clips: [...own.filter((animation) => !isPlainLink(animation)), ...extra].map((animation) => bake(animation, kind)),
  };
}

/** How our human's clips show the animations of its motion table. */
export function humanMap(): ModelMapContent {
  return {
    name: 'human',
    motionTable: 'human',
    clips: clipEntries(own, { walk: 'walkBackwards' }),
    substates: substates.map(([motion, name]) => [motion, name]),
    bones: { head: 'head', chest: 'chest', rightHand: 'handRight', leftHand: 'handLeft' },
    colours: Object.fromEntries(Object.keys(palette).map((colour, column) => [colour, column])),
    palette: Object.values(palette),
  };
}
