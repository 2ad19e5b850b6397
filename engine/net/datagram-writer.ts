import { datagramChecksum, HEADER_BYTES, Header, MAGIC, NO_ECHO } from './datagram.ts';
import { LengthViews } from './length-views.ts';
import type { Packet } from './packet-queue.ts';
import type { ReceivedNumbers } from './received-numbers.ts';

/** Writes the datagrams of one update, one at a time. */
export class DatagramWriter {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly lengths: LengthViews;
  private entries = 0;

  constructor(mtu: number) {
    const buffer = new ArrayBuffer(mtu);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
    this.lengths = new LengthViews(buffer);
  }

  /**
   * Writes what all datagrams of an update share.
   *
   * @param time Our clock, milliseconds.
   * @param received What has come from the peer.
   * @param echo The peer's clock in the last datagram.
   * @param held Milliseconds since that came; negative when none has.
   */
  begin(time: number, received: ReceivedNumbers, echo: number, held: number): void {
    const { view } = this;
    const { words } = received;
    const echoed = held >= 0 && held < NO_ECHO;
    view.setUint16(Header.magic, MAGIC, true);
    view.setUint8(Header.words, words);
    view.setUint32(Header.time, time, true);
    view.setUint32(Header.expected, received.expected, true);
    view.setUint32(Header.echo, echoed ? echo : 0, true);
    view.setUint16(Header.held, echoed ? held : NO_ECHO, true);
    for (let index = 0; index < words; index++) {
      view.setUint32(HEADER_BYTES + 4 * index, received.word(index), true);
    }
    this.entries = HEADER_BYTES + 4 * words;
  }

  /** A datagram with this packet, or with none; the view is good until the next call. */
  write(kind: number, number: number, packet?: Packet): Uint8Array {
    const { bytes, view } = this;
    let length = this.entries;
    view.setUint8(Header.kind, kind);
    view.setUint32(Header.number, number, true);
    if (packet !== undefined) {
      // All of the packet's buffer: a part of it would need a view of its own, and there is always room.
      bytes.set(packet.bytes, length);
      length += packet.length;
    }
    view.setUint32(Header.checksum, datagramChecksum(bytes, 0, length), true);
    return this.lengths.of(length);
  }
}
