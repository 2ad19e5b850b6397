import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { blocksOf, documents, root, textOf } from './blocks.ts';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const scripts: Record<string, string> = manifest.scripts;

interface Command {
  readonly where: string;
  readonly words: readonly string[];
}

/** The commands that a document names: lines of its sh blocks, and what stands in backquotes in its prose. */
function commandsOf(document: string): Command[] {
  const shell = blocksOf(document)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'));
  const prose = textOf(document).replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...prose.matchAll(/`((?:npm|npx|gait) [^`]+)`/g)].map((match) => match[1].replaceAll('\n', ' '));
  return [...shell, ...quoted]
    .map((line) => line.replace(/(^|\s)#.*$/, ''))
    .flatMap((line) => line.split('&&'))
    .map((line) => ({ where: `${document}: ${line.trim()}`, words: line.trim().split(/\s+/) }))
    .filter(({ words }) => words[0] !== '');
}

const commands = documents.flatMap(commandsOf);
/** Words that stand for something of the reader's own. */
const isPlaceholder = (word: string): boolean => /^[A-Z-]+(\.\.\.)?$/.test(word);

/** The script of package.json that a command runs; undefined: it is none. */
function scriptOf([program, verb, name]: readonly string[]): string | undefined {
  if (program !== 'npm') return undefined;
  if (verb === 'run') return name;
  return verb === 'start' || verb === 'test' ? verb : undefined;
}

/** The options that a command of one of our tools is given, and the tool's file with what precedes them. */
function toolOf({ words }: Command): { call: string; options: string[] } | undefined {
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0]);
  const script = scriptOf(words);
  const file = script === undefined ? undefined : /^(?:node .*)?tsx (\S+)$/.exec(scripts[script] ?? '')?.[1];
  if (file !== undefined) return { call: file, options };
  const gait = words[0] === 'npx' ? words.slice(1) : words;
  return gait[0] === 'gait' && gait.length > 1 ? { call: `cli/gait.ts ${gait[1]}`, options } : undefined;
}

describe('the commands in the documents', () => {
  it('are many', () => expect(commands.length).toBeGreaterThan(30));

  it.each(commands)('$where is there', ({ words }) => {
    const [program, verb, ...more] = words;
    if (program === 'npm') {
      const script = scriptOf(words);
      if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
      else expect(['ci', 'install', 'pack']).toContain(verb);
      // A version that is named is the one that the package is made with.
      for (const word of verb === 'install' ? more : []) {
        const [, name, version] = /^((?:@[^/]+\/)?[^@]+)@(.+)$/.exec(word) ?? [];
        if (name !== undefined) expect(manifest.peerDependencies[name]).toBe(version);
      }
      return;
    }
    if (program === 'npx' && verb === 'tsx') {
      expect(existsSync(`${root}${more[0]}`)).toBe(true);
      return;
    }
    const rest = program === 'npx' ? words.slice(1) : words;
    expect(rest[0]).toBe(Object.keys(manifest.bin)[0]);
    const usage = readFileSync(`${root}cli/gait/main.ts`, 'utf8');
    if (!isPlaceholder(rest[1])) expect(usage).toContain(`  gait ${rest[1]} `);
  });

  it('name options that their --help knows', { timeout: 60_000 }, async () => {
    const named = new Map<string, Set<string>>();
    for (const command of commands) {
      const { call, options } = toolOf(command) ?? { call: '', options: [] };
      if (options.length > 0) named.set(call, new Set([...(named.get(call) ?? []), ...options]));
    }
    // The options of the server stand in a table.
    const table = /## `npm run server`[\s\S]*?## In your own/.exec(textOf('docs/server.md'))?.[0] ?? '';
    const rows = table.split('\n').filter((line) => line.startsWith('| `--'));
    const listed = rows.flatMap((row) => [...row.split(' | ')[0].matchAll(/`(--[a-z-]+)/g)].map((match) => match[1]));
    expect(listed.length).toBeGreaterThan(6);
    named.set('cli/server.ts', new Set([...(named.get('cli/server.ts') ?? []), ...listed]));
    const replay =
      /`--[a-z-]+`(?:, `--[a-z-]+`)*/.exec(textOf('README.md').split('npm run replay -- FILE')[1])?.[0] ?? '';
    named.set('cli/replay.ts', new Set([...replay.matchAll(/--[a-z-]+/g)].map((match) => match[0])));
    expect(named.get('cli/replay.ts')?.size).toBeGreaterThan(1);
    expect([...named.keys()]).toEqual(expect.arrayContaining(['cli/server.ts', 'cli/conformance.ts']));

    await Promise.all(
      [...named].map(async ([call, options]) => {
        const { stdout } = await promisify(execFile)(
          process.execPath,
          ['--import', 'tsx', ...call.split(' '), '--help'],
          { cwd: root },
        );
        for (const option of options) expect(stdout, call).toMatch(new RegExp(`(^|\\s)${option}\\b`, 'm'));
      }),
    );
  });
});
