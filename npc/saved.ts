import { checks } from '../index.ts';
import type { Store } from './fields.ts';
import { type BehaviourName, behaviourNames } from './names.ts';
import { checkWaypoints, LONGEST_ROUTE, type Waypoint } from './routes.ts';
import { MOST_TAGS, ownTags } from './tags.ts';
import { requirePlaceOf } from './values.ts';

/** An entity's cells by column. */
export type SavedCells = Readonly<Record<string, number | readonly number[]>>;

/** All that the behaviours know of one NPC. */
export interface SavedNpc {
  /** Guid of the body. */
  readonly guid: number;
  /** The cells of each behaviour that it has. */
  readonly behaviours: { readonly [Name in BehaviourName]?: SavedCells };
  /** What it remembers as a whole: its move, its next thought, its random numbers. */
  readonly mind: SavedCells;
  /** Its last result. */
  readonly outcome: SavedCells;
}

/** All that the behaviours of a world know, as plain data that can be written as JSON. */
export interface SavedBehaviours {
  /** The form of what is saved. */
  readonly version: 1;
  /** Names of all tags, in the order of their bits. */
  readonly tags: readonly string[];
  /** Guids and the bits of their tags. */
  readonly tagged: readonly (readonly [guid: number, bits: number])[];
  /** The routes by id, with their waypoints. */
  readonly routes: readonly (readonly [id: number, points: readonly Waypoint[]])[];
  /** Id that the next route gets. */
  readonly nextRoute: number;
  /** Where in the list of NPCs the next step begins. */
  readonly cursor: number;
  /** The NPCs in the order in which they became ones. */
  readonly npcs: readonly SavedNpc[];
}

const savedKeys = ['version', 'tags', 'tagged', 'routes', 'nextRoute', 'cursor', 'npcs'] as const;
const npcKeys = ['guid', 'behaviours', 'mind', 'outcome'] as const;
const U32 = 0xffffffff;

/** The stores that a saved NPC has cells of. */
export interface SavedStores {
  readonly behaviours: { readonly [Name in BehaviourName]: Store };
  readonly mind: Store;
  readonly outcome: Store;
}

/** Checks a saved state in full. @throws TypeError or RangeError that names the place. */
export function checkSaved(saved: unknown, stores: SavedStores): SavedBehaviours {
  const what = 'load';
  const object = fieldsOf(what, saved, savedKeys);
  if (object.version !== 1) throw new RangeError(`load.version: expected 1, found ${String(object.version)}`);
  const names = listOf(`${what}.tags`, object.tags);
  const known = ownTags.every((name, index) => names[index] === name);
  if (!known || names.length > MOST_TAGS || new Set(names).size !== names.length) {
    throw new RangeError(`load.tags: expected at most ${MOST_TAGS} names, ${ownTags.join(' and ')} first`);
  }
  for (const name of names) {
    if (typeof name !== 'string' || name === '') throw new TypeError('load.tags: expected names');
  }
  listOf(`${what}.tagged`, object.tagged).forEach((entry, index) => {
    const where = `${what}.tagged[${index}]`;
    const [guid, bits] = listOf(where, entry);
    checks.requireInteger(`${where}[0]`, guid, 1, U32);
    checks.requireInteger(`${where}[1]`, bits, 0, U32);
  });
  const routes = new Map<unknown, number>();
  const next = checks.requireInteger(`${what}.nextRoute`, object.nextRoute, 1, U32);
  listOf(`${what}.routes`, object.routes).forEach((entry, index) => {
    const where = `${what}.routes[${index}]`;
    const [id, points] = listOf(where, entry);
    checks.requireInteger(`${where}[0]`, id, 1, next - 1);
    if (routes.has(id)) throw new RangeError(`${where}[0]: there are two routes with id ${String(id)}`);
    routes.set(id, checkWaypoints(`${where}[1]`, points, LONGEST_ROUTE).length);
  });
  checks.requireInteger(`${what}.cursor`, object.cursor, 0, U32);
  const guids = new Set<unknown>();
  listOf(`${what}.npcs`, object.npcs).forEach((entry, index) => {
    const where = `${what}.npcs[${index}]`;
    const npc = fieldsOf(where, entry, npcKeys);
    checks.requireInteger(`${where}.guid`, npc.guid, 1, U32);
    if (guids.has(npc.guid)) throw new RangeError(`${where}.guid: there are two with guid ${String(npc.guid)}`);
    guids.add(npc.guid);
    checkCells(`${where}.mind`, npc.mind, stores.mind);
    checkCells(`${where}.outcome`, npc.outcome, stores.outcome);
    const behaviours = fieldsOf(`${where}.behaviours`, npc.behaviours, behaviourNames);
    for (const name of behaviourNames) {
      if (Object.hasOwn(behaviours, name)) {
        checkCells(`${where}.behaviours.${name}`, behaviours[name], stores.behaviours[name]);
      }
    }
  });
  (saved as SavedBehaviours).npcs.forEach(({ behaviours: { patrol } }, index) => {
    const places = routes.get(patrol?.route);
    const where = `${what}.npcs[${index}].behaviours.patrol.next`;
    if (places !== undefined && typeof patrol?.next === 'number') requirePlaceOf(where, patrol.next, places);
  });
  return saved as SavedBehaviours;
}

function checkCells(what: string, cells: unknown, store: Store): void {
  const object = fieldsOf(what, cells, [...store.fields.keys()]);
  for (const [name, { least, most, length }] of store.fields) {
    if (!Object.hasOwn(object, name)) continue;
    const values = length === 1 ? [object[name]] : listOf(`${what}.${name}`, object[name]);
    if (values.length !== length) throw new RangeError(`${what}.${name}: expected ${length} numbers`);
    for (const value of values) checks.requireNumber(`${what}.${name}`, value, least, most);
  }
}

function fieldsOf(what: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  const object = checks.requireObject(what, value, 'an object');
  checks.requireKeys(what, object, known);
  return object as Record<string, unknown>;
}

function listOf(what: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${what}: expected a list`);
  return value;
}
