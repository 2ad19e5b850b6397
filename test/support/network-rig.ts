import type { ConditionerOptions, ConnectOptions, Engine, SpawnOptions } from '../../index.ts';
import { createStepper, type Stepper, type StepperOptions, turnBetween } from '../../testing/index.ts';
import { listen, motionTable, type Told } from './engines.ts';

const humanoid = motionTable('humanoid');

/** A client of a network rig, with the body that it plays. */
export interface RigClient {
  engine: Engine;
  /** Guid of its player. */
  guid: number;
  /** Entity of its player here. */
  player(): number;
  /** Everything that it has told since it joined. */
  told: Told[];
  /** Closes its transport. */
  leave(): void;
}

/** What a network rig is made of. */
export interface NetworkRigOptions {
  conditions?: ConditionerOptions;
  server?: StepperOptions['server'];
  client?: StepperOptions['client'];
}

/** A stepper of the testing kit with the humanoid table, and everything that its worlds have told. */
export class NetworkRig {
  readonly stepper: Stepper;
  readonly server: Engine;
  readonly clients: RigClient[] = [];
  readonly told: Told[];

  constructor({ conditions, server, client }: NetworkRigOptions = {}) {
    this.stepper = createStepper({ motionTables: [humanoid], link: conditions, server, client });
    this.server = this.stepper.server;
    this.told = listen(this.server);
  }

  /** Spawns a body in the server. Answers its entity there. */
  spawn(guid: number, options: SpawnOptions = {}): number {
    return this.server.spawn({ guid, ...options });
  }

  /** A client joins and plays the body with this guid, which is spawned if it is not there; guid 0: it only looks on. */
  join(guid: number, spawn: SpawnOptions = {}, engine?: Engine, connect: ConnectOptions = {}): RigClient {
    const joined = this.stepper.join({ guid, player: { x: 0, ...spawn }, engine, connect });
    const client: RigClient = {
      engine: joined.engine,
      guid,
      player: () => joined.player,
      told: listen(joined.engine),
      leave: () => {
        joined.leave();
        this.clients.splice(this.clients.indexOf(client), 1);
      },
    };
    this.clients.push(client);
    return client;
  }

  /** Steps the server, then every client, so many times. */
  step(count = 1): void {
    this.stepper.step(count);
  }

  /** Metres between where two worlds have a body; NaN when one has it not. */
  apart(guid: number, one: Engine, other: Engine = this.server): number {
    const here = one.entityOf(guid);
    const there = other.entityOf(guid);
    if (here === 0 || there === 0) return Number.NaN;
    const a = one.readFrame(here);
    const b = other.readFrame(there);
    return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
  }

  /** Degrees between how two worlds have a body turned. */
  turnedApart(guid: number, one: Engine, other: Engine = this.server): number {
    return turnBetween(one.readFrame(one.entityOf(guid)).heading, other.readFrame(other.entityOf(guid)).heading);
  }
}
