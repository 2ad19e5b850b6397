import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMotionMessages } from '../../../bench/wire-messages.ts';
import { createRandom } from '../../../bench/random.ts';
import { locate } from '../../../engine/math/located-bytes.ts';
import { clearMovementData } from '../../../engine/wire/movement-data.ts';
import { Opcode, opcodeOf } from '../../../engine/wire/opcodes.ts';
import { ByteReader } from '../../../engine/wire/reader.ts';
import { decodeSoundUpdateMotion } from '../../../engine/wire/sound-update-motion.ts';
import { decodeUpdateMotion, UpdateMotion } from '../../../engine/wire/update-motion.ts';
import { bytes } from './codecs.ts';

const golden: { hex: string }[] = JSON.parse(
  readFileSync(new URL('../../golden/wire/wire.json', import.meta.url), 'utf8'),
);
const sound = [
  ...golden.map(({ hex }) => bytes(hex)).filter((message) => opcodeOf(message) === Opcode.UpdateMotion),
  ...createMotionMessages(
    Uint32Array.from({ length: 300 }, (_, index) => index),
    createRandom(7),
  ).views,
];

/** What both decoders make of a message: read by the quick one or not, and what the careful one says. */
function both(message: Uint8Array) {
  const [quick, careful] = [new UpdateMotion(), new UpdateMotion()];
  const quickReader = new ByteReader().reset(message);
  const carefulReader = new ByteReader().reset(message);
  clearMovementData(quick.movement);
  const taken = decodeSoundUpdateMotion(quickReader, quick);
  const ok = decodeUpdateMotion(carefulReader, careful);
  return { taken, ok, quick, careful, quickReader, carefulReader };
}

/** Fields of a movement, actions as far as they go. */
function fieldsOf({ guid, instanceStamp, movement }: UpdateMotion) {
  const { state, ...rest } = movement;
  const { actions, ...axes } = state;
  const list = Array.from({ length: actions.count }, (_, index) => [
    actions.command[index],
    actions.stamp[index],
    actions.autonomous[index],
    actions.speed[index],
  ]);
  return { guid, instanceStamp, ...rest, ...axes, list };
}

describe('the quick decoder of UpdateMotion', () => {
  it('reads every sound message that has a payload, as the careful one does', () => {
    expect(sound.length).toBeGreaterThan(320);
    let quickly = 0;
    for (const message of sound) {
      const { taken, ok, quick, careful, quickReader } = both(message);
      expect(ok).toBe(true);
      const type = message[16];
      expect(taken).toBe(type === 0 || type >= 6);
      if (!taken) continue;
      quickly++;
      expect(fieldsOf(quick)).toEqual(fieldsOf(careful));
      expect(quickReader.finish()).toBe(true);
    }
    expect(quickly).toBeGreaterThan(310);
  });

  it('takes nothing that the careful one refuses, and leaves it to find the same fault', () => {
    const damaged = fc
      .tuple(
        fc.nat(sound.length - 1),
        fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 3 }),
        fc.option(fc.nat(90), { nil: undefined }),
        fc.nat(8),
      )
      .map(([index, changes, cut, more]) => {
        const message = Uint8Array.of(...sound[index].subarray(0, cut), ...Array<number>(more === 8 ? 4 : 0).fill(0));
        for (const [at, value] of changes) if (message.length > 0) message[at % message.length] = value;
        return message;
      });
    let refused = 0;
    fc.assert(
      fc.property(damaged, (message) => {
        const { taken, ok, quick, careful, quickReader, carefulReader } = both(message);
        if (taken) {
          expect(ok).toBe(true);
          expect(fieldsOf(quick)).toEqual(fieldsOf(careful));
          return;
        }
        // As a record is decoded: the careful one goes on with the reader that the quick one has left.
        const again = decodeUpdateMotion(quickReader, new UpdateMotion());
        expect([again, quickReader.reason, quickReader.errorOffset]).toEqual([
          ok,
          carefulReader.reason,
          carefulReader.errorOffset,
        ]);
        if (!ok) refused++;
      }),
      { seed: 20130521, numRuns: 4000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });

  it('reads a message anywhere in a buffer, noted or not where it lies', () => {
    const [message] = sound;
    const buffer = new Uint8Array(200).fill(0xee);
    buffer.set(message, 37);
    const lying = buffer.subarray(37, 37 + message.length);
    const noted = locate(buffer.subarray(37, 37 + message.length), new DataView(buffer.buffer));
    for (const one of [lying, noted]) {
      const { taken, quick, careful } = both(one);
      expect(taken).toBe(true);
      expect(fieldsOf(quick)).toEqual(fieldsOf(both(message).careful));
      expect(fieldsOf(careful)).toEqual(fieldsOf(quick));
    }
  });
});
