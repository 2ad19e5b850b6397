import { HEADER_BYTES, MAX_WORDS, NO_ECHO, numbersPast, PacketKind, WINDOW } from './datagram.ts';
import { DatagramReader } from './datagram-reader.ts';
import { DatagramWriter } from './datagram-writer.ts';
import {
  completeDeliveryOptions,
  type DeliveryCounters,
  type DeliveryOptions,
  newDeliveryCounters,
} from './delivery-options.ts';
import { type Packet, PacketQueue } from './packet-queue.ts';
import { Reassembly } from './reassembly.ts';
import { ReceivedNumbers, RecentNumbers } from './received-numbers.ts';
import { RoundTrip } from './round-trip.ts';
import { SendPace } from './send-pace.ts';
import { SteadyClock } from './steady-clock.ts';
import { MAX_MESSAGE_BYTES, requireMessage } from './transport.ts';

const FIRST_RESEND_TIME = 0.3;
/** Unreliable packets that may wait for an update. */
const UNRELIABLE_QUEUE = 256;
const UNRELIABLE_UNFINISHED = 16 * MAX_MESSAGE_BYTES;
/** Seconds by which times may be wrong. */
const ROUNDING = 1e-9;
/**
 * Carries messages over datagrams that may be lost, doubled, damaged and out of order: every reliable message arrives
 * once, every unreliable one at most once, each as soon as it is complete, so that order is not kept (wire.md,
 * "Delivery").
 *
 * Packets are numbered and hold several messages, or a part of one. Each datagram says which reliable packets have
 * arrived; a gap in that asks for what is missing. What is not acknowledged is sent again, sooner if it was asked for.
 * Works by the time it is told alone, throws nothing for what comes in, and keeps a bounded amount of it.
 *
 * Each tick: `receive` what has come, then `update`.
 */
export class Delivery {
  readonly counters: DeliveryCounters = newDeliveryCounters();

  private readonly sendDatagram: (bytes: Uint8Array) => void;
  private readonly clock = new SteadyClock();
  private start = 0;
  /** Milliseconds since the first update. */
  private time = 0;
  private readonly roundTripTime: RoundTrip;

  private readonly reliable: PacketQueue;
  private readonly unreliable: PacketQueue;
  /** Number of the first reliable packet that was never sent. */
  private unsent: number;
  /** When the last one was sent of the packets that have arrived, seconds; of those sent once, for it is certain then. */
  private arrived = Number.NEGATIVE_INFINITY;
  private readonly pace = new SendPace();
  private updating = false;

  private readonly received: ReceivedNumbers;
  private readonly recent: RecentNumbers;
  private readonly parts: Reassembly;
  private readonly unreliableParts = new Reassembly(UNRELIABLE_UNFINISHED);
  private receiving = false;
  /** A reliable packet has come in since the last datagram went out. */
  private owed = false;
  /** The peer's time in the last datagram, and our time when it came. */
  private echo = 0;
  private echoAt = 0;
  private echoState: 'none' | 'new' | 'timed' = 'none';
  /** Our time when the datagram went out that was answered last, moved on by the time the peer took to answer. */
  private answered = 0;
  private hasAnswer = false;

  private readonly reader: DatagramReader;
  private readonly writer: DatagramWriter;

  /**
   * @param sendDatagram Sends one datagram; the view is only valid inside the call.
   * @throws RangeError or TypeError naming the option that cannot be.
   */
  constructor(sendDatagram: (bytes: Uint8Array) => void, options: DeliveryOptions = {}) {
    const { mtu, queue, leastResendTime, mostResendTime, firstNumber } = completeDeliveryOptions(options);
    this.sendDatagram = sendDatagram;
    this.roundTripTime = new RoundTrip(FIRST_RESEND_TIME, leastResendTime, mostResendTime);
    const payload = mtu - HEADER_BYTES - MAX_WORDS * 4;
    this.reliable = new PacketQueue(payload, queue, firstNumber);
    this.unreliable = new PacketQueue(payload, UNRELIABLE_QUEUE, firstNumber);
    this.unsent = firstNumber;
    this.received = new ReceivedNumbers(firstNumber);
    this.recent = new RecentNumbers(firstNumber);
    // What a peer can have in flight: its window, and the messages that reach over its ends.
    this.parts = new Reassembly(WINDOW * payload + 2 * MAX_MESSAGE_BYTES);
    this.reader = new DatagramReader(mtu);
    this.writer = new DatagramWriter(mtu);
  }

  /** Reliable packets that wait or were not acknowledged yet. */
  get waiting(): number {
    return this.reliable.count;
  }

  /** Bytes of messages of which only some parts have arrived. */
  get unfinished(): number {
    return this.parts.bytes + this.unreliableParts.bytes;
  }

  /** The smoothed round trip, seconds; 0 before it was measured. */
  get roundTrip(): number {
    return this.roundTripTime.smoothed;
  }

  /** Seconds after which a packet is sent again for the first time. */
  get resendTime(): number {
    return this.roundTripTime.resendTime;
  }

  /**
   * Queues a copy of a message for the next update.
   *
   * @returns Whether there was room; if not, it is dropped and counted.
   * @throws RangeError when the message is empty or too long.
   */
  send(message: Uint8Array, unreliable = false): boolean {
    requireMessage(message);
    const taken = (unreliable ? this.unreliable : this.reliable).add(message);
    if (taken) this.counters.sent++;
    else this.counters.overflowed++;
    return taken;
  }

  /**
   * Takes one datagram and hands over the messages that it completes. Never throws for what it holds.
   *
   * @param deliver Gets each message, which is only valid inside the call. It may send, but what it passes to `receive`
   * of the same side is taken for lost. If it throws, the other messages of the datagram are lost.
   */
  receive(datagram: Uint8Array, deliver: (message: Uint8Array) => void): void {
    const { counters, reader } = this;
    if (this.receiving) return;
    counters.datagramsReceived++;
    counters.bytesReceived += datagram.length;
    const newBytes = this.load(datagram);
    if (newBytes < 0) {
      counters.malformed++;
      return;
    }
    this.pace.hear();
    this.takeAcknowledgement();
    this.takeTimes();
    if (reader.kind === PacketKind.acknowledgement) return;
    const reliable = reader.kind === PacketKind.reliable;
    const parts = reliable ? this.parts : this.unreliableParts;
    if (reliable) {
      this.owed = true;
      if (!this.received.has(reader.number) && newBytes + parts.bytes > parts.limit) {
        counters.refused++;
        return;
      }
    }
    if (!(reliable ? this.received : this.recent).add(reader.number)) {
      counters.duplicates++;
      return;
    }
    this.receiving = true;
    try {
      counters.delivered += reader.readEntries(parts, deliver);
    } finally {
      this.receiving = false;
    }
  }

  /**
   * Sends what is queued, what has to be sent again, and what has to be acknowledged. Does nothing inside itself.
   *
   * @param now Seconds; an earlier time than before lets no time pass.
   */
  update(now: number): void {
    if (this.updating) return;
    const first = !this.clock.started;
    const seconds = this.clock.advance(now);
    if (first) this.start = seconds;
    this.time = Math.floor((seconds - this.start) * 1000) >>> 0;
    if (this.hasAnswer) this.roundTripTime.add(((this.time - this.answered) >>> 0) / 1000);
    this.hasAnswer = false;
    if (this.echoState === 'new') {
      this.echoState = 'timed';
      this.echoAt = this.time;
    }
    this.pace.begin(seconds);
    this.updating = true;
    try {
      const held = this.echoState === 'none' ? -1 : (this.time - this.echoAt) >>> 0;
      this.writer.begin(this.time, this.received, this.echo, held);
      this.sendAgain(seconds);
      this.sendNew(seconds);
      if (this.owed) this.write(PacketKind.acknowledgement, 0);
    } finally {
      this.updating = false;
    }
  }

  /** The oldest first. */
  private sendAgain(seconds: number): void {
    const { reliable, unsent, roundTripTime, pace } = this;
    let left = pace.resends(seconds, roundTripTime.resendTime);
    // Asked for is what has not arrived although something that was sent enough later has.
    const certain = this.arrived - roundTripTime.overtaking + ROUNDING;
    for (let number = reliable.base; number !== unsent && left > 0; number = (number + 1) >>> 0) {
      const packet = reliable.at(number);
      if (packet === undefined) continue;
      const askedFor = packet.sentAt <= certain;
      if (!askedFor && seconds - packet.sentAt < roundTripTime.waitAfter(packet.sendings)) continue;
      if (!pace.take()) break;
      left--;
      this.counters.resent++;
      this.sendReliable(number, packet, seconds);
    }
  }

  private sendNew(seconds: number): void {
    const { reliable, unreliable, pace } = this;
    // What is queued meanwhile waits for the next time.
    const end = reliable.next;
    while (this.unsent !== end && numbersPast(this.unsent, reliable.base) < WINDOW && pace.take()) {
      const number = this.unsent;
      this.unsent = (number + 1) >>> 0;
      this.sendReliable(number, reliable.at(number) as Packet, seconds);
    }
    for (let left = unreliable.count; left > 0; left--) {
      const number = unreliable.base;
      const packet = unreliable.at(number) as Packet;
      unreliable.close(number);
      try {
        this.write(PacketKind.unreliable, number, packet);
      } finally {
        unreliable.release(number);
      }
    }
  }

  private sendReliable(number: number, packet: Packet, seconds: number): void {
    this.reliable.close(number);
    packet.sentAt = seconds;
    packet.sendings++;
    this.write(PacketKind.reliable, number, packet);
  }

  private write(kind: number, number: number, packet?: Packet): void {
    this.owed = false;
    const datagram = this.writer.write(kind, number, packet);
    this.counters.datagramsSent++;
    this.counters.bytesSent += datagram.length;
    this.sendDatagram(datagram);
  }

  /** @returns Bytes of the messages that begin to come in by parts of this datagram; -1 when no peer sends it. */
  private load(datagram: Uint8Array): number {
    const { reader, received } = this;
    if (!reader.load(datagram)) return -1;
    // Nobody acknowledges what was not sent, or sends what is not waited for.
    if (numbersPast(reader.expected, this.unsent) > 0) return -1;
    if (numbersPast(reader.acknowledgedEnd, this.unsent) > 0) return -1;
    if (reader.kind === PacketKind.acknowledgement) return 0;
    const reliable = reader.kind === PacketKind.reliable;
    if (reliable && numbersPast(reader.number, received.expected) >= WINDOW) return -1;
    return reader.checkEntries(reliable ? this.parts : this.unreliableParts);
  }

  private takeAcknowledgement(): void {
    const { reader, reliable } = this;
    while (numbersPast(reader.expected, reliable.base) > 0) this.acknowledge(reliable.base);
    for (let index = 0; index < reader.words; index++) {
      const first = reader.expected + 1 + 32 * index;
      for (let bits = reader.word(index); bits !== 0; ) {
        const bit = 31 - Math.clz32(bits);
        bits = (bits ^ (1 << bit)) >>> 0;
        // An old datagram names packets that are long gone.
        const number = (first + bit) >>> 0;
        if (numbersPast(number, reliable.base) >= 0) this.acknowledge(number);
      }
    }
  }

  private acknowledge(number: number): void {
    const packet = this.reliable.at(number);
    if (packet !== undefined && packet.sendings === 1 && packet.sentAt > this.arrived) this.arrived = packet.sentAt;
    this.reliable.release(number);
  }

  private takeTimes(): void {
    const { reader } = this;
    this.echo = reader.time;
    this.echoState = 'new';
    if (reader.held === NO_ECHO) return;
    this.answered = (reader.echo + reader.held) >>> 0;
    this.hasAnswer = true;
  }
}
