import { describe, expect, it } from 'vitest';
import { type Engine, MotionCommand } from '../../index.ts';
import { breaches } from '../support/invariants.ts';
import { NetworkRig, type NetworkRigOptions, type RigClient } from '../support/network-rig.ts';

const ALICE = 0x50000001;
const BOB = 0x50000002;
const NPC = 0x50000003;
const { WalkForward, WalkBackwards, RunForward, TurnRight, SideStepLeft, SideStepRight, Ready, Wave, HandCombat } =
  MotionCommand;

function twoPlayers(options: NetworkRigOptions = {}) {
  const rig = new NetworkRig(options);
  const alice = rig.join(ALICE);
  const bob = rig.join(BOB, { x: 5 });
  rig.step(60);
  return { rig, alice, bob };
}

/** What a world shows of a body. */
const motionIn = (engine: Engine, guid: number) => engine.readMotion(engine.entityOf(guid));
const frameIn = (engine: Engine, guid: number) => engine.readFrame(engine.entityOf(guid));
const press = ({ engine, player }: RigClient, command: number) => engine.setMotion(player(), command);
const release = ({ engine, player }: RigClient, command: number) => engine.clearMotion(player(), command);
const tellings = ({ told }: { told: { type: string }[] }, type: string) => told.filter((event) => event.type === type);

/** Everybody has Alice at the same place, turned alike and doing the same. */
function expectSame(rig: NetworkRig, alice: RigClient, others: RigClient[]): void {
  expect(rig.apart(ALICE, alice.engine)).toBeLessThan(0.01);
  expect(rig.turnedApart(ALICE, alice.engine)).toBeLessThan(0.1);
  const { style, forwardCommand, sidestepCommand, turnCommand } = motionIn(alice.engine, ALICE);
  for (const { engine } of [...others, { engine: rig.server }]) {
    expect(rig.apart(ALICE, engine, alice.engine)).toBeLessThan(0.06);
    expect(rig.turnedApart(ALICE, engine, alice.engine)).toBeLessThan(1);
    expect(motionIn(engine, ALICE)).toMatchObject({ style, forwardCommand, sidestepCommand, turnCommand });
  }
}

describe('two players', () => {
  it('know each other and who they are', () => {
    const { alice, bob } = twoPlayers();
    for (const { engine, guid } of [alice, bob]) {
      expect(engine.entities().length).toBe(2);
      expect(engine.world.playerGuid).toBe(guid);
      expect(engine.world.viewer).toBe(guid);
    }
  });

  it.each([
    ['walk', WalkForward, 'forwardCommand', WalkForward],
    ['walk backwards', WalkBackwards, 'forwardCommand', WalkForward],
    ['turn', TurnRight, 'turnCommand', TurnRight],
    ['sidestep', SideStepLeft, 'sidestepCommand', SideStepRight],
  ] as const)('see each other %s, and where it ends', (_what, key, axis, performed) => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, key);
    rig.step(4);
    for (const { engine } of [bob, { engine: rig.server }]) expect(motionIn(engine, ALICE)[axis]).toBe(performed);
    rig.step(50);
    release(alice, key);
    rig.step(90);
    const start = { x: 0, y: 0, heading: 0 };
    const { x, y, heading } = frameIn(alice.engine, ALICE);
    expect(Math.hypot(x - start.x, y - start.y) + heading).toBeGreaterThan(1);
    expectSame(rig, alice, [bob]);
  });

  it('see Shift while walking: the gait changes for all', () => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, WalkForward);
    rig.step(20);
    for (const held of [true, false, true]) {
      alice.engine.setHoldRun(alice.player(), held);
      rig.step(5);
      const gait = held ? RunForward : WalkForward;
      for (const engine of [alice.engine, bob.engine, rig.server]) {
        expect(motionIn(engine, ALICE).forwardCommand).toBe(gait);
      }
      rig.step(20);
    }
    alice.engine.stop(alice.player());
    rig.step(90);
    expectSame(rig, alice, [bob]);
  });

  it('see each other jump, as far as the jumper does', () => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, WalkForward);
    rig.step(20);
    expect(alice.engine.jump(alice.player(), 1)).toBe(0);
    release(alice, WalkForward);
    const highest = [0, 0, 0];
    for (let tick = 0; tick < 60; tick++) {
      rig.step();
      [alice.engine, bob.engine, rig.server].forEach((engine, index) => {
        highest[index] = Math.max(highest[index], frameIn(engine, ALICE).z);
      });
    }
    for (const height of highest) expect(height).toBeGreaterThan(0.85);
    rig.step(90);
    expectSame(rig, alice, [bob]);
  });

  it('see emotes and styles once each', () => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, Wave);
    press(alice, Wave);
    rig.step(4);
    const waves = motionIn(bob.engine, ALICE).pendingMotions.filter((motion) => motion === Wave);
    expect(waves).toHaveLength(2);
    press(alice, HandCombat);
    rig.step(200);
    expect(motionIn(bob.engine, ALICE)).toMatchObject({ style: HandCombat, pendingMotions: [] });
    expectSame(rig, alice, [bob]);
  });

  it('see a tap that is over before the next step', () => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, Wave);
    press(alice, TurnRight);
    release(alice, TurnRight);
    rig.step(3);
    expect(motionIn(bob.engine, ALICE)).toMatchObject({ turnCommand: 0 });
    expect(motionIn(bob.engine, ALICE).pendingMotions).toContain(Wave);
  });

  it('go to themselves nothing: their own echo is dropped, and no place of theirs comes back', () => {
    const { rig, alice } = twoPlayers();
    press(alice, WalkForward);
    rig.step(90);
    expect(alice.engine.counters.dropped['own autonomous echo']).toBe(1);
    expect(tellings(alice, 'messageDropped')).toEqual([]);
    expect(tellings(alice, 'controlLost')).toEqual([]);
    expect(rig.server.counters.droppedInAll).toBe(0);
  });
});

describe('a server and its players', () => {
  it('a move of the server takes the player along, and a key takes it back', () => {
    const { rig, alice, bob } = twoPlayers();
    const there = rig.server.entityOf(ALICE);
    rig.server.moveTo(there, { x: -4, y: 12 });
    rig.step(40);
    expect(tellings(alice, 'controlLost')).toHaveLength(1);
    expect(alice.engine.readMoveTo(alice.player()).type).toBe(7);
    rig.step(400);
    expect(frameIn(alice.engine, ALICE).y).toBeGreaterThan(11);
    expect(rig.apart(ALICE, alice.engine)).toBeLessThan(0.06);
    rig.server.moveTo(there, { x: -4, y: 40 });
    rig.step(60);
    press(alice, TurnRight);
    rig.step(3);
    expect(rig.server.readMoveTo(there).type).toBe(0);
    expect(bob.engine.readMoveTo(bob.engine.entityOf(ALICE)).type).toBe(0);
    release(alice, TurnRight);
    rig.step(90);
    expectSame(rig, alice, [bob]);
    expect(tellings(rig, 'putBack')).toEqual([]);
  });

  it('a key and an order that cross on their way end in the same state everywhere', () => {
    const { rig, alice, bob } = twoPlayers({ conditions: { latency: 0.15, seed: 4 } });
    press(alice, WalkForward);
    rig.step(30);
    for (const wait of [0, 2, 5, 9, 14]) {
      press(alice, TurnRight);
      rig.step(wait);
      rig.server.moveTo(rig.server.entityOf(ALICE), { x: 0, y: 30 });
      rig.step(2);
      release(alice, TurnRight);
      rig.step(70);
      const doing = motionIn(alice.engine, ALICE);
      for (const engine of [rig.server, bob.engine]) {
        const seen = motionIn(engine, ALICE);
        expect([seen.forwardCommand, seen.turnCommand]).toEqual([doing.forwardCommand, doing.turnCommand]);
      }
    }
    alice.engine.stop(alice.player());
    rig.step(150);
    expectSame(rig, alice, [bob]);
  });

  it('a teleport takes the player there, holds its keys back on the way, and lets them go on', () => {
    const { rig, alice, bob } = twoPlayers({ conditions: { latency: 0.1, seed: 2 } });
    press(alice, WalkForward);
    rig.step(30);
    rig.server.teleport(rig.server.entityOf(ALICE), { x: 40, y: 40, heading: 90 });
    rig.step(12);
    expect(frameIn(alice.engine, ALICE).x).toBeCloseTo(40, 1);
    expect(motionIn(alice.engine, ALICE).forwardCommand).toBe(Ready);
    expect(tellings(alice, 'inputHeld').length).toBeLessThanOrEqual(1);
    press(alice, WalkForward);
    rig.step(60);
    release(alice, WalkForward);
    rig.step(120);
    expect(frameIn(alice.engine, ALICE).x).toBeGreaterThan(43);
    expectSame(rig, alice, [bob]);
    expect(tellings(rig, 'putBack')).toEqual([]);
  });

  it('who goes faster than the server lets it is put back, and plays on from there', () => {
    const { rig, alice, bob } = twoPlayers();
    alice.engine.setRunRate(alice.player(), 4);
    alice.engine.setHoldRun(alice.player(), true);
    press(alice, WalkForward);
    rig.step(120);
    expect(tellings(rig, 'putBack').length).toBeGreaterThan(0);
    expect(frameIn(rig.server, ALICE).y).toBeLessThan(4 * 1.25 * (4 + 1.5) + 1);
    alice.engine.setRunRate(alice.player(), 1);
    alice.engine.stop(alice.player());
    rig.step(120);
    expectSame(rig, alice, [bob]);
  });

  it('who says that it is elsewhere is put back at once', () => {
    const { rig, alice, bob } = twoPlayers();
    alice.engine.place(alice.player(), { x: 50, y: 50 });
    press(alice, WalkForward);
    rig.step(20);
    expect(frameIn(alice.engine, ALICE).x).toBeLessThan(1);
    release(alice, WalkForward);
    rig.step(90);
    expectSame(rig, alice, [bob]);
    expect(tellings(rig, 'putBack').length).toBeGreaterThan(0);
  });

  it('who leaves stands still for the others, and its body stays', () => {
    const { rig, alice, bob } = twoPlayers();
    press(alice, WalkForward);
    rig.step(30);
    alice.leave();
    rig.step(60);
    const { y } = frameIn(bob.engine, ALICE);
    rig.step(30);
    expect(frameIn(bob.engine, ALICE).y).toBe(y);
    expect(rig.apart(ALICE, bob.engine)).toBeLessThan(0.06);
  });

  it('an NPC that chases a player catches it in every world', () => {
    const { rig, alice, bob } = twoPlayers();
    const npc = rig.spawn(NPC, { x: -20, y: -20, runRate: 1.6 });
    rig.server.moveTo(npc, { target: rig.server.entityOf(ALICE) }, { canCharge: true });
    press(alice, WalkForward);
    rig.step(150);
    release(alice, WalkForward);
    rig.step(400);
    const distance = (engine: Engine) => {
      const [a, b] = [frameIn(engine, NPC), frameIn(engine, ALICE)];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    for (const engine of [rig.server, alice.engine, bob.engine]) expect(distance(engine)).toBeLessThan(1.4);
    expect(rig.apart(NPC, alice.engine)).toBeLessThan(0.06);
  });
});

describe('two players over 200 ms, 5 % loss and reordering', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('converge when they let go of their keys (seed %i)', (seed) => {
    const conditions = { latency: 0.2, jitter: 0.03, loss: 0.05, reorder: 0.1, seed };
    const { rig, alice, bob } = twoPlayers({ conditions });
    const { engine } = alice;
    press(alice, WalkForward);
    rig.step(30);
    engine.setHoldRun(alice.player(), true);
    press(bob, SideStepRight);
    rig.step(40 + seed);
    press(alice, TurnRight);
    rig.step(15);
    release(alice, TurnRight);
    engine.jump(alice.player(), 0.8);
    rig.step(40);
    engine.setHoldRun(alice.player(), false);
    press(alice, Wave);
    rig.step(20);
    release(bob, SideStepRight);
    release(alice, WalkForward);
    rig.step(240);
    expectSame(rig, alice, [bob]);
    expect(rig.apart(BOB, bob.engine)).toBeLessThan(0.01);
    expect(rig.apart(BOB, engine, bob.engine)).toBeLessThan(0.06);
    for (const { world } of [rig.server, engine, bob.engine]) expect(breaches(world)).toEqual([]);
    expect(rig.server.counters.malformed).toBe(0);
  });
});
