import type { Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { type AddedSystems, SystemPlace } from './added-systems.ts';
import { interpolation } from './interpolation.ts';
import { motionInterp } from './motion-interp.ts';
import { moveToUseTime } from './move-to-use-time.ts';
import { netEgress } from './net-egress.ts';
import { netIngest } from './net-ingest.ts';
import type { Peers } from './peers.ts';
import { type PlayerEgress, playerEgress } from './player-egress.ts';
import { sequenceGate } from './sequence-gate.ts';

/**
 * One step of a world: NetIngest, SequenceGate, MoveToUseTime, MotionInterp, Interpolation, NetEgress, in this order;
 * only this file knows it. Rendering reads afterwards, at its own rate.
 *
 * @param transportTime The transports' clock, seconds.
 * @param peers Those who are told, in an authoritative world.
 * @param added Systems that run between these.
 * @param player What tells of a client's own player.
 */
export function stepPipeline(
  world: GaitWorld,
  network: Network,
  peers: Peers | null,
  transportTime: number,
  added: AddedSystems | null = null,
  player: PlayerEgress | null = null,
): void {
  const { clock } = world;
  clock.tick++;
  clock.now += clock.quantum;
  added?.run(world, SystemPlace.netIngest);
  netIngest(world, network, transportTime);
  added?.run(world, SystemPlace.sequenceGate);
  sequenceGate(world, network);
  world.refreshBodies();
  added?.run(world, SystemPlace.moveToUseTime);
  moveToUseTime(world);
  added?.run(world, SystemPlace.motionInterp);
  motionInterp(world);
  added?.run(world, SystemPlace.interpolation);
  interpolation(world);
  added?.run(world, SystemPlace.netEgress);
  if (peers !== null) netEgress(world, peers);
  network.ended.length = 0;
  if (player !== null) playerEgress(world, network, player);
  flushTransports(world, network, transportTime);
  added?.run(world, SystemPlace.events);
}

/** Lets what the step has sent go out at once, where a transport gathers it. */
function flushTransports(world: GaitWorld, network: Network, transportTime: number): void {
  for (let index = network.connections.length - 1; index >= 0; index--) {
    const connection = network.connections[index];
    try {
      connection.transport.flush?.(transportTime);
    } catch (error) {
      network.fail(world, connection, error);
    }
  }
}
