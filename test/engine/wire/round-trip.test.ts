import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../../components/motion-command.ts';
import { AutonomousPosition, encodeAutonomousPosition } from '../../../engine/wire/autonomous-position.ts';
import type { ClientStamps } from '../../../engine/wire/client-action.ts';
import { FLOAT_MAX } from '../../../engine/wire/limits.ts';
import { encodeJump, Jump } from '../../../engine/wire/jump.ts';
import type { MotionActions } from '../../../engine/wire/motion-actions.ts';
import { encodeMoveToState, MoveToState } from '../../../engine/wire/move-to-state.ts';
import type { MovementData } from '../../../engine/wire/movement-data.ts';
import { encodeObjectCreate, ObjectCreate } from '../../../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../../../engine/wire/object-delete.ts';
import { encodePlayerCreate, PlayerCreate } from '../../../engine/wire/player-create.ts';
import { encodePlayerTeleport, PlayerTeleport } from '../../../engine/wire/player-teleport.ts';
import { encodePositionAndMovement, PositionAndMovement } from '../../../engine/wire/position-and-movement.ts';
import { type PositionPack, positionFlagsByDifference } from '../../../engine/wire/position-pack.ts';
import { interpretedFlagsByDifference } from '../../../engine/wire/interpreted-motion-state.ts';
import { PhysicsFlag } from '../../../engine/wire/physics-data.ts';
import { rawFlagsByDifference } from '../../../engine/wire/raw-motion-state.ts';
import { encodeUpdateMotion, UpdateMotion } from '../../../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../../../engine/wire/update-position.ts';
import { encodeVectorUpdate, VectorUpdate } from '../../../engine/wire/vector-update.ts';
import type { WirePosition } from '../../../engine/wire/wire-position.ts';
import { WireReason } from '../../../engine/wire/wire-reason.ts';
import { ByteWriter } from '../../../engine/wire/writer.ts';
import { bytes, codecs, hex } from './codecs.ts';

const RUNS = { numRuns: 150, seed: 20130131 };
/** Messages are drawn field by field; shrinking one of them takes minutes. */
const MESSAGE_RUNS = { ...RUNS, endOnFailure: true };

/** Draws one value after another; fast-check shrinks what was drawn. */
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

const u8 = fc.integer({ min: 0, max: 0xff });
const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const flag = fc.boolean();
const float = (limit: number): fc.Arbitrary<number> => fc.float({ min: -limit, max: limit, noNaN: true });
const rate = float(1e4);
const angle = float(1e6);
const distance = float(FLOAT_MAX);
const local = float(192);
const style = fc.constantFrom(MotionCommand.NonCombat, MotionCommand.Invalid, 0x8000003c, 0x8000013b);
const forward = fc.constantFrom(
  MotionCommand.Ready,
  MotionCommand.WalkForward,
  MotionCommand.RunForward,
  MotionCommand.Wave,
);
const sidestep = fc.constantFrom(0, MotionCommand.SideStepRight, MotionCommand.SideStepLeft);
const turn = fc.constantFrom(0, MotionCommand.TurnRight, MotionCommand.TurnLeft);

function fillActions(actions: MotionActions, draw: Draw): void {
  const count = draw(fc.integer({ min: 0, max: 31 }));
  for (let i = 0; i < count; i++) {
    actions.add(draw(forward), draw(fc.integer({ min: 0, max: 0x7fff })), draw(flag), draw(rate));
  }
}

function fillMovement(movement: MovementData, draw: Draw, inner = false): void {
  if (!inner) {
    movement.movementStamp = draw(u16);
    movement.serverControlStamp = draw(u16);
  }
  movement.autonomous = draw(flag);
  movement.type = draw(fc.integer({ min: 0, max: 9 }));
  movement.motionFlags = draw(fc.integer({ min: 0, max: 3 }));
  movement.style = draw(style);
  if (movement.type === 0) {
    const state = movement.state;
    state.currentStyle = draw(style);
    state.forwardCommand = draw(forward);
    state.sidestepCommand = draw(sidestep);
    state.turnCommand = draw(turn);
    state.forwardSpeed = draw(rate);
    state.sidestepSpeed = draw(rate);
    state.turnSpeed = draw(rate);
    fillActions(state.actions, draw);
    state.flags = interpretedFlagsByDifference(state);
    if (movement.motionFlags & 1) movement.stickyObject = draw(u32);
  }
  if (movement.type < 6) return;
  movement.paramsFlags = draw(fc.integer({ min: 0, max: 0x3ffff }));
  movement.speed = draw(rate);
  movement.desiredHeading = draw(angle);
  if (movement.type === 6 || movement.type === 8) movement.target = draw(u32);
  if (movement.type === 8) movement.heading = draw(angle);
  if (movement.type >= 8) return;
  movement.cell = draw(u32);
  movement.x = draw(local);
  movement.y = draw(local);
  movement.z = draw(local);
  movement.distanceToObject = draw(distance);
  movement.minDistance = draw(distance);
  movement.failDistance = draw(distance);
  movement.walkRunThreshold = draw(distance);
  movement.runRate = draw(rate);
}

/** A quaternion part: often nothing. */
const part = fc.oneof(
  fc.constant(0),
  float(1).filter((x) => !Object.is(x, -0)),
);

function fillPack(pack: PositionPack, draw: Draw): void {
  pack.cell = draw(u32);
  pack.x = draw(local);
  pack.y = draw(local);
  pack.z = draw(local);
  pack.qw = draw(part);
  pack.qx = draw(part);
  pack.qy = draw(part);
  pack.qz = draw(fc.constantFrom(1, -1));
  if (draw(flag)) {
    pack.velocityX = draw(rate);
    pack.velocityY = draw(rate);
    pack.velocityZ = 1;
  }
  pack.placementId = draw(fc.constantFrom(0, 101));
  pack.instanceStamp = draw(u16);
  pack.positionStamp = draw(u16);
  pack.teleportStamp = draw(u16);
  pack.forcePositionStamp = draw(u16);
  pack.flags = positionFlagsByDifference(pack, draw(flag));
}

function fillPosition(position: WirePosition, draw: Draw): void {
  position.cell = draw(u32);
  position.x = draw(local);
  position.y = draw(local);
  position.z = draw(local);
  position.qw = draw(fc.constantFrom(0.5, -2));
  position.qx = draw(float(1));
  position.qy = draw(float(1));
  position.qz = draw(float(1));
}

function fillStamps(stamps: ClientStamps, draw: Draw): void {
  stamps.instance = draw(u16);
  stamps.serverControl = draw(u16);
  stamps.teleport = draw(u16);
  stamps.forcePosition = draw(u16);
}

const packed = fc.oneof(fc.integer({ min: 0, max: 0x7fff }), fc.integer({ min: 0x8000, max: 0x7fffffff }));

function fillCreate(message: ObjectCreate, draw: Draw): void {
  message.guid = draw(u32);
  const few = fc.integer({ min: 0, max: 3 });
  const { model, physics } = message;
  model.paletteCount = draw(few);
  model.textureCount = draw(few);
  model.partCount = draw(few);
  if (model.paletteCount > 0) model.basePalette = draw(packed);
  for (let i = 0; i < model.paletteCount; i++) {
    model.palette[i] = draw(packed);
    model.paletteOffset[i] = draw(u8);
    model.paletteLength[i] = draw(u8);
  }
  for (let i = 0; i < model.textureCount; i++) {
    model.texturePart[i] = draw(u8);
    model.textureOld[i] = draw(packed);
    model.textureNew[i] = draw(packed);
  }
  for (let i = 0; i < model.partCount; i++) {
    model.partIndex[i] = draw(u8);
    model.partModel[i] = draw(packed);
  }
  const flags = draw(fc.integer({ min: 0, max: 0x7ffff })) & ~0x400;
  physics.flags = flags;
  physics.state = draw(u32);
  if (flags & PhysicsFlag.Movement) {
    physics.hasMovement = draw(flag);
    if (physics.hasMovement) fillMovement(physics.movement, draw, true);
  } else if (flags & PhysicsFlag.PlacementFrame) physics.placementFrame = draw(u32);
  if (flags & PhysicsFlag.Position) fillPosition(physics.position, draw);
  if (flags & PhysicsFlag.MotionTable) physics.motionTable = draw(u32);
  if (flags & PhysicsFlag.SoundTable) physics.soundTable = draw(u32);
  if (flags & PhysicsFlag.EffectTable) physics.effectTable = draw(u32);
  if (flags & PhysicsFlag.Setup) physics.setup = draw(u32);
  if (flags & PhysicsFlag.Parent) {
    physics.parent = draw(u32);
    physics.parentLocation = draw(u32);
  }
  if (flags & PhysicsFlag.Children) {
    physics.childCount = draw(few);
    for (let i = 0; i < physics.childCount; i++) {
      physics.child[i] = draw(u32);
      physics.childLocation[i] = draw(u32);
    }
  }
  if (flags & PhysicsFlag.Scale) physics.scale = draw(fc.constantFrom(0.5, 1, 1000));
  if (flags & PhysicsFlag.Friction) physics.friction = draw(rate);
  if (flags & PhysicsFlag.Elasticity) physics.elasticity = draw(rate);
  if (flags & PhysicsFlag.Translucency) physics.translucency = draw(rate);
  if (flags & PhysicsFlag.Velocity) [physics.velocityX, physics.velocityZ] = [draw(rate), draw(rate)];
  if (flags & PhysicsFlag.Acceleration) [physics.accelerationX, physics.accelerationY] = [draw(rate), draw(rate)];
  if (flags & PhysicsFlag.Omega) [physics.omegaY, physics.omegaZ] = [draw(rate), draw(rate)];
  if (flags & PhysicsFlag.DefaultScript) physics.defaultScript = draw(u32);
  if (flags & PhysicsFlag.ScriptIntensity) physics.scriptIntensity = draw(rate);
  for (let i = 0; i < 9; i++) physics.stamps[i] = draw(u16);
  message.weenieFlags = draw(u32);
  message.name = draw(fc.array(u8, { maxLength: 40 }))
    .map((code) => String.fromCharCode(code))
    .join('');
  message.rest = Uint8Array.from(draw(fc.array(u8, { maxLength: 20 })));
  message.restLength = message.rest.length;
}

/** What of a message its bytes say: arrays only as far as they are in use. */
function said(value: unknown, count = Number.POSITIVE_INFINITY): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Uint8Array)].slice(0, count);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  const counts: [RegExp, string][] = [
    [/^(command|stamp|autonomous|speed)$/, 'count'],
    [/^palette/, 'paletteCount'],
    [/^texture/, 'textureCount'],
    [/^part/, 'partCount'],
    [/^child/, 'childCount'],
    [/^rest/, 'restLength'],
  ];
  return Object.fromEntries(
    Object.entries(source).map(([key, inner]) => {
      const rule = counts.find(([pattern, name]) => pattern.test(key) && name in source);
      return [key, said(inner, rule && ArrayBuffer.isView(inner) ? (source[rule[1]] as number) : undefined)];
    }),
  );
}

/** All runs decode into one instance: what it held before must not show through fields that are absent. */
function roundTrips<T>(
  name: string,
  make: () => T,
  encode: (writer: ByteWriter, message: T) => void,
  fill: (message: T, draw: Draw) => void,
): void {
  it(`${name}: decoding what was encoded gives the same fields, and the same bytes again`, () => {
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const message = make();
        fill(message, (arbitrary) => draw(() => arbitrary));
        const writer = new ByteWriter(16);
        encode(writer, message);
        const written = writer.bytes();
        const decoded = codecs[name](written);
        expect([decoded.reason, decoded.errorOffset]).toEqual([WireReason.None, 0]);
        expect(said(decoded.message)).toEqual(said(message));
        expect(hex(decoded.again as Uint8Array)).toBe(hex(written));
      }),
      MESSAGE_RUNS,
    );
  });
}

describe('round trips', () => {
  roundTrips(
    'UpdateMotion',
    () => new UpdateMotion(),
    encodeUpdateMotion,
    (message, draw) => {
      message.guid = draw(u32);
      message.instanceStamp = draw(u16);
      fillMovement(message.movement, draw);
    },
  );
  roundTrips(
    'UpdatePosition',
    () => new UpdatePosition(),
    encodeUpdatePosition,
    (message, draw) => {
      message.guid = draw(u32);
      fillPack(message.pack, draw);
    },
  );
  roundTrips(
    'PositionAndMovement',
    () => new PositionAndMovement(),
    encodePositionAndMovement,
    (message, draw) => {
      message.guid = draw(u32);
      fillPack(message.pack, draw);
      fillMovement(message.movement, draw);
    },
  );
  roundTrips(
    'VectorUpdate',
    () => new VectorUpdate(),
    encodeVectorUpdate,
    (message, draw) => {
      message.guid = draw(u32);
      message.velocityX = draw(rate);
      message.velocityY = draw(rate);
      message.velocityZ = draw(rate);
      message.omegaX = draw(rate);
      message.omegaY = draw(rate);
      message.omegaZ = draw(rate);
      message.instanceStamp = draw(u16);
      message.vectorStamp = draw(u16);
    },
  );
  roundTrips('ObjectCreate', () => new ObjectCreate(), encodeObjectCreate, fillCreate);
  roundTrips(
    'PlayerCreate',
    () => new PlayerCreate(),
    encodePlayerCreate,
    (message, draw) => {
      message.guid = draw(u32);
    },
  );
  roundTrips(
    'ObjectDelete',
    () => new ObjectDelete(),
    encodeObjectDelete,
    (message, draw) => {
      message.guid = draw(u32);
      message.instanceStamp = draw(u16);
    },
  );
  roundTrips(
    'PlayerTeleport',
    () => new PlayerTeleport(),
    encodePlayerTeleport,
    (message, draw) => {
      message.teleportStamp = draw(u16);
    },
  );
  roundTrips(
    'MoveToState',
    () => new MoveToState(),
    encodeMoveToState,
    (message, draw) => {
      const raw = message.raw;
      const holdKey = fc.integer({ min: 0, max: 2 });
      raw.currentHoldKey = draw(holdKey);
      raw.currentStyle = draw(style);
      raw.forwardCommand = draw(forward);
      raw.forwardHoldKey = draw(holdKey);
      raw.forwardSpeed = draw(rate);
      raw.sidestepCommand = draw(sidestep);
      raw.sidestepHoldKey = draw(holdKey);
      raw.sidestepSpeed = draw(rate);
      raw.turnCommand = draw(turn);
      raw.turnHoldKey = draw(holdKey);
      raw.turnSpeed = draw(rate);
      fillActions(raw.actions, draw);
      raw.flags = rawFlagsByDifference(raw);
      fillPosition(message.position, draw);
      fillStamps(message.stamps, draw);
      message.contact = draw(flag);
      message.standingLongJump = draw(flag);
    },
  );
  roundTrips(
    'AutonomousPosition',
    () => new AutonomousPosition(),
    encodeAutonomousPosition,
    (message, draw) => {
      fillPosition(message.position, draw);
      fillStamps(message.stamps, draw);
      message.contact = draw(flag);
    },
  );
  roundTrips(
    'Jump',
    () => new Jump(),
    encodeJump,
    (message, draw) => {
      message.extent = draw(rate);
      message.velocityX = draw(rate);
      message.velocityY = draw(rate);
      message.velocityZ = draw(rate);
      fillStamps(message.stamps, draw);
      message.objectGuid = draw(u32);
      message.spellId = draw(u32);
    },
  );
});

describe('bytes from anyone', () => {
  const vectors: { message: string; hex: string }[] = JSON.parse(
    readFileSync(new URL('../../golden/wire/wire.json', import.meta.url), 'utf8'),
  );
  const vector = fc.constantFrom(...vectors);

  /** Decodes where reading past the end would throw, and where it would see other bytes. */
  const check = (name: string, message: Uint8Array): void => {
    const decoded = codecs[name](message.slice());
    const first = { ...decoded, message: said(decoded.message), again: decoded.again?.slice() };
    if (first.ok) expect(hex(first.again as Uint8Array)).toBe(hex(message));
    else expect([first.reason > WireReason.None, first.errorOffset <= message.length]).toEqual([true, true]);
    for (const around of [0x00, 0xff]) {
      const buffer = new Uint8Array(message.length + 64).fill(around);
      buffer.set(message, 32);
      const again = codecs[name](buffer.subarray(32, 32 + message.length));
      expect([again.ok, again.reason, again.errorOffset]).toEqual([first.ok, first.reason, first.errorOffset]);
      if (first.ok) expect(said(again.message)).toEqual(first.message);
    }
  };

  it('random bytes never throw and are never read beyond their end', () => {
    const random = fc.uint8Array({ maxLength: 120 });
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(codecs)), random, (name, message) => check(name, message)),
      { ...RUNS, numRuns: 1000 },
    );
  });

  it('messages with a few changed bytes are refused, or are other messages to the last byte', () => {
    const change = fc.record({ at: fc.nat(199), value: u8 });
    fc.assert(
      fc.property(vector, fc.array(change, { minLength: 1, maxLength: 4 }), ({ message, hex: digits }, changes) => {
        const changed = bytes(digits);
        for (const { at, value } of changes) changed[at % changed.length] = value;
        check(message, changed);
      }),
      { ...RUNS, numRuns: 1500 },
    );
  });

  it('messages cut off or run together are refused', () => {
    fc.assert(
      fc.property(vector, vector, fc.nat(199), (a, b, at) => {
        const joined = bytes(a.hex + b.hex.slice(0, 2 * (1 + (at % 30))));
        expect(codecs[a.message](joined).ok).toBe(false);
      }),
      RUNS,
    );
  });
});
