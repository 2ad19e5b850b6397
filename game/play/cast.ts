import { type ModPerson, modPersonOf } from '../mods/mod-people.ts';
import { crowdPersonOf } from './crowd-people.ts';
import type { SceneName } from './scenes.ts';

/** The guid of the player; the others follow. */
export const PLAYER = 0x60000001;
/** What the player's body is like, in the server's world and in the page's. */
export const PLAYER_RUN_RATE = 1.4;
export const JUMP_HEIGHT = 1.15;

/** A behaviour of `gait/npc` with its values; `leader` may be a name of the cast. */
export type Habit = readonly [behaviour: string, values: Readonly<Record<string, unknown>>];

/** Somebody in a scene beside the player. */
export interface Role {
  readonly name: string;
  /** What somebody reads who selects them. */
  readonly about: string;
  /** '#rrggbb' of the clothes and the label. */
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly z?: number;
  readonly heading?: number;
  readonly runRate?: number;
  /** Metres. */
  readonly height?: number;
  readonly habits: readonly Habit[];
}

const BLUE = '#2f7de1';
const RED = '#e2472f';
const YELLOW = '#f2b51d';
const GREEN = '#12a36f';
const VIOLET = '#9a4fd0';
const TEAL = '#3aa5b8';

/** Who is where in each scene. */
export const casts: Readonly<Record<SceneName, readonly Role[]>> = {
  meadow: [
    {
      name: 'Ada',
      about: 'walks between the bridge and the meadow',
      colour: BLUE,
      x: 4,
      y: 4,
      habits: [
        [
          'patrol',
          {
            route: [
              [12, 2],
              [31, 2],
              [12, 2],
              [4, 4],
              [-3, 2],
            ],
            pause: 1,
            pauseMost: 3,
          },
        ],
        ['idle', { emotes: ['Wave', 'Nod'] }],
      ],
    },
    {
      name: 'Kit',
      about: 'follows Ada',
      colour: VIOLET,
      x: 2,
      y: 5,
      runRate: 1.2,
      height: 1.45,
      habits: [['follow', { leader: 'Ada', distance: 1.2 }]],
    },
    {
      name: 'Dov',
      about: 'guards the ruin, and sees off who comes near',
      colour: RED,
      x: 9.5,
      y: 9.5,
      heading: 200,
      runRate: 1.1,
      height: 1.88,
      habits: [['guard', { tags: 'player', radius: 6, leash: 13, heading: 200, distance: 0.8 }]],
    },
    {
      name: 'Gwen',
      about: 'is shy: she keeps away from you',
      colour: YELLOW,
      x: -7,
      y: -3,
      runRate: 1.2,
      habits: [
        ['flee', { tags: 'player', radius: 4, safe: 9 }],
        ['wander', { x: -5, y: -2, radius: 5 }],
      ],
    },
    {
      name: 'Iris',
      about: 'greets who comes',
      colour: GREEN,
      x: -2.5,
      y: 1.5,
      heading: 150,
      height: 1.7,
      habits: [
        ['face', { tags: 'player', radius: 14 }],
        ['idle', { emotes: ['Wave', 'Cheer', 'Nod'], pause: 4, pauseMost: 9 }],
      ],
    },
    {
      name: 'Ben',
      about: 'strolls on the hill',
      colour: TEAL,
      x: -25,
      y: 23,
      habits: [['wander', { radius: 6 }]],
    },
  ],
  village: [
    {
      name: 'Ada',
      about: 'goes her rounds to the gate and over the bridge',
      colour: BLUE,
      x: 3,
      y: 5,
      habits: [
        [
          'patrol',
          {
            route: [
              [0, 12],
              [0, 40],
              [0, 12],
              [3, 5],
              [3, -5],
            ],
            pause: 1,
            pauseMost: 2,
          },
        ],
      ],
    },
    {
      name: 'Dov',
      about: 'guards the gate',
      colour: RED,
      x: 3.2,
      y: 17,
      heading: 180,
      height: 1.86,
      habits: [
        ['guard', { tags: 'player', radius: 3.5, leash: 8, heading: 180, distance: 0.8 }],
        ['idle', { emotes: ['Nod'], pause: 5, pauseMost: 10 }],
      ],
    },
    {
      name: 'Iris',
      about: 'greets who comes',
      colour: GREEN,
      x: -3,
      y: -1,
      heading: 120,
      habits: [
        ['face', { tags: 'player', radius: 12 }],
        ['idle', { emotes: ['Wave', 'Nod'], pause: 4, pauseMost: 9 }],
      ],
    },
    {
      name: 'Cleo',
      about: 'walks about on the place',
      colour: TEAL,
      x: 4,
      y: -3,
      habits: [['wander', { x: 3, y: -3, radius: 4 }]],
    },
    {
      name: 'Kit',
      about: 'runs after Cleo',
      colour: VIOLET,
      x: 5,
      y: -4,
      height: 1.45,
      runRate: 1.2,
      habits: [['follow', { leader: 'Cleo', distance: 1 }]],
    },
    {
      name: 'Gwen',
      about: 'is shy: she keeps away from you',
      colour: YELLOW,
      x: -2,
      y: -16,
      habits: [
        ['flee', { tags: 'player', radius: 4, safe: 9 }],
        ['wander', { x: -1, y: -17, radius: 5 }],
      ],
    },
  ],
  hills: [
    {
      name: 'Ada',
      about: 'walks up and down',
      colour: BLUE,
      x: 5,
      y: 2,
      habits: [
        [
          'patrol',
          {
            route: [
              [4, -12],
              [14, -6],
              [5, 4],
            ],
            pause: 1,
          },
        ],
      ],
    },
    {
      name: 'Ben',
      about: 'strolls about',
      colour: TEAL,
      x: -4,
      y: 4,
      habits: [['wander', { radius: 7 }]],
    },
    {
      name: 'Gwen',
      about: 'is shy: she keeps away from you',
      colour: YELLOW,
      x: -6,
      y: -6,
      runRate: 1.1,
      habits: [
        ['flee', { tags: 'player', radius: 4, safe: 10 }],
        ['wander', { radius: 5 }],
      ],
    },
    {
      name: 'Iris',
      about: 'greets who comes',
      colour: GREEN,
      x: 2,
      y: 4,
      heading: 200,
      habits: [
        ['face', { tags: 'player', radius: 14 }],
        ['idle', { emotes: ['Wave'], pause: 4, pauseMost: 9 }],
      ],
    },
  ],
  ravine: [
    {
      name: 'Ada',
      about: 'goes to and fro over the bridge',
      colour: BLUE,
      x: 1,
      y: 10,
      habits: [
        [
          'patrol',
          {
            route: [
              [0, 12],
              [0, -12],
            ],
            pause: 1,
            pauseMost: 2,
          },
        ],
      ],
    },
    {
      name: 'Iris',
      about: 'greets who comes',
      colour: GREEN,
      x: -3,
      y: -8,
      heading: 150,
      habits: [
        ['face', { tags: 'player', radius: 12 }],
        ['idle', { emotes: ['Wave', 'Nod'], pause: 4, pauseMost: 9 }],
      ],
    },
    {
      name: 'Ben',
      about: 'strolls about on the other side',
      colour: TEAL,
      x: 10,
      y: 14,
      habits: [['wander', { radius: 5 }]],
    },
  ],
  crowd: [
    {
      name: 'Iris',
      about: 'greets who comes to the fair',
      colour: GREEN,
      x: 2.5,
      y: -11,
      heading: 200,
      habits: [
        ['face', { tags: 'player', radius: 12 }],
        ['idle', { emotes: ['Wave', 'Nod'], pause: 4, pauseMost: 9 }],
      ],
    },
    {
      name: 'Dov',
      about: 'is the show: he will begin when everybody is there',
      colour: RED,
      x: 0,
      y: 1.5,
      z: 1.8,
      heading: 180,
      height: 1.88,
      habits: [['idle', { emotes: ['BowDeep', 'Cheer', 'Wave'], pause: 2, pauseMost: 5 }]],
    },
    {
      name: 'Ben',
      about: 'sees that everything goes well',
      colour: TEAL,
      x: -8,
      y: -9,
      habits: [
        [
          'patrol',
          {
            route: [
              [9, -9],
              [11, 9],
              [-11, 11],
              [-9, -9],
            ],
            pause: 1,
            pauseMost: 3,
          },
        ],
      ],
    },
  ],
  stairs: [
    {
      name: 'Ada',
      about: 'goes up the stairs and down again',
      colour: BLUE,
      x: -10,
      y: 0,
      habits: [
        [
          'patrol',
          {
            route: [
              [-10, 9.6, 4],
              [-10, 0],
            ],
            pause: 1,
            mode: 'pingPong',
          },
        ],
      ],
    },
    {
      name: 'Iris',
      about: 'greets who comes',
      colour: GREEN,
      x: 2.5,
      y: -1,
      heading: 200,
      habits: [
        ['face', { tags: 'player', radius: 12 }],
        ['idle', { emotes: ['Wave', 'Nod'], pause: 4, pauseMost: 9 }],
      ],
    },
  ],
};

/** Who has a guid, in a scene: of its cast, of its crowd, or of a mod. */
export function roleOf(scene: SceneName | null, guid: number): ModPerson | undefined {
  return scene === null ? undefined : (casts[scene][guid - PLAYER - 1] ?? crowdPersonOf(guid) ?? modPersonOf(guid));
}
