import {
  checks,
  type ConditionerOptions,
  type ConnectOptions,
  createEngine,
  createLoopback,
  type Engine,
  type SpawnOptions,
  usualInterest,
} from '../index.ts';
import { type Bounds, completeBounds } from './bounds.ts';
import { TestClient } from './client.ts';
import { type Difference, differencesOf } from './differences.ts';
import { engineOptionsOf, requireStepperOptions, type StepperOptions } from './options.ts';
import type { Recording } from './recording.ts';
import { StepRecorder } from './step-recorder.ts';
import { convergenceReport } from './report.ts';
import { settledProblem } from './settled.ts';
import { Watch } from './watch.ts';

/** Guid of the first player; later ones count on. */
export const FIRST_PLAYER = 0x50000001;
/** Metres between players that are not told where to stand. */
const APART = 2;
/** Between the seeds of two links. */
const SEED_STEP = 1000;

/** How a client joins; what is left out has its default. */
export interface JoinOptions {
  /** Guid of its player, whose body is spawned if it is not there; 0: it only looks on. Default: the next free one. */
  readonly guid?: number;
  /** What its body is like when it is spawned. Default: 2 m eastwards of the client's before. */
  readonly player?: SpawnOptions;
  /** A world of its own, for example one of a client that has left and comes back. */
  readonly engine?: Engine;
  /** Conditions of its link. Default: those of all. */
  readonly link?: ConditionerOptions;
  /** More for the server's `connect`: viewer and limits. */
  readonly connect?: Omit<ConnectOptions, 'player'>;
}

/** How {@link Stepper.settle} waits. */
export interface SettleOptions {
  /** Seconds after which it gives up. Default 60. */
  readonly within?: number;
  /** Seconds for which everything must have been still. Default 0.5. */
  readonly quiet?: number;
}

const joinKeys = ['guid', 'player', 'engine', 'link', 'connect'];

/**
 * A server and its clients in one process and on one clock, over links whose conditions are drawn from seeds: every step
 * is one of the server and then one of each client, and the same calls give the same worlds.
 */
export class Stepper {
  /** The authoritative world. */
  readonly server: Engine;
  /** The clients that are there. */
  readonly clients: readonly TestClient[];
  /** What the server's world has done, step by step. */
  readonly watch: Watch;
  private readonly present: TestClient[] = [];
  private readonly options: StepperOptions;
  private readonly recorder: StepRecorder | null;
  private link: ConditionerOptions | undefined;
  private joined = 0;

  /** @throws TypeError or RangeError that names the option and what was expected. */
  constructor(options: StepperOptions) {
    requireStepperOptions(options);
    this.options = options;
    this.link = options.link;
    this.recorder = options.record === true ? new StepRecorder() : null;
    this.server = createEngine(engineOptionsOf(options, 'server'));
    this.recorder?.follow('server', this.server, 'server');
    this.clients = this.present;
    this.watch = new Watch(this.server);
    const count = checks.requireInteger('createStepper.clients', options.clients ?? 0, 0, 1000);
    for (let index = 0; index < count; index++) this.join();
  }

  /** Steps that the server has made. */
  get tick(): number {
    return this.server.world.clock.tick;
  }

  /** Seconds of the server's clock. */
  get time(): number {
    return this.server.world.clock.now;
  }

  /**
   * A client joins, between two steps. It knows its player when the server has told it of it.
   *
   * @throws TypeError or RangeError that names the option and what was expected.
   */
  join(options: JoinOptions = {}): TestClient {
    checks.requireObject('join', options, 'options such as { guid: 0x50000005 }');
    checks.requireKeys('join', options, joinKeys);
    const number = this.joined;
    const guid = options.guid ?? this.freeGuid();
    const given = options.link ?? this.link;
    const conditions = given === undefined ? {} : { ...given, seed: seedOf(given.seed ?? 1, number) };
    const link = createLoopback(given === undefined ? {} : { conditioner: conditions });
    if (guid !== 0 && this.server.entityOf(guid) === 0) {
      this.server.spawn({ x: APART * number, ...this.options.player, ...options.player, guid });
    }
    const player = guid === 0 ? options.connect : { ...options.connect, player: this.server.entityOf(guid) };
    const engine = options.engine ?? createEngine(engineOptionsOf(this.options, 'client'));
    if (options.engine === undefined) this.recorder?.follow(`client ${number}`, engine, 'client');
    else this.recorder?.requireFollowed(engine);
    this.server.connect(link[0], player);
    engine.connect(link[1]);
    const viewer = options.connect?.viewer === undefined ? guid : this.server.guidOf(options.connect.viewer);
    const leave = (who: TestClient): void => this.takeLeave(who);
    const client = new TestClient({ number, engine, guid, viewer, link, conditions, leave });
    this.present.push(client);
    this.joined++;
    return client;
  }

  /** Steps the server, then every client, so many times. */
  step(count = 1): void {
    checks.requireInteger('step: count', count, 0, 1e6);
    for (let index = 0; index < count; index++) {
      this.server.step();
      for (const { engine } of this.present) engine.step();
      this.watch.look();
      for (const { watch } of this.present) watch.look();
    }
  }

  /**
   * Steps until something is so.
   *
   * @param what In words, for the error: 'the guard has arrived'.
   * @param isSo Asked after every step.
   * @param within Seconds after which it gives up.
   * @returns How many steps it took. @throws Error when it has not come about.
   */
  until(what: string, isSo: (stepper: Stepper) => boolean, within = 60): number {
    if (typeof what !== 'string' || typeof isSo !== 'function') {
      throw new TypeError('until: expected what is waited for in words, and a function that tells whether it is so');
    }
    const start = this.tick;
    while (!isSo(this)) {
      if ((this.tick - start) * this.server.world.clock.quantum >= within) {
        throw new Error(`until: in ${within} s it has not come about that ${what}`);
      }
      this.step();
    }
    return this.tick - start;
  }

  /**
   * Steps until nobody moves or performs anything that ends by itself, in any world, every client has its player, and
   * nothing that must arrive is on its way.
   *
   * @returns How many steps it took. @throws Error that says who is still at what, when the time is over.
   */
  settle(options: SettleOptions = {}): number {
    checks.requireObject('settle', options, 'options such as { within: 30 }');
    checks.requireKeys('settle', options, ['within', 'quiet']);
    const within = checks.requireNumber('settle.within', options.within ?? 60, 0, 1e6);
    const quiet = checks.requireNumber('settle.quiet', options.quiet ?? 0.5, 0, 1e6);
    const start = this.tick;
    const { quantum } = this.server.world.clock;
    for (;;) {
      // A step at least: what was asked for just now has not begun.
      this.step();
      const problem = settledProblem(this, Math.ceil(quiet / quantum));
      if (problem === '') return this.tick - start;
      if ((this.tick - start) * quantum >= within) throw new Error(`settle: after ${within} s ${problem}`);
    }
  }

  /** Changes the conditions of every link, and of those that come, for what is sent from now on. */
  configure(conditions: ConditionerOptions): void {
    const { seed } = conditions;
    for (const client of this.present) {
      client.configure(seed === undefined ? conditions : { ...conditions, seed: seedOf(seed, client.number) });
    }
    this.link = { ...this.link, ...conditions };
  }

  /** In what the clients' worlds are not as the server's, within bounds; none: they are alike. */
  differences(bounds: Bounds = {}): Difference[] {
    const interest = { ...usualInterest, ...this.options.server?.interest };
    return this.present.flatMap((client) => {
      const { number, engine, viewer, watch } = client;
      const complete = completeBounds('differences', bounds, client.conditions);
      const pair = { client: number, server: this.server, truth: this.watch, engine, seen: watch, viewer, interest };
      return differencesOf(pair, complete);
    });
  }

  /** @throws Error with a report by client, body and field, unless every client's world is as the server's. */
  expectConverged(bounds: Bounds = {}): void {
    const differences = this.differences(bounds);
    if (differences.length === 0) return;
    const nameOf = (guid: number): string => {
      const owner = this.present.find((client) => client.guid === guid);
      return owner === undefined ? '' : `player of client ${owner.number}`;
    };
    throw new Error(convergenceReport(differences, { tick: this.tick, time: this.time, nameOf }));
  }

  /** The hash of every world: the server's, then the clients'. */
  hashes(): string[] {
    return [this.server.hash(), ...this.present.map(({ engine }) => engine.hash())];
  }

  /**
   * What has happened so far: every call, every message and every hash, as data that JSON can hold.
   *
   * @throws Error when the stepper was not made with `record: true`.
   */
  recording(): Recording {
    if (this.recorder === null) throw new Error('recording: expected a stepper that was made with { record: true }');
    return this.recorder.recording();
  }

  private takeLeave(client: TestClient): void {
    const index = this.present.indexOf(client);
    if (index < 0) return;
    this.present.splice(index, 1);
    client.link[1].close();
    client.engine.disconnect(client.link[1]);
  }

  private freeGuid(): number {
    let guid = FIRST_PLAYER + this.joined;
    while (this.server.entityOf(guid) !== 0) guid++;
    return guid;
  }
}

/** A seed for each link: with the same one they would lose the same datagrams. */
function seedOf(first: number, number: number): number {
  return (first + SEED_STEP * number) >>> 0;
}

/** Makes a stepper. @throws TypeError or RangeError that names the option and what was expected. */
export function createStepper(options: StepperOptions): Stepper {
  return new Stepper(options);
}
