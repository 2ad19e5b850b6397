import { STANDARD_RECIPE } from './mix-plan.ts';
import type { GoalResult, GroundResult, NpcResult, RenderResult, SizeResult, WireResult } from './result.ts';

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

/** Goals of the wire. The bytes are the turn's own, shared by all of its messages. */
const MESSAGES_PER_SECOND = 1_000_000;
const TIMES_THE_WALK = 4;
const BYTES_PER_MESSAGE = 0.5;

/** Judges what the wire costs. */
export function judgeWire(result: WireResult): GoalResult[] {
  const { size, perSecond, timesTheWalk, bytesPerMessage } = result;
  return [
    {
      size,
      name: 'UpdateMotion a second, decoded and gated',
      found: perSecond,
      atLeast: MESSAGES_PER_SECOND,
      met: perSecond >= MESSAGES_PER_SECOND,
    },
    {
      size,
      name: 'times a DataView walk',
      found: timesTheWalk,
      atMost: TIMES_THE_WALK,
      met: timesTheWalk <= TIMES_THE_WALK,
    },
    {
      size,
      name: 'bytes allocated per message',
      found: bytesPerMessage,
      atMost: BYTES_PER_MESSAGE,
      met: bytesPerMessage <= BYTES_PER_MESSAGE,
    },
  ];
}

/** Goals of the ground. */
const NANOSECONDS_PER_SWEEP = 1500;
const BYTES_PER_SWEEP = 4;

/** Judges what sweeps cost. */
export function judgeGround(result: GroundResult): GoalResult[] {
  const { size, sweepNs, bytesPerSweep, obstacles } = result;
  return [
    {
      size,
      name: `nanoseconds a sweep, ${obstacles} obstacles`,
      found: sweepNs,
      atMost: NANOSECONDS_PER_SWEEP,
      met: sweepNs <= NANOSECONDS_PER_SWEEP,
    },
    {
      size,
      name: 'bytes allocated per sweep',
      found: bytesPerSweep,
      atMost: BYTES_PER_SWEEP,
      met: bytesPerSweep <= BYTES_PER_SWEEP,
    },
  ];
}

/** Goal of NPCs with behaviours: of the whole step, which the behaviours are a part of. */
const NANOSECONDS_PER_NPC = 400;

/** Judges what NPCs cost in a tick in which nothing changes. */
export function judgeNpcs({ size, stepNs }: NpcResult): GoalResult[] {
  return [
    {
      size,
      name: 'nanoseconds an NPC, nothing changes',
      found: stepNs,
      atMost: NANOSECONDS_PER_NPC,
      met: stepNs <= NANOSECONDS_PER_NPC,
    },
  ];
}

/** Goals of what is shown, stated for 10,000 in a crowd and 100 skeletons: milliseconds a picture. */
const MILLISECONDS_OF_A_CROWD = 2;
const MILLISECONDS_OF_SKELETONS = 4;

/** Judges what showing bodies costs. */
export function judgeRender({ crowd, crowdMs, near, nearMs }: RenderResult): GoalResult[] {
  return [
    {
      size: crowd,
      name: 'milliseconds a picture of a crowd, JavaScript',
      found: crowdMs,
      atMost: MILLISECONDS_OF_A_CROWD,
      met: crowdMs <= MILLISECONDS_OF_A_CROWD,
    },
    {
      size: near,
      name: 'milliseconds a picture of skeletons, JavaScript',
      found: nearMs,
      atMost: MILLISECONDS_OF_SKELETONS,
      met: nearMs <= MILLISECONDS_OF_SKELETONS,
    },
  ];
}
