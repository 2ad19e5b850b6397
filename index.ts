/**
 * Gait: server-driven character movement, faithful to the 2013 Asheron's Call client, as bitECS components and ordered
 * systems. This file is the package's face; the Babylon.js side is `gait/babylon`.
 */
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
export { HoldKey, MovementError, MovementFlags, MovementType, PENDING_NODE_CAPACITY } from './components/move-to.ts';
export { PhysicsState } from './components/physics-state.ts';
export { NO_NODE, SEQUENCE_NODE_CAPACITY } from './components/sequence.ts';
export { TargetStatus } from './components/target.ts';
export { TransientState } from './components/transient-state.ts';
export { flatGround } from './engine/collision/flat-ground.ts';
export type { GaitEvents, GaitEventType } from './engine/events.ts';
export { type MotionTableContent, parseMotionTable } from './engine/motion/motion-table-content.ts';
export { type DropReason, dropReasonName, dropReasons } from './engine/net/drop-reasons.ts';
export type { ConditionerOptions } from './engine/net/conditioner.ts';
export { createLoopback, type Loopback, type LoopbackOptions, type LoopbackTransport } from './engine/net/loopback.ts';
export {
  createMessagePortTransport,
  type MessagePortLike,
  type MessagePortOptions,
  type MessagePortTransport,
} from './engine/net/message-port.ts';
export type { Transport } from './engine/net/transport.ts';
export type { NetCounters, UnknownPolicy } from './engine/network.ts';
export * as subSteps from './engine/sub-steps.ts';
export { Opcode, messageName } from './engine/wire/opcodes.ts';
export type { GaitWorld, Ground } from './engine/world.ts';
export { createEngine, type Engine } from './systems/create-engine.ts';
export type { PlaceOption, TargetOption } from './systems/engine-moves.ts';
export type { EngineOptions, MoveOptions, SpawnOptions } from './systems/engine-options.ts';
export { interpolation } from './systems/interpolation.ts';
export { motionInterp } from './systems/motion-interp.ts';
export { moveToUseTime } from './systems/move-to-use-time.ts';
export { netEgress } from './systems/net-egress.ts';
export { netIngest } from './systems/net-ingest.ts';
export { stepPipeline } from './systems/pipeline.ts';
export type { FrameReading, MotionReading, MoveToReading } from './systems/readings.ts';
export { sequenceGate } from './systems/sequence-gate.ts';
