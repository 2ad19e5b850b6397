import { realpathSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { newCommand } from './mods/new-command.ts';
import { repository } from './mods/repository.ts';
import type { Io } from './replay/io.ts';
import { endWithReader, processIo } from './replay/process-io.ts';

/** `npm run new-mod -- NAME`. @returns The exit code. */
export function main(args: string[], io: Io = processIo): number {
  return newCommand(args, io, repository);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) {
  endWithReader();
  process.exitCode = main(argv.slice(2));
}
