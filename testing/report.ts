import type { Difference } from './differences.ts';

/** Bodies that a report names. */
const MOST_BODIES = 12;

/** Where a report is about. */
export interface ReportHead {
  readonly tick: number;
  /** Seconds of the server's clock. */
  readonly time: number;
  /** Name of a body, if it has one. */
  nameOf(guid: number): string;
}

/** Differences as text, one body after the other with a line for each field. */
export function convergenceReport(differences: readonly Difference[], head: ReportHead): string {
  const bodies = new Map<string, Difference[]>();
  for (const difference of differences) {
    const key = `${difference.client} ${difference.guid}`;
    const known = bodies.get(key);
    if (known === undefined) bodies.set(key, [difference]);
    else known.push(difference);
  }
  const clients = new Set(differences.map(({ client }) => client)).size;
  const lines = [
    `expectConverged: at step ${head.tick} (${head.time.toFixed(2)} s) ${count(bodies.size, 'body', 'bodies')} in ${count(clients, 'client', 'clients')} not as in the server`,
  ];
  let client = -1;
  for (const ofBody of [...bodies.values()].slice(0, MOST_BODIES)) {
    const [first] = ofBody;
    if (first.client !== client) lines.push(`  client ${first.client}:`);
    client = first.client;
    const name = head.nameOf(first.guid);
    lines.push(`    body 0x${first.guid.toString(16)}${name === '' ? '' : ` (${name})`}`);
    for (const { field, text } of ofBody) lines.push(`      ${field.padEnd(15)} ${text}`);
  }
  if (bodies.size > MOST_BODIES) lines.push(`  and ${bodies.size - MOST_BODIES} more`);
  return lines.join('\n');
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
