import type { HelpContent } from '../hud/help.ts';

/** The help of a capture. */
export const captureHelp: HelpContent = {
  text: 'A recorded session, played through the same engine that shows the field: each message of the file is taken at its time, checked and gated, and the rules do the rest. The line below shows what everybody is told to do, and how many messages there are. Who has no place in the file stands on a marked spot. The panel on the left says what is in the file and what became of its messages.',
  keys: [
    ['Space or P', 'play and pause'],
    [', and .', 'a step back, a step on'],
    ['B and N', 'the motion before, the next motion'],
    ['Arrows, Page keys, Home, End', 'through the time (when the time line has the focus)'],
    ['[ and ]', 'slower, faster'],
    ['X', 'back to where it was opened'],
  ],
  gestures: [['Double click, double tap', 'on somebody: follow']],
};
