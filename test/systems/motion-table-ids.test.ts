import { describe, expect, it } from 'vitest';
import { MotionTableIds } from '../../engine/motion-table-ids.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { createEngine, createLoopback, type Engine, type EngineOptions, readServerHello } from '../../index.ts';
import { writeServerHello } from '../../index.ts';
import { motionTable } from '../support/engines.ts';
import { createMessage } from '../support/messages.ts';
import { newRig } from '../support/rig.ts';

const human = motionTable('humanoid');
const wolf = { ...human, name: 'wolf' };
const GUID = 77;

/** Name of a body's motion table. */
function tableOf({ world }: Engine, guid: number): string {
  return world.motionTables[world.components.motionState.table[world.entityOf(guid)]].name;
}

/** The table of a body that a message with an id brings, and what is told of it. */
function brought(options: Partial<EngineOptions>, id: number | null): [string, unknown[]] {
  const rig = newRig({ engine: { motionTables: [human, wolf], ...options } });
  rig.receive(
    createMessage(GUID, ({ physics }) => {
      physics.flags = PhysicsFlag.Position | (id === null ? 0 : PhysicsFlag.MotionTable);
      physics.motionTable = id ?? 0;
    }),
  );
  const told = rig.told.filter(({ type }) => type === 'unknownMotionTable').map((event) => event.motionTable);
  expect(rig.engine.counters.unknownTables).toBe(told.length);
  return [tableOf(rig.engine, GUID), told];
}

describe('the id of a motion table on the wire', () => {
  it.each<[number | null, [string, unknown[]]]>([
    [0x09000000, ['humanoid', []]],
    [0x09000001, ['wolf', []]],
    [0x09000002, ['humanoid', [0x09000002]]],
    [0x08ffffff, ['humanoid', [0x08ffffff]]],
    [0, ['humanoid', []]],
    [null, ['humanoid', []]],
  ])('left alone counts the tables: %s', (id, expected) => {
    expect(brought({}, id)).toEqual(expected);
  });

  const motionTableIds = { 150994945: 'humanoid', 150994957: 'humanoid', 5: 'wolf' };

  it.each<[number | null, [string, unknown[]]]>([
    [0x09000001, ['humanoid', []]],
    [0x0900000d, ['humanoid', []]],
    [5, ['wolf', []]],
    [0x09000000, ['humanoid', [0x09000000]]],
    [null, ['humanoid', []]],
  ])('means what motionTableIds says: %s', (id, expected) => {
    expect(brought({ motionTableIds }, id)).toEqual(expected);
  });

  it('that means nothing, and none, have the usual table', () => {
    const options = { motionTableIds, defaults: { motionTable: 'wolf' } };
    expect([brought(options, 9), brought(options, null)]).toEqual([
      ['wolf', [9]],
      ['wolf', []],
    ]);
  });

  it('0 is what has no table named, whether it is said or not', () => {
    const options = { motionTableIds: { ...motionTableIds, 0: 'wolf' } };
    expect([brought(options, 0), brought(options, null), brought(options, 9)]).toEqual([
      ['wolf', []],
      ['wolf', []],
      ['humanoid', [9]],
    ]);
  });

  it('may be a text in hexadecimal, as JSON has it', () => {
    const ids = JSON.parse('{ "0x0900000D": "wolf" }') as Record<string, string>;
    expect(brought({ motionTableIds: ids }, 0x0900000d)).toEqual(['wolf', []]);
  });

  it('is told by a server as it is read by a client with the same option, whatever the order of their tables', () => {
    const options = { motionTableIds: { 150994945: 'wolf', 0: 'humanoid' } };
    const server = createEngine({ motionTables: [human, wolf], role: 'server', ...options });
    const client = createEngine({ motionTables: [wolf, human], ...options });
    const [here, there] = createLoopback();
    server.connect(here);
    client.connect(there);
    server.spawn({ guid: 7, motionTable: 'wolf' });
    server.spawn({ guid: 8, motionTable: 'humanoid' });
    server.step();
    client.step();
    expect([tableOf(client, 7), tableOf(client, 8)]).toEqual(['wolf', 'humanoid']);
    expect([client.counters.unknownTables, client.counters.droppedInAll]).toEqual([0, 0]);
  });

  it('of a table that has several is told as the lowest', () => {
    const ids = new MotionTableIds(
      [human, wolf],
      new Map([
        [9, 0],
        [4, 0],
        [0, 0],
      ]),
    );
    expect([ids.idOf(0), ids.idOf(1)]).toEqual([4, 0]);
  });
});

describe('the hello of a server', () => {
  const hello = { guid: 1, stepRate: 30, motionTables: ['human'], scene: null, defaults: {} };

  it('says what its ids mean, if it has any of its own', () => {
    const named = { ...hello, motionTableIds: { 9: 'human' } };
    expect(readServerHello(writeServerHello(named))).toEqual(named);
    expect(readServerHello(writeServerHello(hello))).toEqual(hello);
    expect(() => readServerHello(JSON.stringify({ gait: 1, ...hello, motionTableIds: 5 }))).toThrow(
      'hello.motionTableIds: expected an object, found number',
    );
  });
});
