import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MovementParameters } from '../../../engine/movement-parameters.ts';
import { decodeMovementParameters, encodeMovementParameters } from '../../../engine/wire/movement-parameters-pack.ts';
import { ByteReader } from '../../../engine/wire/reader.ts';
import { ByteWriter } from '../../../engine/wire/writer.ts';

const writer = new ByteWriter();
const reader = new ByteReader();

describe('the full form of MovementParameters', () => {
  it('is 40 bytes in retail order: the default word, 0.6, 0, FLT_MAX, heading 0, speed 1, threshold 15, then zeros', () => {
    encodeMovementParameters(writer.reset(), new MovementParameters());
    expect(Buffer.from(writer.bytes()).toString('hex')).toBe(
      '0fee01009a99193f00000000ffff7f7f000000000000803f00007041000000000000000000000000',
    );
  });

  it('comes back as it was', () => {
    const float = fc.float({ min: -9999, max: 9999, noNaN: true });
    const fields = fc.record({
      flags: fc.integer({ min: 0, max: 0x3ffff }),
      distanceToObject: float,
      minDistance: float,
      failDistance: float,
      desiredHeading: float,
      speed: float,
      walkRunThreshold: float,
      contextId: fc.integer({ min: 0, max: 0xffffffff }),
      holdKey: fc.integer({ min: 0, max: 2 }),
      actionStamp: fc.integer({ min: 0, max: 0xffffffff }),
    });
    fc.assert(
      fc.property(fields, (given) => {
        encodeMovementParameters(writer.reset(), given);
        const back = new MovementParameters();
        expect(decodeMovementParameters(reader.reset(writer.bytes()), back)).toBe(true);
        expect({ ...back }).toEqual(given);
      }),
    );
  });

  it('is refused whole when cut short, with a flag that does not exist, or with a number that is none', () => {
    encodeMovementParameters(writer.reset(), new MovementParameters());
    const good = writer.bytes().slice();
    const unknownFlag = good.slice();
    unknownFlag[3] = 1;
    const notFinite = good.slice();
    notFinite.fill(0xff, 20, 24);
    const cut = Array.from({ length: 40 }, (_, length) => good.slice(0, length));
    for (const bad of [...cut, unknownFlag, notFinite]) {
      const out = new MovementParameters();
      out.speed = 7;
      expect(decodeMovementParameters(reader.reset(bad), out)).toBe(false);
      expect(out.speed).toBe(7);
    }
  });
});
