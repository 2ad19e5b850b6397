import { SequenceF64 } from '../../components/sequence.ts';
import { StampsU16 } from '../../components/stamps.ts';
import { FrameF64 } from '../../components/frame.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { CheckedReader } from '../../cli/fuzz/checked-reader.ts';
import { damage, LONGEST, noise } from '../../cli/fuzz/damage.ts';
import { Random } from '../../cli/fuzz/random.ts';
import { type FuzzResult, fuzz } from '../../cli/fuzz/run.ts';
import { Tally, tallyLines } from '../../cli/fuzz/tally.ts';
import { Target } from '../../cli/fuzz/target.ts';
import { readVectors } from '../../cli/fuzz/vectors.ts';
import { Change, WorldWatch } from '../../cli/fuzz/world-watch.ts';
import { main } from '../../cli/fuzz.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { DropCode, type DropReason } from '../../engine/net/drop-reasons.ts';
import { WireReason, wireReasonName } from '../../engine/wire/wire-reason.ts';
import { newEngine } from '../support/engines.ts';
import { motionMessage } from '../support/messages.ts';

describe('damaged and random messages, and every truncation of every vector', () => {
  let result: FuzzResult;
  beforeAll(() => {
    result = fuzz({ count: 15_000, seed: 20130131 });
  });

  it('are taken without harm', () => {
    const { toClient, toServer, problems, truncations } = result;
    expect(problems).toEqual([]);
    expect(truncations).toBeGreaterThan(9000);
    expect(toClient.sent + toServer.sent).toBe(15_000);
  });

  it('reach the gates in at least a fifth of all cases, in either direction', () => {
    for (const { reached, sent } of [result.toClient, result.toServer]) expect(reached / sent).toBeGreaterThan(0.2);
  });

  it('are malformed for every reason but a wrong opcode, for the opcode says who reads them', () => {
    const missing = Object.values(WireReason).filter((reason) => result.toClient.malformed[reason] === 0);
    expect(missing.map(wireReasonName)).toEqual(['none', 'wrong opcode']);
  });

  it('are dropped by the gates for every kind of stamp, and for want of a body', () => {
    const reasons: DropReason[] = [
      'stale instance',
      'stale movement stamp',
      'stale server-control stamp',
      'own autonomous echo',
      'stale teleport stamp',
      'stale position stamp',
      'stale vector stamp',
      'unknown guid',
      'too many held',
      'not for a client',
    ];
    expect(reasons.filter((reason) => result.toClient.dropped[DropCode[reason]] === 0)).toEqual([]);
    expect(result.toServer.dropped[DropCode['not for a server']]).toBeGreaterThan(0);
  });

  it('are the same for the same seed', () => {
    const lines = (seed: number) => tallyLines('', fuzz({ count: 1500, seed, truncations: false }).toClient).join('\n');
    expect(lines(3)).toBe(lines(3));
    expect(lines(3)).not.toBe(lines(4));
  });
});

describe('damage', () => {
  it('stays within its message, the room behind it, and the longest length', () => {
    const random = new Random(5);
    const buffer = new Uint8Array(64 + LONGEST + 64).fill(0xee);
    const view = new DataView(buffer.buffer);
    const vectors = readVectors().server;
    for (let round = 0; round < 5000; round++) {
      const vector = random.pick(vectors);
      buffer.set(vector, 64);
      let length = random.often(100) ? noise(random, buffer, view, 64, [0xf74c]) : vector.length;
      for (let more = 0; more < 4; more++) length = damage(random, buffer, view, 64, length);
      expect(length >= 0 && length <= LONGEST).toBe(true);
    }
    expect(buffer.subarray(0, 64).every((byte) => byte === 0xee)).toBe(true);
    expect(buffer.subarray(64 + LONGEST).every((byte) => byte === 0xee)).toBe(true);
  });
});

describe('what the fuzzer would notice', () => {
  const walk = motionMessage(2, { movementStamp: 1, state: { forwardCommand: MotionCommand.WalkForward } });

  it('a read before or behind the message', () => {
    const reader = new CheckedReader();
    const message = new Uint8Array(32).subarray(8, 20);
    reader.reset(message);
    reader.view.getUint32(reader.end - 4, true);
    expect([reader.outside, reader.reads]).toEqual([0, 1]);
    reader.view.getUint32(reader.end - 3, true);
    reader.view.getUint8(reader.start - 1);
    expect([reader.outside, reader.reads, reader.steps]).toEqual([2, 3, 3]);
    reader.reset(message);
    expect([reader.outside, reader.steps]).toEqual([0, 0]);
  });

  it('more steps than a message is long', () => {
    const reader = new CheckedReader();
    reader.reset(walk);
    for (let step = 0; step < 100; step++) reader.take(0);
    expect(reader.steps).toBe(100);
  });

  it('a change of any column, and whose it is', () => {
    const { engine } = newEngine({ capacity: 4 });
    const [one, two] = [engine.spawn(), engine.spawn()];
    const watch = new WorldWatch(engine.world);
    const { frame, stamps, sequence, motionState } = engine.world.components;
    expect(watch.change()).toBe(Change.None);
    stamps.u16[one * StampsU16.row + StampsU16.movement]++;
    expect([watch.change(), watch.changedBystander(one), watch.changedBystander(two)]).toEqual([
      Change.NotedOnly,
      null,
      `stamps of entity ${one}`,
    ]);
    motionState.modifierCount[two]++;
    expect([watch.change(), watch.changedBystander(one)]).toEqual([Change.State, `motionState of entity ${two}`]);
    watch.remember();
    sequence.f64[one * SequenceF64.row + SequenceF64.frame] = Number.NaN;
    frame.f64[two * FrameF64.row + FrameF64.z] = -0;
    expect([watch.change(), watch.changedBystander(two)]).toEqual([Change.State, `sequence of entity ${one}`]);
    watch.remember();
    engine.world.viewer = 9;
    expect(watch.change()).toBe(Change.State);
    watch.remember();
    engine.spawn();
    for (let count = 0; count < 6; count++) engine.spawn();
    expect(watch.change()).toBe(Change.State);
    watch.remember();
    expect(watch.change()).toBe(Change.None);
  });

  /** A target whose taking in also does something else. */
  function spoiled(role: 'client' | 'server', spoil: (target: Target) => void): Target {
    const target = new Target(role, 'hold', new Tally());
    const takeIn = target.engine.takeIn.bind(target.engine);
    target.engine.takeIn = () => {
      takeIn();
      spoil(target);
    };
    return target;
  }

  it('nothing, where nothing is wrong', () => {
    const target = spoiled('client', () => {});
    target.take(walk, 0);
    target.take(walk, 0);
    target.take(walk.subarray(0, 20), 0);
    target.step();
    target.checkInvariants();
    expect(target.problems).toEqual([]);
    expect(target.engine.readMotion(target.engine.entityOf(2)).forwardCommand).toBe(MotionCommand.WalkForward);
  });

  it.each<[string, Uint8Array, (target: Target) => void, RegExp]>([
    ['a malformed message that moves a body', walk.subarray(0, 20), moveTwo, /rejected, and changed the world/],
    ['a malformed message that counts a stamp', walk.subarray(0, 20), countTwo, /changed what a gate stores/],
    ['a dropped message that moves a body', motionMessage(2, {}), moveTwo, /rejected, and changed the world/],
    ['a message that throws', walk, fail, /^thrown: Error: broken/],
  ])('%s', (_what, message, spoil, problem) => {
    const target = spoiled('client', spoil);
    target.take(message, 0);
    expect(target.problems.join('\n')).toMatch(problem);
  });

  it("a peer's message that moves another's body", () => {
    const target = spoiled('server', moveTwo);
    target.take(readVectors().client[0], 0);
    expect(target.problems.join('\n')).toMatch(/changed another body: frame of entity 2/);
  });

  it('a world that is not as it must be', () => {
    const target = new Target('client', 'hold', new Tally());
    target.engine.world.components.frame.f64[1 * FrameF64.row + FrameF64.qw] = 5;
    target.checkInvariants();
    expect(target.problems.join('\n')).toMatch(/invariant: 1: its quaternion/);
  });

  function moveTwo({ engine }: Target): void {
    engine.world.components.frame.f64[engine.entityOf(2) * FrameF64.row + FrameF64.x] += 1;
  }

  function countTwo({ engine }: Target): void {
    engine.world.components.stamps.u16[engine.entityOf(2) * StampsU16.row + StampsU16.vector]++;
  }

  function fail(): void {
    throw new Error('broken');
  }
});

describe('the tool', () => {
  it.each([[['--count', 'many']], [['--count', '0']], [['--seed', '-1']], [['--fast']], [['leftover']]])(
    '%j: exit code 2',
    (args) => {
      expect(main(args)).toBe(2);
    },
  );
});
