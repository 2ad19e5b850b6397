import { encodeObjectCreate, ObjectCreate } from '../../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../../engine/wire/object-delete.ts';
import { encodePlayerCreate, PlayerCreate } from '../../engine/wire/player-create.ts';
import { encodePlayerTeleport, PlayerTeleport } from '../../engine/wire/player-teleport.ts';
import { encodePositionAndMovement, PositionAndMovement } from '../../engine/wire/position-and-movement.ts';
import type { MovementData } from '../../engine/wire/movement-data.ts';
import { interpretedFlagsByDifference } from '../../engine/wire/interpreted-motion-state.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { type PositionPack, positionFlagsByDifference } from '../../engine/wire/position-pack.ts';
import { encodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { encodeVectorUpdate, VectorUpdate } from '../../engine/wire/vector-update.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';

/** Server messages as bytes. What a call does not say has the default of a fresh message: stamps 0, all at rest. */

const writer = new ByteWriter(256);

function encoded<Message>(encode: (to: ByteWriter, message: Message) => void, message: Message): Uint8Array {
  encode(writer.reset(), message);
  return writer.bytes().slice();
}

/** Parts of a movement; those of its interpreted state go into `state`, actions as [command, stamp, autonomous, speed]. */
export type MovementParts = Partial<Omit<MovementData, 'state'>> & {
  state?: Partial<Omit<MovementData['state'], 'actions' | 'flags'>>;
  actions?: readonly (readonly [number, number, boolean, number])[];
};

function fillMovement(movement: MovementData, parts: MovementParts): void {
  const { state, actions, ...rest } = parts;
  Object.assign(movement, rest);
  Object.assign(movement.state, state);
  for (const [command, stamp, autonomous, speed] of actions ?? []) {
    movement.state.actions.add(command, stamp, autonomous, speed);
  }
  movement.state.flags = interpretedFlagsByDifference(movement.state);
}

/** Parts of a position pack; grounded unless it says otherwise. */
export type PositionParts = Partial<Omit<PositionPack, 'flags'>> & { grounded?: boolean };

function fillPosition(pack: PositionPack, parts: PositionParts): void {
  const { grounded, ...rest } = parts;
  Object.assign(pack, rest);
  pack.flags = positionFlagsByDifference(pack, grounded ?? true);
}

/** UpdateMotion. */
export function motionMessage(guid: number, parts: MovementParts, instanceStamp = 0): Uint8Array {
  const message = new UpdateMotion();
  message.guid = guid;
  message.instanceStamp = instanceStamp;
  fillMovement(message.movement, parts);
  return encoded(encodeUpdateMotion, message);
}

/** UpdatePosition. */
export function positionMessage(guid: number, parts: PositionParts): Uint8Array {
  const message = new UpdatePosition();
  message.guid = guid;
  fillPosition(message.pack, parts);
  return encoded(encodeUpdatePosition, message);
}

/** PositionAndMovement. */
export function positionAndMovementMessage(guid: number, position: PositionParts, parts: MovementParts): Uint8Array {
  const message = new PositionAndMovement();
  message.guid = guid;
  fillPosition(message.pack, position);
  fillMovement(message.movement, parts);
  return encoded(encodePositionAndMovement, message);
}

/** VectorUpdate. */
export function vectorMessage(guid: number, parts: Partial<VectorUpdate>): Uint8Array {
  return encoded(encodeVectorUpdate, Object.assign(new VectorUpdate(), { guid, ...parts }));
}

/** ObjectCreate, with a position, at the corner of the world, unless `fill` says otherwise. */
export function createMessage(guid: number, fill: (message: ObjectCreate) => void = () => {}): Uint8Array {
  const message = new ObjectCreate();
  message.guid = guid;
  message.physics.flags = PhysicsFlag.Position;
  fill(message);
  return encoded(encodeObjectCreate, message);
}

/** The movement of a creation. */
export function fillCreatedMovement(message: ObjectCreate, parts: MovementParts): void {
  message.physics.hasMovement = true;
  fillMovement(message.physics.movement, parts);
}

/** ObjectDelete. */
export function deleteMessage(guid: number, instanceStamp = 0): Uint8Array {
  return encoded(encodeObjectDelete, Object.assign(new ObjectDelete(), { guid, instanceStamp }));
}

/** PlayerCreate. */
export function playerMessage(guid: number): Uint8Array {
  return encoded(encodePlayerCreate, Object.assign(new PlayerCreate(), { guid }));
}

/** PlayerTeleport. */
export function playerTeleportMessage(teleportStamp: number): Uint8Array {
  return encoded(encodePlayerTeleport, Object.assign(new PlayerTeleport(), { teleportStamp }));
}
