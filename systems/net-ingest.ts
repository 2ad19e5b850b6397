import type { Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 1. NetIngest: takes what every transport has received, decodes and checks it, and puts it into the ring. It makes no
 * decisions.
 *
 * @param now The transports' clock, seconds.
 */
export function netIngest(_world: GaitWorld, network: Network, now: number): void {
  const { transports } = network;
  for (let index = 0; index < transports.length; index++) {
    const transport = transports[index];
    if (!transport.closed) transport.poll(now, network.take);
  }
}
