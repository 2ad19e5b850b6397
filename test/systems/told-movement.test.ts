import { describe, expect, it } from 'vitest';
import { createEngine, createLoopback, type Engine, MovementFlags, Opcode } from '../../index.ts';
import { MotionFlag } from '../../engine/wire/movement-data.ts';
import { decodePositionAndMovement, PositionAndMovement } from '../../engine/wire/position-and-movement.ts';
import { PositionFlag } from '../../engine/wire/position-pack.ts';
import { ByteReader } from '../../engine/wire/reader.ts';
import { decodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { decodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { motionMessage, positionMessage } from '../support/messages.ts';

const motionTables = [motionTable('humanoid')];
const RUNNER = 0x50000001;
const FOLLOWER = 0x50000002;

/** What a server told of one body. */
interface Told {
  /** Tick of the server. */
  tick: number;
  what: 'movement' | 'place' | 'both';
  type: number;
  sticksTo: number;
  params: number;
  grounded: boolean;
}

/** A server with somebody who runs and somebody who follows, and what it tells of the latter. */
class Scene {
  readonly server: Engine = createEngine({ motionTables, role: 'server' });
  readonly inbox = new Inbox();
  readonly runner: number;
  readonly follower: number;

  constructor(follower: { x: number; y: number }) {
    this.server.connect(this.inbox);
    this.runner = this.server.spawn({ guid: RUNNER });
    this.follower = this.server.spawn({ guid: FOLLOWER, ...follower, runRate: 1.5 });
    this.server.step(30);
    this.inbox.sent.length = 0;
  }

  /** Steps, and answers what was told of the follower meanwhile. */
  step(count: number): Told[] {
    const told: Told[] = [];
    for (let i = 0; i < count; i++) {
      this.server.step();
      for (const bytes of this.inbox.sent.splice(0)) {
        const one = read(bytes);
        if (one !== undefined) told.push({ tick: this.server.world.clock.tick, ...one });
      }
    }
    return told;
  }

  get isStuck(): boolean {
    return this.server.readMoveTo(this.follower).stuckTo === RUNNER;
  }
}

function read(bytes: Uint8Array): Omit<Told, 'tick'> | undefined {
  const reader = new ByteReader();
  reader.reset(bytes);
  const opcode = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const motion = new UpdateMotion();
  const position = new UpdatePosition();
  const both = new PositionAndMovement();
  const nothing = { type: -1, sticksTo: 0, params: 0, grounded: false };
  const movement = (data: UpdateMotion['movement']) => ({
    type: data.type,
    params: data.paramsFlags,
    sticksTo: (data.motionFlags & MotionFlag.StickToObject) !== 0 ? data.stickyObject : 0,
  });
  if (opcode === Opcode.UpdateMotion && decodeUpdateMotion(reader, motion) && motion.guid === FOLLOWER) {
    return { ...nothing, what: 'movement', ...movement(motion.movement) };
  }
  if (opcode === Opcode.UpdatePosition && decodeUpdatePosition(reader, position) && position.guid === FOLLOWER) {
    return { ...nothing, what: 'place', grounded: (position.pack.flags & PositionFlag.Grounded) !== 0 };
  }
  if (opcode === Opcode.PositionAndMovement && decodePositionAndMovement(reader, both) && both.guid === FOLLOWER) {
    const grounded = (both.pack.flags & PositionFlag.Grounded) !== 0;
    return { ...nothing, what: 'both', grounded, ...movement(both.movement) };
  }
  return undefined;
}

describe('what an authoritative world tells of a body that moves by itself', () => {
  it('includes the end of its move, when it rests there, once', () => {
    const scene = new Scene({ x: 0, y: -6 });
    scene.server.moveTo(scene.follower, { target: scene.runner });
    const told: Told[] = [];
    let end = 0;
    for (let i = 0; i < 300; i++) {
      told.push(...scene.step(1));
      if (end === 0 && scene.server.readMoveTo(scene.follower).type === 0) end = scene.server.world.clock.tick;
    }
    const movements = told.filter(({ what }) => what !== 'place');
    expect(movements.map(({ type }) => type)).toEqual([6, 0]);
    // Places tell where it is until then; it is told within half a second.
    expect(movements[1].tick - end).toBeGreaterThanOrEqual(0);
    expect(movements[1].tick - end).toBeLessThanOrEqual(15);
  });

  it('does not include that it will stick: peers that see it arrive earlier would stick too early', () => {
    const scene = new Scene({ x: 0, y: -6 });
    scene.server.moveTo(scene.follower, { target: scene.runner }, { sticky: true });
    const [first] = scene.step(3);
    expect(first.type).toBe(6);
    expect(first.params & MovementFlags.Sticky).toBe(0);
    expect(first.params & MovementFlags.MoveTowards).not.toBe(0);
  });

  it('says that it sticks as soon as that moves it, tells no places then, and says when it lets go, with its place', () => {
    const scene = new Scene({ x: 0, y: -1.5 });
    scene.server.moveTo(scene.runner, { x: 0, y: 30 });
    scene.step(10);
    scene.server.stickTo(scene.follower, scene.runner);
    const told = scene.step(1);
    expect(scene.isStuck).toBe(true);
    // The place is not to be gone to: it only makes those stale that are still on their way.
    expect(told).toMatchObject([{ what: 'both', type: 0, sticksTo: RUNNER, grounded: false }]);
    while (scene.isStuck) {
      const meanwhile = scene.step(1);
      if (scene.isStuck) expect(meanwhile).toEqual([]);
      else
        expect(meanwhile).toMatchObject([
          { what: 'movement', type: 0, sticksTo: 0 },
          { what: 'place', grounded: true },
        ]);
    }
  });

  it('says it again when it sticks again, at once and without a place', () => {
    const scene = new Scene({ x: 0, y: -1.5 });
    scene.server.moveTo(scene.runner, { x: 0, y: 30 });
    scene.step(10);
    scene.server.stickTo(scene.follower, scene.runner);
    scene.step(20);
    scene.server.stickTo(scene.follower, scene.runner);
    expect(scene.step(1)).toMatchObject([{ what: 'movement', sticksTo: RUNNER }]);
  });

  it('says nothing of sticking at rest: places hold it, and everybody sees the same ones', () => {
    const scene = new Scene({ x: 0, y: -0.9 });
    for (let again = 0; again < 6; again++) {
      scene.server.stickTo(scene.follower, scene.runner);
      const told = scene.step(20);
      expect(told.some(({ what }) => what === 'place')).toBe(true);
      expect(told.filter(({ sticksTo }) => sticksTo !== 0)).toEqual([]);
    }
    // The other one goes: now it is told.
    scene.server.moveTo(scene.runner, { x: 0, y: 30 });
    scene.step(10);
    scene.server.stickTo(scene.follower, scene.runner);
    expect(scene.step(2).some(({ sticksTo }) => sticksTo === RUNNER)).toBe(true);
  });

  it('is where it is when it is dragged away from a rest without a word: five times a second', () => {
    const scene = new Scene({ x: 0, y: -0.9 });
    scene.server.stickTo(scene.follower, scene.runner);
    // Its pauses at rest are long by now.
    scene.step(25);
    scene.server.moveTo(scene.runner, { x: 0, y: 30 });
    const places = scene.step(45).filter(({ what, grounded }) => what === 'place' && grounded);
    expect(places.length).toBeGreaterThan(0);
  });
});

describe('a client that is told to stick', () => {
  it('forgets the places in its queue: it would walk back to them when it lets go', () => {
    const client = createEngine({ motionTables });
    const inbox = new Inbox();
    client.connect(inbox);
    client.spawn({ guid: RUNNER, x: 5, y: 5 });
    const body = client.spawn({ guid: FOLLOWER, x: 4, y: 5 });
    client.step(30);
    inbox.put(positionMessage(FOLLOWER, { x: 4, y: 9, positionStamp: 1 }));
    client.step(2);
    const before = client.readFrame(body).y;
    expect(client.readMoveTo(body).interpolationNodes).toBe(1);
    inbox.put(
      motionMessage(FOLLOWER, { movementStamp: 1, motionFlags: MotionFlag.StickToObject, stickyObject: RUNNER }),
    );
    client.step(1);
    expect(client.readMoveTo(body)).toMatchObject({ stuckTo: RUNNER, interpolationNodes: 0 });
    client.step(60);
    expect(client.readMoveTo(body).stuckTo).toBe(0);
    expect(Math.abs(client.readFrame(body).y - 5)).toBeLessThan(Math.abs(before - 5) + 0.01);
  });

  it('is where the server has it once both rest, from whatever side it came', () => {
    const apart = [1, 2, 3, 4, 5, 6].map((seed) => {
      const server = createEngine({ motionTables, role: 'server' });
      const client = createEngine({ motionTables });
      const conditioner = { latency: 0.2, loss: 0.2, lossBurst: 5, reorder: 0.1, seed };
      const link = createLoopback({ conditioner });
      server.connect(link[0]);
      client.connect(link[1]);
      const runner = server.spawn({ guid: RUNNER });
      const follower = server.spawn({ guid: FOLLOWER, x: seed - 3, y: -8, runRate: 1.5 });
      server.moveTo(runner, { x: 4, y: 14 });
      server.moveTo(follower, { target: runner }, { sticky: true, canCharge: true });
      for (let tick = 0; tick < 390; tick++) {
        server.step();
        client.step();
        if (tick === 300) link.configure({ conditioner: { latency: 0, loss: 0, reorder: 0 } });
        // It stays at the other one's side, and sticks all the time.
        if (tick % 20 === 0 && server.readMoveTo(follower).type === 0) server.stickTo(follower, runner);
      }
      const here = client.readFrame(client.entityOf(FOLLOWER));
      const there = server.readFrame(follower);
      return Math.hypot(here.x - there.x, here.y - there.y);
    });
    for (const metres of apart) expect(metres).toBeLessThan(0.06);
  });
});
