import type { Connection } from '../engine/connection.ts';
import { DropCode } from '../engine/net/drop-reasons.ts';
import type { Network } from '../engine/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { drainRing, openGate } from './sequence-gate.ts';

/**
 * 1. NetIngest: takes what the transports have received, decodes and checks it, and puts it into the ring. It makes no
 * decisions. Whenever a batch is in the ring the gate is let at it, so that records are read while they are still in the
 * processor's cache; their order is the same.
 *
 * A step's budget is shared fairly: each connection has the same share of what is left, and those that have more to say
 * share what the others leave, so that a flood of one delays nobody but itself. What is over waits in order: in its
 * transport, if that tells how much it keeps (`waitingCount`), else in the connection.
 *
 * @param now The transports' clock, seconds.
 */
export function netIngest(world: GaitWorld, network: Network, now: number): void {
  const { connections, budget } = network;
  const { quantum } = world.clock;
  network.time += quantum;
  openGate(world, network);
  if (network.onBatch === null) letGateIn(world, network);
  for (let index = 0; index < connections.length; index++) connections[index].refill(quantum);

  let messagesLeft = budget.messages;
  let bytesLeft = budget.bytes;
  let hungry = connections.length;
  // When there are more connections than messages, another one is first in each step.
  const first = world.clock.tick;
  while (hungry > 0 && messagesLeft >= 1 && bytesLeft > 0) {
    const messageShare = Math.max(1, Math.floor(messagesLeft / hungry));
    const byteShare = Math.max(1, Math.floor(bytesLeft / hungry));
    hungry = 0;
    for (let index = 0; index < connections.length && messagesLeft >= 1 && bytesLeft > 0; index++) {
      const connection = connections[(first + index) % connections.length];
      if (!connection.cutShort) continue;
      if (connection.openTurn(messageShare, byteShare) || !connection.keeps) hearOut(network, connection, now);
      connection.closeTurn(network.counters);
      messagesLeft -= connection.takenMessages;
      bytesLeft -= connection.takenBytes;
      if (connection.limited) connection.cutShort = false;
      else if (connection.cutShort) hungry++;
    }
  }
  lookAfter(world, network);
}

/** Apart, because a function that makes a closure costs a context at every call. */
function letGateIn(world: GaitWorld, network: Network): void {
  network.onBatch = () => drainRing(world, network);
}

/** A connection's turn: first what waits from before, then what its transport has. */
function hearOut(network: Network, connection: Connection, now: number): void {
  network.speaker = connection;
  try {
    const { queue } = connection;
    if (queue !== null && queue.count > 0 && connection.mayTake) queue.drain(network.take);
    // A transport that keeps nothing is emptied in any case: what is over waits in the connection, or is dropped.
    if (!connection.cutShort || !connection.keeps) connection.transport.poll(now, network.take);
  } catch (error) {
    connection.failure = { error };
  }
  network.speaker = null;
}

/** Counts what waits and what was lost, tells whose limits bite, and lets go of those who are gone. */
function lookAfter(world: GaitWorld, network: Network): void {
  const { connections, time } = network;
  const { events } = world;
  let waiting = 0;
  for (let index = connections.length - 1; index >= 0; index--) {
    const connection = connections[index];
    const { transport, counters, player, failure } = connection;
    const lost = connection.closeStep();
    network.counters.droppedByCode[DropCode['queue full']] += lost;
    const dropped = connection.takeUntold(time);
    if (dropped >= 0) events.tellLater('connectionLimited', { transport, player, waiting: counters.waiting, dropped });
    if (failure !== null) network.fail(world, connection, failure.error);
    else if (connection.isOver(time)) endClosed(world, network, connection);
    else if ((lost > 0 || connection.isBehind) && connection.noteLoss(time)) endForAbuse(world, network, connection);
    else waiting += counters.waiting;
  }
  network.counters.waiting = waiting;
}

/** What tells a transport's peer that it sends too much. */
const TOO_MUCH = 4001;

/** Lets go of a connection whose transport has ended; what it has not been able to say in time is dropped. */
function endClosed(world: GaitWorld, network: Network, connection: Connection): void {
  dropWaiting(network, connection);
  network.end(world, connection, 'closed');
  closeTransport(world, connection);
}

function endForAbuse(world: GaitWorld, network: Network, connection: Connection): void {
  dropWaiting(network, connection);
  closeTransport(world, connection, TOO_MUCH, 'too much');
  network.end(world, connection, 'abuse');
}

function dropWaiting(network: Network, { counters }: Connection): void {
  const code = DropCode['connection ended'];
  counters.droppedByCode[code] += counters.waiting;
  network.counters.droppedByCode[code] += counters.waiting;
  counters.waiting = 0;
}

function closeTransport(world: GaitWorld, { transport }: Connection, code?: number, words?: string): void {
  try {
    transport.close(code, words);
  } catch (error) {
    world.events.report('transport', error);
  }
}
