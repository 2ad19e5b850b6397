import mitt, { type Emitter } from 'mitt';
import type { BehaviourName, BehaviourReason } from './names.ts';

/** What every event about an NPC says. The guid stays true when the entity is gone by the time it is told. */
export interface NpcEvent {
  /** The body's id; another body may have it by now. */
  entity: number;
  /** The name by which peers know it. */
  guid: number;
}

/** The events of the behaviours and what each carries. */
export type NpcEvents = {
  /** Another behaviour acts now; null: none. */
  active: NpcEvent & { behaviour: BehaviourName | null; previous: BehaviourName | null };
  /**
   * It got where it was going: a waypoint (`index` is its place on the route), the post, its slot, its prey (`target` is
   * the guid), or, when it fled, far enough from whom it fled. `index` is -1 where there is no route.
   */
  arrived: NpcEvent & { behaviour: BehaviourName; target: number; index: number };
  /** It did not; `error` is a MovementError, 0: none. It tries again, later each time. */
  failed: NpcEvent & { behaviour: BehaviourName; reason: BehaviourReason; error: number };
  /** Whom it was about is gone or too far away. */
  lost: NpcEvent & { behaviour: BehaviourName; target: number; reason: BehaviourReason };
  /** Something that a modder should put right: a wrong value in a column, a `navigate` that threw. */
  problem: NpcEvent & { behaviour: BehaviourName | null; message: string };
  /** A handler of an event threw. */
  handlerError: { type: string; error: unknown };
};

/** Name of an event of the behaviours. */
export type NpcEventType = keyof NpcEvents;

export const npcEventTypes = [
  'active',
  'arrived',
  'failed',
  'lost',
  'problem',
  'handlerError',
] as const satisfies readonly NpcEventType[];

type Waiting = { [Type in NpcEventType]: { type: Type; event: NpcEvents[Type] } }[NpcEventType];

/** Most problems and errors that are written to the console when nobody listens. */
const MOST_LINES = 20;

/** Events wait until the step is over, so that their handlers may spawn, despawn and change behaviours. */
export class EventBus {
  readonly bus: Emitter<NpcEvents> = mitt<NpcEvents>();
  private waiting: Waiting[] = [];
  private lines = 0;

  /** Whether anybody listens to a type: what nobody hears is not made. */
  hears(type: NpcEventType): boolean {
    const { all } = this.bus;
    return (all.get(type)?.length ?? 0) > 0 || (all.get('*')?.length ?? 0) > 0;
  }

  /** Lets an event wait. */
  push<Type extends NpcEventType>(type: Type, event: NpcEvents[Type]): void {
    if (this.hears(type)) this.waiting.push({ type, event } as Waiting);
    else if (type === 'problem') this.write((event as NpcEvents['problem']).message);
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

  private call<Type extends NpcEventType>(type: Type, event: NpcEvents[Type]): void {
    const handlers = this.bus.all.get(type) as ((event: NpcEvents[Type]) => void)[] | undefined;
    for (const handler of handlers?.slice() ?? []) this.guard(type, () => handler(event));
    const wildcards = this.bus.all.get('*') as ((type: Type, event: NpcEvents[Type]) => void)[] | undefined;
    for (const handler of wildcards?.slice() ?? []) this.guard(type, () => handler(type, event));
  }

  private guard(type: NpcEventType, call: () => void): void {
    try {
      call();
    } catch (error) {
      if (type === 'handlerError' || !this.hears('handlerError')) this.write(`'${type}' threw ${String(error)}`);
      else this.call('handlerError', { type, error });
    }
  }

  private write(line: string): void {
    if (this.lines++ < MOST_LINES) console.warn(`gait/npc: ${line}`);
  }
}
