import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../../game/capture/read-file.ts';

const retail = readFileSync(new URL('../../captures/retail-protocol-session.pcap', import.meta.url));
const file = (name: string, bytes: Uint8Array) => new File([Uint8Array.from(bytes)], name);

describe('a file that somebody opens on the page', () => {
  test('is read when it is a capture; of a long name the start is told', async () => {
    const { name, capture } = await readFile(file(`${'n'.repeat(200)}.pcap`, retail));
    expect(name).toBe(`${'n'.repeat(59)}…`);
    expect(capture.messages.count).toBe(2088);
  });

  test.each([
    ['letter.txt', Buffer.from('Dear reader'), /^letter\.txt is no capture that can be read: byte 0: expected .*pcap/],
    ['nothing.pcap', Buffer.alloc(0), /^nothing\.pcap is no capture that can be read: /],
    ['header.pcap', retail.subarray(0, 24), /^header\.pcap holds no messages of the game\.$/],
    ['cut.pcap', retail.subarray(0, 60), /^cut\.pcap holds no messages of the game \(damaged at byte \d+: .+\)\.$/],
    ['evil\u202etxt.pcap', Buffer.from('x'), /^evil\ufffdtxt\.pcap is no capture/],
  ])('is refused in words when it is none: %s', async (name, bytes, message) => {
    await expect(readFile(file(name, bytes))).rejects.toThrow(message);
  });

  test('is refused unread when it is too large, and when it cannot be read', async () => {
    const large = { name: 'large.pcap', size: 300 * 1024 * 1024 } as File;
    await expect(readFile(large)).rejects.toThrow('large.pcap has 300 MiB; the page opens files of at most 256 MiB.');
    const gone = { name: 'folder', size: 1, arrayBuffer: () => Promise.reject(new Error('gone')) };
    await expect(readFile(gone as unknown as File)).rejects.toThrow('folder cannot be read');
  });
});
