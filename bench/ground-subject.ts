import { BodyF32 } from '../components/body.ts';
import { FrameF64 } from '../components/frame.ts';
import { createEngine, createSceneGround, flatGround, type Ground, type SceneInput, TransientState } from '../index.ts';
import { humanTable } from './human-table.ts';
import { createRandom, type Random } from './random.ts';
import { checkBetween, type Check, type Subject } from './subject.ts';

/** Metres: the body of every entity, and the side of the square that they walk in. */
const BODY = { radius: 0.3, height: 1.8 } as const;
const SIDE = 256;
/** Metres that nobody comes nearer to the border. */
const BORDER = 10;
const CELL = 2;
/** Metres of a step: 4 m/s at 30 steps a second. */
const STEP = 4 / 30;
const QUANTUM = 1 / 30;
/** Ticks after which a body takes another direction. */
const STRAIGHT = 40;

/** Hills that can be walked on all over, in the middle of the world. */
function hills(x: number, y: number): number {
  return 3 * Math.sin(x * 0.11) * Math.cos(y * 0.09) + 0.8 * Math.sin(x * 0.31 + y * 0.27);
}

/** Hills with as many obstacles, of all kinds that one walks around, under or over. */
export function createGroundScene(obstacles: number, seed: number): SceneInput {
  const random = createRandom(seed);
  const cells = SIDE / CELL;
  const corner = (index: number): number => -SIDE / 2 + index * CELL;
  const heights = Array.from({ length: cells + 1 }, (_, row) =>
    Array.from({ length: cells + 1 }, (_, column) => hills(corner(column), corner(row))),
  );
  const place = (): number => random.between(BORDER - SIDE / 2, SIDE / 2 - BORDER);
  const kinds: ((x: number, y: number, z: number) => NonNullable<SceneInput['obstacles']>[number])[] = [
    (x, y, z) => ({ kind: 'box', x, y, z, width: 2, depth: 3, height: 2, heading: random.between(0, 360) }),
    (x, y, z) => ({ kind: 'box', x, y, z, width: 4, depth: 4, height: 0.8, heading: random.between(0, 360) }),
    (x, y, z) => ({ kind: 'ramp', x, y, z, width: 3, depth: 5, height: 2, heading: random.between(0, 360) }),
    (x, y, z) => ({ kind: 'pillar', x, y, z, radius: 0.4, height: 5 }),
    (x, y, z) => ({ kind: 'wall', from: [x, y], to: [x + random.between(-8, 8), y + 4], z, height: 3, thickness: 0.3 }),
  ];
  return {
    name: 'hills',
    terrain: { x: -SIDE / 2, y: -SIDE / 2, cell: CELL, heights },
    obstacles: Array.from({ length: obstacles }, (_, index) => {
      const [x, y] = [place(), place()];
      return kinds[index % kinds.length](x, y, hills(x, y) - 0.5);
    }),
  };
}

/** Sweeps of bodies that all walk at once, each straight on until it takes another direction. */
export function createSweeps(name: string, ground: Ground, size: number, seed: number): Subject {
  const random = createRandom(seed);
  const engine = createEngine({ motionTables: [humanTable], capacity: size, ground });
  const { world } = engine;
  const { frame, previousFrame, transientState, body } = world.components;
  const crowd = spawnCrowd(engine.spawn.bind(engine), size, random);
  const [dx, dy] = [new Float64Array(size), new Float64Array(size)];
  let prepared = 0;
  let ticks = 0;
  let grounded = 0;
  let slid = 0;
  const prepare = (): void => {
    prepared++;
    for (let index = 0; index < size; index++) {
      const entity = crowd[index];
      const bodyRow = entity * BodyF32.row;
      const frameRow = entity * FrameF64.row;
      if (
        (ticks + index) % STRAIGHT === 0 ||
        isAtBorder(frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y])
      ) {
        const away = isAtBorder(frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y]);
        const angle = away
          ? Math.atan2(-frame.f64[frameRow + FrameF64.y], -frame.f64[frameRow + FrameF64.x])
          : random.between(0, 2 * Math.PI);
        dx[index] = STEP * Math.cos(angle);
        dy[index] = STEP * Math.sin(angle);
      }
      previousFrame.f64[frameRow + FrameF64.x] = frame.f64[frameRow + FrameF64.x];
      previousFrame.f64[frameRow + FrameF64.y] = frame.f64[frameRow + FrameF64.y];
      previousFrame.f64[frameRow + FrameF64.z] = frame.f64[frameRow + FrameF64.z];
      frame.f64[frameRow + FrameF64.x] += dx[index];
      frame.f64[frameRow + FrameF64.y] += dy[index];
      if ((transientState.bits[entity] & TransientState.OnWalkable) !== 0) continue;
      body.f32[bodyRow + BodyF32.velocityZ] -= 9.8 * QUANTUM;
      frame.f64[frameRow + FrameF64.z] += body.f32[bodyRow + BodyF32.velocityZ] * QUANTUM;
    }
  };
  const step = (): void => {
    for (let index = 0; index < size; index++) {
      const entity = crowd[index];
      const bodyRow = entity * BodyF32.row;
      const contact = ground.sweep(world, entity);
      const walkable = contact && body.f32[bodyRow + BodyF32.contactNormalZ] >= 0.664;
      const found = (contact ? TransientState.Contact : 0) | (walkable ? TransientState.OnWalkable : 0);
      const kept = transientState.bits[entity] & ~(TransientState.Contact | TransientState.OnWalkable);
      transientState.bits[entity] = kept | found;
      if (walkable) body.f32[bodyRow + BodyF32.velocityZ] = 0;
      grounded += walkable ? 1 : 0;
      slid += (kept & TransientState.Sliding) === 0 ? 0 : 1;
    }
    ticks++;
  };
  const check = (): Check[] => {
    let sunk = 0;
    for (const entity of crowd) {
      const frameRow = entity * FrameF64.row;
      const floor = ground.heightAt(
        frame.f64[frameRow + FrameF64.x],
        frame.f64[frameRow + FrameF64.y],
        frame.f64[frameRow + FrameF64.z],
      );
      if (!(frame.f64[frameRow + FrameF64.z] >= floor - 0.01)) sunk++;
    }
    const sweeps = ticks * size;
    return [
      checkBetween('ticks without sweeps', prepared - ticks, 0, 0),
      checkBetween('bodies in the ground', sunk, 0, 0),
      checkBetween('share that stands', grounded / sweeps, 0.95, 1),
      checkBetween('share that slides along something', slid / sweeps, name === 'flat' ? 0 : 0.01, 0.2),
    ];
  };
  return { name, size, prepare, step, check };
}

function isAtBorder(x: number, y: number): boolean {
  return Math.abs(x) > SIDE / 2 - BORDER || Math.abs(y) > SIDE / 2 - BORDER;
}

function spawnCrowd(spawn: (options: object) => number, size: number, random: Random): Uint32Array {
  const place = (): number => random.between(BORDER - SIDE / 2, SIDE / 2 - BORDER);
  return Uint32Array.from({ length: size }, () => spawn({ x: place(), y: place(), ...BODY }));
}

/** The sweeps that are timed in turns: on level ground, and on hills with obstacles. */
export function createGroundSubjects(size: number, obstacles: number, seed: number): Subject[] {
  return [
    createSweeps('flat', flatGround(), size, seed),
    createSweeps('terrain', createSceneGround(createGroundScene(obstacles, seed)), size, seed),
  ];
}
