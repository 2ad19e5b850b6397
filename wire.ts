/**
 * `gait/wire`: the messages of the retail client as they go over the wire, for servers, proxies and tools of your own. Each
 * message is a class, a decoder and an encoder: decoders answer false and never throw, encoders throw a RangeError for what
 * the format cannot hold. It knows no world. docs/wire.md has all messages.
 */
export { isNewerStamp } from './engine/net/stamps.ts';
export {
  AutonomousPosition,
  decodeAutonomousPosition,
  encodeAutonomousPosition,
} from './engine/wire/autonomous-position.ts';
export {
  CELL_SIZE,
  cellAt,
  isOutdoors,
  LANDBLOCK_SIZE,
  LAST_LANDBLOCK,
  landblockOriginX,
  landblockOriginY,
  worldX,
  worldY,
} from './engine/wire/cell.ts';
export {
  CLIENT_ACTION_HEADER_BYTES,
  ClientActionHeader,
  ClientStamps,
  decodeClientActionHeader,
  encodeClientActionHeader,
} from './engine/wire/client-action.ts';
export { ClientAction, ClientActionOutcome, decodeClientAction } from './engine/wire/client-action-message.ts';
export {
  clearInterpretedMotionState,
  InterpretedFlag,
  InterpretedMotionState,
  interpretedFlagsByDifference,
} from './engine/wire/interpreted-motion-state.ts';
export { decodeJump, encodeJump, Jump } from './engine/wire/jump.ts';
export {
  FLOAT_MAX,
  MAX_ACTIONS,
  MAX_ANGLE,
  MAX_CHILDREN,
  MAX_HOLD_KEY,
  MAX_POSITION,
  MAX_RATE,
  MAX_SCALE,
} from './engine/wire/limits.ts';
export { ModelData } from './engine/wire/model-data.ts';
export { MotionActions } from './engine/wire/motion-actions.ts';
export { decodeMoveToState, encodeMoveToState, MoveToState } from './engine/wire/move-to-state.ts';
export { clearMovementData, MotionFlag, MovementData, WireMovementType } from './engine/wire/movement-data.ts';
export { decodeObjectCreate, encodeObjectCreate, ObjectCreate } from './engine/wire/object-create.ts';
export { decodeObjectDelete, encodeObjectDelete, ObjectDelete } from './engine/wire/object-delete.ts';
export { ActionType, isServerOpcode, messageName, Opcode, opcodeOf } from './engine/wire/opcodes.ts';
export { clearPhysicsData, PhysicsData, PhysicsFlag, StampIndex } from './engine/wire/physics-data.ts';
export { decodePlayerCreate, encodePlayerCreate, PlayerCreate } from './engine/wire/player-create.ts';
export { decodePlayerTeleport, encodePlayerTeleport, PlayerTeleport } from './engine/wire/player-teleport.ts';
export {
  decodePositionAndMovement,
  encodePositionAndMovement,
  PositionAndMovement,
} from './engine/wire/position-and-movement.ts';
export { PositionFlag, PositionPack, positionFlagsByDifference } from './engine/wire/position-pack.ts';
export { clearRawMotionState, RawFlag, RawMotionState, rawFlagsByDifference } from './engine/wire/raw-motion-state.ts';
export { ByteReader } from './engine/wire/reader.ts';
export { decodeUpdateMotion, encodeUpdateMotion, UpdateMotion } from './engine/wire/update-motion.ts';
export { decodeUpdatePosition, encodeUpdatePosition, UpdatePosition } from './engine/wire/update-position.ts';
export { decodeVectorUpdate, encodeVectorUpdate, VectorUpdate } from './engine/wire/vector-update.ts';
export { clearWirePosition, WirePosition } from './engine/wire/wire-position.ts';
export { WireReason, wireReasonName } from './engine/wire/wire-reason.ts';
export { ByteWriter } from './engine/wire/writer.ts';
