import { createEngine } from '../index.ts';
import { humanTable } from './human-table.ts';
import { SQUARE_SIDE } from './layout.ts';
import { judgeMix } from './mix-judge.ts';
import { type MixPlan, START_TICKS } from './mix-plan.ts';
import type { Mix, MixTally } from './mix-state.ts';
import { createObserver } from './observer.ts';
import { createRandom, type Random } from './random.ts';
import { guidOfIndex } from './stream.ts';

/** Metres: the body of every entity of the mix. */
export const BODY = { radius: 0.3, height: 1.8 } as const;

/** Faster than any quarry, so that chases come to an end. */
const RUN_RATE = 1.5;

const troubleEvents = [
  'cancelled',
  'targetLost',
  'unknownMotion',
  'unknownMotionTable',
  'ringOverflow',
  'messageDropped',
  'malformed',
  'controlLost',
  'leaveGround',
  'handlerError',
] as const;

/** Makes an engine and spawns the plan's entities in it. */
export function createMix(plan: MixPlan): Mix {
  const { layout, role, stream } = plan;
  const { size } = layout;
  const engine = createEngine({ motionTables: [humanTable], capacity: size });
  const entityOf = new Uint32Array(size);
  for (let index = 0; index < size; index++) {
    entityOf[index] = engine.spawn({
      guid: guidOfIndex(index),
      x: layout.x[index],
      y: layout.y[index],
      heading: layout.heading[index],
      runRate: role[index] === 'fed' ? null : RUN_RATE,
      ...BODY,
    });
  }
  engine.connect(stream.transport);

  const indexOf = new Map<number, number>();
  entityOf.forEach((entity, index) => {
    indexOf.set(entity, index);
  });
  const tally: MixTally = {
    arrivals: new Uint32Array(size),
    misplaced: 0,
    catchDistance: 0,
    troubles: new Map(),
    ticks: 0,
  };
  const arrived: number[] = [];
  engine.on('arrived', ({ entity }) => {
    arrived.push(entity);
  });
  for (const type of troubleEvents) {
    engine.on(type, () => {
      tally.troubles.set(type, (tally.troubles.get(type) ?? 0) + 1);
    });
  }

  const random = createRandom(layout.seed ^ 0x1b873593);
  const chased = new Int32Array(size).fill(-1);
  const goal = { x: new Float64Array(size), y: new Float64Array(size), heading: layout.heading.slice() };

  const command = (index: number): void => {
    const entity = entityOf[index];
    if (role[index] === 'chaser') {
      const quarry = plan.quarry(layout.group[index]);
      const others = quarry.filter((other) => other !== chased[index]);
      const next = others.length > 0 ? others[random.below(others.length)] : quarry[0];
      if (next === undefined) return;
      chased[index] = next;
      // Half of them run to the very end, the others walk the last metres, as movement parameters have it.
      engine.moveTo(entity, { target: entityOf[next] }, index % 2 === 0 ? { canCharge: true } : {});
    } else if (role[index] === 'patroller') {
      const { x, y } = engine.readFrame(entity);
      chooseWaypoint(plan, index, x, y, random, goal);
      engine.moveTo(entity, { x: goal.x[index], y: goal.y[index], z: 0 });
    } else if (role[index] === 'turner') {
      goal.heading[index] = (goal.heading[index] + random.between(60, 300)) % 360;
      engine.turnTo(entity, goal.heading[index]);
    }
  };

  const isWhereItWasSent = (index: number): boolean => {
    const { x, y, heading } = engine.readFrame(entityOf[index]);
    if (role[index] === 'turner') return Math.abs(((heading - goal.heading[index] + 540) % 360) - 180) < 0.1;
    if (role[index] === 'patroller') return Math.hypot(x - goal.x[index], y - goal.y[index]) < 0.5;
    const quarry = engine.readFrame(entityOf[chased[index]]);
    const distance = Math.hypot(x - quarry.x, y - quarry.y);
    tally.catchDistance += distance;
    // A chaser hears twice a second, to half a metre, where its quarry will be in half a second. One that is fed and
    // catches up with its stream at twice its pace may turn right after: then both half seconds are wrong.
    return distance < 0.6 + 2 * BODY.radius + 0.5 + 10;
  };

  const observer = createObserver(engine, role, entityOf);
  const mix: Mix = {
    name: 'gait',
    size,
    engine,
    plan,
    entityOf,
    chased,
    tally,
    observer,
    arrived,
    streaming: true,
    prepare: () => {
      if (tally.ticks >= START_TICKS) observer.look();
      for (const entity of arrived) {
        const index = indexOf.get(entity) ?? -1;
        tally.arrivals[index]++;
        if (!isWhereItWasSent(index)) tally.misplaced++;
        command(index);
      }
      arrived.length = 0;
      tally.ticks++;
      if (tally.ticks <= START_TICKS) {
        for (let index = 0; index < size; index++) if (plan.startTick[index] === tally.ticks) command(index);
      }
      stream.advance(mix.streaming);
    },
    step: () => {
      engine.step();
    },
    check: () => judgeMix(mix),
  };
  return mix;
}

/** The next place of a patrol: in its own square, 5 to 15 m away. */
function chooseWaypoint(
  plan: MixPlan,
  index: number,
  x: number,
  y: number,
  random: Random,
  goal: { x: Float64Array; y: Float64Array },
): void {
  const { west, south } = plan.layout;
  for (;;) {
    const east = west[index] + random.next() * SQUARE_SIDE;
    const north = south[index] + random.next() * SQUARE_SIDE;
    const distance = Math.hypot(east - x, north - y);
    if (distance < 5 || distance > 15) continue;
    goal.x[index] = east;
    goal.y[index] = north;
    return;
  }
}
