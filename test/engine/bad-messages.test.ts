import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine, type EngineOptions, MotionCommand, Opcode } from '../../index.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { listen, motionTable, newEngine, type Told } from '../support/engines.ts';
import type { Inbox } from '../support/inbox.ts';
import { breaches } from '../support/invariants.ts';
import {
  createMessage,
  deleteMessage,
  fillCreatedMovement,
  motionMessage,
  playerMessage,
  playerTeleportMessage,
  positionAndMovementMessage,
  positionMessage,
  vectorMessage,
} from '../support/messages.ts';

const GUID = 5;
/** The server's messages; the others are a client's, which a client does not take. */
const serverOpcodes: number[] = Object.values(Opcode).filter((opcode) => opcode !== Opcode.ClientAction);

const vectors: { hex: string }[] = JSON.parse(
  readFileSync(new URL('../golden/wire/wire.json', import.meta.url), 'utf8'),
);
const golden = vectors.map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));

function opcodeOf(message: Uint8Array): number {
  return message.length < 4 ? 0 : new DataView(message.buffer, message.byteOffset).getUint32(0, true);
}

/** A world in which something goes on, and its twin, which nobody sends anything. */
interface Pair {
  engine: Engine;
  inbox: Inbox;
  told: Told[];
  /** Lets messages arrive, steps both, and answers whether they are still alike. */
  receive(...messages: Uint8Array[]): boolean;
}

function newPair(options: Partial<EngineOptions> = {}): Pair {
  const [one, twin] = [newEngine(options), newEngine(options)];
  for (const { engine } of [one, twin]) {
    const body = engine.spawn({ guid: GUID });
    const other = engine.spawn({ guid: 6, x: 12, y: 3 });
    engine.step(3);
    engine.moveTo(body, { target: other });
    engine.moveTo(other, { x: 50, y: 50 });
  }
  const told = listen(one.engine);
  return {
    ...one,
    told,
    receive: (...messages) => {
      one.inbox.put(...messages);
      one.engine.step();
      twin.engine.step();
      return one.engine.hash() === twin.engine.hash();
    },
  };
}

/** A message with other bytes at an offset. */
function patched(message: Uint8Array, offset: number, write: (view: DataView, at: number) => void): Uint8Array {
  const copy = message.slice();
  write(new DataView(copy.buffer), offset);
  return copy;
}

const f32 = (value: number) => (view: DataView, at: number) => view.setFloat32(at, value, true);
const u32 = (value: number) => (view: DataView, at: number) => view.setUint32(at, value, true);
const u16 = (value: number) => (view: DataView, at: number) => view.setUint16(at, value, true);
const u8 = (value: number) => (view: DataView, at: number) => view.setUint8(at, value);

describe('a message that cannot be read', () => {
  it('cut short anywhere is counted and told, and changes nothing', () => {
    const pair = newPair();
    let expected = 0;
    for (const whole of golden) {
      if (!serverOpcodes.includes(opcodeOf(whole))) continue;
      const cuts = Array.from({ length: whole.length }, (_, length) => whole.slice(0, length));
      expected += cuts.length;
      expect(pair.receive(...cuts)).toBe(true);
    }
    expect(expected).toBeGreaterThan(5000);
    expect(pair.engine.counters).toMatchObject({ received: expected, malformed: expected, decoded: 0, applied: 0 });
    const malformed = pair.told.filter(({ type }) => type === 'malformed');
    expect(malformed).toHaveLength(expected);
    expect(new Set(malformed.map(({ reason }) => reason))).toEqual(new Set(['truncated']));
  });

  const motion = motionMessage(GUID, { movementStamp: 1, state: { forwardCommand: MotionCommand.WalkForward } });
  const moveTo = motionMessage(GUID, { movementStamp: 1, type: 7 });
  const chase = motionMessage(GUID, { movementStamp: 1, type: 6, target: 6 });
  const turn = motionMessage(GUID, { movementStamp: 1, type: 8, target: 6 });
  const action = motionMessage(GUID, { movementStamp: 1, actions: [[MotionCommand.Wave, 1, false, 1]] });
  const position = positionMessage(GUID, { positionStamp: 1, qw: 0.5, qx: 0.5, qy: 0.5, qz: 0.5 });
  const vector = vectorMessage(GUID, { vectorStamp: 1 });
  const creation = createMessage(77, (message) => {
    message.physics.flags = PhysicsFlag.Children | PhysicsFlag.Scale | PhysicsFlag.Position;
    message.physics.childCount = 1;
  });
  const moving = createMessage(77, (message) => {
    message.physics.flags = PhysicsFlag.Movement;
    fillCreatedMovement(message, {});
  });

  it.each([
    ['no bytes', new Uint8Array(0), 0, 'truncated'],
    ['less than an opcode', Uint8Array.of(0x4c, 0xf7, 0), 0, 'truncated'],
    ['bytes that follow', Uint8Array.of(...motion, 0, 0, 0, 0), motion.length, 'trailing bytes'],
    ['padding that is not zero', patched(motion, 15, u8(1)), 15, 'bad padding'],
    ['an autonomous byte of 2', patched(motion, 14, u8(2)), 14, 'bad flags'],
    ['movement type 10', patched(motion, 16, u8(10)), 16, 'bad type'],
    ['an unknown motion flag', patched(motion, 17, u8(4)), 17, 'bad flags'],
    ['an unknown style', patched(motion, 18, u16(0xffff)), 18, 'unknown command'],
    ['an unknown flag of a state', patched(motion, 20, u32(0x1002)), 20, 'bad flags'],
    ['an unknown forward command', patched(motion, 24, u16(0x7ff)), 24, 'unknown command'],
    ['31 actions that are not there', patched(motion, 20, u32(2 | (31 << 7))), 24, 'truncated'],
    ['an unknown action', patched(action, 24, u16(0xfffe)), 24, 'unknown command'],
    ['an action at no number', patched(action, 28, f32(Number.NaN)), 28, 'not finite'],
    ['a move to nowhere', patched(moveTo, 24, f32(Number.NaN)), 24, 'not finite'],
    ['a move to infinity', patched(moveTo, 28, f32(Number.POSITIVE_INFINITY)), 28, 'not finite'],
    ['a move out of the world', patched(moveTo, 24, f32(1.1e7)), 24, 'out of range'],
    ['a 19th flag of a move', patched(moveTo, 36, u32(0x40000)), 36, 'bad flags'],
    ['a distance that is no number', patched(moveTo, 40, f32(Number.NaN)), 40, 'not finite'],
    ['a speed over 1e4', patched(moveTo, 52, f32(1.1e4)), 52, 'out of range'],
    ['a run rate under -1e4', patched(moveTo, 64, f32(-1.1e4)), 64, 'out of range'],
    ['a run rate that is no number in a chase', patched(chase, 68, f32(Number.NaN)), 68, 'not finite'],
    ['an angle over 1e6', patched(turn, 24, f32(1.1e6)), 24, 'out of range'],
    ['unknown flags of a position', patched(position, 8, u32(0x80)), 8, 'bad flags'],
    ['a position that is no number', patched(position, 16, f32(Number.NaN)), 16, 'not finite'],
    ['a position out of the world', patched(position, 20, f32(-1e8)), 20, 'out of range'],
    [
      'a quaternion of length 0',
      [28, 32, 36, 40].reduce((message, at) => patched(message, at, f32(0)), position),
      28,
      'bad quaternion',
    ],
    ['a quaternion that is no number', patched(position, 36, f32(Number.NaN)), 36, 'not finite'],
    ['a velocity that is infinite', patched(vector, 8, f32(Number.NEGATIVE_INFINITY)), 8, 'not finite'],
    ['a velocity over 1e4', patched(vector, 28, f32(2e4)), 28, 'out of range'],
    ['a creation that is none', patched(creation, 8, u8(0x12)), 8, 'bad type'],
    ['a creation with 255 palettes that are not there', patched(creation, 9, u8(255)), null, null],
    ['unknown flags of a creation', patched(creation, 12, u32(0x400)), 12, 'bad flags'],
    ['four thousand million children', patched(creation, 52, u32(0xffffffff)), 52, 'bad count'],
    ['256 children', patched(creation, 52, u32(256)), 52, 'bad count'],
    ['a scale of 0', patched(creation, 64, f32(0)), 64, 'out of range'],
    ['a scale over 1e3', patched(creation, 64, f32(1001)), 64, 'out of range'],
    ['a movement longer than its message', patched(moving, 20, u32(0xffffffff)), 20, 'bad count'],
    ['a movement of another length', patched(moving, 20, u32(4)), null, null],
    ['a delete with padding that is not zero', patched(deleteMessage(GUID), 10, u8(9)), 10, 'bad padding'],
  ] as [string, Uint8Array, number | null, string | null][])('%s', (_what, message, offset, reason) => {
    const pair = newPair();
    expect(pair.receive(message)).toBe(true);
    expect(pair.engine.counters).toMatchObject({ received: 1, malformed: 1, decoded: 0, applied: 0 });
    const told = pair.told.filter(({ type }) => type === 'malformed');
    expect(told).toHaveLength(1);
    expect(told[0].opcode).toBe(opcodeOf(message));
    if (offset !== null) expect([told[0].offset, told[0].reason]).toEqual([offset, reason]);
    // And the next message is read as ever.
    pair.receive(playerTeleportMessage(1));
    expect(pair.engine.counters).toMatchObject({ decoded: 1 });
  });

  it('a malformed one among good ones takes only itself away', () => {
    const { engine, inbox } = newPair();
    inbox.put(patched(motion, 24, u16(0xffff)), motion, motion.slice(0, 20));
    engine.step();
    expect(engine.counters).toMatchObject({ received: 3, malformed: 2, decoded: 1, applied: 1 });
    expect(engine.readMotion(engine.entityOf(GUID)).forwardCommand).toBe(MotionCommand.WalkForward);
  });
});

describe('a message that nobody knows', () => {
  it.each([0, 1, 0xf74d, 0xf7b2, 0xffffffff])('opcode %i is counted and skipped', (opcode) => {
    const pair = newPair();
    expect(pair.receive(patched(new Uint8Array(40), 0, u32(opcode)))).toBe(true);
    expect(pair.engine.counters).toMatchObject({ received: 1, unknown: 1, malformed: 0, applied: 0 });
  });

  it("a client's actions are not a server's messages", () => {
    const pair = newPair();
    const actions = golden.filter((message) => !serverOpcodes.includes(opcodeOf(message)));
    expect(actions.length).toBeGreaterThan(10);
    const wrapped = actions.map((action) => Uint8Array.of(0xb1, 0xf7, 0, 0, 1, 0, 0, 0, ...action));
    expect(pair.receive(...actions, ...wrapped)).toBe(true);
    expect(pair.engine.counters.unknown).toBe(actions.length);
    expect(pair.engine.counters.dropped['not for a client']).toBe(wrapped.length);
  });
});

describe('guid 0, which is nobody', () => {
  const messages = () => [
    motionMessage(0, { movementStamp: 1 }),
    positionMessage(0, { positionStamp: 1 }),
    positionAndMovementMessage(0, { positionStamp: 1 }, { movementStamp: 1 }),
    vectorMessage(0, { vectorStamp: 1, velocityZ: 5 }),
    deleteMessage(0),
    createMessage(0),
  ];

  it.each(['hold', 'spawn'] as const)('comes into no world (%s), and is counted', (unknown) => {
    const pair = newPair({ unknown });
    expect(pair.receive(...messages())).toBe(true);
    for (let count = 0; count < 310; count++) pair.receive();
    expect(pair.receive()).toBe(true);
    expect(pair.engine.entityOf(0)).toBe(0);
    expect(pair.engine.entities()).toHaveLength(2);
    expect(pair.engine.counters.applied).toBe(0);
    expect(pair.engine.counters.droppedInAll + pair.engine.counters.malformed).toBe(messages().length);
  });
});

describe('whatever bytes come', () => {
  /** Nothing is thrown, every message is counted once, and the world stays sound. */
  function survives(messages: Uint8Array[]): void {
    const { engine, inbox } = newEngine({ unknown: 'spawn' });
    engine.spawn({ guid: GUID, localPlayer: true });
    inbox.put(...messages);
    engine.step(2);
    const { received, decoded, malformed, unknown } = engine.counters;
    expect(received).toBe(messages.length);
    expect(decoded + malformed + unknown).toBe(received);
    expect(breaches(engine.world)).toEqual([]);
  }

  it('noise behind a real opcode', () => {
    const noise = fc
      .tuple(fc.constantFrom(...serverOpcodes), fc.uint8Array({ maxLength: 120, size: 'max' }))
      .map(([opcode, body]) => patched(Uint8Array.of(0, 0, 0, 0, ...body), 0, u32(opcode)));
    fc.assert(fc.property(fc.array(noise, { maxLength: 40 }), survives), { seed: 20130501, numRuns: 100 });
  });

  it('real messages with a few bytes changed', () => {
    const damaged = fc
      .tuple(
        fc.nat(golden.length - 1),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
      )
      .map(([index, changes, ours]) => {
        const message = golden[index].slice();
        // About a body that is there, so that more of them get through the gates.
        if (ours && message.length >= 8) new DataView(message.buffer).setUint32(4, GUID, true);
        for (const [at, value] of changes) message[4 + (at % Math.max(1, message.length - 4))] = value;
        return message;
      });
    fc.assert(fc.property(fc.array(damaged, { maxLength: 40, size: 'max' }), survives), {
      seed: 20130502,
      numRuns: 100,
    });
  });
});

describe('a transport that fails', () => {
  it.each(['poll', 'send'] as const)('%s throws: not out of the step, and the others are served', (part) => {
    const { engine, inbox } = newEngine({ role: part === 'send' ? 'server' : 'client' });
    const failing = {
      closed: false,
      send: () => {
        throw new Error('broken');
      },
      poll: () => {
        if (part === 'poll') throw new Error('broken');
      },
      close: () => {},
    };
    engine.disconnect(inbox);
    inbox.closed = false;
    engine.connect(failing);
    engine.connect(inbox);
    engine.spawn({ guid: GUID });
    inbox.put(playerTeleportMessage(1));
    expect(() => engine.step(2)).not.toThrow();
    expect(engine.counters.received).toBe(1);
    if (part === 'send') expect(inbox.sent.length).toBeGreaterThan(0);
  });
});

describe('a server', () => {
  it('takes no orders from its peers: what only a server may say is dropped and counted', () => {
    const pair = newPair({ role: 'server' });
    const orders = [
      motionMessage(GUID, { movementStamp: 9000 }, 1),
      positionMessage(GUID, { positionStamp: 9000, instanceStamp: 1, teleportStamp: 9, x: 3 }),
      vectorMessage(GUID, { vectorStamp: 9000, instanceStamp: 1, velocityZ: 9 }),
      createMessage(77),
      playerMessage(GUID),
      deleteMessage(GUID, 1),
    ];
    expect(pair.receive(...orders)).toBe(true);
    expect(pair.engine.entityOf(GUID)).not.toBe(0);
    expect(pair.engine.counters.applied).toBe(0);
  });
});

describe('the bodies that messages bring', () => {
  it('have a motion table that there is, or no engine is made', () => {
    const motionTables = [motionTable('humanoid')];
    expect(() => createEngine({ motionTables, defaults: { motionTable: 'humanoit' } })).toThrow(
      /humanoit.*did you mean 'humanoid'/,
    );
  });

  it('have a free guid, whatever the defaults say', () => {
    const { engine, inbox } = newEngine({ defaults: { guid: GUID } });
    inbox.put(createMessage(77), createMessage(78));
    engine.step();
    expect([engine.entityOf(77), engine.entityOf(78)].every((entity) => entity !== 0)).toBe(true);
  });
});
