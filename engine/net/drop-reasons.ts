/** Why a well-formed message about an entity was not applied, in the order of the gate. Each entity counts these. */
const entityReasons = [
  'stale instance',
  'stale movement stamp',
  'stale server-control stamp',
  'own autonomous echo',
  'stale teleport stamp',
  'stale position stamp',
  'stale vector stamp',
  'unknown guid',
  'held too long',
  'too many held',
  'nothing to control',
  /** A client action from before the player was put back. */
  'stale force-position stamp',
  /** A client action that a later one of its kind has overtaken. */
  'stale action',
  /** A client action that the rules refuse: a motion or an extent that cannot be, or the wrong moment. */
  'not allowed',
  /** A place of a player whom the server is moving. */
  'server in control',
  /** A place to which the player cannot have come; it is put back. */
  'out of reach',
] as const;

/** Why a message was not taken from a connection at all; no entity is to blame. */
const connectionReasons = [
  /** Only a server may say this. */
  'not for a server',
  /** A jump of a body that is not the peer's own. */
  'not its own',
  /** Only a client may say this. */
  'not for a client',
  /** More than may wait: the peer sends faster than its limits let it. */
  'queue full',
  /** It was held for a body that was not there yet, or waited, and its connection ended. */
  'connection ended',
  /** The world has as many bodies as messages may bring. */
  'too many bodies',
  /** A creation of what is not in the world: somebody holds it, or it lies in something. */
  'no position',
  /** An observer of the game's own threw when the message brought a body. */
  'observer threw',
] as const;

/** All reasons. Those that each entity counts come first. */
export const dropReasons = [...entityReasons, ...connectionReasons] as const;

/** How many of the reasons each entity counts; components/network.ts has a column for each. */
export const ENTITY_REASON_COUNT = entityReasons.length;

/** A reason by name. */
export type DropReason = (typeof dropReasons)[number];

/** Numbers of the reasons, for counters. */
export const DropCode = Object.fromEntries(dropReasons.map((reason, code) => [reason, code])) as Record<
  DropReason,
  number
>;

/** The reason with this number. */
export function dropReasonName(code: number): DropReason {
  return dropReasons[code];
}
