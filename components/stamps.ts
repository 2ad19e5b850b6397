import { defineColumns } from './columns.ts';

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
  /** 1 until the first movement event of a body that a position brought: its stamps are taken as they come. */
  open: c.u8(),
  /** 1 once a position event has placed the body. */
  placed: c.u8(),
}));
