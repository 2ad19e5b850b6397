import type { CaptureNote, SkipLog } from './capture.ts';
import { CaptureError } from './capture-error.ts';
import { type CapturedFrame, type FrameSource, hex, MAX_FRAME_BYTES } from './frame-source.ts';

const SECTION_HEADER = 0x0a0d0d0a;
const BYTE_ORDER = 0x1a2b3c4d;
const VERSION_MAJOR = 1;

const BlockType = {
  InterfaceDescription: 1,
  /** The obsolete Packet Block. */
  Packet: 2,
  SimplePacket: 3,
  EnhancedPacket: 6,
} as const;

/** A block's type and length before its body, and its length again behind it. */
const BLOCK_FRAMING = 12;
/** Before the options: byte-order magic, version, section length. */
const SECTION_BYTES = 16;
const INTERFACE_BYTES = 8;
/** Before the frame: interface, time, both lengths. */
const PACKET_BYTES = 20;
const SIMPLE_BYTES = 4;

const OPTION_END = 0;
const OPTION_TSRESOL = 9;
const OPTION_TSOFFSET = 14;
/** More interfaces than that are not described in one section. */
const MOST_INTERFACES = 4096;

/** What is known of an interface. */
interface Interface {
  linkType: number;
  /** Bytes that were captured of a frame at most; 0: all. */
  snapLength: number;
  /** Units of time in a second. */
  unit: number;
  /** Seconds to add to times. */
  offset: number;
}

/** Whether bytes begin as a pcapng file does. */
export function isPcapng(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === SECTION_HEADER;
}

/**
 * pcapng: sections of either byte order, interfaces with their own resolution of time, enhanced, simple and obsolete
 * packet blocks. Blocks of other types are passed over.
 */
export class PcapngReader implements FrameSource {
  readonly format = 'pcapng';
  damage: CaptureNote | null = null;

  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly log: SkipLog;
  private little = true;
  private at = 0;
  private interfaces: Interface[] = [];
  /** The last time that a block told: simple packets have none of their own. */
  private micros = 0;

  /**
   * @param log Where frames that cannot be used are counted.
   * @throws CaptureError when the file does not begin with a section header that can be read.
   */
  constructor(bytes: Uint8Array, log: SkipLog) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.log = log;
    if (!isPcapng(bytes)) throw new CaptureError('pcapng', 0, `expected a section header, type ${hex(SECTION_HEADER)}`);
    const length = this.blockLength();
    if (length > 0) this.readSection(length);
    if (this.damage !== null) throw new CaptureError('pcapng', this.damage.offset, this.damage.text);
    this.at = length;
  }

  next(frame: CapturedFrame): boolean {
    while (this.damage === null && this.at < this.bytes.length) {
      const start = this.at;
      const length = this.blockLength();
      if (length === 0) break;
      const type = this.view.getUint32(start, this.little);
      let isFrame = false;
      if (type === SECTION_HEADER) this.readSection(length);
      else if (type === BlockType.InterfaceDescription) this.readInterface(length);
      else if (type === BlockType.SimplePacket) isFrame = this.readSimple(length, frame);
      else if (type === BlockType.EnhancedPacket || type === BlockType.Packet) {
        isFrame = this.readPacket(length, type === BlockType.Packet, frame);
      }
      if (this.damage !== null) break;
      this.at = start + length;
      if (isFrame) return true;
    }
    return false;
  }

  /** The checked length of the block at `at`; 0: it cannot be, and `damage` says why. */
  private blockLength(): number {
    const { at, view } = this;
    const left = this.bytes.length - at;
    if (left < BLOCK_FRAMING)
      return this.stop(at, `expected a block of at least ${BLOCK_FRAMING} bytes, found ${left}`);
    // A section header's own length is in the byte order that it sets. Its type reads the same in both.
    if (view.getUint32(at) === SECTION_HEADER) {
      const order = view.getUint32(at + 8);
      if (order === BYTE_ORDER) this.little = false;
      else if (view.getUint32(at + 8, true) === BYTE_ORDER) this.little = true;
      else return this.stop(at + 8, `expected the byte-order magic ${hex(BYTE_ORDER)}, found ${hex(order)}`);
    }
    const length = view.getUint32(at + 4, this.little);
    if (length < BLOCK_FRAMING) {
      return this.stop(at + 4, `expected a block length of at least ${BLOCK_FRAMING}, found ${length}`);
    }
    if (length % 4 !== 0) return this.stop(at + 4, `expected a block length that is a multiple of 4, found ${length}`);
    if (length > left) {
      return this.stop(at + 4, `expected a block of ${length} bytes, found ${left}: the file is cut short`);
    }
    const again = view.getUint32(at + length - 4, this.little);
    if (again !== length) {
      return this.stop(at + length - 4, `expected the block's length ${length} again, found ${again}`);
    }
    return length;
  }

  private readSection(length: number): void {
    const { at } = this;
    if (length < BLOCK_FRAMING + SECTION_BYTES) {
      this.stop(
        at + 4,
        `expected a section header of at least ${BLOCK_FRAMING + SECTION_BYTES} bytes, found ${length}`,
      );
      return;
    }
    const major = this.view.getUint16(at + 12, this.little);
    if (major !== VERSION_MAJOR) {
      this.stop(at + 12, `expected version ${VERSION_MAJOR}, found version ${major}`);
      return;
    }
    this.interfaces = [];
  }

  private readInterface(length: number): void {
    const { at, view, little } = this;
    if (length < BLOCK_FRAMING + INTERFACE_BYTES) {
      this.stop(
        at + 4,
        `expected an interface block of at least ${BLOCK_FRAMING + INTERFACE_BYTES} bytes, found ${length}`,
      );
      return;
    }
    if (this.interfaces.length >= MOST_INTERFACES) {
      this.stop(at, `expected at most ${MOST_INTERFACES} interfaces in a section`);
      return;
    }
    const described: Interface = {
      linkType: view.getUint16(at + 8, little),
      snapLength: view.getUint32(at + 12, little),
      unit: 1e6,
      offset: 0,
    };
    this.readInterfaceOptions(at + 8 + INTERFACE_BYTES, at + length - 4, described);
    this.interfaces.push(described);
  }

  /** Options that do not fit are left alone: what they say is only the resolution of time. */
  private readInterfaceOptions(from: number, end: number, described: Interface): void {
    const { view, little } = this;
    for (let at = from; at + 4 <= end; ) {
      const code = view.getUint16(at, little);
      const length = view.getUint16(at + 2, little);
      const value = at + 4;
      if (code === OPTION_END || value + length > end) return;
      if (code === OPTION_TSRESOL && length === 1) {
        const exponent = view.getUint8(value) & 0x7f;
        described.unit = (view.getUint8(value) & 0x80) !== 0 ? 2 ** exponent : 10 ** exponent;
      } else if (code === OPTION_TSOFFSET && length === 8) {
        described.offset = Number(view.getBigInt64(value, little));
      }
      at = value + length + (-length & 3);
    }
  }

  /** An enhanced or an obsolete packet block: they differ in how wide the interface's number is. */
  private readPacket(length: number, obsolete: boolean, frame: CapturedFrame): boolean {
    const { at, view, little } = this;
    const room = length - BLOCK_FRAMING - PACKET_BYTES;
    if (room < 0)
      return this.bad(at + 4, `expected at least ${PACKET_BYTES} bytes in the block, found ${length - BLOCK_FRAMING}`);
    const number = obsolete ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    const described = this.interfaces[number];
    if (described === undefined) {
      return this.bad(at + 8, `expected one of ${this.interfaces.length} interfaces, found number ${number}`);
    }
    const captured = view.getUint32(at + 20, little);
    if (captured > room) return this.bad(at + 20, `expected at most ${room} captured bytes, found ${captured}`);
    const high = view.getUint32(at + 12, little);
    const low = view.getUint32(at + 16, little);
    const units = high * 0x1_0000_0000 + low;
    this.micros = described.unit === 1e6 ? units : (units / described.unit) * 1e6;
    this.micros += described.offset * 1e6;
    return this.give(frame, described, at + 28, captured, view.getUint32(at + 24, little));
  }

  /** A simple packet block: of the first interface, without a time, cut where the interface says. */
  private readSimple(length: number, frame: CapturedFrame): boolean {
    const { at, view, little } = this;
    const room = length - BLOCK_FRAMING - SIMPLE_BYTES;
    if (room < 0)
      return this.bad(at + 4, `expected at least ${SIMPLE_BYTES} bytes in the block, found ${length - BLOCK_FRAMING}`);
    const described = this.interfaces[0];
    if (described === undefined) return this.bad(at, 'expected an interface before a simple packet, found none');
    const wire = view.getUint32(at + 8, little);
    const most = described.snapLength === 0 ? wire : Math.min(wire, described.snapLength);
    if (most > room) return this.bad(at + 8, `expected at most ${room} captured bytes, found ${most}`);
    return this.give(frame, described, at + 12, most, wire);
  }

  private give(frame: CapturedFrame, described: Interface, offset: number, captured: number, wire: number): boolean {
    if (captured > MAX_FRAME_BYTES) {
      return this.bad(offset, `expected a frame of at most ${MAX_FRAME_BYTES} bytes, found ${captured}`);
    }
    frame.micros = this.micros;
    frame.linkType = described.linkType;
    frame.offset = offset;
    frame.bytes = this.bytes.subarray(offset, offset + captured);
    frame.wireLength = Math.max(captured, wire);
    return true;
  }

  /** A frame that cannot be used; the file goes on behind its block. */
  private bad(offset: number, text: string): false {
    this.log.skip('bad block', offset, text);
    return false;
  }

  private stop(offset: number, text: string): 0 {
    this.damage = { offset, text };
    return 0;
  }
}
