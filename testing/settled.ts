import { MoveToU32 } from '../index.ts';
import type { Engine } from '../index.ts';
import type { TestClient } from './client.ts';
import type { Watch } from './watch.ts';

/** What {@link settledProblem} looks at. */
export interface Settling {
  readonly server: Engine;
  readonly watch: Watch;
  readonly clients: readonly TestClient[];
}

/** What is not at rest yet, in words; empty: everything is. @param steps For how long it must have been. */
export function settledProblem(worlds: Settling, steps: number): string {
  const inServer = restlessBody('the server', worlds.server, worlds.watch, steps);
  if (inServer !== '') return inServer;
  for (const client of worlds.clients) {
    const name = `client ${client.number}`;
    if (client.guid !== 0 && client.player === 0) return `${name} has not been told of its player`;
    if (!client.quiet) return `messages between the server and ${name} are still on their way`;
    const inClient = restlessBody(name, client.engine, client.watch, steps);
    if (inClient !== '') return inClient;
  }
  return '';
}

function restlessBody(where: string, engine: Engine, watch: Watch, steps: number): string {
  const { moveTo, pendingMotions } = engine.world.components;
  for (const [guid, { entity, still, steady }] of watch.tracks) {
    if (entity === 0) continue;
    const body = `body 0x${guid.toString(16)} in ${where}`;
    if (moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== 0) return `${body} is still on a move`;
    if (pendingMotions.count[entity] > 0) return `${body} still performs a motion`;
    if (Math.min(still, steady) < steps) return `${body} still moves`;
  }
  return '';
}
