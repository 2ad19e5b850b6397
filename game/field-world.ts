import motionTable from '../content/motion-tables/human.json';
import { createEngine, createMessagePortTransport, type Engine } from '../index.ts';
import type { ServerLink } from './server-link.ts';

/** Factors on the time of the field, slowest first. */
export const FIELD_SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;

/**
 * The client world that the server in the worker feeds, and the switches of both. It outlives its view: while something
 * else is shown it rests, and the server with it.
 */
export class FieldWorld {
  readonly engine: Engine;
  readonly server: ServerLink;
  /** Messages that were not applied, by the guid they were about and the reason. */
  readonly dropped = new Map<number, Map<string, number>>();
  badNetwork = false;

  private speedIndex = FIELD_SPEEDS.indexOf(1);
  private resting = false;

  constructor(server: ServerLink) {
    this.server = server;
    this.engine = createEngine({ motionTables: [motionTable], unknown: 'spawn' });
    this.engine.connect(createMessagePortTransport(server.data, { ordered: false }));
    this.engine.on('messageDropped', ({ guid, reason }) => {
      const reasons = this.dropped.get(guid) ?? new Map<string, number>();
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      this.dropped.set(guid, reasons);
    });
    document.addEventListener('visibilitychange', () => this.tellTime());
  }

  /** Factor on the time here and at the server. */
  get speed(): number {
    return FIELD_SPEEDS[this.speedIndex];
  }

  /** The next speed up (1) or down (-1); round: from the slowest to the fastest. */
  changeSpeed(by: number, round = false): void {
    const last = FIELD_SPEEDS.length - 1;
    const next = this.speedIndex + by;
    this.speedIndex = round && next < 0 ? last : Math.min(last, Math.max(0, next));
    this.engine.timeScale = this.speed;
    this.tellTime();
  }

  /** The factor on time that is nearest to one. */
  setSpeed(factor: number): void {
    const away = FIELD_SPEEDS.map((speed) => Math.abs(speed - factor));
    this.changeSpeed(away.indexOf(Math.min(...away)) - this.speedIndex);
  }

  setBadNetwork(bad: boolean): void {
    this.badNetwork = bad;
    this.server.tell({ kind: 'network', bad });
  }

  setPaused(paused: boolean): void {
    if (paused) this.engine.pause();
    else this.engine.resume();
    this.tellTime();
  }

  /** Lets the server rest while nobody looks at the field, or wakes it. */
  rest(on: boolean): void {
    this.resting = on;
    this.tellTime();
  }

  /** Everybody stands still, or goes on. */
  halt(on: boolean): void {
    this.server.tell({ kind: 'halt', on });
  }

  /** Calls the visitor to a place in the world, metres. */
  call(x: number, y: number): void {
    this.server.tell({ kind: 'call', x, y });
  }

  /** The server's time goes as the page's; a page that nobody sees lets nobody walk. */
  private tellTime(): void {
    const { paused, timeScale } = this.engine;
    this.server.tell({ kind: 'time', paused: paused || document.hidden || this.resting, scale: timeScale });
  }
}
