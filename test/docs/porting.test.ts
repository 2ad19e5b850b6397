import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { componentSchemas } from '../../components/index.ts';
import { motionTable } from '../support/engines.ts';
import { createEngine } from '../../index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(`${root}docs/porting.md`, 'utf8');
const engineSource = readdirSync(`${root}engine`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`${root}engine/${file}`, 'utf8'))
  .join('\n');

/** The words in backquotes of a column of the second table. */
function namesOf(column: number): string[] {
  const table = guide.slice(guide.indexOf('## What to call'), guide.indexOf('## What is different'));
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...row.split(' | ')[column].matchAll(/`(\w+)/g)].map((match) => match[1]));
}

describe('docs/porting.md', () => {
  it('names files that are there', () => {
    const files = [...guide.matchAll(/`(engine\/[a-z/.-]+)`/g)].map((match) => match[1]);
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });

  it('names components that are there', () => {
    const named = [...guide.matchAll(/`components\.(\w+)`((?:, `\w+`)*)/g)].flatMap((match) => [
      match[1],
      ...[...match[2].matchAll(/`(\w+)`/g)].map((more) => more[1]),
    ]);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !(name in componentSchemas))).toEqual([]);
  });

  it('names calls of the engine that are there', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const calls = namesOf(1);
    expect(calls.length).toBeGreaterThan(15);
    expect(calls.filter((name) => typeof engine[name as keyof typeof engine] !== 'function')).toEqual([]);
  });

  it('names functions that are there', () => {
    const functions = namesOf(2);
    expect(functions.length).toBeGreaterThan(15);
    expect(functions.filter((name) => !new RegExp(`function ${name}\\b`).test(engineSource))).toEqual([]);
  });
});
