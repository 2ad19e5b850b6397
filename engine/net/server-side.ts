import type { CapturedMessages, CaptureDirection } from './message-log.ts';

/** Ports that a server has when nobody says otherwise: those of public servers are 9000 and a few above. */
export const SERVER_PORTS = { first: 9000, last: 9099 } as const;

/** What only a client sends. */
const CLIENT_ACTION = 0xf7b1;
/** What only a server sends: game events, and what moves bodies. */
const serverOpcodes = new Set([0xf619, 0xf745, 0xf746, 0xf747, 0xf748, 0xf74c, 0xf74e, 0xf751, 0xf755, 0xf7b0]);

/** Two endpoints that talk to each other. While it is not known who serves, `toServer` means "from the first one". */
export interface Flow {
  readonly first: { readonly address: string; readonly port: number };
  readonly second: { readonly address: string; readonly port: number };
  /** Messages whose opcode says that the second endpoint serves, and such that say the first does. */
  secondServes: number;
  firstServes: number;
}

/** Counts what the messages of flows say about who serves; `flows` is indexed by the messages' connections. */
export function weighMessages(messages: CapturedMessages, flows: readonly Flow[]): void {
  for (let index = 0; index < messages.count; index++) {
    const bytes = messages.bytesOf(index);
    if (bytes.length < 4) continue;
    const opcode = (bytes[0] | (bytes[1] << 8) | (bytes[2] << 16) | (bytes[3] << 24)) >>> 0;
    const flow = flows[messages.connectionOf(index)];
    const fromFirst = messages.directionOf(index) === 'toServer';
    if (opcode === CLIENT_ACTION) count(flow, fromFirst);
    else if (serverOpcodes.has(opcode)) count(flow, !fromFirst);
  }
}

function count(flow: Flow, secondServes: boolean): void {
  if (secondServes) flow.secondServes++;
  else flow.firstServes++;
}

/**
 * Which end of a flow is the server: the one with a port that is named; else with one of {@link SERVER_PORTS}, when the
 * other has none; else what the opcodes say; else the lower port; else the one that was spoken to first.
 *
 * @param ports Ports that were named; null: none were.
 */
export function servingEnd(flow: Flow, ports: readonly number[] | null): 'first' | 'second' {
  const isServer = (port: number): boolean =>
    ports === null ? port >= SERVER_PORTS.first && port <= SERVER_PORTS.last : ports.includes(port);
  const { first, second } = flow;
  if (isServer(first.port) !== isServer(second.port)) return isServer(first.port) ? 'first' : 'second';
  if (flow.firstServes !== flow.secondServes) return flow.firstServes > flow.secondServes ? 'first' : 'second';
  return first.port < second.port ? 'first' : 'second';
}

/** The direction of a message that came from the first end, or not. */
export function directionFrom(fromFirst: boolean, server: 'first' | 'second'): CaptureDirection {
  return fromFirst === (server === 'first') ? 'toClient' : 'toServer';
}
