import type { Recorder } from './recorder.ts';
import type { Deliver, Transport } from './transport.ts';

/**
 * A transport that does what another does and has everything recorded that goes over it, both ways: what is received at
 * the time of the poll, what is sent at the time of the poll or flush before it. Connect the answer in the place of the
 * transport.
 *
 * @param name What the connection is called in the capture. Default: a number.
 * @throws TypeError when one of them is not what it should be.
 */
export function recordTransport(transport: Transport, recorder: Recorder, name?: string): Transport {
  for (const part of ['send', 'poll', 'close'] as const) {
    if (typeof transport?.[part] !== 'function') {
      throw new TypeError('recordTransport: expected a Transport with send, poll and close');
    }
  }
  if (typeof recorder?.record !== 'function') throw new TypeError('recordTransport: expected a recorder');
  return new RecordedTransport(transport, recorder, name);
}

class RecordedTransport implements Transport {
  private readonly transport: Transport;
  private readonly recorder: Recorder;
  private readonly connection: number;
  private deliver: Deliver | null = null;
  /** The same function for every message, so that nothing is made for one. */
  private readonly take: Deliver = (message) => {
    const { recorder } = this;
    recorder.record(recorder.side === 'client' ? 'toClient' : 'toServer', this.connection, message);
    return this.deliver?.(message);
  };

  constructor(transport: Transport, recorder: Recorder, name: string | undefined) {
    this.transport = transport;
    this.recorder = recorder;
    this.connection = recorder.connection(name);
  }

  get closed(): boolean {
    return this.transport.closed;
  }

  get waitingCount(): number | undefined {
    return this.transport.waitingCount;
  }

  get overflowCount(): number | undefined {
    return this.transport.overflowCount;
  }

  get reason(): string | undefined {
    return this.transport.reason;
  }

  get code(): number | undefined {
    return this.transport.code;
  }

  send(message: Uint8Array, unreliable?: boolean): void {
    const { transport, recorder } = this;
    const { closed } = transport;
    transport.send(message, unreliable);
    if (!closed) recorder.record(recorder.side === 'client' ? 'toServer' : 'toClient', this.connection, message);
  }

  poll(now: number, deliver: Deliver): void {
    const outer = this.deliver;
    this.recorder.at(now);
    this.deliver = deliver;
    try {
      this.transport.poll(now, this.take);
    } finally {
      this.deliver = outer;
    }
  }

  flush(now: number): void {
    this.recorder.at(now);
    this.transport.flush?.(now);
  }

  close(code?: number, words?: string): void {
    this.transport.close(code, words);
  }
}
