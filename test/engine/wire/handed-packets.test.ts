import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../../components/motion-command.ts';
import { PositionFlag } from '../../../engine/wire/position-pack.ts';
import type { UpdateMotion } from '../../../engine/wire/update-motion.ts';
import type { UpdatePosition } from '../../../engine/wire/update-position.ts';
import { bytes, codecs, hex } from './codecs.ts';

const packets: Record<string, { what: string; hex: string }[]> = JSON.parse(
  readFileSync(new URL('../../cases/packets-handed.json', import.meta.url), 'utf8'),
);

describe('H05: action stamps have 15 bits', () => {
  const decode = (i: number): UpdateMotion => {
    const { ok, message, again } = codecs.UpdateMotion(bytes(packets.h05[i].hex));
    expect(ok).toBe(true);
    expect(hex(again as Uint8Array)).toBe(packets.h05[i].hex);
    return message as UpdateMotion;
  };

  it('the top bit of the packed word is "autonomous"', () => {
    const { guid, movement } = decode(0);
    expect(guid).toBe(0x80001234);
    const actions = movement.state.actions;
    expect(actions.count).toBe(1);
    expect([actions.command[0], actions.stamp[0], actions.autonomous[0], actions.speed[0]]).toEqual([
      MotionCommand.Wave,
      1,
      1,
      1,
    ]);
  });

  it('0x7fff is the largest stamp, not an autonomous one', () => {
    const actions = decode(1).movement.state.actions;
    expect([actions.stamp[0], actions.autonomous[0]]).toEqual([0x7fff, 0]);
  });

  it('the message is aligned at its end only: an action may start two bytes past a multiple of four', () => {
    expect(packets.h05[0].hex.indexOf('87000180') / 2).toBe(26);
    expect(decode(0).movement.state.forwardCommand).toBe(MotionCommand.Ready);
  });
});

describe('H06: quaternion parts that are zero are not on the wire', () => {
  const half = Math.fround(Math.SQRT1_2);
  const expected = [
    { rotation: [1, 0, 0, 0], heading: 0, grounded: true, velocity: [0, 0, 0], placement: 0 },
    { rotation: [0, 0, 0, -1], heading: 180, grounded: true, velocity: [0, 0, 0], placement: 0 },
    { rotation: [half, 0, 0, -half], heading: 90, grounded: true, velocity: [0, 0, 0], placement: 0 },
    { rotation: [0, 0, 0, -1], heading: 180, grounded: false, velocity: [0, -3.5, 1.25], placement: 101 },
  ];

  it.each(packets.h06.map((packet, i) => ({ ...packet, ...expected[i], i })))('$what', (packet) => {
    const { ok, message, again } = codecs.UpdatePosition(bytes(packet.hex));
    expect(ok).toBe(true);
    const { guid, pack } = message as UpdatePosition;
    expect(guid).toBe(0x80001234);
    expect(pack.cell).toBe(0xa9b40021);
    expect([pack.qw, pack.qx, pack.qy, pack.qz]).toEqual(packet.rotation);
    const heading = (360 - (2 * Math.atan2(pack.qz, pack.qw) * 180) / Math.PI) % 360;
    expect(heading).toBeCloseTo(packet.heading, 4);
    expect((pack.flags & PositionFlag.Grounded) !== 0).toBe(packet.grounded);
    expect([pack.velocityX, pack.velocityY, pack.velocityZ]).toEqual(packet.velocity);
    expect(pack.placementId).toBe(packet.placement);
    expect([pack.instanceStamp, pack.positionStamp, pack.teleportStamp, pack.forcePositionStamp]).toEqual([
      1,
      20 + packet.i,
      4,
      2,
    ]);
    expect(hex(again as Uint8Array)).toBe(packet.hex);
  });
});

describe('H10: motions of two incarnations', () => {
  it('decode to the incarnation that they are for', () => {
    const decoded = packets.h10.map((packet) => {
      const message = codecs.UpdateMotion(bytes(packet.hex)).message as UpdateMotion;
      return [message.instanceStamp, message.movement.state.forwardCommand, message.movement.state.forwardSpeed];
    });
    expect(decoded).toEqual([
      [1, MotionCommand.RunForward, 2],
      [2, MotionCommand.WalkForward, 1],
    ]);
  });
});
