import type { Engine, SystemOptions, Transport } from '../index.ts';
import { type Plain, toPlain } from './plain-values.ts';
import {
  type ConnectionState,
  RECORDING_VERSION,
  type RecordedCall,
  type RecordedEntry,
  type RecordedStep,
  type Recording,
} from './recording.ts';
import { TappedTransport } from './tapped-transport.ts';

/** Calls that change a world and take nothing but data. */
export const recordedCalls = [
  'spawn',
  'despawn',
  'moveTo',
  'turnTo',
  'stop',
  'setMotion',
  'clearMotion',
  'jump',
  'chargeJump',
  'setHoldRun',
  'reportExhaustion',
  'constrain',
  'unconstrain',
  'stickTo',
  'unstick',
  'place',
  'teleport',
  'setRunRate',
  'restore',
  'removeSystem',
] as const satisfies readonly (keyof Engine)[];

/** Calls whose first argument is a transport, which is kept by the number of its connection. */
export const transportCalls = ['disconnect', 'setPlayer', 'setViewer'] as const satisfies readonly (keyof Engine)[];

type Call = (...args: unknown[]) => unknown;

/** Keeps what happens to worlds: it stands between them and whoever calls them. */
export class StepRecorder {
  private readonly worlds: { name: string; role: 'server' | 'client' }[] = [];
  private readonly entries: RecordedEntry[] = [];
  private readonly followed: FollowedWorld[] = [];

  /** Keeps what is called on an engine from now on: it is one that nobody has used yet. */
  follow(name: string, engine: Engine, role: 'server' | 'client'): void {
    const number = this.worlds.length;
    this.worlds.push({ name, role });
    this.followed.push(new FollowedWorld(engine, number, this.entries));
  }

  /** @throws Error unless this engine is recorded from its start. */
  requireFollowed(engine: Engine): void {
    if (this.followed.some((world) => world.engine === engine)) return;
    throw new Error('join.engine: a stepper that records takes only worlds that it has made itself');
  }

  /** What has happened so far. */
  recording(): Recording {
    return { version: RECORDING_VERSION, worlds: [...this.worlds], entries: [...this.entries] };
  }
}

/** One world whose calls are kept. */
class FollowedWorld {
  readonly engine: Engine;
  private readonly number: number;
  private readonly entries: RecordedEntry[];
  private readonly transports: TappedTransport[] = [];
  private readonly states: string[] = [];
  /** The step that is under way. */
  private step: RecordedStep | null = null;
  /** The system that runs; '': none. */
  private system = '';
  /** Calls that the call that is under way makes itself are no calls of their own. */
  private inCall = false;

  constructor(engine: Engine, number: number, entries: RecordedEntry[]) {
    this.engine = engine;
    this.number = number;
    this.entries = entries;
    for (const name of recordedCalls)
      this.replace(
        name,
        (call) =>
          (...args) =>
            this.record(name, args, call, args),
      );
    this.replace(
      'step',
      (call) =>
        (count = 1) =>
          this.stepTimes(count, call),
    );
    this.replace('addSystem', (call) => (options) => this.addSystem(options as SystemOptions, call));
    this.replace('connect', (call) => (transport, options) => this.connect(transport, options, call));
    for (const name of transportCalls)
      this.replace(
        name,
        (call) =>
          (...args) =>
            this.callOf(name, args, call),
      );
    this.replace('update', () => () => {
      throw new Error('update: a stepper that records sets the steps itself; use step');
    });
  }

  /** Puts another function in the place of one of the engine's. */
  private replace(name: keyof Engine, wrapped: (call: Call) => Call): void {
    const own = (this.engine[name] as Call).bind(this.engine);
    Object.defineProperty(this.engine, name, { value: wrapped(own), configurable: true, writable: true });
  }

  /** @param shown What is kept of the arguments. */
  private record(name: string, shown: readonly unknown[], call: Call, args: readonly unknown[]): unknown {
    if (this.inCall) return call(...args);
    const entry: RecordedCall = { world: this.number, call: name, args: plainArguments(shown) };
    if (this.step === null) this.entries.push(entry);
    else this.step.calls.push(Object.assign(entry, { system: this.system }));
    this.inCall = true;
    try {
      const result = call(...args);
      if (typeof result === 'number') entry.result = result;
      return result;
    } catch (error) {
      entry.threw = String(error);
      throw error;
    } finally {
      this.inCall = false;
    }
  }

  private stepTimes(count: unknown, call: Call): void {
    // Those inside a step, and bad counts, are the engine's to refuse.
    if (this.step !== null || !Number.isInteger(count) || (count as number) < 0) call(count);
    for (let index = 0; index < (count as number); index++) {
      const step: RecordedStep = {
        world: this.number,
        tick: 0,
        connections: this.changedStates(),
        polls: [],
        sent: [],
        calls: [],
        hash: '',
      };
      this.entries.push(step);
      this.step = step;
      try {
        call(1);
      } finally {
        this.step = null;
        step.tick = this.engine.world.clock.tick;
        step.hash = this.engine.hash();
      }
    }
  }

  private addSystem(options: SystemOptions, call: Call): void {
    const { run } = options;
    const kept = { ...options, run: undefined };
    const tagged = {
      ...options,
      run: (world: Parameters<typeof run>[0]) => {
        const outer = this.system;
        this.system = options.name;
        try {
          run(world);
        } finally {
          this.system = outer;
        }
      },
    };
    this.record('addSystem', [kept], call, [typeof run === 'function' ? tagged : options]);
  }

  private connect(transport: unknown, options: unknown, call: Call): void {
    if (typeof transport !== 'object' || transport === null) call(transport, options);
    const known = this.transports.find(({ inner }) => inner === transport);
    const tapped = known ?? new TappedTransport(transport as Transport, this.transports.length, this);
    if (known === undefined) this.transports.push(tapped);
    const shown = [{ connection: tapped.connection, ...transportState(tapped) }, options];
    this.record('connect', shown, call, options === undefined ? [tapped] : [tapped, options]);
  }

  /** A call on a transport that has been connected, under its own name or that of what stands in its place. */
  private callOf(name: string, [transport, ...others]: readonly unknown[], call: Call): unknown {
    const tapped = this.transports.find((known) => known === transport || known.inner === transport);
    if (tapped === undefined) return call(transport, ...others);
    return this.record(name, [tapped.connection, ...others], call, [tapped, ...others]);
  }

  private changedStates(): ConnectionState[] {
    const changed: ConnectionState[] = [];
    for (const { transport, player, viewer } of this.engine.connections) {
      if (!(transport instanceof TappedTransport)) continue;
      const { connection } = transport;
      const state = { connection, ...transportState(transport), player, viewer };
      const text = JSON.stringify(state);
      if (this.states[connection] === text) continue;
      this.states[connection] = text;
      changed.push(state);
    }
    return changed;
  }

  poll(poll: RecordedStep['polls'][number]): void {
    this.step?.polls.push(poll);
  }

  sent(connection: number, bytes: string, unreliable: boolean): void {
    this.step?.sent.push([connection, bytes, unreliable]);
  }
}

function transportState(transport: Transport): Pick<ConnectionState, 'waiting' | 'overflow' | 'closed'> {
  return {
    waiting: transport.waitingCount ?? null,
    overflow: transport.overflowCount ?? null,
    closed: transport.closed,
  };
}

/** Arguments without those at the end that were left out. */
function plainArguments(args: readonly unknown[]): Plain[] {
  let { length } = args;
  while (length > 0 && args[length - 1] === undefined) length--;
  return args.slice(0, length).map(toPlain);
}
