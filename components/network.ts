import { column } from './columns.ts';

/** Number of drop reasons (engine/net/drop-reasons.ts). */
export const DROP_REASON_COUNT = 14;

/** How many messages about an entity were not applied, by reason; a count stays at its largest value. */
export const dropsSchema = {
  byReason: { type: 'u16', length: DROP_REASON_COUNT, initial: 0, countedBy: null },
} as const;

/** What an authoritative world has told its peers about an entity. */
export const outboundSchema = {
  /** 1: the entity's movement changed and is to be told. */
  announce: column('u8'),
  /** 1: it was teleported. */
  teleported: column('u8'),
  /** Positions still to be sent since it came to rest. */
  restSends: column('u8'),
  /** Time in seconds of the next position. */
  nextPosition: column('f64'),
  /** The place that was sent last. */
  x: column('f64'),
  y: column('f64'),
  z: column('f64'),
  qw: column('f64', 1),
  qz: column('f64'),
} as const;
