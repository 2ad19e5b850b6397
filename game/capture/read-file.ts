import { type Capture, CaptureError, printable, readCapture } from '../../index.ts';

/** A capture that was read, and what its file is called. */
export interface OpenedCapture {
  readonly name: string;
  readonly capture: Capture;
}

/** A file that cannot be shown; the message is for people. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Bytes that a page can be expected to hold together with what is made of them. */
const MOST_BYTES = 256 * 1024 * 1024;
const NAME_LENGTH = 60;

/** The address of the sample; content/captures/README.md says where it is from. */
const SAMPLE = new URL('../../content/captures/retail-protocol-session.pcap', import.meta.url);
export const SAMPLE_NAME = 'retail-protocol-session.pcap';

/** Reads a file that somebody chose. @throws UnreadableFile that says why it cannot be shown. */
export async function readFile(file: File): Promise<OpenedCapture> {
  const name = shortName(file.name);
  if (file.size > MOST_BYTES) {
    const size = Math.round(file.size / 1024 / 1024);
    throw new UnreadableFile(
      `${name} has ${size} MiB; the page opens files of at most ${MOST_BYTES / 1024 / 1024} MiB.`,
    );
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile(`${name} cannot be read: is it a folder, or was it moved meanwhile?`);
  }
  return openBytes(name, bytes);
}

/** Reads the capture that the page brings along. @throws UnreadableFile when it cannot be had. */
export async function readSample(): Promise<OpenedCapture> {
  let bytes: Uint8Array;
  try {
    const answer = await fetch(SAMPLE);
    if (!answer.ok) throw new Error(String(answer.status));
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch {
    throw new UnreadableFile('The sample cannot be loaded: is the page’s server still there?');
  }
  return openBytes(SAMPLE_NAME, bytes);
}

function openBytes(name: string, bytes: Uint8Array): OpenedCapture {
  let capture: Capture;
  try {
    capture = readCapture(bytes);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    throw new UnreadableFile(
      `${name} is no capture that can be read: ${printable(error.message.replace(/^capture: /, ''))}`,
    );
  }
  if (capture.messages.count === 0)
    throw new UnreadableFile(`${name} holds no messages of the game${insteadOf(capture)}.`);
  return { name, capture };
}

/** What a capture without messages has. */
function insteadOf({ counts, damage }: Capture): string {
  const skipped = Object.entries(counts.skipped).filter(([, count]) => count > 0);
  const parts = skipped.map(([reason, count]) => `${count} ${reason}`);
  if (damage !== null) parts.push(`damaged at byte ${damage.offset}: ${printable(damage.text)}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function shortName(name: string): string {
  const letters = Array.from(printable(name));
  return letters.length <= NAME_LENGTH ? letters.join('') : `${letters.slice(0, NAME_LENGTH - 1).join('')}…`;
}
