import { FLOAT_MAX, HoldKey } from '../../components/move-to.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { RADIANS } from '../../engine/math/heading.ts';
import { cos, sin } from '../../engine/math/trigonometry.ts';
import { MovementParameters } from '../../engine/movement-parameters.ts';
import { cellAt, landblockOriginX, landblockOriginY } from '../../engine/wire/cell.ts';
import type { MovementData } from '../../engine/wire/movement-data.ts';
import { encodeObjectCreate, ObjectCreate } from '../../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../../engine/wire/object-delete.ts';
import { PhysicsFlag, StampIndex } from '../../engine/wire/physics-data.ts';
import { encodePlayerCreate, PlayerCreate } from '../../engine/wire/player-create.ts';
import { positionFlagsByDifference } from '../../engine/wire/position-pack.ts';
import { encodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';
import type { ScenarioObject, ScenarioParams, Vec3 } from './types.ts';

/** Thrown for what no message says; the message of the error is the reason. */
export class CannotSay extends Error {}

/**
 * Stamps that a creation starts with, by StampIndex: most of them close to where 16 bits end, so that every scenario
 * counts over.
 */
const FIRST_STAMPS = [0xfffd, 0xfffe, 3, 0x7fff, 0xffff, 0xffff, 0x8000, 7, 0xffff];

/** The motion tables of a world are numbered from here. */
const FIRST_MOTION_TABLE = 0x09000000;

/** Degrees by which a heading may change on its way through a reader that normalises it. */
const SAME_ANGLE = 1e-3;

const writer = new ByteWriter(256);

/** A message's bytes. @throws CannotSay for a value that the format does not hold. */
function written<Message>(encode: (to: ByteWriter, message: Message) => void, message: Message): Uint8Array {
  try {
    encode(writer.reset(), message);
  } catch (error) {
    if (error instanceof RangeError) throw new CannotSay(`the format does not hold it: ${error.message}`);
    throw error;
  }
  return writer.bytes().slice();
}

/** Says who the client's player is. */
export function playerMessage(guid: number): Uint8Array {
  const message = new PlayerCreate();
  message.guid = guid;
  return written(encodePlayerCreate, message);
}

/** What a server says about one object, each message with its stamps counted. */
export class ObjectSpeaker {
  private readonly object: ScenarioObject;
  private readonly stamps = [...FIRST_STAMPS];

  constructor(object: ScenarioObject) {
    this.object = object;
  }

  /** The object comes into the world, at rest. */
  creation(): Uint8Array {
    const { object } = this;
    const create = new ObjectCreate();
    create.guid = object.id;
    const { physics } = create;
    physics.flags = PhysicsFlag.Position | PhysicsFlag.MotionTable | (object.scale === 1 ? 0 : PhysicsFlag.Scale);
    physics.state = object.gravity ? PhysicsState.Gravity : 0;
    physics.motionTable = FIRST_MOTION_TABLE;
    physics.scale = object.scale;
    putPlace(physics.position, [object.x, object.y, object.z], object.heading);
    physics.stamps.set(this.stamps);
    return written(encodeObjectCreate, create);
  }

  /** The object leaves. */
  deletion(): Uint8Array {
    const message = new ObjectDelete();
    message.guid = this.object.id;
    message.instanceStamp = this.stamps[StampIndex.Instance];
    return written(encodeObjectDelete, message);
  }

  /**
   * A movement event of the server's own: both stamps rise. It names no style, so that its head performs none.
   *
   * @param fill Puts in what belongs to the type.
   */
  motion(type: number, fill: (movement: MovementData) => void = () => {}): Uint8Array {
    this.count(StampIndex.Movement);
    this.count(StampIndex.ServerControl);
    const message = new UpdateMotion();
    message.guid = this.object.id;
    message.instanceStamp = this.stamps[StampIndex.Instance];
    const { movement } = message;
    movement.movementStamp = this.stamps[StampIndex.Movement];
    movement.serverControlStamp = this.stamps[StampIndex.ServerControl];
    movement.type = type;
    fill(movement);
    return written(encodeUpdateMotion, message);
  }

  /** A position event of a body on the ground. `teleports`: it is put there. */
  position(pos: Vec3, heading: number, teleports: boolean): Uint8Array {
    const { stamps } = this;
    this.count(StampIndex.Position);
    if (teleports) this.count(StampIndex.Teleport);
    const message = new UpdatePosition();
    message.guid = this.object.id;
    const { pack } = message;
    putPlace(pack, pos, heading);
    pack.instanceStamp = stamps[StampIndex.Instance];
    pack.positionStamp = stamps[StampIndex.Position];
    pack.teleportStamp = stamps[StampIndex.Teleport];
    pack.forcePositionStamp = stamps[StampIndex.ForcePosition];
    pack.flags = positionFlagsByDifference(pack, true);
    return written(encodeUpdatePosition, message);
  }

  private count(index: number): void {
    this.stamps[index] = (this.stamps[index] + 1) & 0xffff;
  }
}

/** Puts the parameters of a move or turn into a movement. @throws CannotSay for those that are not on the wire. */
export function putParameters(movement: MovementData, params: ScenarioParams = {}): void {
  const defaults = new MovementParameters();
  if ((params.holdKey ?? HoldKey.Invalid) !== HoldKey.Invalid) throw new CannotSay('no message says a hold key');
  if ((params.contextId ?? 0) !== 0) throw new CannotSay('no message says a context');
  if ((params.actionStamp ?? 0) !== 0) throw new CannotSay('no message says an action stamp for a move');
  const heading = params.desiredHeading ?? defaults.desiredHeading;
  const read = Math.fround(heading);
  if (!(read >= 0 && read < 360 && Math.abs(read - heading) <= SAME_ANGLE)) {
    throw new CannotSay('a heading outside 0 to 360 degrees is normalised by its reader');
  }
  movement.desiredHeading = heading;
  movement.paramsFlags = params.flags ?? defaults.flags;
  movement.distanceToObject = params.distanceToObject ?? defaults.distanceToObject;
  movement.minDistance = params.minDistance ?? defaults.minDistance;
  movement.failDistance = params.failDistance ?? FLOAT_MAX;
  movement.speed = params.speed ?? defaults.speed;
  movement.walkRunThreshold = params.walkRunThreshold ?? defaults.walkRunThreshold;
}

type WireOrigin = { cell: number; x: number; y: number; z: number };

/** Puts a place into the fields of a message: local to the cell's landblock. */
export function putOrigin(origin: WireOrigin, [x, y, z]: Vec3): void {
  origin.cell = cellAt(x, y);
  origin.x = x - landblockOriginX(origin.cell);
  origin.y = y - landblockOriginY(origin.cell);
  origin.z = z;
}

type WireRotation = { qw: number; qx: number; qy: number; qz: number };

function putPlace(place: WireOrigin & WireRotation, pos: Vec3, heading: number): void {
  putOrigin(place, pos);
  const half = -0.5 * heading * RADIANS;
  place.qw = cos(half);
  place.qx = 0;
  place.qy = 0;
  place.qz = sin(half);
}
