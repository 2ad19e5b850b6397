import { checks, createEngine, type Engine, type EngineOptions, messageName, type SystemOptions } from '../index.ts';
import { engineOptionsOf, type StepperOptions } from './options.ts';
import { fromHex, fromPlain } from './plain-values.ts';
import {
  type ConnectionState,
  RECORDING_VERSION,
  type RecordedCall,
  type RecordedStep,
  type Recording,
} from './recording.ts';
import { ReplayedTransport } from './replayed-transport.ts';
import { recordedCalls, transportCalls } from './step-recorder.ts';

/** Where a replay went another way than what was recorded. */
export interface ReplayDifference {
  /** Name of the world: 'server', 'client 0'. */
  readonly world: string;
  /** The world's tick after the step. */
  readonly tick: number;
  /** What differs, in words. */
  readonly text: string;
}

/** What came of a replay. */
export interface Replayed {
  /** Steps that were made, of all worlds together. */
  readonly steps: number;
  /** Where it first went another way; null: nowhere. */
  readonly difference: ReplayDifference | null;
  /** The worlds by name, as they are where the replay stopped. */
  readonly engines: ReadonlyMap<string, Engine>;
}

/** Name of the system that makes the calls of the handlers of events. */
const HANDLERS = 'recorded handlers';

type Call = (...args: unknown[]) => unknown;

/**
 * Does again what was recorded, each world by itself: the same calls, and the same bytes at the same polls. It stops
 * behind the first step whose hash, or what it sent, is another.
 *
 * @param options What the stepper was made with: functions, such as a ground's, are in no recording.
 * @throws TypeError when it is no recording.
 */
export function replayRecording(recording: Recording, options: StepperOptions): Replayed {
  requireRecording(recording);
  const worlds = recording.worlds.map(({ name, role }) => new ReplayedWorld(name, engineOptionsOf(options, role)));
  let steps = 0;
  let difference: ReplayDifference | null = null;
  for (const entry of recording.entries) {
    const world = worlds[entry.world];
    if ('call' in entry) world.call(entry);
    else {
      world.step(entry);
      steps++;
    }
    difference = world.difference;
    if (difference !== null) break;
  }
  return { steps, difference, engines: new Map(worlds.map(({ name, engine }) => [name, engine])) };
}

/** @throws Error that names the first step that differs, and in what, unless a replay is what was recorded. */
export function expectSameReplay(recording: Recording, options: StepperOptions): void {
  const { difference } = replayRecording(recording, options);
  if (difference === null) return;
  throw new Error(`expectSameReplay: ${difference.world} differs first in step ${difference.tick}: ${difference.text}`);
}

function requireRecording(recording: Recording): void {
  checks.requireObject('replayRecording', recording, 'what recording() has answered');
  if (recording.version !== RECORDING_VERSION) {
    throw new TypeError(`replayRecording: expected version ${RECORDING_VERSION}, found ${String(recording.version)}`);
  }
  if (!Array.isArray(recording.worlds) || !Array.isArray(recording.entries)) {
    throw new TypeError('replayRecording: expected worlds and entries');
  }
}

function isIn<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}

class ReplayedWorld {
  readonly name: string;
  readonly engine: Engine;
  difference: ReplayDifference | null = null;
  private readonly sent: RecordedStep['sent'] = [];
  private readonly transports: ReplayedTransport[] = [];
  /** Calls of the step that is under way, which have not been made yet. */
  private inside: RecordedStep['calls'] = [];

  constructor(name: string, options: EngineOptions) {
    this.name = name;
    this.engine = createEngine(options);
    // Handlers are called before the systems that come after `events`: this one is the first of these.
    this.engine.addSystem({ name: HANDLERS, after: 'events', run: () => this.callInside('') });
  }

  step(step: RecordedStep): void {
    const { engine, sent, transports } = this;
    for (const state of step.connections) this.take(state);
    for (const transport of transports) transport.load(step.polls);
    this.inside = [...step.calls];
    sent.length = 0;
    engine.step();
    const tick = engine.world.clock.tick;
    const text = this.differenceOf(step);
    if (text !== '') this.difference = { world: this.name, tick, text };
  }

  call(entry: RecordedCall): void {
    const { call, args } = entry;
    let result: unknown;
    let threw: string | undefined;
    try {
      result = this.make(call, args.map(fromPlain));
    } catch (error) {
      threw = String(error);
    }
    const before = entry.threw ?? entry.result;
    const now = threw ?? (typeof result === 'number' ? result : undefined);
    if (before === now) return;
    const text = `${call} answered ${String(before)}, and now ${String(now)}`;
    this.difference ??= { world: this.name, tick: this.engine.world.clock.tick, text };
  }

  private make(call: string, args: unknown[]): unknown {
    const { engine } = this;
    if (call === 'connect') {
      const [state, options] = args as [ConnectionState, object | undefined];
      const transport = this.transports[state.connection] ?? new ReplayedTransport(state.connection, this.sent);
      this.transports[state.connection] = transport;
      transport.take(state);
      return engine.connect(transport, options);
    }
    if (isIn(transportCalls, call)) {
      const [connection, ...others] = args;
      return (engine[call] as Call).call(engine, this.transports[connection as number], ...others);
    }
    if (call === 'addSystem') {
      const options = args[0] as Omit<SystemOptions, 'run'>;
      return engine.addSystem({ ...options, run: () => this.callInside(options.name) });
    }
    if (!isIn(recordedCalls, call)) throw new TypeError(`replayRecording: unknown call '${call}'`);
    return (engine[call] as Call).apply(engine, args);
  }

  /** Makes the calls that a system made in this step. */
  private callInside(system: string): void {
    const calls = this.inside.filter((entry) => entry.system === system);
    this.inside = this.inside.filter((entry) => entry.system !== system);
    for (const entry of calls) this.call(entry);
  }

  private take(state: ConnectionState): void {
    const transport = this.transports[state.connection];
    transport.take(state);
    const connection = this.engine.connections.find((known) => known.transport === transport);
    if (connection === undefined) return;
    connection.player = state.player;
    connection.viewer = state.viewer;
  }

  private differenceOf(step: RecordedStep): string {
    const hash = this.engine.hash();
    const said = sentDifference(step.sent, this.sent);
    if (hash === step.hash && said === '') return '';
    const state = hash === step.hash ? 'the same state' : `hash ${hash}, recorded ${step.hash}`;
    const came = step.polls.reduce((sum, { messages }) => sum + messages.length, 0);
    return `${state}${said === '' ? '' : `; ${said}`} (${came} messages came, ${step.calls.length} calls inside)`;
  }
}

function sentDifference(before: RecordedStep['sent'], now: RecordedStep['sent']): string {
  const length = Math.max(before.length, now.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [before[index], now[index]];
    if (one !== undefined && other !== undefined && one.join() === other.join()) continue;
    return `message ${index} that it sent is ${describe(other)}, recorded ${describe(one)}`;
  }
  return '';
}

function describe(sent: RecordedStep['sent'][number] | undefined): string {
  if (sent === undefined) return 'not there';
  const [connection, hex] = sent;
  const bytes = fromHex(hex);
  const opcode = bytes.length < 4 ? 0 : new DataView(bytes.buffer).getUint32(0, true);
  const shown = hex.length > 64 ? `${hex.slice(0, 64)}...` : hex;
  return `${messageName(opcode)} to connection ${connection} (${bytes.length} bytes: ${shown})`;
}
