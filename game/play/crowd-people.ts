import { seededRandom } from '../random.ts';

/** The guid of the first of a crowd; the others follow. */
const FIRST = 0x60010000;
/** People that a crowd has at most. */
export const MOST_PEOPLE = 5000;
/** Metres from the middle within which a crowd goes about, and those of the stand that its ways go around. */
const REACH = 66;
const STAND = 11;
/** Every so many-th is a wolf that goes with whoever is before it. */
const WOLVES = 14;
/** Wolves' guids among those of the crowd: a guid alone says what somebody is. */
const isWolf = (index: number): boolean => index % WOLVES === WOLVES - 1;

const NAMES = (
  'Ada Ben Cleo Dov Edda Finn Gwen Hugo Iris Jonas Kit Lou Mira Nils Orla Pia Quin Rosa Sten Tam Ulf Vera Wim Yara Zoe ' +
  'Anke Bo Cara Doro Emil Fay Gil Hedda Ivo Jule Kaya Leif Mats Nora Ole'
).split(' ');
const TRADES = (
  'Baker Cooper Dyer Fisher Gardener Miller Potter Rider Saddler Smith Tanner Turner Weaver Wright Brewer Carter Chandler ' +
  'Farmer Glover Hatter Joiner Mason Piper'
).split(' ');
const WOLF_NAMES = 'Argo Brin Dusk Fenn Grey Haro Juno Luna Mist Odin Rex Skadi Tarn Wulf'.split(' ');
const CLOTHES =
  '#b5523b #3f6fb5 #d1a13a #4d8a5c #8a5ca8 #3a93a0 #c77b8f #7a7f3c #a8632f #5d6f8f #c9c2b4 #7d4b3f #2f6d5f #b98a5e'.split(
    ' ',
  );
const COATS = '#b9ab9a #8f8478 #6b625c #d6cbb9 #4a4543 #a58a6a'.split(' ');
const GESTURES = ['Wave', 'Nod', 'Cheer', 'ClapHands', 'ShakeHead', 'Shrug'] as const;

/** Somebody of a crowd as they are seen and told of. */
export interface CrowdPerson {
  readonly name: string;
  readonly about: string;
  /** '#rrggbb' of the clothes, or of the coat. */
  readonly colour: string;
  readonly isWolf: boolean;
}

/** Somebody of a crowd with a place and habits: see `Role`. */
export interface CrowdRole extends CrowdPerson {
  readonly guid: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly runRate: number;
  readonly height: number;
  readonly motionTable: 'human' | 'wolf';
  readonly habits: readonly (readonly [behaviour: string, values: Readonly<Record<string, unknown>>])[];
}

/** Who of a crowd has a guid; undefined: nobody of a crowd's. */
export function crowdPersonOf(guid: number): CrowdPerson | undefined {
  const index = guid - FIRST;
  if (!(index >= 0 && index < MOST_PEOPLE)) return undefined;
  // As strides that share nothing with the lists' lengths: neighbours differ.
  const pick = (list: readonly string[], stride: number): string => list[(index * stride) % list.length];
  if (isWolf(index)) {
    const owner = crowdPersonOf(guid - 1)?.name ?? 'nobody';
    return { name: pick(WOLF_NAMES, 3), about: `goes with ${owner}`, colour: pick(COATS, 5), isWolf: true };
  }
  const name = `${pick(NAMES, 7)} ${pick(TRADES, 5)}`;
  return { name, about: aboutOf(index), colour: pick(CLOTHES, 9), isWolf: false };
}

/** What somebody does at the fair: most go from stall to stall. */
type Doing = 'goes' | 'runs' | 'strolls' | 'watches';

function doingOf(index: number): Doing {
  const rest = (index * 7) % 20;
  if (rest < 12) return 'goes';
  if (rest < 14) return 'runs';
  return rest < 17 ? 'strolls' : 'watches';
}

function aboutOf(index: number): string {
  const doings: Readonly<Record<Doing, string>> = {
    goes: 'goes from stall to stall',
    runs: 'is in a hurry',
    strolls: 'strolls about',
    watches: 'waits for the show to begin',
  };
  return doings[doingOf(index)];
}

type Spot = [x: number, y: number];

/** A crowd of so many. The same number gives the same crowd. */
export function crowdOf(count: number): CrowdRole[] {
  const random = seededRandom(count + 11);
  const spot = (): Spot => {
    // The more people, the more room they take, up to all that there is.
    const reach = Math.min(REACH, 24 + Math.sqrt(count) * 1.5);
    for (;;) {
      const [angle, away] = [random() * Math.PI * 2, STAND + (reach - STAND) * Math.sqrt(random())];
      const found: Spot = [Math.sin(angle) * away, Math.cos(angle) * away];
      if (!isTaken(found)) return found;
    }
  };
  const people: CrowdRole[] = [];
  for (let index = 0; index < count; index++) {
    const guid = FIRST + index;
    const person = crowdPersonOf(guid) as CrowdPerson;
    const doing = doingOf(index);
    const owner = people[index - 1];
    if (person.isWolf && owner !== undefined) {
      people.push({
        ...person,
        guid,
        x: owner.x + 1,
        y: owner.y - 1,
        heading: random() * 360,
        runRate: 1,
        height: 1.8 * (0.85 + random() * 0.3),
        motionTable: 'wolf',
        habits: [['follow', { leader: owner.guid, distance: 0.9 }]],
      });
      continue;
    }
    const [x, y] = doing === 'watches' ? watcherSpot(random) : spot();
    const common = { ...person, guid, x, y, heading: random() * 360, motionTable: 'human' as const };
    const size = { runRate: 0.9 + random() * 0.3, height: 1.55 + random() * 0.4 };
    people.push({ ...common, ...size, ...habitsOf(doing, [x, y], spot, random) });
  }
  return people;
}

function habitsOf(
  doing: Doing,
  home: Spot,
  spot: () => Spot,
  random: () => number,
): Pick<CrowdRole, 'habits'> & { heading?: number } {
  const gesture = () => GESTURES[Math.floor(random() * GESTURES.length)];
  const speed = 0.55 + random() * 0.45;
  switch (doing) {
    case 'watches': {
      // They look at the stand.
      const heading = ((Math.atan2(-home[0], -home[1]) * 180) / Math.PI + 360) % 360;
      return { heading, habits: [['idle', { emotes: [gesture(), gesture()], pause: 2, pauseMost: 12 }]] };
    }
    case 'strolls':
      return { habits: [['wander', { radius: 5, speed, pause: 1, pauseMost: 5 }]] };
    default: {
      const route: Spot[] = [];
      for (let last = home; route.length < 5; ) {
        let next = spot();
        while (crossesStand(last, next)) next = spot();
        route.push(next);
        last = next;
      }
      const pauses = doing === 'runs' ? { run: true, speed: 0.8 } : { speed, pause: 0, pauseMost: 3 };
      return { habits: [['patrol', { route, mode: 'pingPong', ...pauses }]] };
    }
  }
}

/** Before the stand, all around it. */
function watcherSpot(random: () => number): Spot {
  const [angle, away] = [random() * Math.PI * 2, STAND - 2 + 6 * random()];
  return [Math.sin(angle) * away, Math.cos(angle) * away];
}

/** Whether a place is in a house or a stall. */
function isTaken([x, y]: Spot): boolean {
  const angle = (Math.atan2(x, y) * 180) / Math.PI + 360;
  const away = Math.hypot(x, y);
  const aside = (every: number, first: number): number => {
    const off = (angle - first + every / 2) % every;
    return (Math.abs(off - every / 2) * Math.PI * away) / 180;
  };
  return (Math.abs(away - 39) < 5 && aside(90, 45) < 6) || (Math.abs(away - 22) < 2.2 && aside(60, 30) < 3.2);
}

function crossesStand([ax, ay]: Spot, [bx, by]: Spot): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + dx * share, ay + dy * share) < STAND;
}
