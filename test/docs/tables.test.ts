import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dropReasons } from '../../index.ts';
import { eventTypes } from '../../systems/create-engine.ts';

/** The cells of the rows of a document's tables whose first cell begins with a name in code. */
function rowsOf(document: string): string[][] {
  const lines = readFileSync(document, 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1),
    );
}

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]);

/** The fields of each event, as its type says. */
function fieldsByType(): Map<string, string[]> {
  const source = readFileSync('engine/events.ts', 'utf8');
  const types = source.slice(source.indexOf('export type GaitEvents'), source.indexOf('/** Name of an event. */'));
  const shared: Record<string, string[]> = {
    EntityEvent: ['entity', 'guid'],
    ConnectionEvent: ['transport', 'player'],
  };
  return new Map(
    [...types.matchAll(/^ {2}(\w+): (?:(\w+Event))?(?: & )?(?:\{ (.*) \})?;$/gm)].map(([, type, base, own]) => [
      type,
      [...(shared[base] ?? []), ...(own ?? '').split('; ').flatMap((field) => field.match(/^\w+/)?.slice() ?? [])],
    ]),
  );
}

describe('docs/events.md', () => {
  const rows = rowsOf('docs/events.md');

  it('has a row for every event, in their order', () => {
    expect(rows.map(([name]) => namesIn(name)[0])).toEqual(Object.keys(eventTypes));
  });

  it('says what each carries', () => {
    const fields = fieldsByType();
    expect([...fields.keys()].sort()).toEqual(Object.keys(eventTypes).sort());
    for (const [name, carries] of rows) expect([name, namesIn(carries)]).toEqual([name, fields.get(namesIn(name)[0])]);
  });
});

it('docs/network.md has every reason for which messages are not applied once', () => {
  const text = readFileSync('docs/network.md', 'utf8');
  const table = text.slice(text.indexOf('## Messages that are not applied'), text.indexOf('## Interest'));
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows.flatMap((row) => namesIn(row.split('|')[1])).sort()).toEqual([...dropReasons].sort());
});
