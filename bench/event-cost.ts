import { createMix } from './mix.ts';
import { planMix } from './mix-plan.ts';
import { median } from './statistics.ts';
import { runTicks } from './timing.ts';

/** What reading, gating and applying one event costs, in nanoseconds. */
export interface EventCost {
  readonly motionNs: number;
  readonly positionNs: number;
  /** Events of each kind that were timed. */
  readonly events: number;
}

/** Ticks between one volley and the next. */
const QUIET_TICKS = 2;

/**
 * Feeds a crowd with one event for everyone in a tick, and times that tick against the next one, which does all the same
 * work save the event. Motions and positions take turns, with the same contents as in the mix.
 */
export function measureEventCost(walkers: number, seed: number, volleys: number): EventCost {
  const mix = createMix(planMix(walkers, seed, 'FFFFFFFFFF'));
  runTicks(mix, 60);
  mix.streaming = false;
  const costs = { motion: new Float64Array(volleys), position: new Float64Array(volleys) };
  const kinds = ['position', 'motion'] as const;
  for (let volley = 0; volley < volleys; volley++) {
    for (const kind of kinds) {
      const times: number[] = [];
      for (let tick = 0; tick <= QUIET_TICKS; tick++) {
        mix.prepare();
        if (tick === 0) mix.plan.stream.sendAll(kind);
        const start = performance.now();
        mix.step();
        times.push(performance.now() - start);
      }
      costs[kind][volley] = ((times[0] - times[1]) * 1e6) / walkers;
    }
  }
  return { motionNs: median(costs.motion), positionNs: median(costs.position), events: volleys * walkers };
}
