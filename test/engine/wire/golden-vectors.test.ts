import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkWireVector } from '../../../cli/conformance/wire-vectors.ts';
import { WireReason } from '../../../engine/wire/wire-reason.ts';
import { bytes, codecs, hex } from './codecs.ts';

interface Vector {
  message: string;
  fields: Record<string, unknown>;
  hex: string;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../../golden/wire/wire.json', import.meta.url), 'utf8'));

describe('golden wire vectors', () => {
  it('all decode to their fields and encode to their bytes', () => {
    expect(vectors).toHaveLength(172);
    expect(
      vectors.map((vector, i) => [i, checkWireVector(vector)]).filter(([, difference]) => difference !== null),
    ).toEqual([]);
  });

  it('are rejected at every truncation, with a reason, and nothing is thrown', () => {
    for (const vector of vectors) {
      const whole = bytes(vector.hex);
      for (let length = 0; length < whole.length; length++) {
        const { ok, reason, errorOffset } = codecs[vector.message](whole.slice(0, length));
        expect([ok, reason]).toEqual([false, WireReason.Truncated]);
        expect(errorOffset).toBeLessThanOrEqual(length);
      }
    }
  });

  it('are rejected with bytes after their end', () => {
    for (const vector of vectors) {
      const longer = Uint8Array.of(...bytes(vector.hex), 0, 0, 0, 0);
      const { ok, reason, errorOffset } = codecs[vector.message](longer);
      expect([ok, reason, errorOffset]).toEqual([false, WireReason.TrailingBytes, longer.length - 4]);
    }
  });

  it('decode alike wherever they lie in a buffer, and whatever is around them', () => {
    for (const vector of vectors) {
      const whole = bytes(vector.hex);
      const buffer = new Uint8Array(whole.length + 13).fill(0xff);
      buffer.set(whole, 7);
      expect(hex(codecs[vector.message](buffer.subarray(7, 7 + whole.length)).again as Uint8Array)).toBe(vector.hex);
    }
  });
});

describe('the check of a wire vector', () => {
  const first = (message: string): Vector => structuredClone(vectors.find((v) => v.message === message) as Vector);

  it('names the field that decodes otherwise', () => {
    const vector = first('VectorUpdate');
    (vector.fields.omega as number[])[1] += 0.01;
    expect(checkWireVector(vector)).toMatch(/^decoding: omega\.1: ours -0\.38\d+, theirs -0\.37/);
  });

  it('holds guids to every bit', () => {
    const vector = first('Jump');
    vector.fields.objectGuid = (vector.fields.objectGuid as number) + 1;
    expect(checkWireVector(vector)).toMatch(/^decoding: objectGuid/);
  });

  it('notices bytes that differ', () => {
    const vector = first('UpdatePosition');
    vector.fields.origin = (vector.fields.origin as number[]).map((x) => x + 0.0005);
    expect(checkWireVector(vector)).toMatch(/^encoding: hex/);
  });

  it('says why bytes do not decode', () => {
    const vector = first('AutonomousPosition');
    vector.hex = vector.hex.slice(0, -2);
    expect(checkWireVector(vector)).toMatch(/^decoding: truncated at byte/);
  });

  it('refuses what is no vector', () => {
    expect(checkWireVector(null)).toMatch(/not a wire vector/);
    expect(checkWireVector({ message: 'Unheard', fields: {}, hex: '' })).toBe('unknown message Unheard');
    expect(checkWireVector({ message: 'Jump', fields: {}, hex: 'xy' })).toMatch(/^hex:/);
  });
});
