import type { SceneGround, SpawnOptions } from '../index.ts';

/** Metres between neighbours, about. */
const APART = 1.5;
/** Radians between one spot and the next: the golden angle spreads any number of them evenly. */
const TURN = Math.PI * (3 - Math.sqrt(5));
/** Metres above the ground at which the way from the start is looked at, and the radius of what must pass there. */
const EYE = 1;
const RADIUS = 0.4;
/** Metres that a spot may be higher or lower than the start. */
const LEVEL = 1.5;
/** Spots that are looked at before players have to share the start. */
const MOST_SPOTS = 20_000;

/**
 * Where players come into a scene: around its place `start` (else the origin), on spots that can be reached from there in
 * a straight line.
 *
 * @returns What a player's body is like, by its seat.
 */
export function usualSpots(ground: SceneGround | null): (seat: number) => SpawnOptions {
  const { x, y, z, heading } = ground?.scene.places?.find(({ name }) => name === 'start') ?? {
    x: 0,
    y: 0,
    z: undefined,
    heading: 0,
  };
  const start = { x, y, z, heading: heading ?? 0 };
  const found: SpawnOptions[] = [];
  let looked = 0;
  return (seat) => {
    while (found.length <= seat && looked < MOST_SPOTS) {
      const spot = spotAround(start, looked++);
      if (ground === null || isReached(ground, start, spot)) found.push({ ...spot, heading: start.heading });
    }
    return found[seat] ?? start;
  };
}

function spotAround(start: { x: number; y: number }, index: number): { x: number; y: number } {
  const far = APART * Math.sqrt(index);
  const turn = TURN * index;
  return { x: start.x + far * Math.sin(turn), y: start.y + far * Math.cos(turn) };
}

function isReached(
  ground: SceneGround,
  start: { x: number; y: number; z?: number },
  spot: { x: number; y: number },
): boolean {
  const from = ground.heightAt(start.x, start.y, start.z ?? 0);
  const to = ground.heightAt(spot.x, spot.y, from + LEVEL / 2);
  if (!(Math.abs(to - from) < LEVEL)) return false;
  const eye = { x: start.x, y: start.y, z: from + EYE };
  return ground.cast(eye, { x: spot.x, y: spot.y, z: to + EYE }, RADIUS) === null;
}
