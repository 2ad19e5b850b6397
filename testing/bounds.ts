import { checks, type ConditionerOptions } from '../index.ts';

/** How far a client's world may be from its server's; what is left out has its default. */
export interface Bounds {
  /** Metres that a body at rest may be off. Default 0.06. */
  readonly position?: number;
  /** Degrees that a body at rest may be off. Default 1. */
  readonly heading?: number;
  /**
   * Seconds by which one side may be behind: a moving body may be off by what it comes along, and turns, in that time.
   * Default: 0.2 (between two places that are told) and what the link's conditions add.
   */
  readonly lag?: number;
  /** Metres that a moving body may be off besides. Default 0.1. */
  readonly slack?: number;
  /** Whether what bodies perform is compared: style, substate and the commands of the three axes. Default true. */
  readonly motions?: boolean;
  /** Whether it is compared which bodies there are. Default true. */
  readonly presence?: boolean;
  /** Guids of the bodies that are compared. Default: all. */
  readonly bodies?: readonly number[];
}

/** The bounds unless something else is said; those of loss-matrix, which has measured them. */
export const usualBounds = { position: 0.06, heading: 1, slack: 0.1, motions: true, presence: true } as const;

/** Seconds between two places of a moving body. */
const SEND_INTERVAL = 0.2;
/** Seconds until a datagram that was lost is sent again, besides a round trip. */
const RESEND_TIME = 0.1;
/** How long something is held back unless the conditions say it. */
const REORDER_DELAY = 0.1;

/** Bounds with nothing left out. */
export type CompleteBounds = Required<Omit<Bounds, 'bodies'>> & Pick<Bounds, 'bodies'>;

const boundKeys = ['position', 'heading', 'lag', 'slack', 'motions', 'presence', 'bodies'] as const;

/** @throws TypeError or RangeError that names the bound and what was expected. */
export function completeBounds(call: string, bounds: Bounds, link: ConditionerOptions): CompleteBounds {
  checks.requireObject(call, bounds, 'bounds such as { position: 0.06, heading: 1 }');
  checks.requireKeys(call, bounds, boundKeys);
  const number = (name: 'position' | 'heading' | 'lag' | 'slack', usual: number): number =>
    checks.requireNumber(`${call}.${name}`, bounds[name] ?? usual, 0, 1e6);
  const flag = (name: 'motions' | 'presence'): boolean =>
    checks.requireBoolean(`${call}.${name}`, bounds[name] ?? usualBounds[name]);
  if (bounds.bodies !== undefined && !Array.isArray(bounds.bodies)) {
    throw new TypeError(`${call}.bodies: expected an array of guids`);
  }
  return {
    position: number('position', usualBounds.position),
    heading: number('heading', usualBounds.heading),
    lag: number('lag', usualLag(link)),
    slack: number('slack', usualBounds.slack),
    motions: flag('motions'),
    presence: flag('presence'),
    bodies: bounds.bodies,
  };
}

/** Seconds by which one side of a link may be behind. */
export function usualLag({ latency = 0, jitter = 0, loss = 0, reorder = 0, reorderDelay }: ConditionerOptions): number {
  const held = reorder === 0 ? 0 : (reorderDelay ?? REORDER_DELAY);
  const again = loss === 0 ? 0 : 2 * latency + RESEND_TIME;
  return SEND_INTERVAL + latency + jitter + held + again;
}
