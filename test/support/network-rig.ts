import { createEngine, createLoopback, type ConditionerOptions, type Engine, type EngineOptions } from '../../index.ts';
import type { ConnectOptions } from '../../index.ts';
import type { SpawnOptions } from '../../index.ts';
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
  server?: Partial<EngineOptions>;
  client?: Partial<EngineOptions>;
}

/**
 * A server and its clients over conditioned loopbacks, in one process and on one clock: every step is one of the server
 * and one of each client.
 */
export class NetworkRig {
  readonly server: Engine;
  readonly clients: RigClient[] = [];
  readonly told: Told[];
  private readonly options: NetworkRigOptions;
  private joined = 0;

  constructor(options: NetworkRigOptions = {}) {
    this.options = options;
    this.server = createEngine({ motionTables: [humanoid], role: 'server', ...options.server });
    this.told = listen(this.server);
  }

  /** Spawns a body in the server. Answers its entity there. */
  spawn(guid: number, options: SpawnOptions = {}): number {
    return this.server.spawn({ guid, ...options });
  }

  /** A client joins and plays the body with this guid, which is spawned if it is not there; guid 0: it only looks on. */
  join(guid: number, spawn: SpawnOptions = {}, engine?: Engine, options: ConnectOptions = {}): RigClient {
    const { conditions } = this.options;
    const seed = (conditions?.seed ?? 1) + 1000 * this.joined++;
    const loopback = createLoopback(conditions === undefined ? {} : { conditioner: { ...conditions, seed } });
    const [serverEnd, clientEnd] = loopback;
    if (guid !== 0 && this.server.entityOf(guid) === 0) this.spawn(guid, spawn);
    const player = guid === 0 ? options : { player: this.server.entityOf(guid), ...options };
    this.server.connect(serverEnd, player);
    const own = engine ?? createEngine({ motionTables: [humanoid], ...this.options.client });
    own.connect(clientEnd);
    const client: RigClient = {
      engine: own,
      guid,
      player: () => own.entityOf(guid),
      told: listen(own),
      leave: () => {
        clientEnd.close();
        own.disconnect(clientEnd);
        this.clients.splice(this.clients.indexOf(client), 1);
      },
    };
    this.clients.push(client);
    return client;
  }

  /** Steps the server, then every client, so many times. */
  step(count = 1): void {
    for (let tick = 0; tick < count; tick++) {
      this.server.step();
      for (const { engine } of this.clients) engine.step();
    }
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
    const a = one.readFrame(one.entityOf(guid)).heading;
    const b = other.readFrame(other.entityOf(guid)).heading;
    const difference = Math.abs(a - b) % 360;
    return Math.min(difference, 360 - difference);
  }
}
