import type { HandlerError } from '../index.ts';
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
  handlerError: HandlerError;
};

/** Name of an event of a navigation. */
export type WalkEventType = keyof WalkEvents;

/** The names of all events. */
export const walkEventTypes = [
  'arrived',
  'failed',
  'cancelled',
  'planned',
  'handlerError',
] as const satisfies readonly WalkEventType[];
