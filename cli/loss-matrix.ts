import { readFileSync, realpathSync } from 'node:fs';
import { argv, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Io, lossMatrix } from './loss-matrix/main.ts';

const processIo: Io = {
  out: (line) => stdout.write(`${line}\n`),
  err: (text) => stderr.write(text),
  tty: stderr.isTTY === true,
  now: () => performance.now(),
};

/** `gait loss-matrix`: two worlds over bad networks. Returns the exit code: 0, 1 (something is not right), 2 (usage). */
export function main(args: string[], io: Io = processIo): number {
  const table = new URL('../content/motion-tables/human.json', import.meta.url);
  return lossMatrix(args, JSON.parse(readFileSync(table, 'utf8')), io);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = main(argv.slice(2));
