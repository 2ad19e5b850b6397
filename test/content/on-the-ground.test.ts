import { describe, expect, test } from 'vitest';
import { channels } from '../../content/human/joints.ts';
import { humanAnimations } from '../../content/human/poses.ts';
import { humanBones, humanStance } from '../../content/human/rig.ts';
import { stanceAt } from '../../content/sculpt/bake.ts';
import { placesOf } from '../../content/sculpt/rig.ts';
import { wolfAnimations } from '../../content/wolf/animations.ts';
import { channels as wolfChannels, legs } from '../../content/wolf/joints.ts';
import { wolfBones, wolfStance } from '../../content/wolf/rig.ts';

/** Joints lie in the flesh: at rest the lowest of a human is 2.5 cm, of a wolf 4 cm above its sole. Metres below the ground. */
const DEEPEST = 0.045;
const MOMENTS = 24;

const human = {
  bones: humanBones,
  kind: { channels, stance: humanStance, reaches: ['stepLeft', 'stepRight'] as const },
};
const wolf = {
  bones: wolfBones,
  kind: { channels: wolfChannels, stance: wolfStance, reaches: legs.map((leg) => `${leg}Step` as const) },
};

/** The lowest joint of an animation. */
function lowest(place: (phase: number) => { at: readonly number[] }[], names: readonly string[]) {
  let found = { y: Number.POSITIVE_INFINITY, bone: '', phase: 0 };
  for (let moment = 0; moment <= MOMENTS; moment++) {
    const phase = moment / MOMENTS;
    place(phase).forEach(({ at: [, y] }, bone) => {
      if (y < found.y) found = { y, bone: names[bone], phase };
    });
  }
  return found;
}

describe('no limb goes through the ground', () => {
  test.each(humanAnimations().map((animation) => [animation.name, animation] as const))('human, %s', (_, animation) => {
    const at = (phase: number) => placesOf(human.bones, stanceAt(animation, phase, human.kind));
    const found = lowest(
      at,
      human.bones.map(({ name }) => name),
    );
    expect(found.y, JSON.stringify(found)).toBeGreaterThan(-DEEPEST);
  });

  test.each(wolfAnimations().map((animation) => [animation.name, animation] as const))('wolf, %s', (_, animation) => {
    const at = (phase: number) => placesOf(wolf.bones, stanceAt(animation, phase, wolf.kind));
    const found = lowest(
      at,
      wolf.bones.map(({ name }) => name),
    );
    expect(found.y, JSON.stringify(found)).toBeGreaterThan(-DEEPEST);
  });
});
