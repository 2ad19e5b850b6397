import { FrameF64 } from '../../components/frame.ts';
import { describe, expect, it } from 'vitest';
import { opcodeOf } from '../../engine/wire/opcodes.ts';
import { flatGround, HoldKey, MotionCommand, Opcode } from '../../index.ts';
import { breaches } from '../support/invariants.ts';
import { MINE, newServer, positionsTo } from '../support/player-server.ts';

const { WalkForward, TurnRight } = MotionCommand;

describe('a place that a peer says', () => {
  it('is where its body is, when it can have come there; upright', () => {
    const rig = newServer();
    rig.place({ x: 0.5, y: 1.5, qw: Math.SQRT1_2, qx: 0.1, qy: 0.2, qz: Math.SQRT1_2 });
    const { x, y, z, qx, qy, heading } = rig.engine.readFrame(rig.mine);
    expect([x, y, z, qx, qy]).toEqual([0.5, 1.5, 0, 0, 0]);
    expect(heading).toBeCloseTo(270, 4);
    expect(rig.drops()).toEqual([]);
  });

  it.each([
    ['far away', { x: 30 }],
    ['up in the air', { z: 6 }],
    ['below the ground', { z: -3 }],
    ['across the world', { cell: 0x05050001, x: 3 }],
  ])('that is %s is not believed: the force-position stamp rises, and the peer is put back', (_what, position) => {
    const rig = newServer();
    const before = rig.stampsOf(rig.mine);
    rig.place(position);
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 0, y: 0, z: 0 });
    expect(rig.drops()).toEqual(['out of reach']);
    expect(rig.of('putBack')).toMatchObject([{ entity: rig.mine, guid: MINE }]);
    const [message] = positionsTo(rig.me);
    expect(message.pack).toMatchObject({ x: 0, y: 0, z: 0, forcePositionStamp: before.forcePosition + 1 });
    expect(positionsTo(rig.them)).toEqual([]);
    rig.place({ x: 0.1 }, { stamps: before });
    expect(rig.drops()).toEqual(['out of reach', 'stale force-position stamp']);
    rig.place({ x: 0.1 });
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(0.1, 6);
  });

  it('of a MoveToState is judged alike, and its keys count all the same', () => {
    const rig = newServer();
    rig.keys({ turnCommand: TurnRight }, { position: { x: 50 } });
    expect(rig.engine.readFrame(rig.mine).x).toBe(0);
    expect(rig.engine.readMotion(rig.mine).turnCommand).toBe(TurnRight);
    expect(rig.of('putBack')).toHaveLength(1);
    expect(rig.drops()).toEqual([]);
  });

  it('may be ahead of the server as the body runs, not twice as fast', () => {
    const walk = (metresPerSecond: number) => {
      const rig = newServer();
      for (let second = 1; second <= 8; second++) {
        rig.engine.step(29);
        rig.place({ x: 0, y: metresPerSecond * second });
      }
      return rig.of('putBack').length;
    };
    expect(walk(4)).toBe(0);
    expect(walk(8)).toBeGreaterThan(0);
  });

  it('that its own keys bring about costs nothing, also after a long silence', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.step(600);
    const { y } = rig.engine.readFrame(rig.mine);
    expect(y).toBeGreaterThan(50);
    rig.place({ y: y + 0.4 });
    expect(rig.drops()).toEqual([]);
  });

  it('saves nothing up while waiting', () => {
    const rig = newServer();
    rig.engine.step(3000);
    rig.place({ y: 15 });
    expect(rig.of('putBack')).toHaveLength(1);
  });

  it('climbs as high as a jump, and no higher by climbing again', () => {
    const rig = newServer();
    let highest = 0;
    for (let count = 1; count <= 60; count++) {
      rig.place({ z: 0.4 * count }, { contact: false });
      highest = Math.max(highest, rig.engine.readFrame(rig.mine).z);
    }
    expect(highest).toBeLessThan(2);
  });

  it('that an earlier one overtakes is the later one', () => {
    const rig = newServer();
    rig.place({ y: 1 }, { sequence: 9 });
    rig.place({ y: 0.5 }, { sequence: 8 });
    expect(rig.engine.readFrame(rig.mine).y).toBe(1);
    expect(rig.drops()).toEqual(['stale action']);
    rig.keys({ forwardCommand: WalkForward }, { sequence: 7, position: { y: 0.5 } });
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThanOrEqual(1);
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(WalkForward);
  });

  it('out of reach is not believed, but waited for, while keys from before it are missing', () => {
    const rig = newServer();
    rig.place({ y: 0.1 }, { sequence: 1 });
    rig.place({ y: 40 }, { sequence: 3 });
    expect(rig.drops()).toEqual(['out of reach']);
    expect(rig.of('putBack')).toEqual([]);
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.1, 6);
  });

  it('out of reach that nothing explains within a second puts the peer back', () => {
    const rig = newServer();
    rig.place({ y: 0.1 }, { sequence: 1 });
    rig.place({ y: 40 }, { sequence: 3 });
    rig.engine.step(25);
    expect(rig.of('putBack')).toEqual([]);
    rig.engine.step(10);
    expect(rig.of('putBack')).toHaveLength(1);
    expect(positionsTo(rig.me).at(-1)?.pack.forcePositionStamp).toBe(1);
  });

  it('out of reach is believed when the keys that led there come after it', () => {
    const rig = newServer({}, { runRate: 2 });
    rig.place({ y: 0 }, { sequence: 1 });
    const start = rig.here();
    rig.place({ y: 22 }, { sequence: 3 });
    expect(rig.engine.readFrame(rig.mine).y).toBe(0);
    rig.keys({ forwardCommand: WalkForward, currentHoldKey: HoldKey.Run }, { sequence: 2, position: { y: start.y } });
    rig.engine.step(40);
    expect(rig.of('putBack')).toEqual([]);
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThan(20);
  });

  it('where it stopped is where its body rests, when the key was let go of later than that was said', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward, turnCommand: TurnRight }, { sequence: 1 });
    rig.engine.step(30);
    const { x, y, qw, qz } = rig.here();
    rig.place({ x, y, qw, qz }, { sequence: 3 });
    rig.engine.step(15);
    expect(Math.hypot(rig.here().x - x, rig.here().y - y)).toBeGreaterThan(1);
    rig.keys({}, { sequence: 2, position: { x, y } });
    rig.engine.step(60);
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(x, 5);
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(y, 5);
    expect(rig.here().qz).toBeCloseTo(qz, 5);
    expect(rig.of('putBack')).toEqual([]);
  });

  it('does not count while the server moves the body', () => {
    const rig = newServer();
    rig.engine.moveTo(rig.mine, { x: 0, y: 40 });
    rig.engine.step(30);
    const { y } = rig.engine.readFrame(rig.mine);
    rig.place({ y: y - 2 });
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThan(y);
    expect(rig.drops()).toEqual(['server in control']);
    expect(rig.of('putBack')).toEqual([]);
  });

  it('through a wall is not believed', () => {
    const wall = {
      sweep(world: import('../../index.ts').GaitWorld, entity: number): boolean {
        const { frame, previousFrame } = world.components;
        const frameRow = entity * FrameF64.row;
        if (previousFrame.f64[frameRow + FrameF64.y] < 1 !== frame.f64[frameRow + FrameF64.y] < 1)
          frame.f64[frameRow + FrameF64.y] = previousFrame.f64[frameRow + FrameF64.y];
        frame.f64[frameRow + FrameF64.z] = 0;
        return true;
      },
      heightAt: () => 0,
    };
    const rig = newServer({ ground: wall });
    rig.place({ y: 0.9 });
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.9, 6);
    rig.place({ y: 2 });
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.9, 6);
    expect(rig.of('putBack')).toHaveLength(1);
  });

  it('is not believed where the sweep there went wrong; a wrong height does not count; the game is told of both', () => {
    let wrong = '';
    const level = flatGround();
    const rig = newServer({
      ground: {
        heightAt: () => (wrong === 'height' ? Number.NaN : 0),
        sweep: (world, entity) => (wrong === 'sweep' ? (undefined as never) : level.sweep(world, entity)),
      },
    });
    const errors: unknown[] = [];
    rig.engine.on('handlerError', ({ type, error }) => errors.push(`${type}: ${(error as Error).message}`));
    wrong = 'sweep';
    rig.place({ y: 0.9 });
    expect(rig.engine.readFrame(rig.mine).y).toBe(0);
    expect(errors[0]).toMatch(/^ground: ground\.sweep\(world, \d+\): expected true or false.*found undefined$/);
    errors.length = 0;
    wrong = 'height';
    rig.place({ y: 0.9 });
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.9, 6);
    expect(errors).toEqual([expect.stringMatching(/^ground: AutonomousPosition: ground\.heightAt\(.*found NaN$/)]);
    expect(breaches(rig.engine.world)).toEqual([]);
  });

  it('goes along with a teleport by the server: what was said before is stale', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.step(5);
    const before = rig.stampsOf(rig.mine);
    rig.engine.teleport(rig.mine, { x: 60, y: 60 });
    rig.me.sent.length = 0;
    rig.place({ x: 0, y: 1 }, { stamps: before });
    expect(rig.drops()).toEqual(['stale teleport stamp']);
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 60, y: 60 });
    const opcodes = rig.me.sent.map(opcodeOf);
    expect(opcodes.indexOf(Opcode.PlayerTeleport)).toBeGreaterThanOrEqual(0);
    expect(opcodes.indexOf(Opcode.PlayerTeleport)).toBeLessThan(opcodes.indexOf(Opcode.UpdatePosition));
    expect(positionsTo(rig.me)[0].pack.teleportStamp).toBe(before.teleport + 1);
    rig.engine.step(30);
    // Its keys ended with it.
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 60, y: 60 });
    rig.place({ x: 61, y: 60 });
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(61, 6);
  });
});
