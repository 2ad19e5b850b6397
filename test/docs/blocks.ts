import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  readonly document: string;
  /** What stands behind the fence; '': nothing. */
  readonly language: string;
  readonly text: string;
  /** Where it begins, from 1 on. */
  readonly line: number;
}

/** What people read: documents whose blocks and commands must hold. */
export const documents: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md', 'content/captures/README.md'],
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The text of a document. */
export function textOf(document: string): string {
  return readFileSync(`${root}${document}`, 'utf8');
}

/** The fenced blocks of a document, in order. */
export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; indent: string; line: number; lines: string[] } | undefined;
  textOf(document)
    .split('\n')
    .forEach((line, index) => {
      const fence = /^( *)```(.*)$/.exec(line);
      if (fence === null) open?.lines.push(line);
      else if (open === undefined) open = { language: fence[2].trim(), indent: fence[1], line: index + 1, lines: [] };
      else {
        const { language, lines } = open;
        blocks.push({ document, language, text: `${lines.join('\n')}\n`, line: open.line });
        open = undefined;
      }
    });
  if (open !== undefined) throw new Error(`${document}:${open.line}: a block is not closed`);
  return blocks;
}

/** The blocks of all documents in some languages. */
export function allBlocks(...languages: string[]): Block[] {
  return documents.flatMap(blocksOf).filter(({ language }) => languages.includes(language));
}
