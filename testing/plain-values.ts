/** Arguments of calls as data that JSON holds exactly: what JSON does not know is an object with one key of these. */
const NUMBER = '$number';
const BYTES = '$bytes';

/** Something that JSON can hold. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** @throws TypeError for what is no data, such as a function. */
export function toPlain(value: unknown): Plain {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [NUMBER]: Object.is(value, -0) ? '-0' : `${value}` };
  }
  if (value instanceof Uint8Array) return { [BYTES]: toHex(value) };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value === 'object') {
    const plain: Record<string, Plain> = {};
    for (const [key, part] of Object.entries(value)) if (part !== undefined) plain[key] = toPlain(part);
    return plain;
  }
  throw new TypeError(`recording: expected data, found a ${typeof value}`);
}

/** What {@link toPlain} was given. */
export function fromPlain(plain: Plain): unknown {
  if (plain === null || typeof plain !== 'object') return plain;
  if (isList(plain)) return plain.map(fromPlain);
  const keys = Object.keys(plain);
  if (keys.length === 1 && keys[0] === NUMBER) return Number(plain[NUMBER]);
  if (keys.length === 1 && keys[0] === BYTES) return fromHex(String(plain[BYTES]));
  return Object.fromEntries(Object.entries(plain).map(([key, part]) => [key, fromPlain(part)]));
}

function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain);
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes as text, two digits each. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** @throws TypeError when the text is not bytes, two digits each. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-f]/.test(text))
    throw new TypeError('recording: expected bytes, two digits each');
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );
}
