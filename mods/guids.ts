/** Guids of mods' NPCs: 0x78000000 to 0x7fffffff, far from those that `spawn` and servers hand out. */
const FIRST = 0x78000000;
const MASK = 0x07ffffff;

/**
 * The guid of an NPC of a mod: always the same for the same names, so that saves and other mods find it.
 *
 * @param name `mod/npc`.
 * @param isTaken Whether another NPC has a guid; the next one is tried then.
 */
export function guidOf(name: string, isTaken: (guid: number) => boolean): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  let place = (hash ^ (hash >>> 15)) & MASK;
  while (isTaken(FIRST + place)) place = (place + 1) & MASK;
  return FIRST + place;
}
