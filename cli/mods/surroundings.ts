import type { KnownNames } from '../../mods/index.ts';

/** Where the commands for mods are called: in the repository, or in a project that has the package. */
export interface Surroundings {
  /** The folder of mods, where none is given. */
  readonly folder: string;
  /** What that folder is called in help. */
  readonly folderName: string;
  /** What a command is called in help. */
  command(name: string): string;
  /** How a command is called, up to its own words. */
  call(name: string): string;
  /** What is told of a new mod: how its NPCs are seen. */
  readonly seeIt: string;
  /** Looks and scenes that there are; what is left out may be called anything. */
  readonly known: KnownNames;
}

/** In a project that has the package: looks and scenes are its game's own, which is not known here. */
export const project: Surroundings = {
  folder: 'mods',
  folderName: 'mods',
  command: (name) => `npx gait ${name}`,
  call: (name) => `npx gait ${name}`,
  seeIt:
    'see it: give its files to createMods of gait/mods in your game (docs/mods.md of the package); its NPCs First and Second stand around x 0, y 0',
  known: {},
};
