import { StampsU16 } from '../components/stamps.ts';
import { Connection } from '../engine/connection.ts';
import { serverLimits } from '../engine/connection-limits.ts';
import { whomItReaches } from '../engine/gate.ts';
import { ADMITTED, admitMovement } from '../engine/gate-movement.ts';
import { Network } from '../engine/network.ts';
import { MotionTable } from '../engine/motion/motion-table.ts';
import { parseMotionTable } from '../engine/motion/motion-table-content.ts';
import { physicsObjectCalls } from '../engine/physics-object.ts';
import { spawnBody } from '../engine/spawn.ts';
import { GaitWorld } from '../engine/world.ts';
import { humanTable } from './human-table.ts';
import { createRandom, shuffled } from './random.ts';
import { guidOfIndex } from './stream.ts';
import { checkBetween, type Subject } from './subject.ts';
import { sumOfFields } from './wire-fields.ts';
import { createMotionMessages, type MotionMessages } from './wire-messages.ts';

/** Metres: the body of every entity. */
const BODY = { radius: 0.3, height: 1.8 } as const;

/**
 * Reads all fields of a tick's messages and adds them up.
 *
 * @param walk With what.
 */
export function createWalk(size: number, seed: number, walk: (messages: MotionMessages) => number): Subject {
  const random = createRandom(seed);
  const messages = createMotionMessages(shuffled(size, random), random);
  let sum = 0;
  return {
    name: walk.name,
    size,
    prepare: () => messages.advance(),
    step: () => {
      sum = walk(messages);
    },
    check: () => {
      const expected = sumOfFields(messages);
      return [checkBetween('sum of all fields, to what the codec reads', sum / expected - 1, -1e-12, 1e-12)];
    },
  };
}

/** Takes a tick's messages in as NetIngest does and decides about them as SequenceGate does, but applies none. */
export function createIngest(size: number, seed: number): Subject {
  const random = createRandom(seed);
  const messages = createMotionMessages(shuffled(size, random), random);
  const world = fillWorld(size);
  const network = new Network(world, () => {
    throw new Error('nobody is to be spawned');
  });
  const silent = { closed: false, send: () => {}, poll: () => {}, close: () => {} };
  const connection = new Connection(silent, serverLimits);
  const { ring } = network;
  let admitted = 0;
  const decide = (): void => {
    while (ring.count > 0) {
      const record = ring.shift();
      const entity = whomItReaches(world, network, record);
      if (entity > 0 && admitMovement(world, entity, record.updateMotion.movement) === ADMITTED) admitted++;
    }
  };
  network.onBatch = decide;
  let ticks = 0;
  return {
    name: 'ingest',
    size,
    prepare: () => messages.advance(),
    step: () => {
      const { views } = messages;
      connection.refill(1);
      connection.openTurn(views.length + 1, Number.MAX_SAFE_INTEGER);
      network.speaker = connection;
      for (let index = 0; index < views.length; index++) network.take(views[index]);
      decide();
      connection.closeTurn(network.counters);
      network.speaker = null;
      ticks++;
    },
    check: () => {
      const { stamps } = world.components;
      let stale = 0;
      for (let index = 0; index < size; index++) {
        if (stamps.u16[world.entityOf(guidOfIndex(index)) * StampsU16.row + StampsU16.movement] !== (ticks & 0xffff))
          stale++;
      }
      return [
        checkBetween('messages taken in', network.counters.received - size * ticks, 0, 0),
        checkBetween('events admitted', admitted - size * ticks, 0, 0),
        checkBetween('messages dropped or malformed', network.counters.droppedInAll + network.counters.malformed, 0, 0),
        checkBetween('bodies whose movement stamp is not the last one sent', stale, 0, 0),
      ];
    },
  };
}

/** A world of bodies that stand about; it is not stepped. */
function fillWorld(size: number): GaitWorld {
  const world = new GaitWorld(physicsObjectCalls, size);
  world.motionTables.push(new MotionTable(parseMotionTable(humanTable, 'table')));
  for (let index = 0; index < size; index++) {
    spawnBody(world, {
      ...BODY,
      guid: guidOfIndex(index),
      table: 0,
      x: index % 100,
      y: Math.floor(index / 100),
      z: 0,
      heading: 0,
      scale: 1,
      creature: true,
      localPlayer: false,
      runRate: null,
      jumpHeight: 1,
      gravity: true,
      contact: true,
      onWalkable: true,
    });
  }
  return world;
}
