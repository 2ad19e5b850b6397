import { gateHeld, gateRecord } from '../engine/gate.ts';
import type { Network } from '../engine/network.ts';
import { readAheadRecords } from '../engine/read-ahead.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * 2. SequenceGate: records against stamps. What passes is applied at once (movement events, positions), the rest is
 * dropped with a counted reason or held for a body that is not there yet. Its work is bounded by what NetIngest takes in.
 */
export function sequenceGate(world: GaitWorld, network: Network): void {
  drainRing(world, network);
}

/** Takes the records that are in the ring. */
export function drainRing(world: GaitWorld, network: Network): void {
  const { ring } = network;
  readAheadRecords(world, ring);
  while (ring.count > 0) if (gateRecord(world, network, ring.shift())) ring.detachShifted();
}

/** Starts a step: what is held is tried before anything newer. */
export function openGate(world: GaitWorld, network: Network): void {
  network.spots.startStep();
  gateHeld(world, network);
}
