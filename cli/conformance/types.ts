/**
 * The data of conformance sets: scenarios, motion tables, traces, vectors and expectations, in the form in which they
 * lie in a golden folder, and the functions of the product that are checked against them.
 *
 * World of a scenario: flat ground, metres, x = east, y = north, z = up. Headings: compass degrees, 0 = north (+y),
 * 90 = east (+x), clockwise. Motions, styles and substates: unsigned 32-bit command numbers.
 */

/** x (east), y (north), z (up), in metres (or metres or radians a second). */
export type Vec3 = [number, number, number];

/**
 * The order in which the sub-steps of a tick are run.
 * `pipeline`: the shipped one, each stage over all objects. `retail`: object by object, in ascending id.
 */
export type Order = 'pipeline' | 'retail';

// ---------------------------------------------------------------------------------------------------------- scenario

/** Movement parameters of an operation. A key left out has its retail default. */
export interface ScenarioParams {
  /** The 18-bit word of movement flags. */
  flags?: number;
  /** Metres. */
  distanceToObject?: number;
  /** Metres. */
  minDistance?: number;
  /** Metres; null means FLT_MAX. */
  failDistance?: number | null;
  /** Degrees. */
  desiredHeading?: number;
  speed?: number;
  /** Metres. */
  walkRunThreshold?: number;
  contextId?: number;
  /** 0 invalid, 1 none, 2 run. */
  holdKey?: number;
  actionStamp?: number;
}

/** One action of an inbound interpreted state. */
export interface ScenarioAction {
  /** Command number. */
  action: number;
  /** 15-bit stamp. */
  stamp: number;
  speed: number;
  autonomous: boolean;
}

/** The flat state of an inbound movement event of type 0. */
export interface ScenarioInterpretedState {
  style: number;
  forwardCommand: number;
  forwardSpeed: number;
  sidestepCommand: number;
  sidestepSpeed: number;
  turnCommand: number;
  turnSpeed: number;
  actions: ScenarioAction[];
}

/** An object of a scenario as it is before tick 0. */
export interface ScenarioObject {
  id: number;
  x: number;
  y: number;
  z: number;
  heading: number;
  /** Metres, final: not multiplied by `scale` again. */
  radius: number;
  /** Metres, final: not multiplied by `scale` again. */
  height: number;
  scale: number;
  creature: boolean;
  /** The run rate that the weenie answers; null: it answers none, so the object's own last run rate rules. */
  runRate: number | null;
  gravity: boolean;
  /** Start value of the transient-state bit CONTACT. */
  contact: boolean;
  /** Start value of the transient-state bit ON_WALKABLE. */
  onWalkable: boolean;
  /** True: the local player, whose last move was autonomous (its raw state rules when movement is re-applied). */
  player?: boolean;
}

interface OperationBase {
  /** The tick before whose updates the operation is carried out. */
  tick: number;
  /** The object that is told. */
  id: number;
}

/** A MovementStruct handed to PerformMovement. Which of the optional keys are there depends on `type`. */
export interface PerformOperation extends OperationBase {
  op: 'perform';
  /**
   * 1 raw command, 2 interpreted command, 3 stop raw command, 4 stop interpreted command, 5 stop completely,
   * 6 move to object, 7 move to position, 8 turn to object, 9 turn to heading.
   */
  type: number;
  /** Types 1 to 4. */
  motion?: number;
  /** Types 6 and 8. */
  objectId?: number;
  /** Types 6 and 8; left out: the same as `objectId`. */
  topLevelId?: number;
  /** Type 7. */
  pos?: Vec3;
  /** Type 6: the target's radius. */
  radius?: number;
  /** Type 6: the target's height. */
  height?: number;
  params?: ScenarioParams;
}

/** MoveToObject or TurnToObject through the object's own entry point; an unknown target: nothing happens. */
export interface ToObjectOperation extends OperationBase {
  op: 'moveToObject' | 'turnToObject';
  target: number;
  params?: ScenarioParams;
}

/** move_to_interpreted_state with the state of an inbound event. */
export interface InterpretedStateOperation extends OperationBase {
  op: 'interpretedState';
  state: ScenarioInterpretedState;
}

/** A position update that is queued for interpolation. */
export interface InterpolateToOperation extends OperationBase {
  op: 'interpolateTo';
  pos: Vec3;
  heading: number;
  keepHeading: boolean;
}

/** The object is placed there; nothing else is told. */
export interface SetPositionOperation extends OperationBase {
  op: 'setPosition';
  pos: Vec3;
  heading: number;
}

/** `exitWorld`, `teleported`: watchers are told that status (an object that exits is gone). The others need no data. */
export interface PlainOperation extends OperationBase {
  op: 'exitWorld' | 'teleported' | 'stopCompletely' | 'unconstrain' | 'unstick';
}

export interface CancelMoveToOperation extends OperationBase {
  op: 'cancelMoveTo';
  error: number;
}

/** The moveto is cancelled, extent and velocity are set, on_walkable falls (LeaveGround), contact is cleared. */
export interface JumpOperation extends OperationBase {
  op: 'jump';
  /** 0 to 1. */
  extent: number;
  /** Upward velocity that the weenie answers, metres a second. */
  vz: number;
}

export interface ConstrainToOperation extends OperationBase {
  op: 'constrainTo';
  pos: Vec3;
  /** Metres at which braking starts. */
  start: number;
  /** Metres that are never exceeded. */
  max: number;
}

/** The bits are set; a rise of `onWalkable` tells HitGround, a fall tells LeaveGround. */
export interface ContactOperation extends OperationBase {
  op: 'contact';
  contact: boolean;
  onWalkable: boolean;
}

export interface HoldRunOperation extends OperationBase {
  op: 'holdRun';
  value: boolean;
}

export interface StickToOperation extends OperationBase {
  op: 'stickTo';
  target: number;
}

/** One operation of a script; operations are carried out in order, before the updates of their tick. */
export type ScenarioOperation =
  | PerformOperation
  | ToObjectOperation
  | InterpretedStateOperation
  | InterpolateToOperation
  | SetPositionOperation
  | PlainOperation
  | CancelMoveToOperation
  | JumpOperation
  | ConstrainToOperation
  | ContactOperation
  | HoldRunOperation
  | StickToOperation;

export interface Scenario {
  name: string;
  /** Fixed step in seconds. The clock starts at 0 and is advanced before a tick's operations are carried out. */
  quantum: number;
  /** Number of steps. */
  ticks: number;
  /** `name` of a table. */
  motionTable: string;
  objects: ScenarioObject[];
  script: ScenarioOperation[];
}

// ------------------------------------------------------------------------------------------------------ motion table

export interface TableAnimation {
  id: number;
  frames: number;
  /** Root motion of each frame. */
  posFrames?: { origin: Vec3; yawDegrees: number }[];
}

/** One animation of a motion: frames `low` to `high` (-1: the last) at `framerate` frames a second. */
export interface TableAnim {
  anim: number;
  low: number;
  high: number;
  framerate: number;
}

export interface TableMotionData {
  style: number;
  /** 1: clears modifiers; 2: only from the style's default. */
  bitfield: number;
  /** Metres a second at speed 1. */
  velocity: Vec3;
  /** Radians a second at speed 1. */
  omega: Vec3;
  anims: TableAnim[];
}

export interface TableMotion extends TableMotionData {
  motion: number;
}

export interface TableLink extends TableMotionData {
  from: number;
  to: number;
}

export interface TableJson {
  name: string;
  defaultStyle: number;
  /** [style, its default substate]. */
  styleDefaults: [number, number][];
  animations: TableAnimation[];
  cycles: TableMotion[];
  modifiers: TableMotion[];
  links: TableLink[];
}

// ------------------------------------------------------------------------------------------------------------- trace

/** What is recorded of one object at the end of a tick. A runner's records have exactly these keys. */
export interface TickRecord {
  id: number;
  pos: Vec3;
  /** Degrees, 0 to 360. */
  heading: number;
  /** MovementType of the MoveToManager, 0 when it has none. */
  moveType: number;
  currentCommand: number;
  auxCommand: number;
  movingAway: boolean;
  initialized: boolean;
  /** [type, heading] of every pending node, in order. */
  nodes: [number, number][];
  /** [command, speed] of the interpreted state. */
  fwd: [number, number];
  side: [number, number];
  turn: [number, number];
  /** Of the motion state. */
  style: number;
  substate: number;
  /** Speed of the substate. */
  substateMod: number;
  /** [motion, speed] of every modifier; compared without regard to their order. */
  modifiers: [number, number][];
  /** Metres a second. */
  seqVelocity: Vec3;
  /** Radians a second. */
  seqOmega: Vec3;
  /** Id of the animation that plays, 0 for none. */
  anim: number;
  /** Frame number within it. */
  frame: number;
  /** Motions pending in the interpreter, in order. */
  pendingMotions: number[];
  /** [motion, number of animations] pending in the motion-table manager, in order. */
  pendingAnims: [number, number][];
  /** The hold key that was written back to the stored movement parameters. */
  holdKey: number;
  /** Number of nodes in the interpolation queue. */
  interpNodes: number;
  /** Id of the object that this one is stuck to, 0 for none. */
  stickyTarget: number;
}

/** One entry a tick, each with one record per object of the world, in ascending id. */
export interface Trace {
  name: string;
  ticks: TickRecord[][];
}

// ----------------------------------------------------------------------------------------------------------- vectors

export interface FunctionVector {
  fn: string;
  args: unknown[];
  result: unknown;
}

// ------------------------------------------------------------------------------------------------ what is checked

/** Runs a scenario; throws `UnsupportedOperation` for an operation that it does not know. */
export type RunScenario = (
  scenario: Scenario,
  table: TableJson,
  order: Order,
  eachTick?: (tick: number) => void,
) => TickRecord[][];

/** Calls the product's function named by the vector; `supported` false: there is none of that name. */
export type CheckFunctionVector = (vector: FunctionVector) => { supported: boolean; ours: unknown };

/** Null: decoding gives the fields and encoding gives the bytes; else the first difference, as text. */
export type CheckWireVector = (vector: unknown) => string | null;

/** The ways into the product that a run needs. */
export interface Checkers {
  runScenario: RunScenario;
  /** Why a scenario cannot be run in this way; null: it can. Absent: every scenario can. */
  whyLeftOut?: (scenario: Scenario) => string | null;
  checkFunctionVector: CheckFunctionVector;
  checkWireVector: CheckWireVector;
}

/**
 * How the core is reached: by direct calls, or by messages as bytes through NetIngest and SequenceGate of the shipped
 * pipeline.
 */
export type Via = 'direct' | 'wire';

/** Thrown by a runner for a script operation that it cannot carry out; the message is the operation's name. */
export class UnsupportedOperation extends Error {
  constructor(operation: string) {
    super(operation);
    this.name = 'UnsupportedOperation';
  }
}
