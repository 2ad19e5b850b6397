import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { breaches } from '../support/invariants.ts';
import { NetworkRig } from '../support/network-rig.ts';
import { seededUnit } from '../support/trig-digest.ts';

const ALICE = 0x50000001;
const BOB = 0x50000002;
const keys = [
  MotionCommand.WalkForward,
  MotionCommand.WalkBackwards,
  MotionCommand.TurnRight,
  MotionCommand.TurnLeft,
  MotionCommand.SideStepLeft,
  MotionCommand.SideStepRight,
] as const;

/**
 * Alice presses keys at random over a bad network, with orders of the server in between if asked for, and lets go. How
 * far the worlds are from each other then, in metres and degrees, and whether they all see the same motion.
 */
function storm(seed: number, loss: number, orders: boolean) {
  const unit = seededUnit(seed);
  const rig = new NetworkRig({
    conditions: { latency: 0.2, jitter: 0.05, loss, reorder: 0.2, duplicate: 0.05, seed },
  });
  const alice = rig.join(ALICE);
  const bob = rig.join(BOB, { x: 5 });
  rig.step(90);
  const { engine } = alice;
  const player = alice.player();
  const there = rig.server.entityOf(ALICE);
  for (let deed = 0; deed < 25; deed++) {
    const key = keys[Math.floor(unit() * keys.length)];
    const what = unit();
    if (what < 0.5) engine.setMotion(player, key);
    else if (what < 0.7) engine.clearMotion(player, key);
    else if (what < 0.8) engine.setHoldRun(player, unit() < 0.5);
    else if (what < 0.9) engine.jump(player, unit());
    else if (what < 0.95) engine.setMotion(player, MotionCommand.Wave);
    else engine.stop(player);
    if (orders && unit() < 0.2) {
      const place = { x: unit() * 20, y: unit() * 20 };
      const order = unit();
      if (order < 0.4) rig.server.moveTo(there, place);
      else if (order < 0.6) rig.server.stop(there);
      else if (order < 0.8) rig.server.teleport(there, place);
      else rig.server.setMotion(there, MotionCommand.Wave);
    }
    rig.step(Math.floor(unit() * 25));
  }
  engine.stop(player);
  rig.step(400);
  const worlds = [engine, bob.engine, rig.server];
  for (const { world } of worlds) expect(breaches(world)).toEqual([]);
  const motions = worlds.map((world) => {
    const { style, forwardCommand, sidestepCommand, turnCommand } = world.readMotion(world.entityOf(ALICE));
    return [style, forwardCommand, sidestepCommand, turnCommand].join();
  });
  return {
    server: rig.apart(ALICE, engine),
    other: rig.apart(ALICE, bob.engine, engine),
    turned: Math.max(rig.turnedApart(ALICE, engine), rig.turnedApart(ALICE, bob.engine, engine)),
    motions: new Set(motions).size,
  };
}

describe('keys at random over 200 ms, with jitter, duplicates and reordering', () => {
  it.each([
    ['20 % loss', 0.2, false],
    ["10 % loss and the server's own orders", 0.1, true],
  ])(
    '%s: all worlds agree when they have been let go of',
    (_what, loss, orders) => {
      for (let seed = 1; seed <= 12; seed++) {
        const { server, other, turned, motions } = storm(seed, loss, orders);
        expect(server, `seed ${seed}: the server`).toBeLessThan(0.06);
        expect(other, `seed ${seed}: the other player`).toBeLessThan(0.06);
        expect(turned, `seed ${seed}: degrees`).toBeLessThan(1);
        expect(motions, `seed ${seed}: motions`).toBe(1);
      }
    },
    60_000,
  );
});
