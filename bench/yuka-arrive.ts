import { ArriveBehavior, Vector3, Vehicle } from 'yuka';
import { createLayout, type Layout, SQUARE_SIDE, TICK_SECONDS } from './layout.ts';
import { createRandom, type Random } from './random.ts';
import { type Check, checkBetween, type Subject } from './subject.ts';

/**
 * Yuka's Vehicle with one ArriveBehavior each, updated in a plain loop: its EntityManager would add neighbourhoods, spatial
 * index and messages, which nothing here uses. yuka's axes are x, y up, z; north is its z.
 */
const MAX_SPEED = 4;
const DECELERATION = 3;
const RANGE = 1;

const placeIn = (layout: Layout, index: number, random: Random, target: { x: number; z: number }): void => {
  target.x = layout.west[index] + random.next() * SQUARE_SIDE;
  target.z = layout.south[index] + random.next() * SQUARE_SIDE;
};

const randomOf = (layout: Layout, index: number): Random =>
  createRandom(layout.seed ^ Math.imul(index + 1, 0x9e3779b9));

/** Drives one vehicle again from its start, in plain arithmetic: the end that yuka has to have reached. */
function driveAgain(layout: Layout, index: number, ticks: number): { x: number; z: number; reached: number } {
  const random = randomOf(layout, index);
  const target = { x: 0, z: 0 };
  placeIn(layout, index, random, target);
  let x = layout.x[index];
  let z = layout.y[index];
  let vx = 0;
  let vz = 0;
  let reached = 0;
  for (let tick = 0; tick < ticks; tick++) {
    if (Math.hypot(target.x - x, target.z - z) <= RANGE) {
      reached++;
      placeIn(layout, index, random, target);
    }
    const distance = Math.hypot(target.x - x, target.z - z);
    const wanted = distance === 0 ? 0 : Math.min(distance / DECELERATION, MAX_SPEED) / distance;
    vx += ((target.x - x) * wanted - vx) * TICK_SECONDS;
    vz += ((target.z - z) * wanted - vz) * TICK_SECONDS;
    x += vx * TICK_SECONDS;
    z += vz * TICK_SECONDS;
  }
  return { x, z, reached };
}

/** `size` of yuka's vehicles, each arriving at one place after another. */
export function createYukaArrive(size: number, seed: number): Subject {
  const layout = createLayout(size, seed);
  const vehicles: Vehicle[] = [];
  const targets: Vector3[] = [];
  const randoms: Random[] = [];
  const reached = new Uint32Array(size);
  let ticks = 0;
  for (let index = 0; index < size; index++) {
    const random = randomOf(layout, index);
    const target = new Vector3();
    placeIn(layout, index, random, target);
    const vehicle = new Vehicle();
    vehicle.position.set(layout.x[index], 0, layout.y[index]);
    vehicle.maxSpeed = MAX_SPEED;
    vehicle.steering.add(new ArriveBehavior(target, DECELERATION, 0));
    vehicles.push(vehicle);
    targets.push(target);
    randoms.push(random);
  }

  const check = (): Check[] => {
    let worst = 0;
    let missedTargets = 0;
    const samples = Math.min(size, 20);
    for (let sample = 0; sample < samples; sample++) {
      const index = Math.floor((sample * size) / samples);
      const position = vehicles[index]?.position ?? new Vector3();
      const expected = driveAgain(layout, index, ticks);
      worst = Math.max(worst, Math.hypot(position.x - expected.x, position.z - expected.z));
      if (reached[index] !== expected.reached) missedTargets++;
    }
    let strays = 0;
    let turnedAway = 0;
    let total = 0;
    vehicles.forEach((vehicle, index) => {
      const east = vehicle.position.x - layout.west[index];
      const north = vehicle.position.z - layout.south[index];
      if (!(Math.abs(east - SQUARE_SIDE / 2) < SQUARE_SIDE && Math.abs(north - SQUARE_SIDE / 2) < SQUARE_SIDE))
        strays++;
      const facing = vehicle.getDirection(new Vector3());
      const speed = vehicle.getSpeed();
      if (speed > 0.01 && facing.dot(vehicle.velocity) < 0.999 * speed) turnedAway++;
      total += reached[index];
    });
    return [
      checkBetween('farthest from where plain arithmetic leads (m)', worst, 0, 1e-6),
      checkBetween('samples that reached another number of targets', missedTargets, 0, 0),
      checkBetween('vehicles that left their square', strays, 0, 0),
      checkBetween('vehicles that do not face where they go', turnedAway, 0, 0),
      // 21 m at 4 m/s with the last 12 m slowing down: some 11 s.
      checkBetween('targets reached, of those expected', (total / size / (ticks * TICK_SECONDS)) * 11, 0.3, 2.5),
    ];
  };

  return {
    name: 'yuka',
    size,
    prepare: () => {
      ticks++;
      for (let index = 0; index < size; index++) {
        const target = targets[index];
        const position = vehicles[index].position;
        const east = target.x - position.x;
        const north = target.z - position.z;
        if (east * east + north * north > RANGE * RANGE) continue;
        reached[index] = reached[index] + 1;
        placeIn(layout, index, randoms[index], target);
      }
    },
    step: () => {
      for (let index = 0; index < size; index++) vehicles[index].update(TICK_SECONDS);
    },
    check,
  };
}
