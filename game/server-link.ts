import type { FromServer, ServerStart, ToServer, Truth } from './control.ts';

/** The worker with the server, seen from the page. */
export interface ServerLink {
  /** The end of the channel that carries messages. */
  readonly data: MessagePort;
  tell(message: ToServer): void;
  /** The server's world as it is now. */
  truth(): Promise<Truth>;
}

/**
 * Starts the worker.
 *
 * @param onFailure Called when the worker cannot start or says that it cannot go on.
 */
export function startServer(onFailure: (detail: string) => void): ServerLink {
  const worker = new Worker(new URL('./server-worker.ts', import.meta.url), { type: 'module', name: 'gait server' });
  worker.addEventListener('error', (event) => onFailure(event.message || 'the worker could not be loaded'));
  const data = new MessageChannel();
  const control = new MessageChannel();
  const start: ServerStart = { data: data.port2, control: control.port2 };
  worker.postMessage(start, [start.data, start.control]);

  const waiting = new Map<number, (truth: Truth) => void>();
  let questions = 0;
  const tell = (message: ToServer) => control.port1.postMessage(message);
  control.port1.onmessage = ({ data: message }: MessageEvent<FromServer>) => {
    if (message.kind === 'failed') {
      onFailure(message.message);
      return;
    }
    waiting.get(message.question)?.(message.truth);
    waiting.delete(message.question);
  };
  return {
    data: data.port1,
    tell,
    truth: () =>
      new Promise((resolve) => {
        const question = ++questions;
        waiting.set(question, resolve);
        tell({ kind: 'truth', question });
      }),
  };
}
