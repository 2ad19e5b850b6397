import { readFileSync } from 'node:fs';
import RAPIER from '@dimforge/rapier3d-compat';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  captureMoments,
  createConditioner,
  createEngine,
  createLoopback,
  createRecorder,
  createReplay,
  createReplayTransport,
  createSceneGround,
  type Engine,
  MovementError,
  movementErrorName,
  readCapture,
  recordTransport,
  summarizeCapture,
  writeCapture,
  writeCaptureTo,
} from '../../index.ts';
import { createRapierGround } from '../../rapier.ts';
import { motionTable } from '../support/engines.ts';

const human = motionTable('humanoid');
const other = { ...human, name: 'other' };
const motionTables = [human];
const packets = new Uint8Array(readFileSync('test/captures/retail-protocol-session.pcap'));
const capture = readCapture(packets);
const recording = writeCapture(capture);
const scene = { name: 's' };
/** What is wrong is passed on as a plain JavaScript caller would. */
const wrong = (value: unknown) => value as never;

describe('an option that would do nothing is refused at the call, which names it', () => {
  it.each<[string, () => unknown, string]>([
    [
      'engine: a misspelt one before one that is missing',
      () => createEngine(wrong({ motionTable: [human] })),
      "createEngine: unknown 'motionTable'; did you mean 'motionTables'?",
    ],
    [
      'engine: nothing',
      () => createEngine(wrong(undefined)),
      'createEngine: expected options such as { motionTables: [human] }, found undefined',
    ],
    [
      'engine: a table that is no list',
      () => createEngine(wrong({ motionTables: human })),
      'createEngine.motionTables: expected a list of at least one motion table',
    ],
    [
      'engine: a table that is a path',
      () => createEngine({ motionTables: ['human.json'] }),
      "createEngine.motionTables[0]: expected the parsed JSON of a motion table, found the text 'human.json'",
    ],
    [
      'engine: a table without a name',
      () => createEngine({ motionTables: [{ ...human, name: undefined }] }),
      'createEngine.motionTables[0]: at (top): name is missing',
    ],
    [
      'engine: ids of motion tables that are a list',
      () => createEngine(wrong({ motionTables, motionTableIds: 'human' })),
      "createEngine.motionTableIds: expected names of motion tables by id, such as { 0x09000001: 'human' }, found string",
    ],
    [
      'engine: an id that is none',
      () => createEngine(wrong({ motionTables, motionTableIds: { human: 'humanoid' } })),
      "createEngine.motionTableIds: expected ids from 0 to 0xffffffff, found 'human'",
    ],
    [
      'engine: an id with a fraction',
      () => createEngine({ motionTables, motionTableIds: { 1.5: 'humanoid' } }),
      "createEngine.motionTableIds: expected ids from 0 to 0xffffffff, found '1.5'",
    ],
    [
      'engine: an id that is too large',
      () => createEngine({ motionTables, motionTableIds: { 4294967296: 'humanoid' } }),
      "createEngine.motionTableIds: expected ids from 0 to 0xffffffff, found '4294967296'",
    ],
    [
      'engine: an id of a table that is not there',
      () => createEngine({ motionTables, motionTableIds: { 150994945: 'human' } }),
      "createEngine.motionTableIds[0x09000001]: there is no motion table 'human'; did you mean 'humanoid'?",
    ],
    [
      'engine: an id of a table in place of its name',
      () => createEngine(wrong({ motionTables, motionTableIds: { 150994945: human } })),
      'createEngine.motionTableIds[0x09000001]: expected the name of a motion table, found object',
    ],
    [
      'engine: an id in two spellings',
      () => createEngine(wrong({ motionTables, motionTableIds: { 1: 'humanoid', '0x1': 'humanoid' } })),
      'createEngine.motionTableIds[0x00000001]: expected each id once, found it in two spellings',
    ],
    [
      'engine: ids of tables as a Map',
      () => createEngine(wrong({ motionTables, motionTableIds: new Map([[1, 'humanoid']]) })),
      "createEngine.motionTableIds: expected names of motion tables by id, such as { 0x09000001: 'human' }, found a Map",
    ],
    [
      'engine: an id that might be hexadecimal or not',
      () => createEngine(wrong({ motionTables, motionTableIds: { '09000001': 'humanoid' } })),
      "createEngine.motionTableIds: expected ids from 0 to 0xffffffff, found '09000001'",
    ],
    [
      'server: a table without an id',
      () => createEngine({ motionTables: [human, other], motionTableIds: { 1: 'humanoid' }, role: 'server' }),
      "createEngine.motionTableIds: expected an id for every motion table that is told to peers, found none for 'other'",
    ],
    [
      'replay: an id of a table that is not there',
      () => createReplay({ motionTables, motionTableIds: { 1: 'wolf' } }, capture),
      "createReplay.motionTableIds[0x00000001]: there is no motion table 'wolf'; known are humanoid",
    ],
    [
      'client: interest',
      () => createEngine({ motionTables, interest: { range: 5 } }),
      "createEngine.interest: only a server has this; expected none with the role 'client'",
    ],
    [
      'client: rules of players',
      () => createEngine({ motionTables, players: {} }),
      'createEngine.players: only a server has this',
    ],
    [
      'server: marked spots',
      () => createEngine({ motionTables, role: 'server', markedSpot: () => ({ x: 0, y: 0 }) }),
      'createEngine.markedSpot: only a client has this',
    ],
    [
      'server: what to do with bodies that it does not know',
      () => createEngine({ motionTables, role: 'server', unknown: 'spawn' }),
      'createEngine.unknown: only a client has this',
    ],
    [
      'replay: a role',
      () => createReplay(wrong({ motionTables, role: 'server' }), capture),
      "createReplay: unknown 'role'",
    ],
    [
      'replay: of an engine',
      () => createReplay({ motionTables, stepRate: 99 }, capture),
      'createReplay.stepRate: expected a number from 10 to 30, found 99',
    ],
    [
      'replay: of its own',
      () => createReplay({ motionTables, snapshots: 0 }, capture),
      'createReplay.snapshots: expected a number from 1',
    ],
    [
      'replay: a connection',
      () => createReplay({ motionTables, connection: 7 }, capture),
      'createReplay.connection: expected a number from 0 to 0, found 7',
    ],
    [
      'replay: no tables',
      () => createReplay({ motionTables: [] }, capture),
      'createReplay.motionTables: expected a list',
    ],
    ['replay: no capture', () => createReplay({ motionTables }, wrong(packets)), 'createReplay: expected a capture'],
    [
      'replay transport',
      () => createReplayTransport(capture, wrong({ direktion: 'toServer' })),
      "createReplayTransport: unknown 'direktion'; did you mean 'direction'?",
    ],
    [
      'replay transport: a direction',
      () => createReplayTransport(capture, wrong({ direction: 'up' })),
      "createReplayTransport.direction: expected 'toClient' or 'toServer', found 'up'",
    ],
    [
      'scene',
      () => createSceneGround(scene, wrong({ sorce: 's' })),
      "createSceneGround: unknown 'sorce'; did you mean 'source'?",
    ],
    [
      'scene: a flag',
      () => createSceneGround(scene, wrong({ bodiesBlock: 1 })),
      'createSceneGround.bodiesBlock: expected true or false',
    ],
    [
      'scene: a path',
      () => createSceneGround('village.json'),
      "createSceneGround: expected the parsed JSON of a scene, found the text 'village.json'",
    ],
    [
      'Rapier',
      () => createRapierGround(scene, RAPIER, wrong({ mesh: [] })),
      "createRapierGround: unknown 'mesh'; did you mean 'meshes'?",
    ],
    [
      'Rapier: meshes',
      () => createRapierGround(scene, RAPIER, { meshes: [wrong({ vertices: [] })] }),
      'createRapierGround.meshes[0]: expected { vertices, indices }',
    ],
    [
      'packets',
      () => readCapture(packets, wrong({ serverPort: 9000 })),
      "readCapture: unknown 'serverPort'; did you mean 'serverPorts'?",
    ],
    ['a recording', () => readCapture(recording, wrong({ serverPort: 9000 })), "readCapture: unknown 'serverPort'"],
    [
      'packets: one port',
      () => readCapture(packets, wrong({ serverPorts: 9000 })),
      'readCapture.serverPorts: expected a list of ports, found number',
    ],
    ['reading: no bytes', () => readCapture(wrong('session.pcap')), 'readCapture: expected a Uint8Array, found string'],
    ['writing', () => writeCapture(capture, wrong({ to: 5 })), "writeCapture: unknown 'to'"],
    ['writing: a time', () => writeCapture(capture, { from: Number.NaN }), 'writeCapture.from: expected a number'],
    [
      'writing: the other way round',
      () => writeCapture(capture, { from: 5, until: 2 }),
      'writeCapture.until: expected a number from 5',
    ],
    [
      'writing: nowhere',
      () => writeCaptureTo(capture, wrong(null)),
      'writeCapture: sink: expected a function that takes bytes, found null',
    ],
    [
      'summary',
      () => summarizeCapture(capture, wrong({ from: 1 })),
      'summarizeCapture: from: expected a number, found object',
    ],
    [
      'moments',
      () => captureMoments(capture, 7),
      'captureMoments: connection: expected a number from -1 to 0, found 7',
    ],
    ['recorder: nothing', () => createRecorder(wrong(null)), 'createRecorder: expected options'],
    [
      'recorder: a side',
      () => createRecorder({ side: wrong('both') }),
      "createRecorder.side: expected 'client' or 'server', found 'both'",
    ],
    [
      'recorder: a sink',
      () => createRecorder({ sink: wrong({}) }),
      'createRecorder.sink: expected a function that takes bytes, found object',
    ],
    [
      'recording: a name',
      () => recordTransport(createLoopback()[0], createRecorder(), wrong(7)),
      'recorder: expected a text',
    ],
    [
      'conditioner: nobody to receive',
      () => createConditioner().receive(0, wrong(undefined)),
      'receive: deliver: expected a function that takes each datagram, found undefined',
    ],
    [
      'conditioner: no bytes',
      () => createConditioner().send(0, wrong('x')),
      'send: bytes: expected a Uint8Array, found string',
    ],
    [
      'transport: nobody to receive',
      () => createLoopback()[0].poll(0, wrong(undefined)),
      'poll: deliver: expected a function that takes each message',
    ],
  ])('%s', (_, call, said) => {
    expect(call).toThrow(said);
  });
});

describe('names and types', () => {
  it('a goal is a place or a body: the types refuse both', () => {
    expectTypeOf<{ x: number; y: number }>().toExtend<Parameters<Engine['moveTo']>[1]>();
    expectTypeOf<{ target: number }>().toExtend<Parameters<Engine['moveTo']>[1]>();
    expectTypeOf<{ x: number; y: number; target: number }>().not.toExtend<Parameters<Engine['moveTo']>[1]>();
  });

  it('every MovementError has its name', () => {
    for (const [name, error] of Object.entries(MovementError)) expect(movementErrorName(error)).toBe(name);
    expect(movementErrorName(0xabc)).toBe('0xabc');
  });
});
