import { MotionCommand } from '../../components/motion-command.ts';
import type { ModelMapContent } from '../../systems/render/model-map.ts';
import { bake, clipEntries, isPlainLink, type PoseKind } from '../sculpt/bake.ts';
import type { Model } from '../sculpt/glb.ts';
import { restOf } from '../sculpt/rig.ts';
import { animations, wolfAnimations } from './animations.ts';
import { wolfFlesh, wolfParts, wolfSolid } from './body.ts';
import { stand } from './gaits.ts';
import { channels, legs, type Pose } from './joints.ts';
import { wolfBones, wolfStance } from './rig.ts';

/** The colours of a wolf that has none of its own. */
const palette = {
  coat: '#b9ab9a',
  nose: '#1f1c1e',
  eyes: '#d9a53a',
  mouth: '#7d3a3c',
  teeth: '#efe8da',
} as const;

const kind: PoseKind<Pose> = { channels, stance: wolfStance, reaches: legs.map((leg) => `${leg}Step` as const) };

const own = wolfAnimations().map((animation) => ({ ...animation, ...animations[animation.name] }));

/** Our wolf as a model. */
export function wolfModel(): Model {
  return {
    name: 'wolf',
    bones: wolfBones,
    made: restOf(wolfBones),
    rest: wolfStance(stand(0)),
    flesh: wolfFlesh,
    parts: wolfParts(),
    body: wolfSolid,
    folds: 0.36,
    palette,
    clips: own.filter((animation) => !isPlainLink(animation)).map((animation) => bake(animation, kind)),
  };
}

/** How our wolf's clips show the animations of its motion table. */
export function wolfMap(): ModelMapContent {
  return {
    name: 'wolf',
    motionTable: 'wolf',
    clips: clipEntries(own),
    substates: [
      [MotionCommand.Ready, 'stand'],
      [MotionCommand.WalkForward, 'walk'],
      [MotionCommand.RunForward, 'run'],
      [MotionCommand.TurnRight, 'turn'],
      [MotionCommand.SideStepRight, 'sidestep'],
      [MotionCommand.Falling, 'fall'],
      [MotionCommand.Dead, 'dead'],
      [MotionCommand.Crouch, 'crouch'],
      [MotionCommand.Sitting, 'sit'],
    ],
    bones: { head: 'head', mouth: 'jaw', back: 'spine' },
    colours: Object.fromEntries(Object.keys(palette).map((colour, column) => [colour, column])),
    palette: Object.values(palette),
  };
}
