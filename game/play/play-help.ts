import type { HelpContent } from '../hud/help.ts';

/** The help of the play view. */
export const playHelp: HelpContent = {
  title: 'How to move',
  text: 'You are one of them: your keys move your body here at once, by the same rules by which everybody is moved, and go as messages to the server in the worker, which has the last word. Make the network bad (N) and show its places (G) to see how far the two are apart.',
  keys: [],
  sections: [
    {
      title: 'Keyboard',
      keys: [
        ['W A S D, arrows', 'go forwards and back, turn (by place: Z Q S D on a French keyboard)'],
        ['Q, E', 'step aside'],
        ['Shift', 'walk while it is held'],
        ['Space', 'jump: the longer it is held, the higher; standing, it prepares a long jump'],
        ['R', 'go on by yourself until W, S or R'],
      ],
    },
    {
      title: 'Mouse',
      keys: [
        ['Left drag', 'look around'],
        ['Right drag', 'look around and turn; A and D step aside meanwhile'],
        ['V', 'keep the mouse for looking and turning (Escape ends it)'],
        ['Wheel', 'nearer, farther'],
        ['Click', 'the ground: walk there; somebody: go to them. Any key ends it'],
      ],
    },
    {
      title: 'Touch',
      touch: true,
      keys: [
        ['Stick', 'go there as the camera sees it: a little is a walk'],
        ['Jump, Run', 'hold for a higher jump; run or walk'],
        ['One finger, two', 'look around; nearer, farther'],
        ['Tap', 'the ground or somebody: go there'],
      ],
    },
    {
      title: 'Gamepad',
      keys: [
        ['Left stick, right stick', 'go there, look around'],
        ['A, shoulders, left trigger', 'jump, step aside, walk'],
        ['Y', 'go on by yourself'],
      ],
    },
    {
      title: 'Page',
      keys: [
        ['M', 'scenes'],
        ['C', 'camera behind you'],
        ['N, G', 'bad network; rings where the server has everybody'],
        ['P', 'pause'],
        ['L, U', 'names; panels'],
        ['O, H', 'captures; this help'],
      ],
    },
  ],
};
