import { describe, expect, it } from 'vitest';
import { encodeObjectCreate, ObjectCreate } from '../../../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../../../engine/wire/object-delete.ts';
import { PhysicsFlag } from '../../../engine/wire/physics-data.ts';
import { encodePlayerTeleport, PlayerTeleport } from '../../../engine/wire/player-teleport.ts';
import { encodePositionAndMovement, PositionAndMovement } from '../../../engine/wire/position-and-movement.ts';
import { PositionFlag } from '../../../engine/wire/position-pack.ts';
import { WireReason } from '../../../engine/wire/wire-reason.ts';
import { ByteWriter } from '../../../engine/wire/writer.ts';
import { codecs, hex } from './codecs.ts';

/** The ends of what the formats hold, which random messages hardly ever meet (round-trip.test.ts draws those). */

function written<Message>(encode: (writer: ByteWriter, message: Message) => void, message: Message): Uint8Array {
  const writer = new ByteWriter(16);
  encode(writer, message);
  return writer.bytes();
}

/** Decodes, encodes again, and answers the message. */
function roundTrip<Message>(name: string, bytes: Uint8Array): Message {
  const { reason, message, again } = codecs[name](bytes);
  expect(reason).toBe(WireReason.None);
  expect(Buffer.compare(again as Uint8Array, bytes)).toBe(0);
  return message as Message;
}

/** A creation with as much of everything as there may be. */
function largest(): ObjectCreate {
  const create = new ObjectCreate();
  create.guid = 0xffffffff;
  const { model, physics } = create;
  model.paletteCount = 255;
  model.textureCount = 255;
  model.partCount = 255;
  model.basePalette = 0x7fffffff;
  for (let index = 0; index < 255; index++) {
    // Below and above what fits into 16 bits, in turn.
    const packed = index % 2 === 0 ? index : 0x7fff0000 + index;
    model.palette[index] = packed;
    model.paletteOffset[index] = index;
    model.paletteLength[index] = 255 - index;
    model.texturePart[index] = index;
    model.textureOld[index] = 0x7fff + index;
    model.textureNew[index] = packed;
    model.partIndex[index] = index;
    model.partModel[index] = packed;
    physics.child[index] = 0x80000000 + index;
    physics.childLocation[index] = index;
  }
  physics.flags = PhysicsFlag.Children | PhysicsFlag.Position | PhysicsFlag.Movement | PhysicsFlag.Scale;
  physics.childCount = 255;
  physics.scale = 1000;
  physics.hasMovement = true;
  physics.movement.state.flags = 0;
  for (let count = 0; count < 31; count++) physics.movement.state.actions.add(0x13000087, 0x7fff - count, true, -1e4);
  physics.stamps.fill(0xffff);
  create.name = String.fromCharCode(...Array.from({ length: 300 }, (_, index) => index & 0xff));
  create.rest = new Uint8Array(4001).fill(0xa5);
  create.restLength = 4001;
  return create;
}

describe('creations', () => {
  it('hold 255 of everything that is counted in a byte, and 31 actions', () => {
    const create = largest();
    const read = roundTrip<ObjectCreate>('ObjectCreate', written(encodeObjectCreate, create));
    expect([read.guid, read.name, read.restLength]).toEqual([create.guid, create.name, 4001]);
    expect([...read.model.palette]).toEqual([...create.model.palette]);
    expect([...read.model.textureOld]).toEqual([...create.model.textureOld]);
    expect([...read.model.partModel]).toEqual([...create.model.partModel]);
    expect([...read.physics.child]).toEqual([...create.physics.child]);
    expect(read.physics.movement.state.actions.count).toBe(31);
    expect([...read.physics.stamps]).toEqual(Array(9).fill(0xffff));
  });

  it('are read after the largest as if it had never been', () => {
    const least = new ObjectCreate();
    least.guid = 1;
    roundTrip('ObjectCreate', written(encodeObjectCreate, largest()));
    const read = roundTrip<ObjectCreate>('ObjectCreate', written(encodeObjectCreate, least));
    const { model, physics } = read;
    expect([read.guid, read.name, read.restLength, physics.flags, physics.childCount]).toEqual([1, '', 0, 0, 0]);
    expect([model.paletteCount, model.textureCount, model.partCount]).toEqual([0, 0, 0]);
    expect([physics.hasMovement, physics.scale, physics.movement.state.actions.count]).toEqual([false, 1, 0]);
    expect([...physics.stamps]).toEqual(Array(9).fill(0));
  });

  it.each([0, 1, 2, 3])('have names of any length modulo four, such as %i', (length) => {
    const create = new ObjectCreate();
    create.name = 'name'.slice(0, length);
    expect(roundTrip<ObjectCreate>('ObjectCreate', written(encodeObjectCreate, create)).name).toBe(create.name);
  });
});

describe('deletions and teleports', () => {
  it('hold every stamp', () => {
    const deletion = Object.assign(new ObjectDelete(), { guid: 0xfffffffe });
    const teleport = new PlayerTeleport();
    const wrong: number[] = [];
    for (let stamp = 0; stamp <= 0xffff; stamp++) {
      deletion.instanceStamp = stamp;
      teleport.teleportStamp = stamp;
      const one = codecs.ObjectDelete(written(encodeObjectDelete, deletion)).message as ObjectDelete;
      const other = codecs.PlayerTeleport(written(encodePlayerTeleport, teleport)).message as PlayerTeleport;
      if (one.guid !== 0xfffffffe || one.instanceStamp !== stamp || other.teleportStamp !== stamp) wrong.push(stamp);
    }
    expect(wrong).toEqual([]);
  });
});

describe('positions with movement', () => {
  const flags = Object.values(PositionFlag);
  const combinations = Array.from({ length: 2 ** flags.length }, (_, bits) =>
    flags.filter((_flag, index) => (bits & (1 << index)) !== 0).reduce((sum, flag) => sum | flag, 0),
  ).filter((set) => (set & (PositionFlag.NoW | PositionFlag.NoZ)) !== (PositionFlag.NoW | PositionFlag.NoZ));

  it('have every set of parts that leaves a rotation, before every type of movement', () => {
    expect(combinations).toHaveLength(96);
    const message = new PositionAndMovement();
    message.guid = 0x80000001;
    const { pack, movement } = message;
    for (const set of combinations) {
      pack.flags = set;
      pack.qw = set & PositionFlag.NoW ? 0 : 0.5;
      pack.qx = set & PositionFlag.NoX ? 0 : -0.25;
      pack.qy = set & PositionFlag.NoY ? 0 : 0.125;
      pack.qz = set & PositionFlag.NoZ ? 0 : -0.5;
      pack.velocityZ = set & PositionFlag.Velocity ? -3 : 0;
      pack.placementId = set & PositionFlag.PlacementId ? 0xffffffff : 0;
      pack.forcePositionStamp = 0xffff;
      for (movement.type = 0; movement.type <= 9; movement.type++) {
        const bytes = written(encodePositionAndMovement, message);
        const read = roundTrip<PositionAndMovement>('PositionAndMovement', bytes);
        expect([read.guid, read.movement.type, { ...read.pack }]).toEqual([message.guid, movement.type, { ...pack }]);
      }
    }
  });

  it('differ in their bytes when they differ in a part', () => {
    const message = new PositionAndMovement();
    const plain = hex(written(encodePositionAndMovement, message));
    message.pack.flags = PositionFlag.Grounded;
    expect(hex(written(encodePositionAndMovement, message))).not.toBe(plain);
  });

  it.each([-1, 0.5, Number.NaN, 11])(
    'a creation whose rest is %d bytes long is refused and not written',
    (restLength) => {
      const create = new ObjectCreate();
      create.rest = new Uint8Array(10);
      create.restLength = restLength;
      expect(() => encodeObjectCreate(new ByteWriter(), create)).toThrow(
        `restLength: expected a whole number from 0 to 10, found ${restLength}`,
      );
    },
  );
});
