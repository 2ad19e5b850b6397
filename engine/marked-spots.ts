import { StampsU16 } from '../components/stamps.ts';
import { Limit, requireNumber } from './checks.ts';
import type { GaitWorld } from './world.ts';

/** A place for a body of which only motion is known: world metres, compass degrees. */
export interface MarkedSpot {
  /** World metres, east. */
  x: number;
  /** World metres, north. */
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

/**
 * Finds spots on which nobody stands who has no place of his own: the lowest first. It looks at the bodies once a step, so
 * that thousands who come at once cost no more than each its own; a spot that is left counts as free from the next step on.
 */
export class SpotFinder {
  private looked = false;
  private readonly taken = new Set<number>();
  private next = 1;

  /** Starts a step: the bodies are to be looked at again. */
  startStep(): void {
    this.looked = false;
  }

  /** Takes a spot. @returns Its number. */
  take(world: GaitWorld): number {
    if (!this.looked) this.look(world);
    while (this.next < MOST_SPOTS && this.taken.has(this.next)) this.next++;
    const number = this.next;
    if (number < MOST_SPOTS) this.next++;
    return number - 1;
  }

  private look(world: GaitWorld): void {
    const { u16 } = world.components.stamps;
    world.refreshBodies();
    this.taken.clear();
    for (let index = 0; index < world.bodyCount; index++) {
      this.taken.add(u16[world.bodies[index] * StampsU16.row + StampsU16.spot]);
    }
    this.next = 1;
    this.looked = true;
  }
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
