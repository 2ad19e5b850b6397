import { defineColumns } from './columns.ts';

/** Bits of the `open` column: stamps that nothing has told yet, so that the first message that carries them sets them. */
export const OpenStamps = { Movement: 1, Vector: 2, Position: 4 } as const;

/** The nine event stamps of an entity (retail's update_times), 16 bits each. */
export const stampsColumns = defineColumns((c) => ({
  position: c.u16(),
  movement: c.u16(),
  state: c.u16(),
  vector: c.u16(),
  teleport: c.u16(),
  serverControl: c.u16(),
  forcePosition: c.u16(),
  description: c.u16(),
  instance: c.u16(),
  /** Sum of {@link OpenStamps}, of a body that an event brought instead of its creation. */
  open: c.u8(),
  /** 1 once a position event has placed the body. */
  placed: c.u8(),
  /** 1 + number of the marked spot on which the body stands, because nothing has told its place; 0: it has a place. */
  spot: c.u16(),
}));
