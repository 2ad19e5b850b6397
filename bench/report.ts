import type { Check } from './subject.ts';
import type { GoalResult, GroundResult, NpcResult, RenderResult, SizeResult, WireResult } from './result.ts';

/** Writes rows as a table with aligned columns: the first to the left, all others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      );
      return `  ${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

/** A number for people: three digits that matter, thousands apart. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'not measurable';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What was measured at one number of entities, for people. */
export function reportSize(result: SizeResult): string {
  const { size, ratios, events, allocation } = result;
  const failed = failedChecks(result.subjects);
  const lines = [
    `${size.toLocaleString('en-US')} entities (${result.ticks} ticks of each, nanoseconds for an entity and tick)`,
    table([
      ['', 'median', 'p99', 'p99/median', 'end state'],
      ...result.subjects.map(({ name, medianNs, p99Ns, checks }) => [
        name,
        figure(medianNs),
        figure(p99Ns),
        figure(p99Ns / medianNs),
        checks.every((check) => check.ok) ? 'as it must be' : 'WRONG',
      ]),
    ]),
    table([
      ["gait to yuka's Arrive", figure(ratios.toYuka)],
      ['gait to the kernel', figure(ratios.toKernel)],
      ["yuka's Arrive to the kernel", figure(ratios.yukaToKernel)],
      ['a motion event (ns)', figure(events.motionNs)],
      ['a position event (ns)', figure(events.positionNs)],
      ['messages a tick', figure(result.messagesPerTick)],
      ['allocated per tick (bytes)', figure(allocation.bytesPerTick)],
      ['allocated per entity and tick (bytes)', figure(allocation.bytesPerEntityAndTick)],
      ['memory per entity (bytes)', figure(result.bytesPerEntity)],
    ]),
  ];
  if (failed.length > 0) lines.push(['The end state is wrong, so the times do not count:', ...failed].join('\n'));
  return lines.join('\n\n');
}

/** What the wire costs, for people. */
export function reportWire(result: WireResult): string {
  const failed = failedChecks(result.subjects);
  const lines = [
    `The wire: an UpdateMotion for each of ${result.size.toLocaleString('en-US')} entities (${result.ticks} ticks)`,
    table([
      ['read, checked and decided about (ns)', figure(result.ingestNs)],
      ['a DataView walk through the same fields (ns)', figure(result.walkNs)],
      ['the same, the place of each message known (ns)', figure(result.placesNs)],
      ['times the walk', figure(result.timesTheWalk)],
      ['times the walk with known places', figure(result.timesThePlaces)],
      ['messages a second', figure(result.perSecond)],
      ['allocated per message (bytes)', figure(result.bytesPerMessage)],
    ]),
  ];
  if (failed.length > 0) lines.push(['The end state is wrong, so the times do not count:', ...failed].join('\n'));
  return lines.join('\n\n');
}

/** What sweeps cost, for people. */
export function reportGround(result: GroundResult): string {
  const { size, obstacles, ticks } = result;
  const failed = failedChecks(result.subjects);
  const lines = [
    `The ground: ${size.toLocaleString('en-US')} walkers on hills with ${obstacles} obstacles (${ticks} ticks)`,
    table([
      ['a sweep, median (ns)', figure(result.sweepNs)],
      ['a sweep, p99 (ns)', figure(result.p99Ns)],
      ['a sweep on level ground (ns)', figure(result.flatNs)],
      ['allocated per sweep (bytes)', figure(result.bytesPerSweep)],
    ]),
  ];
  if (failed.length > 0) lines.push(['The end state is wrong, so the times do not count:', ...failed].join('\n'));
  return lines.join('\n\n');
}

/** What NPCs with behaviours cost, for people. */
export function reportNpcs(result: NpcResult): string {
  const failed = failedChecks(result.subjects);
  const lines = [
    `NPCs: ${result.size.toLocaleString('en-US')} with two or three behaviours each, in ticks in which nothing changes (${result.ticks} ticks)`,
    table([
      ['the behaviours of an NPC, median (ns)', figure(result.behavioursNs)],
      ['the same, p99', figure(result.p99Ns)],
      ['the whole step, median (ns)', figure(result.stepNs)],
      ['allocated by the behaviours of an NPC (bytes)', figure(result.bytesPerNpc)],
    ]),
  ];
  if (failed.length > 0) lines.push(['The end state is wrong, so the times do not count:', ...failed].join('\n'));
  return lines.join('\n\n');
}

/** What showing bodies costs, for people. */
export function reportRender(result: RenderResult): string {
  const { crowd, near, pictures } = result;
  const failed = failedChecks(result.subjects);
  const lines = [
    `What is shown: ${crowd.toLocaleString('en-US')} in a crowd, ${near} skeletons (${pictures} pictures, milliseconds of JavaScript)`,
    table([
      ['a picture of the crowd after a step, median', figure(result.crowdMs)],
      ['the same, p99', figure(result.crowdP99Ms)],
      ['a picture of the crowd between two steps', figure(result.crowdBetweenMs)],
      ['the mean of all, two pictures a step', figure(result.crowdMeanMs)],
      ['a picture of the skeletons, median', figure(result.nearMs)],
      ['the same, p99', figure(result.nearP99Ms)],
    ]),
  ];
  if (failed.length > 0) lines.push(['The end state is wrong, so the times do not count:', ...failed].join('\n'));
  return lines.join('\n\n');
}

function failedChecks(subjects: readonly { readonly name: string; readonly checks: readonly Check[] }[]): string[] {
  return subjects.flatMap(({ name, checks }) =>
    checks.filter((check) => !check.ok).map((check) => `  ${name}: ${check.name}: ${check.detail}`),
  );
}

/** The goals, for people. */
export function reportGoals(goals: readonly GoalResult[]): string {
  if (goals.length === 0) return 'No goals are stated for this mix.';
  return [
    'Goals (ratios are judged on a quiet machine)',
    table([
      ['', 'entities', 'found', 'at most', ''],
      ...goals.map(({ name, size, found, atMost, atLeast, met }) => [
        name,
        size.toLocaleString('en-US'),
        figure(found),
        atLeast === undefined ? figure(atMost ?? Number.NaN) : `at least ${figure(atLeast)}`,
        met ? 'met' : 'not met',
      ]),
    ]),
  ].join('\n\n');
}
