import { atan2ToScratch, sinCosToScratch, trigScratch } from '../engine/math/trigonometry.ts';
import { createLayout, type Layout, SQUARE_SIDE, TICK_SECONDS } from './layout.ts';
import { type Check, checkBetween, type Subject } from './subject.ts';

/**
 * The least that moving to places costs in this language: typed arrays, one loop, no features. Each tick of each entity:
 * heading to the target, turn towards it by what a tick allows, move along the heading, once a second a progress check;
 * a target that is reached is followed by the next one. It shares the engine's trigonometry and nothing else.
 */
const TURN_RATE = Math.PI;
const RANGE = 1.5;
const CHECK_SECONDS = 1;
/** Least progress towards the target in metres a second that counts as one (retail's figure). */
const PROGRESS = 0.25;
const TURN = 2 * Math.PI;

interface KernelColumns {
  x: Float64Array;
  y: Float64Array;
  /** Compass angle in radians, -pi to pi. */
  heading: Float64Array;
  speed: Float64Array;
  targetX: Float64Array;
  targetY: Float64Array;
  checkTime: Float64Array;
  checkDistance: Float64Array;
  /** State of the entity's own random numbers (xorshift32). */
  random: Uint32Array;
  reached: Uint32Array;
  checks: Uint32Array;
  failedChecks: Uint32Array;
}

function createColumns(layout: Layout): KernelColumns {
  const { size, seed } = layout;
  const columns: KernelColumns = {
    x: layout.x.slice(),
    y: layout.y.slice(),
    heading: layout.heading.map((degrees) => ((degrees - 180) * Math.PI) / 180),
    speed: new Float64Array(size),
    targetX: new Float64Array(size),
    targetY: new Float64Array(size),
    checkTime: new Float64Array(size),
    checkDistance: new Float64Array(size),
    random: new Uint32Array(size),
    reached: new Uint32Array(size),
    checks: new Uint32Array(size),
    failedChecks: new Uint32Array(size),
  };
  for (let index = 0; index < size; index++) {
    columns.random[index] = (Math.imul(index + 1, 0x9e3779b9) ^ seed) | 1;
    columns.speed[index] = index % 2 === 0 ? 3.12 : 4;
    // The checks of a crowd do not all fall on the same tick.
    columns.checkTime[index] = -(index % 30) * TICK_SECONDS;
    pickTarget(columns, layout, index);
    columns.checkDistance[index] = distanceToTarget(columns, index);
  }
  return columns;
}

function pickTarget(columns: KernelColumns, layout: Layout, index: number): void {
  let state = columns.random[index];
  for (let axis = 0; axis < 2; axis++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const offset = ((state >>> 0) / 4294967296) * SQUARE_SIDE;
    if (axis === 0) columns.targetX[index] = layout.west[index] + offset;
    else columns.targetY[index] = layout.south[index] + offset;
  }
  columns.random[index] = state;
}

function distanceToTarget(columns: KernelColumns, index: number): number {
  return Math.hypot(columns.targetX[index] - columns.x[index], columns.targetY[index] - columns.y[index]);
}

function stepColumns(columns: KernelColumns, layout: Layout, time: number): void {
  const { x, y, heading, speed, targetX, targetY, checkTime, checkDistance, reached, checks, failedChecks } = columns;
  const size = layout.size;
  const mostTurn = TURN_RATE * TICK_SECONDS;
  for (let index = 0; index < size; index++) {
    const px = x[index];
    const py = y[index];
    let dx = targetX[index] - px;
    let dy = targetY[index] - py;
    if (dx * dx + dy * dy <= RANGE * RANGE) {
      reached[index] = reached[index] + 1;
      pickTarget(columns, layout, index);
      dx = targetX[index] - px;
      dy = targetY[index] - py;
      checkTime[index] = time;
      checkDistance[index] = Math.sqrt(dx * dx + dy * dy);
    }

    trigScratch[0] = dx;
    trigScratch[1] = dy;
    atan2ToScratch();
    let facing = heading[index];
    let turn = trigScratch[0] - facing;
    if (turn < -Math.PI) turn += TURN;
    else if (turn > Math.PI) turn -= TURN;
    if (turn > mostTurn) turn = mostTurn;
    else if (turn < -mostTurn) turn = -mostTurn;
    facing += turn;
    if (facing < -Math.PI) facing += TURN;
    else if (facing > Math.PI) facing -= TURN;
    heading[index] = facing;

    trigScratch[0] = facing;
    sinCosToScratch();
    const length = speed[index] * TICK_SECONDS;
    x[index] = px + trigScratch[0] * length;
    y[index] = py + trigScratch[1] * length;

    const elapsed = time - checkTime[index];
    if (elapsed >= CHECK_SECONDS) {
      const distance = Math.sqrt(dx * dx + dy * dy);
      checks[index] = checks[index] + 1;
      const progress = checkDistance[index] - distance;
      if (progress < PROGRESS * elapsed) failedChecks[index] = failedChecks[index] + 1;
      checkTime[index] = time;
      checkDistance[index] = distance;
    }
  }
}

/**
 * Walks one entity again from its start, in plain arithmetic with `Math`'s trigonometry: the end that the kernel has to
 * have reached.
 */
function walkAgain(layout: Layout, index: number, ticks: number): { x: number; y: number; reached: number } {
  const columns = createColumns(layout);
  let x = columns.x[index];
  let y = columns.y[index];
  let heading = columns.heading[index];
  let reached = 0;
  const length = columns.speed[index] * TICK_SECONDS;
  const mostTurn = TURN_RATE * TICK_SECONDS;
  for (let tick = 0; tick < ticks; tick++) {
    columns.x[index] = x;
    columns.y[index] = y;
    if (distanceToTarget(columns, index) <= RANGE) {
      reached++;
      pickTarget(columns, layout, index);
    }
    const wanted = Math.atan2(columns.targetX[index] - x, columns.targetY[index] - y);
    const turn = Math.atan2(Math.sin(wanted - heading), Math.cos(wanted - heading));
    heading += Math.max(-mostTurn, Math.min(mostTurn, turn));
    x += Math.sin(heading) * length;
    y += Math.cos(heading) * length;
  }
  return { x, y, reached };
}

/** The bare kernel over `size` entities. */
export function createKernel(size: number, seed: number): Subject {
  const layout = createLayout(size, seed);
  const columns = createColumns(layout);
  let ticks = 0;

  const check = (): Check[] => {
    let worst = 0;
    let missedTargets = 0;
    const samples = Math.min(size, 20);
    for (let sample = 0; sample < samples; sample++) {
      const index = Math.floor((sample * size) / samples);
      const expected = walkAgain(layout, index, ticks);
      worst = Math.max(worst, Math.hypot(columns.x[index] - expected.x, columns.y[index] - expected.y));
      if (columns.reached[index] !== expected.reached) missedTargets++;
    }
    let strays = 0;
    let reached = 0;
    let checks = 0;
    for (let index = 0; index < size; index++) {
      const east = columns.x[index] - layout.west[index];
      const north = columns.y[index] - layout.south[index];
      if (!(Math.abs(east - SQUARE_SIDE / 2) < SQUARE_SIDE && Math.abs(north - SQUARE_SIDE / 2) < SQUARE_SIDE))
        strays++;
      reached += columns.reached[index];
      checks += columns.checks[index];
    }
    const seconds = ticks * TICK_SECONDS;
    return [
      checkBetween('farthest from where plain arithmetic leads (m)', worst, 0, 1e-6),
      checkBetween('samples that reached another number of targets', missedTargets, 0, 0),
      checkBetween('entities that left their square', strays, 0, 0),
      // A leg is 21 m on average and never longer than the diagonal.
      checkBetween('targets reached, of those expected', (reached / size / seconds) * 6, 0.5, 2),
      checkBetween('progress checks a second', checks / size / seconds, 0.6, 1.1),
    ];
  };

  return {
    name: 'kernel',
    size,
    prepare: () => {
      ticks++;
    },
    step: () => {
      stepColumns(columns, layout, ticks * TICK_SECONDS);
    },
    check,
  };
}
