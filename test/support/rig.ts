import type { Engine, EngineOptions, SpawnOptions } from '../../index.ts';
import { listen, newEngine, type Told } from './engines.ts';
import type { Inbox } from './inbox.ts';

/** Guid of a rig's body. */
export const GUID = 5;

/** A body at rest at the origin, facing north, and a transport to it: where tests of the gates start. */
export interface Rig {
  engine: Engine;
  inbox: Inbox;
  body: number;
  /** Everything that has been told since. */
  told: Told[];
  /** Lets messages arrive and steps once. */
  receive(...messages: Uint8Array[]): void;
  /** Why messages were dropped since, in order. */
  drops(): unknown[];
}

/** Makes a rig. All stamps of the body are 0. */
export function newRig(options: { spawn?: SpawnOptions; engine?: Partial<EngineOptions> } = {}): Rig {
  const { engine, inbox } = newEngine(options.engine);
  const body = engine.spawn({ guid: GUID, ...options.spawn });
  engine.step(5);
  const told = listen(engine);
  return {
    engine,
    inbox,
    body,
    told,
    receive: (...messages) => {
      inbox.put(...messages);
      engine.step();
    },
    drops: () => told.filter((event) => event.type === 'messageDropped').map((event) => event.reason),
  };
}
