import type { HelpContent } from './help.ts';

/** The help of the field. */
export const fieldHelp: HelpContent = {
  text: 'The worker is the server: it decides where everybody goes, with the same engine as this page. What it tells are the messages of the 2013 client: go to this person, turn there, you are here. The page plays the rules to these messages, so that people move smoothly and end where the server has them, late, lost and reordered messages or not. The rings on the ground are the server’s own places, asked beside the network; the strips show where people want to go.',
  keys: [
    ['N', 'bad network on and off'],
    ['P', 'pause'],
    ['[ and ]', 'slower, faster'],
    ['G', 'rings where the server has everybody'],
  ],
  gestures: [['Double click, double tap', 'on somebody: follow; on the ground: the visitor comes there']],
};
