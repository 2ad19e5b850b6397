import human from '../../content/models/human.json';
import wolf from '../../content/models/wolf.json';

/** What NPCs of mods can look like: the page's models, each with the motion table that it is drawn with. */
export const looks: Readonly<Record<string, string>> = Object.fromEntries(
  [human, wolf].map(({ name, motionTable }) => [name, motionTable]),
);
