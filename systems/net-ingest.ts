import type { Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { drainRing, openGate } from './sequence-gate.ts';

/**
 * 1. NetIngest: takes what every transport has received, decodes and checks it, and puts it into the ring. It makes no
 * decisions. Whenever a batch is in the ring the gate is let at it, so that records are read while they are still in the
 * processor's cache; their order is the same.
 *
 * @param now The transports' clock, seconds.
 */
export function netIngest(world: GaitWorld, network: Network, now: number): void {
  const { transports } = network;
  openGate(world, network);
  network.onBatch ??= () => drainRing(world, network);
  for (let index = transports.length - 1; index >= 0; index--) {
    const transport = transports[index];
    try {
      if (!transport.closed) transport.poll(now, network.take);
    } catch (error) {
      network.fail(world, transport, error);
    }
  }
}
