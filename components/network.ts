import { defineColumns } from './columns.ts';

/** Number of drop reasons that an entity counts (ENTITY_REASON_COUNT of engine/net/drop-reasons.ts). */
export const DROP_REASON_COUNT = 16;

/** How many messages about an entity were not applied, by reason; a count stays at its largest value. */
export const dropsColumns = defineColumns((c) => ({ byReason: c.ring('u8', DROP_REASON_COUNT, null) }));

/** What is to be told about an entity: bits of the outbound `announce` column. */
export const Announce = {
  /** Its movement, as the server's order. */
  Movement: 1,
  /** That it is there. */
  Creation: 2,
  /** Its velocity. */
  Vector: 4,
  /** Its movement, as its own player made it. */
  Autonomous: 8,
} as const;

/** What peers believe that an entity does by itself: bits of the outbound `told` column. */
export const Told = {
  /** It is on a move or turn. */
  Move: 1,
  /** It sticks to another one, which moves it. */
  Stick: 2,
} as const;

/** What an authoritative world has told its peers about an entity. */
export const outboundColumns = defineColumns((c) => ({
  /** Sum of {@link Announce}: what is to be told with this step. */
  announce: c.u8(),
  /** Sum of {@link Told}. */
  told: c.u8(),
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
