import { checks, MotionCommand, type MotionCommandName } from '../index.ts';
import { isEmote } from './emotes.ts';
import { EMOTE_CAPACITY, type formations, type patrolModes, type Stores } from './components.ts';
import type { Field } from './fields.ts';
import { type BehaviourName, behaviourNames } from './names.ts';
import { checkWaypoints, LONGEST_ROUTE, type Route, type Routes, type Waypoint } from './routes.ts';
import type { Tags } from './tags.ts';

/** What every behaviour can be told. */
export interface CommonValues {
  /** 0 to 255, higher is more urgent. Defaults: flee 80, chase 70, guard 60, follow 50, patrol 40, wander 30, face 20, idle 10. */
  priority?: number;
}

/** Whom a behaviour is about. With both: whoever is nearer; a chase prefers the one that is named. */
export interface WhomValues {
  /** The guid of a body. Never an entity id: ids are used again. */
  target?: number;
  /** Name of a tag, or a list of them: the nearest body with one of them. 'player' and 'creature' need not be given. */
  tags?: string | readonly string[];
}

/** How a behaviour goes. */
export interface PaceValues {
  /** Runs instead of walking. */
  run?: boolean;
  /** Factor on the gait's own speed, 0.1 to 10. Default 1. */
  speed?: number;
}

/** Keeps away from somebody. */
export interface FleeValues extends CommonValues, WhomValues, PaceValues {
  /** Metres at which it takes to its heels, 0 to 100. Default 8. */
  radius?: number;
  /** Metres at which it feels safe, 0 to 200; at least the radius. Default 14. */
  safe?: number;
}

/** Runs after somebody. */
export interface ChaseValues extends CommonValues, WhomValues, PaceValues {
  /** Metres at which it notices somebody with a tag, 0 to 100. Default 15. */
  radius?: number;
  /** Metres at which it gives up, to 10,000. 0, the default: never for a named target, twice the radius for others. */
  giveUp?: number;
  /** Metres from edge to edge at which it has it. Default 0.6. */
  distance?: number;
  /** Seconds that it stands after a catch before it runs on. Default 1. */
  pause?: number;
}

/** Drives intruders from a post. */
export interface GuardValues extends CommonValues, WhomValues, PaceValues {
  /** The post, metres to the east. Default: where it stands when it becomes a guard. */
  x?: number;
  /** The post, metres to the north. Default: where it stands when it becomes a guard. */
  y?: number;
  /** Where it looks at its post, degrees 0 to 360; -1, the default: anywhere. */
  heading?: number;
  /** Metres from the post within which somebody is an intruder, 0 to 100. Default 8. */
  radius?: number;
  /** Metres from the post beyond which it lets go of an intruder, 0 to 200; at least the radius. Default 16. */
  leash?: number;
  /** Metres from the post that less urgent behaviours may take it, 0 to 200; -1, the default: as far as the leash. */
  stray?: number;
  /** Metres from edge to edge at which it has an intruder. Default 0.6. */
  distance?: number;
  /** Whether it goes back. Default true. */
  returns?: boolean;
}

/** Goes after a leader. */
export interface FollowValues extends CommonValues {
  /** The guid of a body. */
  leader?: number;
  /** Metres: from edge to edge without a slot, else between slots. Default 2. */
  distance?: number;
  /** Place in the formation, 1 to 255; 0, the default: simply behind. Odd ones are to the right, even ones to the left. */
  slot?: number;
  /** Default wedge. */
  formation?: (typeof formations)[number];
  /** Factor on the gait's own speed, 0.1 to 10. Default 1. It runs when the leader does or is far ahead. */
  speed?: number;
}

/** Goes from waypoint to waypoint. */
export interface PatrolValues extends CommonValues, PaceValues {
  /** 1 to 256 places, or the id of a route that was made with `routes.add`. */
  route?: readonly Waypoint[] | number;
  /** Round and round, there and back, or to the end. Default loop. */
  mode?: (typeof patrolModes)[number];
  /** Seconds that it stands at each waypoint. Default 0. */
  pause?: number;
  /** With it, each pause is a random one from `pause` to this. */
  pauseMost?: number;
  /** Place on the route of the waypoint to go to, from 0 on; less than the route has places. Default 0. */
  next?: number;
}

/** Walks about. */
export interface WanderValues extends CommonValues, PaceValues {
  /** Its home, metres to the east. Default: where it stands when it begins. */
  x?: number;
  /** Its home, metres to the north. Default: where it stands when it begins. */
  y?: number;
  /** Metres around its home, to 10,000. Default 8. */
  radius?: number;
  /** Seconds that it stands at each place at least, 0 to 3600. Default 1.5. */
  pause?: number;
  /** Seconds that it stands at each place at most, 0 to 3600. Default 4. */
  pauseMost?: number;
}

/** Turns to somebody or to a heading. */
export interface FaceValues extends CommonValues, WhomValues {
  /** Metres within which it turns to somebody, 0 to 100. Default 20. */
  radius?: number;
  /** Degrees 0 to 360 to which it turns when there is nobody; -1, the default: none. */
  heading?: number;
  /** Degrees by which it may be off, 1 to 180. Default 15. */
  tolerance?: number;
}

/** Gestures now and then. */
export interface IdleValues extends CommonValues {
  /** At most four emotes, as names or numbers of MotionCommand: gestures that are over by themselves, such as Wave. */
  emotes?: readonly (MotionCommandName | number)[];
  /** Seconds between two emotes at least, 0.5 in any case, to 3600. Default 6. */
  pause?: number;
  /** Seconds between two emotes at most, 0 to 3600. Default 14. */
  pauseMost?: number;
  /** Factor on the gesture's own speed, 0.1 to 10. Default 1. */
  speed?: number;
}

/** What each behaviour can be told. */
export interface BehaviourValues {
  /** Runs from who comes near. */
  flee: FleeValues;
  /** Goes after somebody and catches them. */
  chase: ChaseValues;
  /** Keeps a post and drives intruders from it. */
  guard: GuardValues;
  /** Goes after a leader, or keeps a slot in a formation. */
  follow: FollowValues;
  /** Goes from waypoint to waypoint. */
  patrol: PatrolValues;
  /** Walks about around a home. */
  wander: WanderValues;
  /** Turns to somebody, or to a heading. */
  face: FaceValues;
  /** Does emotes while nothing else goes on. */
  idle: IdleValues;
}

/** Checked values, ready to be written. */
export interface CheckedValues {
  /** Cells by column. */
  readonly cells: ReadonlyMap<string, number | readonly number[]>;
  /** Names of tags whose bits are wanted. */
  readonly tags: unknown;
  /** Places of a route of its own. */
  readonly route: Route | null;
}

/** Columns whose values may not be less than another's. */
const notLess: Readonly<Partial<Record<BehaviourName, readonly (readonly [string, string])[]>>> = {
  flee: [['safe', 'radius']],
  guard: [['leash', 'radius']],
  patrol: [['pauseMost', 'pause']],
  wander: [['pauseMost', 'pause']],
  idle: [['pauseMost', 'pause']],
};

const names = new Map<string, number>(Object.entries(MotionCommand));
const emoteNames = [...names].filter(([, command]) => isEmote(command)).map(([name]) => name);

/** Throws unless `name` is a behaviour; names the nearest. */
export function requireBehaviour(what: string, name: unknown): BehaviourName {
  if (typeof name === 'string' && (behaviourNames as readonly string[]).includes(name)) return name as BehaviourName;
  const near = checks.suggestion(String(name), behaviourNames);
  throw new TypeError(`${what}: there is no behaviour '${String(name)}'${near}`);
}

/** The names of what a behaviour can be told. */
export function valueNames(stores: Stores, name: BehaviourName): string[] {
  return [...stores[name].fields].filter(([, field]) => field.meaning !== 'state').map(([key]) => key);
}

/**
 * Checks values; changes nothing.
 *
 * @param what Starts every error.
 * @param walked The id of the route that a patrol has already; 0: none.
 * @throws TypeError or RangeError that names the value, what was found and what was expected.
 */
export function checkValues(
  what: string,
  name: BehaviourName,
  values: unknown,
  stores: Stores,
  routes: Routes,
  tags: Tags,
  walked = 0,
): CheckedValues {
  const object = checks.requireObject(what, values, 'an object of values') as Record<string, unknown>;
  checks.requireKeys(what, object, valueNames(stores, name));
  const cells = new Map<string, number | readonly number[]>();
  let route: Route | null = null;
  for (const [key, field] of stores[name].fields) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (value === undefined || field.meaning === 'state') continue;
    const where = `${what}.${key}`;
    if (field.meaning === 'tags') tags.check(where, value);
    else if (field.meaning === 'route' && typeof value !== 'number')
      route = checkWaypoints(where, value, LONGEST_ROUTE);
    else cells.set(key, cellsOf(where, field, value, routes));
  }
  for (const [larger, smaller] of notLess[name] ?? []) {
    const least = cells.get(smaller);
    const most = cells.get(larger);
    if (typeof least === 'number' && typeof most === 'number' && most < least) {
      throw new RangeError(`${what}.${larger}: expected at least ${smaller}, ${least}, found ${most}`);
    }
  }
  if (name === 'patrol') {
    const places = route ?? routes.get((cells.get('route') as number | undefined) ?? walked);
    const next = cells.get('next');
    if (places !== undefined && typeof next === 'number') requirePlaceOf(`${what}.next`, next, places.length);
  }
  return { cells, tags: Object.hasOwn(object, 'tags') ? object.tags : undefined, route };
}

/** Throws a RangeError unless a route of so many places has this one. */
export function requirePlaceOf(where: string, next: number, places: number): void {
  if (next < places) return;
  throw new RangeError(`${where}: expected a place on the route, 0 to ${places - 1}, found ${next}`);
}

function cellsOf(where: string, field: Field, value: unknown, routes: Routes): number | readonly number[] {
  const { least, most, choices, length } = field;
  switch (field.meaning) {
    case 'flag':
      return checks.requireBoolean(where, value) ? 1 : 0;
    case 'choice': {
      const index = choices.indexOf(value as string);
      if (index >= 0) return index;
      const near = checks.nearest(String(value), choices);
      const meant = near === '' ? '' : `; did you mean '${near}'?`;
      throw new TypeError(`${where}: expected ${choices.join(', ')}, found '${String(value)}'${meant}`);
    }
    case 'whole':
      return checks.requireInteger(where, value, least, most);
    case 'guid':
      return checks.requireInteger(where, value, 0, 0xffffffff);
    case 'route': {
      const id = checks.requireInteger(where, value, 0, 0xffffffff);
      if (id !== 0 && !routes.has(id)) throw new RangeError(`${where}: there is no route with id ${id}`);
      return id;
    }
    case 'emotes':
      return emotesOf(where, value, length);
    default:
      return checks.requireNumber(where, value, least, most);
  }
}

function emotesOf(where: string, value: unknown, most: number): number[] {
  if (!Array.isArray(value)) throw new TypeError(`${where}: expected a list of emotes`);
  if (value.length > most) throw new RangeError(`${where}: expected at most ${most} emotes, found ${value.length}`);
  const commands = value.map((emote: unknown, index) => {
    const command = typeof emote === 'string' ? names.get(emote) : emote;
    if (typeof command === 'number' && isEmote(command)) return command;
    const near = checks.suggestion(String(emote), emoteNames);
    throw new TypeError(
      `${where}[${index}]: expected a gesture that is over by itself, found '${String(emote)}'${near}`,
    );
  });
  return Array.from({ length: EMOTE_CAPACITY }, (_, index) => commands[index] ?? 0);
}
