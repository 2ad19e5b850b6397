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

/** The state of a move: every field of retail's MoveToManager with its MovementParameters. Times in seconds. */
export const moveToColumns = defineColumns((c) => ({
  /** A {@link MovementType}; Invalid while there is no move. */
  type: c.u8(),
  movingAway: c.u8(),
  initialized: c.u8(),
  holdKey: c.u8(),
  currentCommand: c.u32(),
  auxCommand: c.u32(),
  soughtObject: c.u32(),
  topLevelObject: c.u32(),
  soughtRadius: c.f32(),
  soughtHeight: c.f32(),
  soughtX: c.f64(),
  soughtY: c.f64(),
  soughtZ: c.f64(),
  /** Heading of the sought position's frame, in degrees. */
  soughtHeading: c.f32(),
  currentTargetX: c.f64(),
  currentTargetY: c.f64(),
  currentTargetZ: c.f64(),
  currentTargetHeading: c.f32(),
  startingX: c.f64(),
  startingY: c.f64(),
  startingZ: c.f64(),
  /** Degrees. A turn starts by storing the remaining DIFFERENCE here (retail quirk), later the heading. */
  previousHeading: c.f32(),
  previousDistance: c.f64(FLOAT_MAX),
  previousDistanceTime: c.f64(),
  originalDistance: c.f64(FLOAT_MAX),
  originalDistanceTime: c.f64(),
  /** Written, never read (retail quirk). */
  failProgressCount: c.u32(),
  /** MovementParameters: sum of {@link MovementFlags}. */
  flags: c.u32(),
  distanceToObject: c.f32(0.6),
  minDistance: c.f32(),
  failDistance: c.f32(FLOAT_MAX),
  desiredHeading: c.f32(),
  speed: c.f64(1),
  walkRunThreshold: c.f32(15),
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
