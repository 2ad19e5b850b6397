import { realpathSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Io } from './replay/io.ts';
import { replay } from './replay/main.ts';
import { endWithReader, processIo } from './replay/process-io.ts';

/** `gait replay`: says what is in captures, traces and converts them. @returns The exit code. */
export function main(args: string[], io: Io = processIo): number {
  return replay(args, io);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) {
  endWithReader();
  process.exitCode = main(argv.slice(2));
}
