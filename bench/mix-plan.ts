import { createLayout, GROUP_SIZE, type Layout } from './layout.ts';
import { createRandom } from './random.ts';
import { createStream, type Stream } from './stream.ts';

/** Roles of a mix, by the letter that stands for them in a recipe. */
export const roles = { C: 'chaser', P: 'patroller', F: 'fed', T: 'turner', I: 'idle' } as const;

/** What an entity of the mix does. */
export type Role = (typeof roles)[keyof typeof roles];

/**
 * The mix that the goals speak of, one letter for each of a group of ten: 40 % chase moving targets, 20 % patrol, 20 % are
 * fed from the wire, 10 % turn, 10 % stand.
 */
export const STANDARD_RECIPE = 'CCCCPPFFTI';

/** Commands are spread over this many ticks: in a game, too, not everything starts at once. */
export const START_TICKS = 45;

/** Everything of a mix that is the benchmark's own; its memory counts for no subject. */
export interface MixPlan {
  readonly layout: Layout;
  readonly recipe: string;
  readonly role: Role[];
  /** Tick of an entity's first command. */
  readonly startTick: Uint8Array;
  readonly stream: Stream;
  /** Number of an entity's walker in the stream, where it is fed. */
  readonly walkerOf: Uint32Array;
  /** Entities that a chaser of the given group may chase: those that walk. */
  quarry(group: number): number[];
}

/**
 * Plans a mix.
 *
 * @param recipe Ten letters of {@link roles}.
 * @throws RangeError on another recipe.
 */
export function planMix(size: number, seed: number, recipe = STANDARD_RECIPE): MixPlan {
  if (recipe.length !== GROUP_SIZE || [...recipe].some((letter) => !(letter in roles))) {
    throw new RangeError(`a recipe is ${GROUP_SIZE} letters of ${Object.keys(roles).join(', ')}, not '${recipe}'`);
  }
  if (recipe.includes('C') && !/[PF]/.test(recipe)) throw new RangeError(`nobody to chase in '${recipe}'`);
  const layout = createLayout(size, seed);
  const random = createRandom(seed ^ 0x2545f491);
  const role = Array.from(layout.member, (member) => roles[recipe[member] as keyof typeof roles]);
  const walkers = Uint32Array.from(role.keys()).filter((index) => role[index] === 'fed');
  const walkerOf = new Uint32Array(size);
  walkers.forEach((index, walker) => {
    walkerOf[index] = walker;
  });
  const quarryMembers = [...recipe].flatMap((letter, member) => (letter === 'P' || letter === 'F' ? [member] : []));
  return {
    layout,
    recipe,
    role,
    startTick: Uint8Array.from(role, () => 1 + random.below(START_TICKS)),
    stream: createStream(layout, walkers),
    walkerOf,
    quarry: (group) =>
      quarryMembers
        .map((member) => group * GROUP_SIZE + member)
        .filter((slot) => slot < size)
        .map((slot) => layout.entityOfSlot[slot]),
  };
}
