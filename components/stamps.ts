import { column } from './columns.ts';

/** The nine event stamps of an entity (retail's update_times), 16 bits each. */
export const stampsSchema = {
  position: column('u16'),
  movement: column('u16'),
  state: column('u16'),
  vector: column('u16'),
  teleport: column('u16'),
  serverControl: column('u16'),
  forcePosition: column('u16'),
  description: column('u16'),
  instance: column('u16'),
  /** 1 once a position event has placed the body. */
  placed: column('u8'),
} as const;
