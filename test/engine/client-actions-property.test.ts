import { StampsU16 } from '../../components/stamps.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine, HoldKey, MotionCommand } from '../../index.ts';
import { jumpMessage, moveToStateMessage, placeMessage } from '../support/client-actions.ts';
import { motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { breaches } from '../support/invariants.ts';

const MINE = 0x50000001;
const THEIRS = 0x50000002;
const commands = Object.values(MotionCommand);
const tables = [motionTable('humanoid')];

const speed = fc.oneof(fc.constantFrom(0, 1, -1, 1e4, -1e4, 1e-4), fc.double({ min: -3, max: 3, noNaN: true }));
const command = fc.constantFrom(...commands);
/** Mostly one of these motions, sometimes any. */
const usually = (...motions: number[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...motions) }, { weight: 1, arbitrary: command });
const holdKey = fc.constantFrom(...Object.values(HoldKey));
/** Mostly what is expected, sometimes anything. */
const mostly = (value: number, most: number) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.nat(most) });

const parts = fc.record({
  kind: fc.constantFrom('keys', 'keys', 'place', 'place', 'jump'),
  raw: fc.record(
    {
      currentHoldKey: holdKey,
      currentStyle: usually(MotionCommand.NonCombat, MotionCommand.HandCombat),
      forwardCommand: usually(MotionCommand.WalkForward, MotionCommand.RunForward, MotionCommand.WalkBackwards),
      forwardHoldKey: holdKey,
      forwardSpeed: speed,
      sidestepCommand: usually(0, MotionCommand.SideStepLeft),
      sidestepHoldKey: holdKey,
      sidestepSpeed: speed,
      turnCommand: usually(0, MotionCommand.TurnLeft),
      turnHoldKey: holdKey,
      turnSpeed: speed,
    },
    { requiredKeys: [] },
  ),
  actions: fc.array(fc.tuple(fc.oneof(fc.constant(MotionCommand.Wave), command), fc.nat(0x7fff), speed), {
    maxLength: 31,
  }),
  standingLongJump: fc.boolean(),
  contact: fc.boolean(),
  ahead: mostly(1, 0xffffffff),
  instance: mostly(1, 0xffff),
  teleport: mostly(0, 3),
  serverControl: fc.nat(0xffff),
  forcePosition: mostly(-1, 0xffff),
  cell: fc.constantFrom(1, 1, 1, 0x00010001, 0xfe000001),
  x: fc.double({ min: -20, max: 20, noNaN: true }),
  y: fc.double({ min: -20, max: 20, noNaN: true }),
  z: fc.oneof(fc.constant(0), fc.double({ min: -50, max: 50, noNaN: true })),
  rotation: fc.record({
    qw: fc.double({ min: 0.1, max: 5, noNaN: true }),
    qx: fc.double({ min: -1, max: 1, noNaN: true }),
    qz: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
  extent: fc.oneof(fc.double({ min: -0.5, max: 1.5, noNaN: true }), fc.constantFrom(0, 1, 1e4)),
  guid: fc.constantFrom(MINE, MINE, THEIRS, 0, 0xffffffff),
  steps: fc.constantFrom(0, 1, 1, 5, 40),
});
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never;

function messageOf(said: Parts, sequence: number, force: number): Uint8Array {
  const { raw, actions, standingLongJump, contact, instance, teleport, serverControl, cell, x, y, z, rotation } = said;
  const stamps = {
    instance,
    teleport,
    serverControl,
    forcePosition: said.forcePosition === -1 ? force : said.forcePosition,
  };
  const position = { cell, x, y, z, ...rotation };
  if (said.kind === 'place') return placeMessage({ sequence, stamps, position, contact });
  if (said.kind === 'jump') return jumpMessage({ sequence, stamps, extent: said.extent, objectGuid: said.guid });
  return moveToStateMessage({ sequence, stamps, position, contact, raw, actions, standingLongJump });
}

function newServer() {
  const engine = createEngine({ motionTables: tables, role: 'server', capacity: 4 });
  const mine = engine.spawn({ guid: MINE });
  const theirs = engine.spawn({ guid: THEIRS, x: 6, heading: 77 });
  const [me, them] = [new Inbox(), new Inbox()];
  engine.connect(me, { player: mine, limits: { messagesPerSecond: 1e6, messagesPerStep: 1e6 } });
  engine.connect(them, { player: theirs });
  engine.step(3);
  return { engine, mine, theirs, me };
}

/** All that may not change of a body that a peer does not own. */
const bodyOf = ({ engine, theirs }: ReturnType<typeof newServer>) => ({
  frame: engine.readFrame(theirs),
  motion: engine.readMotion(theirs),
  move: engine.readMoveTo(theirs),
});

describe("a peer's actions, whatever they are", () => {
  it('are never thrown out of a step, leave every cell a number, and move no body but its own', () => {
    let applied = 0;
    let all = 0;
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 40, size: 'max' }), (actions) => {
        const rig = newServer();
        const untouched = newServer();
        const { stamps } = rig.engine.world.components;
        let sequence = 0;
        for (const said of actions) {
          sequence = (sequence + said.ahead) >>> 0;
          rig.me.put(messageOf(said, sequence, stamps.u16[rig.mine * StampsU16.row + StampsU16.forcePosition]));
          rig.engine.step(said.steps);
          untouched.engine.step(said.steps);
          const { x, y, z, qx, qy } = rig.engine.readFrame(rig.mine);
          expect(Number.isFinite(x + y + z)).toBe(true);
          expect([qx, qy]).toEqual([0, 0]);
        }
        rig.engine.step();
        untouched.engine.step();
        expect(breaches(rig.engine.world)).toEqual([]);
        expect(bodyOf(rig)).toEqual(bodyOf(untouched));
        applied += rig.engine.counters.applied;
        all += actions.length;
      }),
      { seed: 20131, numRuns: 40 },
    );
    // The test would prove nothing if the gate turned all of them away.
    expect(applied / all).toBeGreaterThan(0.2);
  }, 120_000);

  it('keep its body within its speed: no sum of places is faster than it runs, times the factor', () => {
    const wish = fc.record({
      x: fc.double({ min: -9, max: 9, noNaN: true }),
      y: fc.double({ min: -9, max: 9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(wish, { minLength: 20, maxLength: 60, size: 'max' }), (wishes) => {
        const { engine, mine, me } = newServer();
        const { stamps } = engine.world.components;
        let travelled = 0;
        let sequence = 0;
        const began = engine.world.clock.now;
        for (const { x, y } of wishes) {
          const before = engine.readFrame(mine);
          const seen = { instance: 1, forcePosition: stamps.u16[mine * StampsU16.row + StampsU16.forcePosition] };
          me.put(
            placeMessage({
              sequence: ++sequence,
              stamps: seen,
              position: { cell: 1, x: before.x + x, y: before.y + y },
            }),
          );
          engine.step(3);
          const after = engine.readFrame(mine);
          travelled += Math.hypot(after.x - before.x, after.y - before.y);
        }
        const seconds = engine.world.clock.now - began;
        expect(travelled).toBeLessThan(4 * 1.25 * (seconds + 1.5) + 0.5 + 0.01);
      }),
      { seed: 20132, numRuns: 40 },
    );
  }, 60_000);

  it('as bytes that are cut, changed or made up: counted, and nothing else', () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(parts, flips, fc.nat()), { minLength: 1, maxLength: 30 }), (mutants) => {
        const rig = newServer();
        const untouched = newServer();
        let sequence = 0;
        for (const [said, changes, length] of mutants) {
          const bytes = messageOf(said, ++sequence, 0);
          for (const [at, change] of changes) if (at % bytes.length >= 4) bytes[at % bytes.length] ^= change;
          rig.me.put(bytes.subarray(0, Math.max(1, length % (bytes.length + 9))));
        }
        rig.engine.step(2);
        untouched.engine.step(2);
        const { received, decoded, malformed, unknown } = rig.engine.counters;
        expect(received).toBe(mutants.length);
        expect(decoded + malformed + unknown).toBeLessThanOrEqual(received);
        expect(breaches(rig.engine.world)).toEqual([]);
        expect(bodyOf(rig)).toEqual(bodyOf(untouched));
      }),
      { seed: 20133, numRuns: 60 },
    );
  }, 60_000);
});
