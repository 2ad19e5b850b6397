import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anchorsOf, deadLinks, linksOf } from '../support/links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['', 'docs/', 'examples/', 'content/captures/', 'test/captures/'];

describe('the links of the docs', () => {
  it('lead to files and headings that there are', () => {
    const files = folders.flatMap((folder) => readdirSync(`${root}${folder}`).map((name) => `${folder}${name}`));
    const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
    expect(deadLinks(files, read)).toEqual([]);
    const links = files.filter((path) => path.endsWith('.md')).flatMap((path) => linksOf(path, read(path)));
    expect(links.length).toBeGreaterThan(40);
  });

  it('are dead without their file, or their heading', () => {
    const texts: Record<string, string> = {
      'README.md': '[a](docs/a.md) [b](docs/b.md) [c](docs/a.md#what-it-is) [d](docs/a.md#else) `[e](e.md)` [f](docs)',
      'docs/a.md': '# What it is\n[up](../README.md) [away](https://example.org/x.md) [x](x.ts)',
    };
    expect(deadLinks(Object.keys(texts), (path) => texts[path])).toEqual([
      'README.md: docs/b.md',
      'README.md: docs/a.md#else (no such heading)',
      'docs/a.md: x.ts',
    ]);
    expect(anchorsOf('## What `a` does, and why\n```sh\n# no\n```')).toEqual(['what-a-does-and-why']);
  });
});
