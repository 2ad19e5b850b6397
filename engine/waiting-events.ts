import mitt, { type Emitter } from 'mitt';
import { callHandler, suggestion } from './checks.ts';

/** A handler of an event threw. */
export interface HandlerError {
  /** Name of the event. */
  type: string;
  /** What it threw. */
  error: unknown;
}

/** Events by their names; one of them tells of handlers that throw. */
export type EventsOfAddition = Record<string | symbol, unknown> & { handlerError: HandlerError };

type NameOf<Events> = keyof Events & string;

/** Most lines that are written to the console when nobody listens. */
const MOST_LINES = 20;

/**
 * The events of an addition to an engine: they wait until the step is over, as the engine's own do, so that handlers may
 * spawn, despawn and move. Call {@link tell} from a system of yours that runs after `events`. A handler that throws, or
 * answers a promise that is rejected, is told as `handlerError` and keeps nothing from the others.
 *
 * @example
 * const events = new WaitingEvents<{ opened: { door: number }; handlerError: HandlerError }>('doors', ['opened', 'handlerError']);
 * gait.addSystem({ name: 'doors', before: 'moveToUseTime', run: () => events.push('opened', { door: 1 }) });
 * gait.addSystem({ name: 'doorEvents', after: 'events', run: () => events.tell() });
 */
export class WaitingEvents<Events extends EventsOfAddition> {
  private readonly bus: Emitter<Events> = mitt<Events>();
  private readonly label: string;
  private readonly types: readonly NameOf<Events>[];
  private waiting: { type: NameOf<Events>; event: unknown }[] = [];
  private lines = 0;

  /** @param label Who speaks, at the start of lines on the console. @param types The names of all events. */
  constructor(label: string, types: readonly NameOf<Events>[]) {
    this.label = label;
    this.types = types;
  }

  /**
   * Calls `handler` with every event of a type, or of all types with '*' (then with the type first).
   *
   * @throws TypeError for a type that there is not, or for what is no function.
   */
  on<Type extends NameOf<Events>>(type: Type, handler: (event: Events[Type]) => void): void;
  on(type: '*', handler: (type: NameOf<Events>, event: Events[NameOf<Events>]) => void): void;
  on(type: string, handler: never): void {
    this.requireType('on', type);
    if (typeof handler !== 'function') throw new TypeError('on: expected a function as handler');
    this.bus.on(type, handler);
  }

  /** Stops calling a handler, or all of a type. @throws TypeError for a type that there is not. */
  off<Type extends NameOf<Events>>(type: Type, handler?: (event: Events[Type]) => void): void;
  off(type: '*', handler?: (type: NameOf<Events>, event: Events[NameOf<Events>]) => void): void;
  off(type: string, handler?: never): void {
    this.requireType('off', type);
    this.bus.off(type, handler);
  }

  /** Whether anybody listens to a type: what nobody hears need not be made. */
  hears(type: NameOf<Events>): boolean {
    const { all } = this.bus;
    return (all.get(type)?.length ?? 0) > 0 || (all.get('*')?.length ?? 0) > 0;
  }

  /** Lets an event wait. @returns Whether anybody will hear it. */
  push<Type extends NameOf<Events>>(type: Type, event: Events[Type]): boolean {
    if (!this.hears(type)) return false;
    this.waiting.push({ type, event });
    return true;
  }

  /** Tells what waits. What handlers cause waits for the next time. */
  tell(): void {
    if (this.waiting.length === 0) return;
    const told = this.waiting;
    this.waiting = [];
    for (const { type, event } of told) this.call(type, event);
  }

  /** Forgets what waits. */
  clear(): void {
    this.waiting = [];
  }

  /** Writes a line to the console; after twenty lines it is quiet. */
  warn(line: string): void {
    if (this.lines++ < MOST_LINES) console.warn(`${this.label}: ${line}`);
  }

  private call(type: NameOf<Events>, event: unknown): void {
    const handlers = this.bus.all.get(type) as ((event: unknown) => void)[] | undefined;
    for (const handler of handlers?.slice() ?? []) this.guard(type, () => handler(event));
    const wildcards = this.bus.all.get('*') as ((type: string, event: unknown) => void)[] | undefined;
    for (const handler of wildcards?.slice() ?? []) this.guard(type, () => handler(type, event));
  }

  private guard(type: string, call: () => unknown): void {
    callHandler(call, (error) => {
      if (type === 'handlerError' || !this.hears('handlerError')) this.warn(`'${type}' threw ${String(error)}`);
      else this.call('handlerError', { type, error });
    });
  }

  private requireType(call: string, type: string): void {
    if (type === '*' || (this.types as readonly string[]).includes(type)) return;
    throw new TypeError(`${call}: unknown event '${String(type)}'${suggestion(String(type), this.types)}`);
  }
}
