import { Limit, requireNumber } from './checks.ts';
import type { GaitWorld } from './world.ts';

/** A place for a body of which only motion is known: world metres, compass degrees. */
export interface MarkedSpot {
  x: number;
  y: number;
  /** Default: the ground there. */
  z?: number;
  /** Default 0, north. */
  heading?: number;
}

/** Says where a spot is. @param index Number of the spot, from 0; the lowest one that is free is taken. */
export type SpotMaker = (index: number) => MarkedSpot;

/** Spots in a row, and metres between two of them. */
const ROW = 8;
const SPACING = 3;
/** Spots that are told apart; bodies beyond share the last one. */
const MOST_SPOTS = 0xffff;

/** The spots of a world that names none: rows of eight, 3 m apart, eastwards from the origin, then northwards. */
export const gridSpot: SpotMaker = (index) => ({ x: (index % ROW) * SPACING, y: Math.floor(index / ROW) * SPACING });

/** The lowest number of a spot on which nobody stands who has no place of its own. */
export function freeSpot(world: GaitWorld): number {
  const { spot } = world.components.stamps;
  world.refreshBodies();
  const taken = new Set<number>();
  for (let index = 0; index < world.bodyCount; index++) taken.add(spot[world.bodies[index]]);
  let number = 1;
  while (number < MOST_SPOTS && taken.has(number)) number++;
  return number - 1;
}

/** Asks where a spot is. What a maker of the game's own throws, or answers wrongly, is reported; then the grid rules. */
export function placeOfSpot(world: GaitWorld, maker: SpotMaker, index: number): MarkedSpot {
  try {
    const { x, y, z, heading } = maker(index);
    requireNumber('markedSpot: x', x, -Limit.position, Limit.position);
    requireNumber('markedSpot: y', y, -Limit.position, Limit.position);
    if (z !== undefined) requireNumber('markedSpot: z', z, -Limit.position, Limit.position);
    if (heading !== undefined) requireNumber('markedSpot: heading', heading, -Limit.angle, Limit.angle);
    return { x, y, z, heading };
  } catch (error) {
    world.events.report('markedSpot', error);
    return gridSpot(index);
  }
}
