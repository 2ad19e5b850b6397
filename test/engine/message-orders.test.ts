import type { ComponentName } from '../../components/index.ts';
import { cellsByName } from '../support/cells.ts';
import { describe, expect, it } from 'vitest';
import { type Engine, MotionCommand, PhysicsState } from '../../index.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';
import {
  createMessage,
  deleteMessage,
  motionMessage,
  positionAndMovementMessage,
  positionMessage,
  vectorMessage,
} from '../support/messages.ts';
import { ordersOf, withDuplicates } from '../support/orders.ts';
import { seededUnit } from '../support/trig-digest.ts';

/**
 * Datagrams are handed on as they come: late, twice and in any order. What is newer is known by its stamps, what is early
 * is held, so the end is the same in every order. What may differ on the way, and therefore must not stand at the end of
 * these stories:
 *
 * - A body walks while it has been told to walk and not yet to stop. Positions put that right, and servers go on sending
 *   them; in each story the newest position comes with the newest motion, or no motion travels.
 * - An event that comes after a newer one is dropped with its actions: an emote may never be played.
 * - What has waited ten seconds for its body, or is one of too many that wait, is dropped (gate-instance.test.ts).
 * - After a delete, a second copy of the creation brings its incarnation back, as retail's client does; deliveries drop
 *   second copies. Here another incarnation follows.
 */

/** Seven messages about one guid, by name; `arrival` says how they come. */
interface Story {
  what: string;
  /** One step after the other, or all in one. */
  arrival: 'one a step' | 'all in one step';
  /** Every how many-th of the 5040 orders is taken: 1, all of them, or fewer to keep the test short. */
  every: number;
  /** x of its last position. */
  endsAt: number;
  messages: Record<string, (guid: number) => Uint8Array>;
}

const east = { qw: Math.SQRT1_2, qz: -Math.SQRT1_2 };
const run = { forwardCommand: MotionCommand.RunForward, forwardSpeed: 2 };
const crouch = { forwardCommand: MotionCommand.Crouch };
const fists = { currentStyle: MotionCommand.HandCombat };

/** A creation at x = `x`, on the ground, with every stamp at `stamp`. */
function creation(guid: number, instance: number, stamp: number, x: number): Uint8Array {
  return createMessage(guid, ({ physics }) => {
    physics.flags = PhysicsFlag.Position;
    physics.state = PhysicsState.Gravity;
    physics.position.x = x;
    physics.stamps.fill(stamp);
    physics.stamps[8] = instance;
  });
}

const oneLife: Story['messages'] = {
  creation: (guid) => creation(guid, 1, 0xfffe, 10),
  'first motion': (guid) => motionMessage(guid, { movementStamp: 0xffff, serverControlStamp: 0xffff, state: run }, 1),
  'second motion': (guid) => motionMessage(guid, { movementStamp: 0, serverControlStamp: 0, state: fists }, 1),
  'first position': (guid) => positionMessage(guid, at(11, 0xffff)),
  'second position': (guid) => positionMessage(guid, at(12, 0)),
  jump: (guid) => vectorMessage(guid, { vectorStamp: 0xffff, instanceStamp: 1, velocityZ: 3 }),
  'last position with motion': (guid) =>
    positionAndMovementMessage(guid, at(14, 1), {
      movementStamp: 1,
      serverControlStamp: 0,
      autonomous: true,
      state: crouch,
    }),
};

function at(x: number, positionStamp: number, instanceStamp = 1) {
  const [teleportStamp, forcePositionStamp] = [0xfffe, 0xfffe];
  return { x, y: 3, ...east, positionStamp, instanceStamp, teleportStamp, forcePositionStamp };
}

const stories: Story[] = [
  { what: 'one life', arrival: 'all in one step', every: 5, endsAt: 14, messages: oneLife },
  { what: 'one life', arrival: 'one a step', every: 1, endsAt: 14, messages: oneLife },
  {
    what: 'two lives',
    arrival: 'one a step',
    every: 1,
    endsAt: 16,
    messages: {
      creation: (guid) => creation(guid, 0xffff, 20, 10),
      run: (guid) => motionMessage(guid, { movementStamp: 41, serverControlStamp: 41, state: run }, 0xffff),
      deletion: (guid) => deleteMessage(guid, 0xffff),
      'second creation': (guid) => creation(guid, 0, 0, 15),
      'motion of the second life': (guid) =>
        motionMessage(guid, { movementStamp: 1, serverControlStamp: 1, state: crouch }, 0),
      'position of the second life': (guid) =>
        positionMessage(guid, { x: 16, y: 3, ...east, positionStamp: 1, instanceStamp: 0 }),
      'jump of the second life': (guid) => vectorMessage(guid, { vectorStamp: 1, instanceStamp: 0, velocityZ: 3 }),
    },
  },
  {
    what: 'a teleport',
    arrival: 'one a step',
    every: 5,
    endsAt: 91,
    messages: {
      creation: (guid) => creation(guid, 1, 0, 10),
      'motion before': (guid) => motionMessage(guid, { movementStamp: 1, serverControlStamp: 1, state: fists }, 1),
      'position before': (guid) => positionMessage(guid, { x: 11, positionStamp: 1, instanceStamp: 1 }),
      teleport: (guid) =>
        positionMessage(guid, { x: 90, y: 3, ...east, positionStamp: 2, teleportStamp: 1, instanceStamp: 1 }),
      'position behind': (guid) =>
        positionMessage(guid, { x: 91, y: 3, ...east, positionStamp: 3, teleportStamp: 1, instanceStamp: 1 }),
      'motion behind': (guid) => motionMessage(guid, { movementStamp: 2, serverControlStamp: 2, state: crouch }, 1),
      'echo of a jump': (guid) => vectorMessage(guid, { vectorStamp: 1, instanceStamp: 1 }),
    },
  },
];

/** Orders that one world goes through at once, each with a guid of its own: what it holds is limited. */
const AT_ONCE = 32;
const SETTLING_STEPS = 45;
/** More than the ten seconds that a message waits for its body. */
const STEPS_OF_HOLDING = 305;

interface End {
  stamps: Record<string, number>;
  state: Record<string, number>;
  place: number[];
}

/** A story's messages by name, for the guids from 1 on. */
function written({ messages }: Story): Record<string, Uint8Array[]> {
  const guids = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
  return Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, guids.map(message)]));
}

/** A world that lets one lot of orders after the other arrive, each order about a guid of its own. */
class Player {
  private readonly rig = newEngine();
  private readonly bytes: Record<string, Uint8Array[]>;
  private readonly arrival: Story['arrival'];

  constructor(story: Story) {
    this.bytes = written(story);
    this.arrival = story.arrival;
  }

  /** How each order of names ends. The world is empty afterwards, and nothing waits in it. */
  play(orders: readonly string[][]): (End | string)[] {
    const { engine, inbox } = this.rig;
    const longest = Math.max(...orders.map((order) => order.length));
    for (let turn = 0; turn < longest; turn++) {
      orders.forEach((order, index) => {
        if (turn < order.length) inbox.put(this.bytes[order[turn]][index]);
      });
      if (this.arrival === 'one a step') engine.step();
    }
    engine.step(SETTLING_STEPS);
    const ends = endsOf(engine, orders.length);
    for (const entity of [...engine.entities()]) engine.despawn(entity);
    engine.step(STEPS_OF_HOLDING);
    return ends;
  }
}

/** How the bodies of the guids from 1 on have ended. */
function endsOf(engine: Engine, count: number): (End | string)[] {
  const { world } = engine;
  const broken = breaches(world);
  const bodies = engine.entities().length;
  if (broken.length > 0 || bodies !== count) return Array(count).fill(broken[0] ?? `${bodies} bodies for ${count}`);
  return Array.from({ length: count }, (_, index) => {
    const entity = engine.entityOf(index + 1);
    if (entity === 0) return 'is not there';
    const cells = (name: ComponentName) => cellsByName(world.components, name, entity);
    const { x, y, z, heading } = engine.readFrame(entity);
    return { stamps: cells('stamps'), state: cells('interpretedMotion'), place: [x, y, z, heading] };
  });
}

/** Metres within which a body counts as having come to its last position, and degrees. */
const TOLERANCE = [0.06, 0.06, 0.001, 0.1];

function differs(end: End | string, expected: End): boolean {
  if (typeof end === 'string') return true;
  const same = JSON.stringify([end.stamps, end.state]) === JSON.stringify([expected.stamps, expected.state]);
  return !same || end.place.some((value, index) => Math.abs(value - expected.place[index]) > TOLERANCE[index]);
}

/** Orders of a story's names that do not end as its messages in order do. */
function wrongOrders(story: Story, orders: readonly string[][], expected: End): string[] {
  const player = new Player(story);
  const wrong: string[] = [];
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const some = orders.slice(from, from + AT_ONCE);
    player.play(some).forEach((end, index) => {
      if (differs(end, expected)) wrong.push(`${some[index].join(', ')}: ${JSON.stringify(end)}`);
    });
  }
  return wrong;
}

/** How a story's messages end in their order. */
function endInOrder(story: Story): End {
  const [end] = new Player(story).play([Object.keys(story.messages)]);
  if (typeof end === 'string') throw new Error(end);
  return end;
}

const all = ordersOf(Object.keys(oneLife).map((_, index) => index));

/** Orders as the names of a story. */
function named(story: Story, orders: readonly number[][]): string[][] {
  const names = Object.keys(story.messages);
  return orders.map((order) => order.map((index) => names[index]));
}

describe.each(stories)('$what, $arrival', (story) => {
  const expected = endInOrder(story);

  it('ends as its last messages say', () => {
    expect(expected.state.forwardCommand).toBe(MotionCommand.Crouch);
    expect(expected.state.style).toBe(MotionCommand.NonCombat);
    expect(Math.abs(expected.place[0] - story.endsAt)).toBeLessThan(TOLERANCE[0]);
    expect(Math.abs(expected.place[1] - 3)).toBeLessThan(TOLERANCE[1]);
    expect(expected.place[3]).toBeCloseTo(90, 1);
  });

  const sample = named(story, all).filter((_, index) => index % story.every === 0);

  it(`ends the same in ${sample.length} orders, each message twice`, () => {
    const unit = seededUnit(7);
    const orders = sample.map((order) => withDuplicates(order, unit));
    const wrong = wrongOrders(story, orders, expected);
    expect([wrong.length, wrong.slice(0, 3), expected]).toEqual([0, [], expected]);
  });

  it('ends the same in a tenth of these orders, each message once', () => {
    const orders = sample.filter((_, index) => index % 10 === 3);
    const wrong = wrongOrders(story, orders, expected);
    expect([wrong.length, wrong.slice(0, 3), expected]).toEqual([0, [], expected]);
  });
});

describe('the orders', () => {
  it('are all there are', () => {
    expect(new Set(all.map((order) => order.join())).size).toBe(5040);
  });
});

describe('the comparison', () => {
  it('notices a body that has walked on behind its last position', () => {
    const messages: Story['messages'] = {
      creation: (guid) => creation(guid, 1, 0, 10),
      run: (guid) => motionMessage(guid, { movementStamp: 1, serverControlStamp: 1, state: run }, 1),
      rest: (guid) => motionMessage(guid, { movementStamp: 2, serverControlStamp: 2, state: crouch }, 1),
      position: (guid) => positionMessage(guid, { x: 10.5, positionStamp: 1, instanceStamp: 1 }),
    };
    const story: Story = { what: 'no last word', arrival: 'one a step', every: 1, endsAt: 10.5, messages };
    const late = ['creation', ...Array(8).fill('position'), 'run', 'rest'];
    const wrong = wrongOrders(story, [late, ['creation', 'rest', 'position', 'run']], endInOrder(story));
    expect(wrong.map((text) => text.split(':')[0])).toEqual([late.join(', ')]);
  });

  it('notices a message that is missing', () => {
    const orders = named(stories[0], [
      [0, 1, 3, 4, 5, 6],
      [0, 1, 2, 3, 4, 6],
      [0, 1, 2, 3, 4, 5],
    ]);
    const wrong = wrongOrders(stories[0], orders, endInOrder(stories[0]));
    expect(wrong.map((text) => text.split(':')[0])).toEqual(orders.slice(1).map((order) => order.join(', ')));
  });
});
