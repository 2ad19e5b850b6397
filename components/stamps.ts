import { defineColumns } from './columns.ts';

/** Bits of the `open` column: stamps that nothing has told yet, so that the first message that carries them sets them. */
export const OpenStamps = { Movement: 1, Vector: 2, Position: 4 } as const;

/** Places of the nine event stamps (retail's update_times), 16 bits each. */
export const StampsU16 = {
  position: 0,
  movement: 1,
  state: 2,
  vector: 3,
  teleport: 4,
  serverControl: 5,
  forcePosition: 6,
  description: 7,
  instance: 8,
  /** 1 + number of the marked spot on which the body stands, because nothing has told its place; 0: it has a place. */
  spot: 9,
  row: 10,
} as const;

/** The event stamps of an entity, see {@link StampsU16}. */
export const stampsColumns = defineColumns((c) => ({
  u16: c.rows('u16', StampsU16),
  /** Sum of {@link OpenStamps}, of a body that an event brought instead of its creation. */
  open: c.u8(),
  /** 1 once a position event has placed the body. */
  placed: c.u8(),
}));
