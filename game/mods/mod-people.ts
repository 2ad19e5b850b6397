import type { ModNpc } from '../../mods/index.ts';

/** Somebody whom a mod brings, as the page shows them. */
export interface ModPerson {
  readonly name: string;
  readonly about: string;
  readonly colour: string;
}

const people = new Map<number, ModPerson>();
const USUAL_COLOUR = '#9aa4ad';

/** Takes who there is now. Who is gone is still known by name as long as their body is seen. */
export function takeModPeople(npcs: readonly ModNpc[]): void {
  for (const { guid, id, name, about, colour } of npcs) {
    people.set(guid, { name: name || id, about: about || 'comes from a mod', colour: colour || USUAL_COLOUR });
  }
}

/** Who has a guid; undefined: nobody of a mod's. */
export function modPersonOf(guid: number): ModPerson | undefined {
  return people.get(guid);
}
