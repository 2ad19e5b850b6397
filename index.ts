/**
 * Gait: server-driven character movement, faithful to the 2013 Asheron's Call client, as bitECS components and ordered
 * systems. This file is the package's face; the Babylon.js side is `gait/babylon`.
 */
export { BodyF32 } from './components/body.ts';
export { FrameF64 } from './components/frame.ts';
export type { Components } from './components/index.ts';
export { EntityKind } from './components/identity.ts';
export {
  CommandClass,
  commandFromIndex,
  indexFromCommand,
  MotionCommand,
  type MotionCommandName,
  motionCommandName,
} from './components/motion-command.ts';
export {
  HoldKey,
  MovementError,
  MovementFlags,
  MovementType,
  MoveToF64,
  MoveToPlanF64,
  MoveToU32,
  movementErrorName,
  PENDING_NODE_CAPACITY,
} from './components/move-to.ts';
export { HoldKeysU8, MotionF64, MotionU32 } from './components/motion-interp.ts';
export { MotionStateU32 } from './components/motion-state.ts';
export { PhysicsState } from './components/physics-state.ts';
export { NO_NODE, SEQUENCE_NODE_CAPACITY, SequenceF64, SequenceU8 } from './components/sequence.ts';
export { StampsU16 } from './components/stamps.ts';
export { TargetF64, TargetStatus, TargetU32, WatchersF64, WatchersU32 } from './components/target.ts';
export { TransientState } from './components/transient-state.ts';
export { flatGround } from './engine/collision/flat-ground.ts';
export {
  parseScene,
  type SceneContent,
  type SceneInput,
  type SceneObstacle,
} from './engine/collision/scene-content.ts';
export {
  createSceneGround,
  type Point,
  type SceneGround,
  type SceneGroundOptions,
  type SceneHit,
} from './engine/collision/scene-ground.ts';
export {
  axesOf,
  type BlockShape,
  type PillarShape,
  type SceneShape,
  sceneShapes,
} from './engine/collision/scene-shapes.ts';
export { type CapturedMoment, captureMoments } from './engine/capture-moments.ts';
export { capturedKindText, printable } from './engine/capture-names.ts';
export {
  type CapturedEntity,
  type CapturedFault,
  type CapturedKind,
  type CapturedPlace,
  type CaptureSummary,
  summarizeCapture,
} from './engine/capture-summary.ts';
export type { Connection } from './engine/connection.ts';
export { type ConnectionLimits, peerLimits, serverLimits } from './engine/connection-limits.ts';
/** The checks of the calls, for code of your own that takes the same values: each throws and says what was expected. */
export * as checks from './engine/checks.ts';
export type { ConnectionEvent, EndReason, GaitEvents, GaitEventType } from './engine/events.ts';
export { heading } from './engine/math/heading.ts';
export { gridSpot, type MarkedSpot, type SpotMaker } from './engine/marked-spots.ts';
export type { MotionTableNames } from './engine/motion-table-ids.ts';
export { type MotionTableContent, parseMotionTable } from './engine/motion/motion-table-content.ts';
export { type DropReason, dropReasonName, dropReasons } from './engine/net/drop-reasons.ts';
export { type Conditioner, createConditioner } from './engine/net/conditioner.ts';
export type { ConditionerCounters, ConditionerOptions } from './engine/net/conditioner-options.ts';
export type {
  Capture,
  CaptureCounts,
  CapturedConnection,
  CaptureFormat,
  CaptureNote,
  SkipReason,
} from './engine/net/capture.ts';
export { CaptureError } from './engine/net/capture-error.ts';
export {
  type ReadCaptureOptions,
  readCapture,
  type WriteCaptureOptions,
  writeCapture,
  writeCaptureTo,
} from './engine/net/capture-file.ts';
export type { CaptureDirection, CapturedMessages } from './engine/net/message-log.ts';
export { recordTransport } from './engine/net/recorded-transport.ts';
export { createRecorder, type Recorder, type RecorderCounters, type RecorderOptions } from './engine/net/recorder.ts';
export {
  createReplayTransport,
  type ReplayTransport,
  type ReplayTransportOptions,
} from './engine/net/replay-transport.ts';
export { createLoopback, type Loopback, type LoopbackOptions, type LoopbackTransport } from './engine/net/loopback.ts';
export {
  createMessagePortTransport,
  type MessagePortLike,
  type MessagePortOptions,
  type MessagePortTransport,
} from './engine/net/message-port.ts';
export { readServerHello, type ServerHello, writeServerHello } from './engine/net/server-hello.ts';
export type { Deliver, Transport } from './engine/net/transport.ts';
export type { NetCounters } from './engine/net-counters.ts';
export {
  createWebSocketTransport,
  WEB_SOCKET_FRAME_LIMIT,
  type WebSocketCounters,
  type WebSocketLike,
  type WebSocketOptions,
  type WebSocketTransport,
} from './engine/net/web-socket.ts';
export type { IngestBudget, UnknownPolicy } from './engine/network.ts';
export { type PlayerRules, usualPlayerRules } from './engine/player-rules.ts';
/** The parts of which the systems are made, each of a world and a body, for pipelines of your own. */
export * as subSteps from './engine/sub-steps.ts';
export { ActionType, Opcode, messageName } from './engine/wire/opcodes.ts';
/** Events of an addition of your own, told as the engine tells its own. */
export { type HandlerError, WaitingEvents } from './engine/waiting-events.ts';
export type { GaitWorld, Ground } from './engine/world.ts';
export {
  type OwnSystemName,
  ownSystemNames,
  type StepClock,
  type SystemOptions,
  type SystemReading,
} from './systems/added-systems.ts';
export { BodySync, type BodySyncOptions, type ShownBody } from './systems/body-sync.ts';
export { type ConnectOptions, createEngine, type Engine } from './systems/create-engine.ts';
export type { PlaceOption, TargetOption } from './systems/engine-moves.ts';
export {
  checkMoveOptions,
  checkSpawnOptions,
  type EngineOptions,
  type MoveOptions,
  type SpawnOptions,
} from './systems/engine-options.ts';
export { interpolation } from './systems/interpolation.ts';
export { type JoinedServer, JoinError, joinServer, type JoinServerOptions } from './systems/join-server.ts';
export { motionInterp } from './systems/motion-interp.ts';
export { moveToUseTime } from './systems/move-to-use-time.ts';
export { type InterestOptions, usualInterest } from './systems/interest-options.ts';
export { netEgress } from './systems/net-egress.ts';
export { netIngest } from './systems/net-ingest.ts';
export { stepPipeline } from './systems/pipeline.ts';
export type { FrameReading, MotionReading, MoveToReading } from './systems/readings.ts';
export { createReplay, type Replay, type ReplayOptions } from './systems/replay.ts';
export { sequenceGate } from './systems/sequence-gate.ts';
export { smoothPlace, type WorldPlace } from './systems/smooth-place.ts';
