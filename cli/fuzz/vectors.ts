import { readFileSync } from 'node:fs';
import { ActionType, Opcode } from '../../engine/wire/opcodes.ts';

/** The wire vectors of the golden set, as whole messages. */
export interface Vectors {
  server: Uint8Array[];
  /** With the header of a client action, which the vectors leave out. */
  client: Uint8Array[];
}

const WIRE = new URL('../../test/golden/wire/wire.json', import.meta.url);
const HEADER_BYTES = 12;

/** Reads the repository's own vectors. */
export function readVectors(): Vectors {
  const vectors: Vectors = { server: [], client: [] };
  for (const { message, hex } of JSON.parse(readFileSync(WIRE, 'utf8')) as { message: string; hex: string }[]) {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const action = ActionType[message as keyof typeof ActionType];
    if (action === undefined) vectors.server.push(bytes);
    else vectors.client.push(withHeader(bytes, action));
  }
  return vectors;
}

function withHeader(body: Uint8Array, action: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Opcode.ClientAction, true);
  view.setUint32(4, 1, true);
  view.setUint32(8, action, true);
  bytes.set(body, HEADER_BYTES);
  return bytes;
}
