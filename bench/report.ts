import type { GoalResult, SizeResult } from './result.ts';

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
  const failed = result.subjects.flatMap(({ name, checks }) =>
    checks.filter((check) => !check.ok).map((check) => `  ${name}: ${check.name}: ${check.detail}`),
  );
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

/** The goals, for people. */
export function reportGoals(goals: readonly GoalResult[]): string {
  if (goals.length === 0) return 'No goals are stated for this mix.';
  return [
    'Goals (ratios are judged on a quiet machine)',
    table([
      ['', 'entities', 'found', 'at most', ''],
      ...goals.map(({ name, size, found, atMost, met }) => [
        name,
        size.toLocaleString('en-US'),
        figure(found),
        figure(atMost),
        met ? 'met' : 'not met',
      ]),
    ]),
  ].join('\n\n');
}
