import { MovementType } from '../index.ts';
import { TICK_SECONDS } from './layout.ts';
import { type Role, START_TICKS } from './mix-plan.ts';
import type { Mix } from './mix-state.ts';
import { type Check, checkBetween } from './subject.ts';

/** Judges the end state of a mix: everyone did what the role asks for, and nothing was lost on the way. */
export function judgeMix(mix: Mix): Check[] {
  const { plan, tally, observer, engine, entityOf } = mix;
  const { layout, role, recipe } = plan;
  const { sent } = plan.stream;
  // The last one was commanded START_TICKS after the first.
  const seconds = Math.max(0, tally.ticks - START_TICKS) * TICK_SECONDS;
  const has = (letter: string): boolean => recipe.includes(letter);
  const indexes = (wanted: Role): number[] => [...role.keys()].filter((index) => role[index] === wanted);
  const arrivalsOf = (wanted: Role): number[] => indexes(wanted).map((index) => tally.arrivals[index]);
  const total = (values: number[]): number => values.reduce((sum, value) => sum + value, 0);
  const least = (values: number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = (values: number[]): number => values.reduce((high, value) => Math.max(high, value), -Infinity);
  const paces = (wanted: Role): number[] => observer.travels(wanted).map((travel) => travel.pace);

  const checks: Check[] = [
    checkBetween('arrivals away from where it was sent', tally.misplaced, 0, 0),
    checkBetween('steps that the engine left out or made too often', engine.world.clock.tick - tally.ticks, 0, 0),
    checkBetween('messages not applied', sent.motions + sent.positions - engine.counters.applied, 0, 0),
    checkBetween('standing about without an arrival', idlers(mix), 0, 0),
    ...[...tally.troubles].map(([type, count]) => checkBetween(`'${type}' events`, count, 0, 0)),
  ];

  if (has('C')) {
    const catches = total(arrivalsOf('chaser'));
    const distances = indexes('chaser')
      .filter((index) => mix.chased[index] >= 0)
      .map((index) => distance(mix, index, mix.chased[index]));
    checks.push(
      checkBetween('slowest chaser (m/s)', least(paces('chaser')), 1.5, 6.5),
      checkBetween('chasers: catches each in ten seconds', rate(catches, distances, seconds), 1, 4),
      checkBetween('chasers: mean distance at a catch (m)', tally.catchDistance / catches, 0.5, 2.5),
      // Both stay in a square of 40 m, give or take a curve.
      checkBetween('chasers: farthest from the quarry (m)', most(distances), 0, 60),
    );
  }
  if (has('P')) {
    const arrivals = arrivalsOf('patroller');
    checks.push(
      checkBetween('slowest patroller (m/s)', least(paces('patroller')), 1.5, 3.3),
      // At most 15 m at 3.12 m/s after at most half a turn at 1.5 rad/s.
      checkBetween('patrols: fewest waypoints reached', least(arrivals), Math.floor(seconds / 8), Infinity),
      checkBetween('patrols: waypoints each in ten seconds', rate(total(arrivals), arrivals, seconds), 1.4, 2.4),
    );
  }
  if (has('F')) {
    const errors = indexes('fed').map((index) => {
      const place = plan.stream.placeOf(plan.walkerOf[index]);
      const { x, y } = engine.readFrame(entityOf[index]);
      return Math.hypot(x - place.x, y - place.y);
    });
    checks.push(checkBetween('fed: farthest from where the stream has it (m)', most(errors), 0, 1.5));
  }
  if (has('T')) {
    const turning = observer.travels('turner').map((travel) => travel.turning);
    const arrivals = arrivalsOf('turner');
    checks.push(
      checkBetween('slowest turner (degrees/s)', least(turning), 60, 140),
      checkBetween('turners: headings each in ten seconds', rate(total(arrivals), arrivals, seconds), 5.5, 8),
    );
  }
  if (has('I')) {
    const moved = indexes('idle').map((index) => {
      const { x, y } = engine.readFrame(entityOf[index]);
      return Math.hypot(x - layout.x[index], y - layout.y[index]);
    });
    checks.push(checkBetween('idle: farthest moved (m)', most(moved), 0, 1e-9));
  }
  return checks;
}

function distance({ engine, entityOf }: Mix, index: number, other: number): number {
  const here = engine.readFrame(entityOf[index]);
  const there = engine.readFrame(entityOf[other]);
  return Math.hypot(here.x - there.x, here.y - there.y);
}

/** Times that something happened to each of a population in ten seconds. */
function rate(count: number, population: readonly unknown[], seconds: number): number {
  return (count / population.length / seconds) * 10;
}

/** Entities under command that neither move nor turn, other than those whose arrival has just been told. */
function idlers({ plan, tally, engine, entityOf, arrived }: Mix): number {
  const waiting = new Set(arrived);
  let count = 0;
  plan.role.forEach((role, index) => {
    if (role === 'idle' || role === 'fed' || tally.ticks < plan.startTick[index]) return;
    const entity = entityOf[index];
    if (engine.readMoveTo(entity).type === MovementType.Invalid && !waiting.has(entity)) count++;
  });
  return count;
}
