/** Why a well-formed message was not applied, in the order of the gate (movement-rules section 8). */
export const dropReasons = [
  'stale instance',
  'future instance',
  'stale movement stamp',
  'stale server-control stamp',
  'own autonomous echo',
  'stale teleport stamp',
  'stale position stamp',
  'stale vector stamp',
  'unknown guid',
  'held too long',
  'too many held',
  'no motion table',
  'ring full',
  'nothing to control',
  'not for a server',
] as const;

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
