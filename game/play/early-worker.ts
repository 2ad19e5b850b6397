/** A worker that has been started before its scene was there, and why it could not be. */
let early: { readonly worker: Worker; failure: string | null } | null = null;

function create(): Worker {
  return new Worker(new URL('./play-worker.ts', import.meta.url), { type: 'module', name: 'gait scene' });
}

const reasonOf = ({ message }: ErrorEvent): string => message || 'the worker could not be loaded';

/** Starts a worker for the first scene, so that it loads beside the graphics. It waits for what it is to run. */
export function startEarly(): void {
  const started = { worker: create(), failure: null as string | null };
  started.worker.addEventListener('error', (event) => {
    started.failure = reasonOf(event);
  });
  early = started;
}

/** A worker for a scene: the one that has been started, or a new one. @param onFailure Told when it cannot be loaded. */
export function takeWorker(onFailure: (message: string) => void): Worker {
  const worker = early?.worker ?? create();
  if (early?.failure) onFailure(early.failure);
  early = null;
  worker.addEventListener('error', (event) => onFailure(reasonOf(event)));
  return worker;
}
