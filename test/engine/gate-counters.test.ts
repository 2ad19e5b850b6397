import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it } from 'vitest';
import { DROP_REASON_COUNT } from '../../components/network.ts';
import { ENTITY_REASON_COUNT } from '../../engine/net/drop-reasons.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { type DropReason, dropReasons, MotionCommand, Opcode } from '../../index.ts';
import {
  createMessage,
  motionMessage,
  playerTeleportMessage,
  positionMessage,
  vectorMessage,
} from '../support/messages.ts';
import { GUID, newRig, type Rig } from '../support/rig.ts';

/** The local player, whose stamps all stand at 5. */
function rigAtFive(): Rig {
  const rig = newRig({ spawn: { localPlayer: true } });
  const { stamps } = rig.engine.world.components;
  for (const column of ['movement', 'serverControl', 'teleport', 'position', 'vector', 'instance'] as const) {
    stamps.u16[rig.body * StampsU16.row + StampsU16[column]] = 5;
  }
  return rig;
}

const current = { instanceStamp: 5, teleportStamp: 5 };

describe('a message that is not applied', () => {
  it.each<[DropReason, Uint8Array]>([
    ['stale instance', motionMessage(GUID, { movementStamp: 6 }, 4)],
    ['stale movement stamp', motionMessage(GUID, { movementStamp: 5, serverControlStamp: 5 }, 5)],
    ['stale server-control stamp', motionMessage(GUID, { movementStamp: 6, serverControlStamp: 4 }, 5)],
    ['own autonomous echo', motionMessage(GUID, { movementStamp: 6, serverControlStamp: 5, autonomous: true }, 5)],
    ['stale teleport stamp', positionMessage(GUID, { ...current, teleportStamp: 4, positionStamp: 6 })],
    ['stale position stamp', positionMessage(GUID, { ...current, positionStamp: 5 })],
    ['stale vector stamp', vectorMessage(GUID, { instanceStamp: 5, vectorStamp: 5 })],
    ['own autonomous echo', vectorMessage(GUID, { instanceStamp: 5, vectorStamp: 6 })],
    ['stale teleport stamp', playerTeleportMessage(5)],
    ['stale instance', createMessage(GUID)],
  ])('counts for its reason, in all, for its connection and for its body: %s', (reason, message) => {
    const { engine, body, receive, told } = rigAtFive();
    receive(message);
    // Who plays hears echoes all the time: they are only counted.
    const events = reason === 'own autonomous echo' ? [] : [{ guid: GUID, reason }];
    expect(told.filter(({ type }) => type === 'messageDropped')).toMatchObject(events);
    for (const counters of [engine.counters, engine.connections[0].counters]) {
      expect(counters.dropped[reason]).toBe(1);
      expect(counters.droppedInAll).toBe(1);
    }
    expect(engine.readDrops(body)).toEqual({ [reason]: 1 });
    receive(message, message);
    expect([engine.counters.dropped[reason], engine.readDrops(body)[reason]]).not.toContain(0);
    expect(engine.counters.droppedInAll).toBe(3);
  });

  it.each<[DropReason, number, Uint8Array]>([
    ['nothing to control', Opcode.PlayerTeleport, playerTeleportMessage(1)],
    ['unknown guid', Opcode.UpdateMotion, motionMessage(0, { movementStamp: 1 })],
    [
      'no position',
      Opcode.ObjectCreate,
      createMessage(9, ({ physics }) => {
        physics.flags = PhysicsFlag.Parent;
        physics.parent = GUID;
      }),
    ],
  ])('counts in all when nobody who is there is to blame: %s', (reason, opcode, message) => {
    const { engine, body, receive, told } = newRig();
    receive(message);
    expect(told.filter(({ type }) => type === 'messageDropped')).toMatchObject([{ opcode, reason }]);
    expect([engine.counters.dropped[reason], engine.counters.droppedInAll]).toEqual([1, 1]);
    expect(engine.readDrops(body)).toEqual({});
  });

  it("of a body, beyond 255 of one reason, keeps the body's count where it is and counts on in all", () => {
    const { engine, body, receive } = rigAtFive();
    receive(...Array.from({ length: 300 }, () => motionMessage(GUID, { movementStamp: 5 }, 5)));
    expect(engine.readDrops(body)).toEqual({ 'stale movement stamp': 255 });
    expect(engine.counters.dropped['stale movement stamp']).toBe(300);
  });

  it("does not count for the next body in the same id's place", () => {
    const { engine, body, receive } = rigAtFive();
    receive(motionMessage(GUID, { movementStamp: 5 }, 5));
    engine.despawn(body);
    expect(engine.readDrops(engine.spawn({ guid: 99 }))).toEqual({});
    expect(engine.counters.dropped['stale movement stamp']).toBe(1);
  });
});

describe('a creation whose motion table is not there', () => {
  it('is applied, and counted once: the body has the usual table, and an event tells of it', () => {
    const { engine, receive, told } = newRig();
    receive(
      createMessage(9, ({ physics }) => {
        physics.flags = PhysicsFlag.Position | PhysicsFlag.MotionTable;
        physics.motionTable = 0x09001234;
      }),
    );
    for (const counters of [engine.counters, engine.connections[0].counters]) {
      expect([counters.applied, counters.droppedInAll, counters.unknownTables]).toEqual([1, 0, 1]);
    }
    expect(told.filter(({ type }) => type === 'messageDropped')).toEqual([]);
    expect(told.filter(({ type }) => type === 'unknownMotionTable')).toMatchObject([
      { entity: engine.entityOf(9), guid: 9, motionTable: 0x09001234 },
    ]);
    expect(engine.readMotion(engine.entityOf(9)).substate).toBe(MotionCommand.Ready);
  });
});

describe('the counters', () => {
  it('are read by name, with every reason there, and as JSON', () => {
    const { engine, receive } = rigAtFive();
    receive(
      motionMessage(GUID, { movementStamp: 5 }, 5),
      motionMessage(GUID, { movementStamp: 6, serverControlStamp: 5 }, 5),
    );
    expect(Object.keys(engine.counters.dropped)).toEqual([...dropReasons]);
    const read = JSON.parse(JSON.stringify(engine.counters));
    expect(read).toMatchObject({ received: 2, decoded: 2, applied: 1, malformed: 0, unknown: 0, held: 0, waiting: 0 });
    expect(read.dropped['stale movement stamp']).toBe(1);
    expect(read.bytes).toBe(2 * 24);
  });

  it('of a body have a column for every reason that a body counts', () => {
    expect(DROP_REASON_COUNT).toBe(ENTITY_REASON_COUNT);
    expect(() => newRig().engine.readDrops(99)).toThrow(RangeError);
  });
});
