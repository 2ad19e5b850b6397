import { posix } from 'node:path';

/** A link of a Markdown file to another file, or to a place in one. */
export interface Link {
  /** As it is written. */
  readonly text: string;
  /** The file, from where the paths of all files begin. */
  readonly path: string;
  /** The heading it leads to; '': the file as a whole. */
  readonly anchor: string;
}

/** The links of a Markdown file that lead to no address: outside blocks of code and code in a line. */
export function linksOf(path: string, markdown: string): Link[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, text]) => text)
    .filter((text) => !/^[a-z]+:/.test(text))
    .map((text) => {
      const [file, anchor = ''] = text.split('#');
      return { text, path: file === '' ? path : posix.join(posix.dirname(path), file), anchor };
    });
}

/** The anchors of the headings of a Markdown file, as they are made where it is shown. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/**
 * The links that lead nowhere, a line each.
 *
 * @param files The paths of all files that there are.
 * @param read Reads one.
 */
export function deadLinks(files: readonly string[], read: (path: string) => string): string[] {
  const dead: string[] = [];
  for (const file of files.filter((path) => path.endsWith('.md'))) {
    for (const { text, path, anchor } of linksOf(file, read(file))) {
      const isThere = files.includes(path) || files.some((other) => other.startsWith(`${path.replace(/\/$/, '')}/`));
      if (!isThere) dead.push(`${file}: ${text}`);
      else if (anchor !== '' && !anchorsOf(read(path)).includes(anchor))
        dead.push(`${file}: ${text} (no such heading)`);
    }
  }
  return dead;
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}
