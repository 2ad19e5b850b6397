import { realpathSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { checkCommand } from './mods/check-command.ts';
import { repository } from './mods/repository.ts';
import type { Io } from './replay/io.ts';
import { endProcess, endWithReader, processIo } from './replay/process-io.ts';

/** `npm run check-mods`. @returns The exit code. */
export function main(args: string[], io: Io = processIo): Promise<number> {
  return checkCommand(args, io, repository);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) {
  endWithReader();
  endProcess(await main(argv.slice(2)));
}
