/** UTF-8 of a text, cut at a whole character to at most `most` bytes. Half a surrogate pair becomes U+FFFD. */
export function utf8(text: string, most: number): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.slice(0, most).replace(/[\ud800-\udfff]/gu, '\ufffd')) {
    const encoded = encodeURIComponent(character);
    const units = encoded.length > 1 ? encoded.slice(1).split('%') : [character.charCodeAt(0).toString(16)];
    if (bytes.length + units.length > most) break;
    for (const unit of units) bytes.push(Number.parseInt(unit, 16));
  }
  return Uint8Array.from(bytes);
}

/** The text of UTF-8. When some of it is none, each byte outside ASCII becomes U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, '0')}`;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '\ufffd')).join('');
  }
}
