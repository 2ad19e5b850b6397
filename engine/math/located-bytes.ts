const VIEW = Symbol('view');
const START = Symbol('start');

/** Bytes that know where they lie. */
interface LocatedBytes extends Uint8Array {
  /** A view of their whole buffer. */
  [VIEW]?: DataView;
  /** Offset of the first of them in it. */
  [START]?: number;
}

/**
 * Notes where bytes lie, for those who hand the same views over again and again: to ask a Uint8Array for its buffer and
 * its offset costs more than to read a short message does.
 *
 * @param view A view of the bytes' whole buffer.
 * @returns The bytes.
 */
export function locate(bytes: Uint8Array, view: DataView): Uint8Array {
  const located = bytes as LocatedBytes;
  located[VIEW] = view;
  located[START] = bytes.byteOffset;
  return bytes;
}

/** The view of the bytes' whole buffer, if it was noted. */
export function viewOf(bytes: Uint8Array): DataView | undefined {
  return (bytes as LocatedBytes)[VIEW];
}

/** The offset of the first of the bytes in {@link viewOf}. */
export function startOf(bytes: Uint8Array): number {
  return (bytes as LocatedBytes)[START] ?? bytes.byteOffset;
}
