import { STANDARD_RECIPE } from './mix-plan.ts';
import type { GoalResult, SizeResult } from './result.ts';

/** Goals of the ratios, by number of entities. They are stated for these two alone. */
const ratioGoals = new Map([
  [10_000, { toYuka: 0.9, toKernel: 6.5 }],
  [100_000, { toYuka: 1.0, toKernel: 7.5 }],
]);

/** Goals at every number of entities. */
const P99_TO_MEDIAN = 3;
const BYTES_PER_ENTITY_AND_TICK = 4;
const BYTES_PER_ENTITY = 2.5 * 1024;

/** Judges a result against the goals. They are stated for the standard mix: another recipe has none. */
export function judgeGoals(result: SizeResult): GoalResult[] {
  if (result.recipe !== STANDARD_RECIPE) return [];
  const { size } = result;
  const judge = (name: string, found: number, atMost: number): GoalResult => {
    return { size, name, found, atMost, met: found <= atMost };
  };
  const gait = result.subjects.find((subject) => subject.name === 'gait');
  const ratios = ratioGoals.get(size);
  return [
    ...(ratios === undefined
      ? []
      : [
          judge("times yuka's Arrive", result.ratios.toYuka, ratios.toYuka),
          judge('times the kernel', result.ratios.toKernel, ratios.toKernel),
        ]),
    judge('p99 to median', (gait?.p99Ns ?? Number.NaN) / (gait?.medianNs ?? Number.NaN), P99_TO_MEDIAN),
    judge('bytes allocated per entity and tick', result.allocation.bytesPerEntityAndTick, BYTES_PER_ENTITY_AND_TICK),
    judge('bytes per entity', result.bytesPerEntity, BYTES_PER_ENTITY),
  ];
}
