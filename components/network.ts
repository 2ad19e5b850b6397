import { defineColumns } from './columns.ts';

/** Number of drop reasons (engine/net/drop-reasons.ts). */
export const DROP_REASON_COUNT = 15;

/** How many messages about an entity were not applied, by reason; a count stays at its largest value. */
export const dropsColumns = defineColumns((c) => ({ byReason: c.ring('u8', DROP_REASON_COUNT, null) }));

/** What an authoritative world has told its peers about an entity. */
export const outboundColumns = defineColumns((c) => ({
  /** 1: the entity's movement changed and is to be told. */
  announce: c.u8(),
  /** 1: it was teleported. */
  teleported: c.u8(),
  /** Positions still to be sent since it came to rest. */
  restSends: c.u8(),
  /** Time in seconds of the next position. */
  nextPosition: c.f64(),
  /** The place that was sent last. */
  x: c.f64(),
  y: c.f64(),
  z: c.f64(),
  qw: c.f64(1),
  qz: c.f64(),
}));
