import { gateHeld, gateRecord } from '../engine/gate.ts';
import { NetLimits, type Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 2. SequenceGate: records against stamps. What passes is applied at once (movement events, positions), the rest is
 * dropped with a counted reason or held for a body that is not there yet. Work is bounded; what is over waits, in order.
 */
export function sequenceGate(world: GaitWorld, network: Network): void {
  const { ring } = network;
  gateHeld(world, network);
  for (let left = NetLimits.recordsPerStep; left > 0 && ring.count > 0; left--) {
    if (gateRecord(world, network, ring.shift())) ring.detachShifted();
  }
}
