import { defineColumns } from './columns.ts';

/** What an entity is, as bits. */
export const EntityKind = {
  /** The weenie is a creature: its motions are adjusted and need ground. */
  Creature: 0x1,
  /** The player of this client. Read only through the predicates of engine/local-player.ts. */
  LocalPlayer: 0x2,
  /** The weenie carries too much to jump; set by game code. */
  TooLoadedToJump: 0x4,
  /** The weenie has not the stamina to jump; set by game code. */
  TooTiredToJump: 0x8,
} as const;

/** Who an entity is. The guid is the server's name for it; entity ids are recycled at once, guids and generations tell. */
export const identityColumns = defineColumns((c) => ({
  guid: c.u32(),
  /** Rises with each spawn in this id; never cleared. */
  generation: c.u32(),
  /** 1 while the entity lives. */
  alive: c.u8(),
  /** Sum of {@link EntityKind} bits. */
  kind: c.u8(),
  /** Guid of the object that this one is attached to; 0 when it is a top-level object. */
  parent: c.u32(),
}));
