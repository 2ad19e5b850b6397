import { defineColumns } from './columns.ts';

/** What a movement is (retail's MovementTypes::Type). */
export const MovementType = {
  Invalid: 0,
  RawCommand: 1,
  InterpretedCommand: 2,
  StopRawCommand: 3,
  StopInterpretedCommand: 4,
  StopCompletely: 5,
  MoveToObject: 6,
  MoveToPosition: 7,
  TurnToObject: 8,
  TurnToHeading: 9,
} as const;

/** Which gait key counts as held (retail's HoldKey). */
export const HoldKey = { Invalid: 0, None: 1, Run: 2 } as const;

/** The 18 flags of MovementParameters. */
export const MovementFlags = {
  CanWalk: 0x1,
  CanRun: 0x2,
  CanSidestep: 0x4,
  CanWalkBackwards: 0x8,
  CanCharge: 0x10,
  FailWalk: 0x20,
  UseFinalHeading: 0x40,
  Sticky: 0x80,
  MoveAway: 0x100,
  MoveTowards: 0x200,
  UseSpheres: 0x400,
  SetHoldKey: 0x800,
  Autonomous: 0x1000,
  ModifyRawState: 0x2000,
  ModifyInterpretedState: 0x4000,
  CancelMoveTo: 0x8000,
  StopCompletely: 0x10000,
  DisableJumpDuringLink: 0x20000,
} as const;

/** The flags of freshly made MovementParameters: 0x1EE0F. */
export const DEFAULT_MOVEMENT_FLAGS = 0x1ee0f;

/** The largest float: "no limit" for distances. */
export const FLOAT_MAX = 3.4028234663852886e38;

/** Codes with which a movement ends early (the client's WeenieError). */
export const MovementError = {
  None: 0,
  NoPhysicsObject: 0x8,
  NoMotionInterpreter: 0xb,
  NotGrounded: 0x24,
  ActionCancelled: 0x36,
  ObjectGone: 0x37,
  NoObject: 0x38,
  CannotCrouchInCombat: 0x3f,
  CannotSitInCombat: 0x40,
  CannotLieDownInCombat: 0x41,
  CannotChatEmoteInCombat: 0x42,
  NoMotionTableData: 0x43,
  TooManyActions: 0x45,
  Teleported: 0x3c,
  ChargedTooFar: 0x3d,
  /** Also what a jump without stamina, or while fully constrained, answers. */
  InvalidMovementType: 0x47,
  CannotJumpFromHere: 0x48,
  TooLoadedToJump: 0x49,
} as const;

const errorNames = new Map<number, string>(Object.entries(MovementError).map(([name, error]) => [error, name]));

/** A {@link MovementError}'s name, as calls and events answer it, or its number in hexadecimal when there is none. */
export function movementErrorName(error: number): string {
  return errorNames.get(error) ?? `0x${(error >>> 0).toString(16)}`;
}

/** Places of a move's numbers that every step of a walk reads. Metres, degrees, seconds; a row is a cache line. */
export const MoveToF64 = {
  currentTargetX: 0,
  currentTargetY: 1,
  currentTargetZ: 2,
  soughtRadius: 3,
  soughtHeight: 4,
  distanceToObject: 5,
  failDistance: 6,
  previousDistanceTime: 7,
  row: 8,
} as const;

/** Places of a move's numbers that are read when something begins, ends or is judged. Metres, degrees, seconds. */
export const MoveToPlanF64 = {
  previousDistance: 0,
  originalDistance: 1,
  originalDistanceTime: 2,
  speed: 3,
  minDistance: 4,
  /** Degrees. A turn starts by storing the remaining DIFFERENCE here (retail quirk), later the heading. */
  previousHeading: 5,
  soughtX: 6,
  soughtY: 7,
  soughtZ: 8,
  /** Heading of the sought position's frame, in degrees. */
  soughtHeading: 9,
  currentTargetHeading: 10,
  startingX: 11,
  startingY: 12,
  startingZ: 13,
  desiredHeading: 14,
  walkRunThreshold: 15,
  row: 16,
} as const;

/** Places of a move's whole numbers that every step reads. */
export const MoveToU32 = {
  /** A {@link MovementType}; Invalid while there is no move. */
  type: 0,
  /** MovementParameters: sum of {@link MovementFlags}. */
  flags: 1,
  currentCommand: 2,
  auxCommand: 3,
  movingAway: 4,
  initialized: 5,
  topLevelObject: 6,
  /** Written, never read (retail quirk). */
  failProgressCount: 7,
  row: 8,
} as const;

/** The state of a move: every field of retail's MoveToManager with its MovementParameters. */
export const moveToColumns = defineColumns((c) => ({
  f64: c.rows('f64', MoveToF64, { distanceToObject: 0.6, failDistance: FLOAT_MAX }),
  plan: c.rows('f64', MoveToPlanF64, {
    previousDistance: FLOAT_MAX,
    originalDistance: FLOAT_MAX,
    speed: 1,
    walkRunThreshold: 15,
  }),
  u32: c.rows('u32', MoveToU32),
  /** Guid of the object that is gone to or turned to; 0: none. */
  soughtObject: c.u32(),
  /** MovementParameters: a {@link HoldKey}, and what came with the order. */
  holdKey: c.u32(),
  contextId: c.u32(),
  actionStamp: c.u32(),
}));

/** Most nodes a move can have: a turn, a walk and a final turn; one is spare. */
export const PENDING_NODE_CAPACITY = 4;

/** What a move has still to do, first node first (retail's pending_actions). */
export const pendingNodesColumns = defineColumns((c) => ({
  count: c.u8(),
  /** MoveToPosition or TurnToHeading. */
  type: c.ring('u8', PENDING_NODE_CAPACITY, 'count'),
  /** Degrees; of TurnToHeading nodes. */
  heading: c.ring('f64', PENDING_NODE_CAPACITY, 'count'),
}));
