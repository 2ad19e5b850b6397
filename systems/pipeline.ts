import type { Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { interpolation } from './interpolation.ts';
import { motionInterp } from './motion-interp.ts';
import { moveToUseTime } from './move-to-use-time.ts';
import { netEgress, type Peers } from './net-egress.ts';
import { netIngest } from './net-ingest.ts';
import { sequenceGate } from './sequence-gate.ts';

/**
 * One step of a world: NetIngest, SequenceGate, MoveToUseTime, MotionInterp, Interpolation, NetEgress, in this order;
 * only this file knows it. Rendering reads afterwards, at its own rate.
 *
 * @param transportTime The transports' clock, seconds.
 */
export function stepPipeline(world: GaitWorld, network: Network, peers: Peers | null, transportTime: number): void {
  const { clock } = world;
  clock.tick++;
  clock.now += clock.quantum;
  netIngest(world, network, transportTime);
  sequenceGate(world, network);
  world.refreshBodies();
  moveToUseTime(world);
  motionInterp(world);
  interpolation(world);
  if (peers !== null) {
    netEgress(world, peers);
    for (const [transport, error] of peers.failed) {
      peers.drop(transport);
      network.fail(world, transport, error);
    }
    peers.failed.clear();
  }
  flushTransports(world, network, transportTime);
}

/** Lets what the step has sent go out at once, where a transport gathers it. */
function flushTransports(world: GaitWorld, network: Network, transportTime: number): void {
  for (let index = network.transports.length - 1; index >= 0; index--) {
    const transport = network.transports[index];
    try {
      transport.flush?.(transportTime);
    } catch (error) {
      network.fail(world, transport, error);
    }
  }
}
