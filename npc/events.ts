import type { HandlerError } from '../index.ts';
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
  handlerError: HandlerError;
};

/** Name of an event of the behaviours. */
export type NpcEventType = keyof NpcEvents;

/** The names of all events. */
export const npcEventTypes = [
  'active',
  'arrived',
  'failed',
  'lost',
  'problem',
  'handlerError',
] as const satisfies readonly NpcEventType[];
