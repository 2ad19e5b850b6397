import { realpathSync } from 'node:fs';
import process, { argv, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import human from '../content/motion-tables/human.json' with { type: 'json' };
import { type ServerIo, serve } from './server/main.ts';

const processIo: ServerIo = {
  out: (line) => stdout.write(`${line}\n`),
  err: (text) => stderr.write(text),
  tty: stderr.isTTY === true,
  onEnd: (handler) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, handler);
  },
};

/** `gait server`: a world for many browsers. Returns the exit code: 0, 1 (it could not start), 2 (usage). */
export async function main(args: string[], io: ServerIo = processIo): Promise<number> {
  return serve(args, [human], io);
}

const isEntry = argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url);
if (isEntry) process.exitCode = await main(argv.slice(2));
