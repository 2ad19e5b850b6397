import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as wire from '../../wire.ts';
import { listen, newEngine } from '../support/engines.ts';

/** What the table of messages in docs/wire.md says, a row each. */
const rows = readFileSync('docs/wire.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `0x/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, code, name, from, client, server]) => ({ code: Number(code), name, from, client, server }));

type Encode = (writer: wire.ByteWriter, message: object) => void;
type Decode = (reader: wire.ByteReader, message: object) => boolean;

/** What the entry exports for a message. */
function codecOf(name: string): { Message: new () => object; encode: Encode; decode: Decode } {
  const all = wire as unknown as Record<string, unknown>;
  for (const needed of [name, `encode${name}`, `decode${name}`])
    expect([needed, typeof all[needed]]).toContain('function');
  return {
    Message: all[name] as new () => object,
    encode: all[`encode${name}`] as Encode,
    decode: all[`decode${name}`] as Decode,
  };
}

/** A message of a row with the values that a new one has. */
function messageOf({ code, name, from }: (typeof rows)[number]): Uint8Array {
  const { Message, encode } = codecOf(name);
  const writer = new wire.ByteWriter();
  if (from === 'client') wire.encodeClientActionHeader(writer, 1, code);
  encode(writer, new Message());
  return writer.bytes().slice();
}

/** Whether a world of a role reads a message; the reason why not. */
function readBy(role: 'client' | 'server', message: Uint8Array): unknown {
  const { engine, inbox } = newEngine({ role });
  const told = listen(engine);
  inbox.put(message);
  engine.step();
  const { decoded, unknown, malformed } = engine.counters;
  if (decoded === 1) return 'reads';
  return told.find(({ type }) => type === 'messageDropped')?.reason ?? { unknown, malformed };
}

describe('the table of messages in docs/wire.md', () => {
  it('has every message once: server messages, then client actions, each by its code', () => {
    const { ClientAction, ...fromServer } = wire.Opcode;
    const all = [...Object.entries(fromServer), ...Object.entries(wire.ActionType)];
    expect(rows.map(({ code, name }) => [name, code])).toEqual(all);
    expect(readFileSync('docs/wire.md', 'utf8')).toContain(`\`0x${ClientAction.toString(16)}\`, \`ClientAction\``);
  });

  it.each(rows)('is right about who may say $name', ({ code, name, from, client, server }) => {
    expect(wire.isServerOpcode(code)).toBe(from === 'server');
    expect(wire.messageName(code)).toBe(name);
    expect([client, server]).toEqual(from === 'server' ? ['reads', 'writes'] : ['writes', 'reads']);
  });

  it.each(rows)('is right about who reads $name', (row) => {
    const message = messageOf(row);
    const [reader, other] = row.from === 'server' ? (['client', 'server'] as const) : (['server', 'client'] as const);
    expect(readBy(reader, message)).toBe('reads');
    expect(readBy(other, message)).toBe(`not for a ${other}`);
  });

  it.each(rows)('names messages whose codecs gait/wire has: $name', (row) => {
    const { Message, decode } = codecOf(row.name);
    const reader = new wire.ByteReader().reset(messageOf(row));
    if (row.from === 'client') {
      expect(wire.decodeClientActionHeader(reader, new wire.ClientActionHeader())).toBe(true);
    }
    expect([decode(reader, new Message()), reader.reason]).toEqual([true, wire.WireReason.None]);
  });
});
