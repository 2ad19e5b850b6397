/** A place on the field, metres. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const spots = (...places: [x: number, y: number][]): Spot[] => places.map(([x, y]) => ({ x, y }));

/** The posts that each patrol goes round, by name. */
export const routes: Readonly<Record<string, readonly Spot[]>> = {
  Ada: spots([-14, 10], [-4, 14], [1, 5], [-10, 1]),
  Ben: spots([14, 11], [16, -2], [6, -1], [5, 13]),
  Cleo: spots([12, -13], [0, -8], [-13, -11], [-3, -17]),
};

/** Where those who flee come to rest; they take the one that is farthest from the visitor. */
export const refuges: readonly Spot[] = spots([17, 15], [-17, 16], [-17, -15], [17, -15]);

/** Metres from the middle at which the field ends for those who flee. */
export const FIELD_RADIUS = 18;
