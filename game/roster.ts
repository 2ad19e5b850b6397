import type { FigureColours } from '../systems/render/index.ts';

/** What someone on the field does. */
export const behaviourNames = ['visit', 'patrol', 'chase', 'flee', 'watch', 'stick'] as const;

/** Name of a behaviour. */
export type BehaviourName = (typeof behaviourNames)[number];

/** How a behaviour is told to people. */
export interface BehaviourInfo {
  readonly title: string;
  readonly description: string;
  /** Colour of the clothes, of the list and of the markers: '#rrggbb'. */
  readonly colour: string;
}

/** The behaviours in the order of the legend. */
export const behaviours: Readonly<Record<BehaviourName, BehaviourInfo>> = {
  visit: { title: 'Visitor', description: 'walks about; double-click the ground to call her', colour: '#f4efe4' },
  patrol: { title: 'Patrol', description: 'go round from post to post', colour: '#2f7de1' },
  chase: { title: 'Chase', description: 'run after a patrol', colour: '#e2472f' },
  flee: { title: 'Flee', description: 'keep away from the visitor', colour: '#f2b51d' },
  watch: { title: 'Watch', description: 'turn to the visitor', colour: '#12a36f' },
  stick: { title: 'Stick', description: 'stay at a patrol’s side', colour: '#9a4fd0' },
};

/** Someone on the field. */
export interface Person {
  readonly guid: number;
  readonly name: string;
  readonly behaviour: BehaviourName;
  /** Where it starts: metres and compass degrees. */
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** Factor on running speed. */
  readonly runRate: number;
  /** Metres. */
  readonly height: number;
  /** Skin and hair differ, so that people can be told apart. */
  readonly skin: string;
}

/** The visitor's guid. */
export const VISITOR = 0x50000001;

const SKINS = ['#f2c9a5', '#c98e62', '#8a5a3c', '#e5b48c', '#6b432c'] as const;

/** Everybody, in ascending guid. */
export const roster: readonly Person[] = (
  [
    ['Mira', 'visit', 0, -3, 20, 1, 1.74],
    ['Ada', 'patrol', -14, 10, 90, 1, 1.7],
    ['Ben', 'patrol', 13, 11, 180, 1, 1.86],
    ['Cleo', 'patrol', 12, -12, 270, 1, 1.66],
    ['Dov', 'chase', -17, -14, 45, 1.15, 1.84],
    ['Edda', 'chase', 17, 3, 300, 1.1, 1.72],
    ['Finn', 'chase', -4, 17, 200, 1.05, 1.9],
    ['Gwen', 'flee', 5, 5, 0, 1.1, 1.64],
    ['Hugo', 'flee', -8, -5, 90, 1.15, 1.8],
    ['Iris', 'watch', -6, 4, 120, 1, 1.7],
    ['Jonas', 'watch', 7, -5, 330, 1, 1.88],
    ['Kit', 'stick', -16, 3, 30, 1.3, 1.6],
    ['Lou', 'stick', 9, -17, 20, 1.3, 1.76],
  ] as const
).map(([name, behaviour, x, y, heading, runRate, height], index) => ({
  guid: VISITOR + index,
  name,
  behaviour,
  x,
  y,
  heading,
  runRate,
  height,
  skin: SKINS[(index * 3 + 1) % SKINS.length],
}));

/** Who has this guid. */
export function personOf(guid: number): Person | undefined {
  return roster[guid - VISITOR];
}

/** What a person wears: the top in the colour of the behaviour. */
export function coloursOf(person: Person | undefined): FigureColours {
  const top = rgb(person ? behaviours[person.behaviour].colour : '#9aa3ab');
  return {
    top,
    legs: person?.behaviour === 'visit' ? rgb('#3c5a78') : mixed(top, rgb('#262c38'), 0.78),
    skin: rgb(person?.skin ?? SKINS[0]),
    shoes: rgb('#2a2622'),
  };
}

type Rgb = readonly [red: number, green: number, blue: number];

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255];
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map((at) => from[at] * (1 - share) + to[at] * share) as unknown as Rgb;
}
