import { requireKeys, requireNumber, requireObject } from './checks.ts';

/** What one connection may make a world do, keep and wait for. Times are the world's own, simulated seconds. */
export interface ConnectionLimits {
  /** Messages a second, on average. More wait, in order. */
  messagesPerSecond: number;
  /** Bytes a second, on average. */
  bytesPerSecond: number;
  /** Seconds of these averages that may come at once, after a silence of that length. */
  burst: number;
  /** Messages in one step, whatever the averages say. */
  messagesPerStep: number;
  /** Messages that may wait in the world when the transport does not keep them; more are dropped. */
  queueMessages: number;
  /** Bytes of the messages that may wait so; more are dropped. */
  queueBytes: number;
  /** Messages that may be held for bodies that are not there yet. */
  held: number;
  /**
   * Seconds after which the connection is ended when, without a pause of a second, messages were dropped or more than
   * `queueMessages` waited for these limits, here or in the transport; Infinity: never.
   */
  abuseTime: number;
}

/** Of a server's peers: a player who plays at 30 steps a second sends a third of this. */
export const peerLimits: Readonly<ConnectionLimits> = {
  messagesPerSecond: 100,
  bytesPerSecond: 32_768,
  burst: 5,
  messagesPerStep: 256,
  queueMessages: 1024,
  queueBytes: 262_144,
  held: 16,
  abuseTime: 10,
};

/** Of a client's server, which is trusted more: a hundred thousand bodies at ten messages a second are below this. */
export const serverLimits: Readonly<ConnectionLimits> = {
  messagesPerSecond: 1_000_000,
  bytesPerSecond: 67_108_864,
  burst: 2,
  messagesPerStep: Number.POSITIVE_INFINITY,
  queueMessages: 262_144,
  queueBytes: 16_777_216,
  held: 512,
  abuseTime: Number.POSITIVE_INFINITY,
};

/** The least that each may be: a connection that can never take a message would wait for ever. */
const least: Readonly<ConnectionLimits> = {
  messagesPerSecond: 1,
  bytesPerSecond: 1,
  burst: 0.1,
  messagesPerStep: 1,
  queueMessages: 0,
  queueBytes: 0,
  held: 0,
  abuseTime: 0,
};

const names = Object.keys(least) as (keyof ConnectionLimits)[];

/** Takes over limits that were asked for. @throws TypeError or RangeError that names the limit and what was expected. */
export function limitsOf(
  what: string,
  asked: Partial<ConnectionLimits>,
  usual: Readonly<ConnectionLimits>,
): ConnectionLimits {
  requireObject(what, asked, 'an object of limits, such as { messagesPerSecond: 200 }');
  requireKeys(what, asked, names);
  const limits = { ...usual };
  for (const name of names) {
    const value = asked[name];
    if (value !== undefined)
      limits[name] = requireNumber(`${what}.${name}`, value, least[name], Number.POSITIVE_INFINITY);
  }
  return limits;
}
