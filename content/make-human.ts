import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { humanMotionTable } from './human/motion-table.ts';
import { humanPoses } from './human/poses.ts';
import { wolfMotionTable } from './wolf/motion-table.ts';

/**
 * Writes our motion tables, and the poses of the human's animations for the jointed figure.
 *
 * `npx tsx content/make-human.ts` writes the files; the test of the poses fails when they differ from what this makes.
 */

/** Our content files and the value that each holds. */
export const files: Readonly<Record<string, unknown>> = {
  'motion-tables/human.json': humanMotionTable(),
  'poses/human.json': humanPoses(),
  'motion-tables/wolf.json': wolfMotionTable(),
};

/** The text of a content file: indented, but lists of plain values on one line. */
export function format(value: unknown): string {
  const text = JSON.stringify(value, null, 1);
  return `${text.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list: string) => `[${list.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, value] of Object.entries(files)) {
    writeFileSync(fileURLToPath(new URL(path, import.meta.url)), format(value));
  }
}
