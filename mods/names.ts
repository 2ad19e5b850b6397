/** Names of mods, NPCs and what scripts define. */
export const NAME = /^[a-z][a-z0-9-]{0,31}$/;
export const NAME_TEXT = 'a name of small letters, digits and -, at most 32, a letter first';
/** Names of what scripts define may have capitals: `fearOfWolves`. */
export const SCRIPT_NAME = /^[a-z][A-Za-z0-9-]{0,31}$/;
/** The file of every mod that says what is in it. */
export const MANIFEST = 'mod.json';

/** Characters of a file, and files of a mod, at most. */
export const MOST_CHARACTERS = 262_144;
export const MOST_FILES = 64;
/** NPCs of a mod, and components of one, at most. */
export const MOST_NPCS = 1000;
export const MOST_COMPONENTS = 32;

/** One part of a path: no dots alone, nothing hidden, nothing that a file system or an address reads otherwise. */
const PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const DEEPEST = 8;

/** What is wrong with a path in a mod; '': nothing. It must stay in the mod's folder, on every system. */
export function pathFault(path: string, ending: RegExp, endings: string): string {
  const parts = path.split('/');
  if (path.startsWith('/') || path.includes('\\') || path.includes(':') || parts.includes('..')) {
    return `expected a path inside the mod's folder, found '${path.slice(0, 80)}'`;
  }
  if (parts.length > DEEPEST || !parts.every((part) => PART.test(part))) {
    return `expected a path of letters, digits, - _ and . with / between, found '${path.slice(0, 80)}'`;
  }
  return ending.test(path) ? '' : `expected a file that ends with ${endings}, found '${path}'`;
}
