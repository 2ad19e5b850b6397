import { realpathSync } from 'node:fs';
import { argv, cwd, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { productWays } from './conformance/checkers.ts';
import { conformance } from './conformance/main.ts';
import type { Io } from './conformance/report.ts';

const processIo: Io = {
  out: (line) => stdout.write(`${line}\n`),
  err: (text) => stderr.write(text),
  tty: stderr.isTTY === true,
  now: () => performance.now(),
  cwd: cwd(),
};

/** `gait conformance`: checks the product against golden data. Returns the exit code: 0, 1 (not all passed), 2 (usage). */
export function main(args: string[], io: Io = processIo): number {
  return conformance(args, io, productWays);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = main(argv.slice(2));
