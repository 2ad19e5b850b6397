import type { ConditionerOptions, Engine, Loopback } from '../index.ts';
import { Watch } from './watch.ts';

/** What a client of a stepper is made of. */
export interface ClientParts {
  readonly number: number;
  readonly engine: Engine;
  readonly guid: number;
  readonly viewer: number;
  readonly link: Loopback;
  readonly conditions: ConditionerOptions;
  readonly leave: (client: TestClient) => void;
}

/** A client of a stepper, with its world and its link. */
export class TestClient {
  /** Its number: those that have left keep theirs. */
  readonly number: number;
  /** Its world. */
  readonly engine: Engine;
  /** Guid of its player; 0: it only looks on. */
  readonly guid: number;
  /** Guid of the body from which its interest is measured; 0: it is told of everything. */
  readonly viewer: number;
  /** Its link: the first end is the server's. */
  readonly link: Loopback;
  /** What its world has shown, step by step. */
  readonly watch: Watch;
  private readonly leaving: (client: TestClient) => void;
  private conditionsNow: ConditionerOptions;

  constructor({ number, engine, guid, viewer, link, conditions, leave }: ClientParts) {
    this.number = number;
    this.engine = engine;
    this.guid = guid;
    this.viewer = viewer;
    this.link = link;
    this.conditionsNow = conditions;
    this.watch = new Watch(engine);
    this.leaving = leave;
  }

  /** The entity of its player in its own world; 0: it has not been told of it yet, or has none. */
  get player(): number {
    return this.guid === 0 ? 0 : this.engine.entityOf(this.guid);
  }

  /** Whether nothing that must arrive is still on its way, either way. */
  get quiet(): boolean {
    return this.link.every(
      ({ inbox, delivery }) => inbox.count === 0 && (delivery === undefined || delivery.waiting === 0),
    );
  }

  /** Conditions of its link, both ways. */
  get conditions(): Readonly<ConditionerOptions> {
    return this.conditionsNow;
  }

  /** Changes the conditions that are given, both ways, for what is sent from now on. */
  configure(conditions: ConditionerOptions): void {
    this.link.configure({ conditioner: conditions });
    this.conditionsNow = { ...this.conditionsNow, ...conditions };
  }

  /** Ends its connection, as who closes a page does. The server hears of it when it steps next. */
  leave(): void {
    this.leaving(this);
  }
}
