import { createRandom, shuffled } from './random.ts';

/** Entities that share a square of ground; the mix gives each of them a role. */
export const GROUP_SIZE = 10;

/** Side of a group's square in metres: the same density at every number of entities. */
export const SQUARE_SIDE = 40;

/** Seconds of one tick. */
export const TICK_SECONDS = 1 / 30;

/** Clear of landblock 0, so that every position has a cell on the wire. */
const WORLD_ORIGIN = 192;

/** Where the entities of one run start. Every subject starts from the same places. */
export interface Layout {
  readonly size: number;
  readonly seed: number;
  /** Place within its group: 0 to GROUP_SIZE - 1. */
  readonly member: Uint8Array;
  /** Group of an entity. */
  readonly group: Uint32Array;
  /** Entity by slot, slot = group * GROUP_SIZE + member. */
  readonly entityOfSlot: Uint32Array;
  /** South-west corner of the entity's square, in metres. */
  readonly west: Float64Array;
  readonly south: Float64Array;
  /** Start, in metres and compass degrees. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly heading: Float64Array;
}

/**
 * Spreads `size` entities over squares of ten. The order of entities is shuffled over the whole world: in a game, too,
 * those who meet were rarely created one after the other, and neighbours in memory would flatter the caches.
 */
export function createLayout(size: number, seed: number): Layout {
  const random = createRandom(seed);
  const slotOfEntity = shuffled(size, random);
  const squaresPerRow = Math.max(1, Math.ceil(Math.sqrt(size / GROUP_SIZE)));
  const layout: Layout = {
    size,
    seed,
    member: new Uint8Array(size),
    group: new Uint32Array(size),
    entityOfSlot: new Uint32Array(size),
    west: new Float64Array(size),
    south: new Float64Array(size),
    x: new Float64Array(size),
    y: new Float64Array(size),
    heading: new Float64Array(size),
  };
  for (let index = 0; index < size; index++) {
    const slot = slotOfEntity[index];
    const group = Math.floor(slot / GROUP_SIZE);
    const west = WORLD_ORIGIN + (group % squaresPerRow) * SQUARE_SIDE;
    const south = WORLD_ORIGIN + Math.floor(group / squaresPerRow) * SQUARE_SIDE;
    layout.entityOfSlot[slot] = index;
    layout.member[index] = slot % GROUP_SIZE;
    layout.group[index] = group;
    layout.west[index] = west;
    layout.south[index] = south;
    layout.x[index] = west + random.next() * SQUARE_SIDE;
    layout.y[index] = south + random.next() * SQUARE_SIDE;
    layout.heading[index] = random.between(0, 360);
  }
  return layout;
}
