import { exit, stderr, stdout } from 'node:process';
import type { Io } from './io.ts';

/** The process's own output. */
export const processIo: Io = {
  out: (line) => stdout.write(`${line}\n`),
  err: (text) => stderr.write(text),
  tty: stderr.isTTY === true,
  now: () => performance.now(),
};

/**
 * Ends the process with a code when all that was said is written, although something may still run: a timer or a socket of
 * code that was loaded, for example of a mod's script.
 */
export function endProcess(code: number): void {
  stdout.write('', () => stderr.write('', () => exit(code)));
}

/** Ends quietly when whoever read the output has gone (`gait replay FILE | head`), instead of with an error. */
export function endWithReader(): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') exit(0);
    stderr.write(`error: the output cannot be written: ${error.message}\n`);
    exit(1);
  });
}
