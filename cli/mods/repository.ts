import { fileURLToPath } from 'node:url';
import human from '../../content/models/human.json' with { type: 'json' };
import wolf from '../../content/models/wolf.json' with { type: 'json' };
import { sceneFiles } from '../../game/play/scene-files.ts';
import type { Surroundings } from './surroundings.ts';

/** In the repository: mods are the demo page's, and know what it knows. */
export const repository: Surroundings = {
  folder: fileURLToPath(new URL('../../content/mods', import.meta.url)),
  folderName: 'content/mods',
  command: (name) => name,
  call: (name) => `npm run ${name} --`,
  seeIt: `see it: npm start; its NPCs First and Second stand around x 0, y 0, the middle, of every scene (M: others)
then change a file: the NPCs change in the running world`,
  known: {
    looks: Object.fromEntries([human, wolf].map(({ name, motionTable }) => [name, motionTable])),
    scenes: Object.keys(sceneFiles),
  },
};
