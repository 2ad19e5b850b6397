import mitt, { type Emitter } from 'mitt';
import type { WalkReason } from './names.ts';

/** What every event about a walk says. The guid stays true when the entity is gone by the time it is told. */
export interface WalkEvent {
  /** The body's id; another body may have it by now. */
  entity: number;
  /** The name by which peers know it. */
  guid: number;
  /** Guid of the target; 0: the goal was a place. */
  target: number;
}

/** The events of a navigation and what each carries. */
export type WalkEvents = {
  /** It got to its goal. */
  arrived: WalkEvent;
  /** `error` is a MovementError, 0: none. */
  failed: WalkEvent & { reason: WalkReason; error: number };
  /** Something else took over, or it was stopped; `error` as above. */
  cancelled: WalkEvent & { reason: WalkReason; error: number };
  /** A way was found, or found anew. */
  planned: WalkEvent & { corners: number; length: number };
  /** A handler of an event threw. */
  handlerError: { type: string; error: unknown };
};

/** Name of an event of a navigation. */
export type WalkEventType = keyof WalkEvents;

export const walkEventTypes = [
  'arrived',
  'failed',
  'cancelled',
  'planned',
  'handlerError',
] as const satisfies readonly WalkEventType[];

type Waiting = { [Type in WalkEventType]: { type: Type; event: WalkEvents[Type] } }[WalkEventType];

/** Most errors that are written to the console when nobody listens. */
const MOST_LINES = 20;

/** Events wait until the step is over, so that their handlers may spawn, despawn and walk. */
export class WalkBus {
  readonly bus: Emitter<WalkEvents> = mitt<WalkEvents>();
  private waiting: Waiting[] = [];
  private lines = 0;

  /** Lets an event wait, if anybody listens. */
  push<Type extends WalkEventType>(type: Type, event: WalkEvents[Type]): void {
    if (this.hears(type)) this.waiting.push({ type, event } as Waiting);
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

  private hears(type: WalkEventType): boolean {
    const { all } = this.bus;
    return (all.get(type)?.length ?? 0) > 0 || (all.get('*')?.length ?? 0) > 0;
  }

  private call<Type extends WalkEventType>(type: Type, event: WalkEvents[Type]): void {
    const handlers = this.bus.all.get(type) as ((event: WalkEvents[Type]) => void)[] | undefined;
    for (const handler of handlers?.slice() ?? []) this.guard(type, () => handler(event));
    const wildcards = this.bus.all.get('*') as ((type: Type, event: WalkEvents[Type]) => void)[] | undefined;
    for (const handler of wildcards?.slice() ?? []) this.guard(type, () => handler(type, event));
  }

  private guard(type: WalkEventType, call: () => void): void {
    try {
      call();
    } catch (error) {
      if (type !== 'handlerError' && this.hears('handlerError')) this.call('handlerError', { type, error });
      else if (this.lines++ < MOST_LINES) console.warn(`gait/nav: '${type}' threw ${String(error)}`);
    }
  }
}
