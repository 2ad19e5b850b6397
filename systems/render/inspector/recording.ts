import { createRecorder, type Recorder } from '../../../engine/net/recorder.ts';
import type { Deliver, Transport } from '../../../engine/net/transport.ts';
import type { Engine } from '../../create-engine.ts';
import { ServerMessages } from '../../server-messages.ts';

/**
 * Records what goes over the connections of a client while it runs. The recording begins with the creation of everybody who
 * is there, so that it can be replayed by itself.
 */
export class Recording {
  readonly recorder: Recorder;
  private readonly taps: (() => void)[] = [];

  /** @throws Error when there is nothing to record. */
  constructor(engine: Engine) {
    if (engine.role !== 'client' || engine.connections.length === 0) {
      throw new Error('There is nothing to record: this world is not connected to a server.');
    }
    this.recorder = createRecorder({ stepRate: Math.round(1 / engine.world.clock.quantum) });
    engine.connections.forEach(({ transport }, index) => {
      const connection = this.recorder.connection();
      if (index === 0) this.begin(engine, connection);
      this.taps.push(tap(transport, this.recorder, connection));
    });
  }

  get messages(): number {
    return this.recorder.counters.messages;
  }

  /** Ends it. @returns The bytes of a capture file. */
  end(): Uint8Array {
    for (const untap of this.taps.splice(0)) untap();
    return this.recorder.bytes();
  }

  private begin({ world }: Engine, connection: number): void {
    const messages = new ServerMessages();
    if (world.playerGuid !== 0) {
      this.recorder.record('toClient', connection, messages.player(world.playerGuid).slice());
    }
    world.refreshBodies();
    for (let index = 0; index < world.bodyCount; index++) {
      this.recorder.record('toClient', connection, messages.creation(world, world.bodies[index]).slice());
    }
  }
}

/** Has a transport that is in use tell a recorder what goes over it. @returns Ends that. */
function tap(transport: Transport, recorder: Recorder, connection: number): () => void {
  const own = { poll: Object.hasOwn(transport, 'poll'), send: Object.hasOwn(transport, 'send') };
  const { poll, send } = transport;
  transport.poll = function tappedPoll(this: Transport, now: number, deliver: Deliver) {
    recorder.at(now);
    poll.call(this, now, (message) => {
      recorder.record('toClient', connection, message);
      return deliver(message);
    });
  };
  transport.send = function tappedSend(this: Transport, message: Uint8Array, unreliable?: boolean) {
    if (!this.closed) recorder.record('toServer', connection, message);
    send.call(this, message, unreliable);
  };
  return () => {
    if (own.poll) transport.poll = poll;
    else Reflect.deleteProperty(transport, 'poll');
    if (own.send) transport.send = send;
    else Reflect.deleteProperty(transport, 'send');
  };
}
