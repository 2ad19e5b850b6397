import { requireInteger, requireKeys, requireNumber, requireObject } from '../checks.ts';
import { WINDOW } from './datagram.ts';

/** Both sides need the same `mtu` and `firstNumber`. */
export interface DeliveryOptions {
  /** The longest datagram, bytes, 256 to 16384; 1200 when left out. */
  readonly mtu?: number;
  /** Reliable packets that may wait or be on their way, a power of two from 512 to 65536; 4096 when left out. */
  readonly queue?: number;
  /** Seconds after which a packet is sent again at the earliest, 0.01 to 60; 0.1 when left out. */
  readonly leastResendTime?: number;
  /** Seconds after which a packet is sent again at the latest, 0.01 to 60; 4 when left out. */
  readonly mostResendTime?: number;
  /** Number of the first packets, whole, 0 to 4294967295; 0 when left out. Numbers wrap. */
  readonly firstNumber?: number;
}

/** Counts since the start. */
export interface DeliveryCounters {
  /** Messages taken for sending. */
  sent: number;
  /** Messages handed over. */
  delivered: number;
  /** Messages that found no room: the peer acknowledges nothing, or `update` is not called. */
  overflowed: number;
  datagramsSent: number;
  datagramsReceived: number;
  /** Bytes of these datagrams. */
  bytesSent: number;
  bytesReceived: number;
  /** Packets sent again, of `datagramsSent`. */
  resent: number;
  /** Packets that had been there before, or are too old to tell. */
  duplicates: number;
  /** Datagrams that no peer sends. */
  malformed: number;
  /** Well-formed packets that were not taken: parts of more unfinished messages than a peer has in flight. */
  refused: number;
}

/** No counts yet. */
export function newDeliveryCounters(): DeliveryCounters {
  return {
    sent: 0,
    delivered: 0,
    overflowed: 0,
    datagramsSent: 0,
    datagramsReceived: 0,
    bytesSent: 0,
    bytesReceived: 0,
    resent: 0,
    duplicates: 0,
    malformed: 0,
    refused: 0,
  };
}

const NAMES = [
  'mtu',
  'queue',
  'leastResendTime',
  'mostResendTime',
  'firstNumber',
] as const satisfies readonly (keyof DeliveryOptions)[];

/** The options with what was left out. @throws RangeError or TypeError naming the one that cannot be. */
export function completeDeliveryOptions(options: DeliveryOptions): Required<DeliveryOptions> {
  requireObject('options', options, 'options such as { mtu: 1200 }');
  requireKeys('options', options, NAMES);
  const { mtu = 1200, queue = 4096, leastResendTime = 0.1, mostResendTime = 4, firstNumber = 0 } = options;
  requireInteger('mtu', mtu, 256, 16384);
  requireInteger('queue', queue, WINDOW, 65536);
  if ((queue & (queue - 1)) !== 0) throw new RangeError(`queue: expected a power of two, found ${queue}`);
  requireNumber('leastResendTime', leastResendTime, 0.01, 60);
  requireNumber('mostResendTime', mostResendTime, leastResendTime, 60);
  requireInteger('firstNumber', firstNumber, 0, 0xffffffff);
  return { mtu, queue, leastResendTime, mostResendTime, firstNumber };
}
