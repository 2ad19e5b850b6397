import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../../components/motion-command.ts';
import {
  ClientActionHeader,
  decodeClientActionHeader,
  encodeClientActionHeader,
} from '../../../engine/wire/client-action.ts';
import { decodeJump, encodeJump, Jump } from '../../../engine/wire/jump.ts';
import { encodeMoveToState, MoveToState } from '../../../engine/wire/move-to-state.ts';
import { ActionType, messageName, Opcode, opcodeOf } from '../../../engine/wire/opcodes.ts';
import { encodePositionPack, PositionFlag, PositionPack } from '../../../engine/wire/position-pack.ts';
import { ByteReader } from '../../../engine/wire/reader.ts';
import { encodeUpdateMotion, UpdateMotion } from '../../../engine/wire/update-motion.ts';
import { WireReason, wireReasonName } from '../../../engine/wire/wire-reason.ts';
import { ByteWriter } from '../../../engine/wire/writer.ts';
import { bytes, hex } from './codecs.ts';

describe('the reader', () => {
  it('keeps the first error, with its offset from the message, and then reads zeros', () => {
    const buffer = new Uint8Array(20).fill(0x7f);
    const reader = new ByteReader().reset(buffer.subarray(3, 9));
    expect(reader.u32()).toBe(0x7f7f7f7f);
    expect(reader.u32()).toBe(0);
    expect([reader.reason, reader.errorOffset]).toEqual([WireReason.Truncated, 4]);
    expect([reader.u8(), reader.u16(), reader.f32(), reader.rate(), reader.command(), reader.packedDword()]).toEqual([
      0, 0, 0, 0, 0, 0,
    ]);
    reader.fail(WireReason.BadFlags);
    expect(reader.reason).toBe(WireReason.Truncated);
    expect(reader.finish()).toBe(false);
  });

  it('starts anew on every message', () => {
    const reader = new ByteReader().reset(new Uint8Array(1));
    reader.u32();
    reader.reset(bytes('0100'));
    expect([reader.u16(), reader.ok, reader.finish()]).toEqual([1, true, true]);
  });

  it('aligns from the start of the message, not of the buffer', () => {
    const buffer = bytes('ffff 01 000000 02');
    const reader = new ByteReader().reset(buffer.subarray(2));
    reader.u8();
    expect([reader.align(), reader.u8(), reader.finish()]).toEqual([true, 2, true]);
  });

  it('reads packed dwords of both lengths', () => {
    const reader = new ByteReader().reset(bytes('ff7f 0080 0080 ffff feff'));
    expect([reader.packedDword(), reader.packedDword(), reader.packedDword()]).toEqual([0x7fff, 0x8000, 0x7ffffffe]);
    expect(reader.finish()).toBe(true);
  });

  it('gives every reason a name of its own', () => {
    const names = Object.values(WireReason).map(wireReasonName);
    expect(new Set(names).size).toBe(names.length);
    expect(wireReasonName(99)).toBe('reason 99');
  });
});

describe('the writer', () => {
  it('grows, keeps what it has, and starts anew', () => {
    const writer = new ByteWriter(1);
    for (let i = 0; i < 100; i++) writer.u16(i);
    expect(writer.length).toBe(200);
    expect(hex(writer.bytes()).slice(0, 12)).toBe('000001000200');
    writer.reset().packedDword(0x8000, 'palette');
    writer.packedDword(0x7fff, 'palette');
    expect(hex(writer.bytes())).toBe('00800080ff7f');
    writer.align();
    expect(hex(writer.bytes())).toBe('00800080ff7f0000');
  });

  it('throws a RangeError that names the value, for everything that has no place in the format', () => {
    const motion = (change: (message: UpdateMotion) => void) => () => {
      const message = new UpdateMotion();
      change(message);
      encodeUpdateMotion(new ByteWriter(), message);
    };
    expect(motion(() => {})).not.toThrow();
    expect(motion((m) => (m.guid = -1))).toThrow(/guid -1/);
    expect(motion((m) => (m.instanceStamp = 0x10000))).toThrow(/instance stamp 65536/);
    expect(motion((m) => (m.movement.type = 10))).toThrow(/movement type 10/);
    expect(motion((m) => (m.movement.motionFlags = 4))).toThrow(/motion flags 4/);
    expect(motion((m) => (m.movement.style = 0x8000ffff))).toThrow(/style 2147549183/);
    expect(motion((m) => (m.movement.state.flags = 0x80))).toThrow(/flags 128/);
    // A turn of 0 has no index: it is said by leaving it out.
    expect(motion((m) => (m.movement.state.flags = 0x20))).toThrow(/turn command 0/);
    expect(motion((m) => Object.assign(m.movement.state, { flags: 4, forwardSpeed: Number.NaN }))).toThrow(/speed NaN/);
    expect(motion((m) => Object.assign(m.movement.state, { flags: 4, forwardSpeed: 10001 }))).toThrow(RangeError);
    expect(motion((m) => (m.movement.state.actions.count = 32))).toThrow(/number of actions 32/);
    expect(
      motion((m) => {
        m.movement.state.actions.add(MotionCommand.Wave, 0x8000, false, 1);
      }),
    ).toThrow(/action stamp 32768/);
    expect(motion((m) => Object.assign(m.movement, { type: 7, x: 2e7 }))).toThrow(/x 20000000/);
    expect(motion((m) => Object.assign(m.movement, { type: 7, failDistance: Infinity }))).toThrow(
      /fail distance Infinity/,
    );
    expect(motion((m) => Object.assign(m.movement, { type: 9, desiredHeading: 1e7 }))).toThrow(/desired heading/);
    expect(motion((m) => Object.assign(m.movement, { type: 9, paramsFlags: 0x40000 }))).toThrow(/params flags/);
  });

  it('does not drop a quaternion part that is not zero', () => {
    const pack = new PositionPack();
    pack.flags = PositionFlag.NoW;
    pack.qz = 1;
    expect(() => encodePositionPack(new ByteWriter(), pack)).toThrow(/qw 1/);
    pack.qw = 0;
    pack.qz = 0.005;
    expect(() => encodePositionPack(new ByteWriter(), pack)).toThrow(/quaternion/);
  });

  it('holds raw states to known commands and hold keys', () => {
    const raw = (change: Partial<MoveToState['raw']>) => () => {
      const message = new MoveToState();
      Object.assign(message.raw, change);
      encodeMoveToState(new ByteWriter(), message);
    };
    expect(raw({ flags: 0x7ff })).not.toThrow();
    expect(raw({ flags: 0x1, currentHoldKey: 3 })).toThrow(/current hold key 3/);
    expect(raw({ flags: 0x4, forwardCommand: 0 })).toThrow(/forward command 0/);
    expect(raw({ flags: 0x800 })).toThrow(/flags 2048/);
  });

  it('has room for thirty-one actions', () => {
    const actions = new UpdateMotion().movement.state.actions;
    for (let i = 0; i < 31; i++) expect(actions.add(MotionCommand.Wave, i, false, 1)).toBe(true);
    expect(actions.add(MotionCommand.Wave, 31, false, 1)).toBe(false);
    expect(actions.count).toBe(31);
  });
});

describe('opcodes', () => {
  it('have names, server messages and client actions alike', () => {
    expect(messageName(Opcode.UpdateMotion)).toBe('UpdateMotion');
    expect(messageName(ActionType.MoveToState)).toBe('MoveToState');
    expect(messageName(0xf7e0)).toBe('0xf7e0');
  });

  it('are the first four bytes of a message', () => {
    expect(opcodeOf(bytes('4cf70000 01'))).toBe(Opcode.UpdateMotion);
    expect(opcodeOf(bytes('ffffffff'))).toBe(0xffffffff);
    expect(opcodeOf(bytes('4cf700'))).toBe(0);
  });

  it('a client action is its header, then its body to the end', () => {
    const jump = new Jump();
    jump.extent = 0.5;
    jump.objectGuid = 0x50000001;
    const writer = new ByteWriter();
    encodeClientActionHeader(writer, 7, ActionType.Jump);
    encodeJump(writer, jump);
    const reader = new ByteReader().reset(writer.bytes());
    const header = new ClientActionHeader();
    expect(decodeClientActionHeader(reader, header)).toBe(true);
    expect(header).toEqual({ sequence: 7, actionType: ActionType.Jump });
    const decoded = new Jump();
    expect(decodeJump(reader, decoded)).toBe(true);
    expect(decoded).toEqual(jump);
  });
});
