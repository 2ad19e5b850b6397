/** Bytes that are no capture, or none that can be read. The message says where, what was expected and what was found. */
export class CaptureError extends Error {
  /** Bytes from the start of the file to what is wrong. */
  readonly offset: number;

  constructor(what: string, offset: number, text: string) {
    super(`${what}: byte ${offset}: ${text}`);
    this.name = 'CaptureError';
    this.offset = offset;
  }
}
