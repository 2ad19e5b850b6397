import { ByteReader } from '../../engine/wire/reader.ts';
import { decodeMessage } from '../../engine/decode-message.ts';
import { createIngestRecord, type IngestRecord } from '../../engine/ingest-ring.ts';
import { messageName } from '../../index.ts';
import type { Inbox } from './inbox.ts';

/** A server message that a test reads: its name, whom it is about, and the decoded record. */
export interface ReadMessage {
  name: string;
  guid: number;
  record: IngestRecord;
}

/** Reads a server message from its bytes. @throws Error when it is malformed. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const record = createIngestRecord();
  const reader = new ByteReader();
  if (decodeMessage(reader, bytes, record) !== 0) throw new Error(`malformed: ${messageName(record.opcode)}`);
  return { name: messageName(record.opcode), guid: record.guid, record };
}

/** Takes everything out of an inbox that was sent to it. */
export function takeSent(inbox: Inbox): ReadMessage[] {
  return inbox.sent.splice(0).map(readMessage);
}
