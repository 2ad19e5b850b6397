import { StampsU16 } from '../../components/stamps.ts';
import { FrameF64 } from '../../components/frame.ts';
import { PhysicsState } from '../../components/physics-state.ts';
import { interpretedFlagsByDifference } from '../../engine/wire/interpreted-motion-state.ts';
import { MotionFlag, type MovementData } from '../../engine/wire/movement-data.ts';
import { encodeObjectCreate, ObjectCreate } from '../../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../../engine/wire/object-delete.ts';
import { PhysicsFlag, StampIndex } from '../../engine/wire/physics-data.ts';
import { encodePlayerCreate, PlayerCreate } from '../../engine/wire/player-create.ts';
import { encodePlayerTeleport, PlayerTeleport } from '../../engine/wire/player-teleport.ts';
import { encodePositionAndMovement, PositionAndMovement } from '../../engine/wire/position-and-movement.ts';
import { type PositionPack, positionFlagsByDifference } from '../../engine/wire/position-pack.ts';
import { encodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { encodeVectorUpdate, VectorUpdate } from '../../engine/wire/vector-update.ts';
import type { ByteWriter } from '../../engine/wire/writer.ts';
import type { GaitWorld } from '../../engine/world.ts';
import type { Random } from './random.ts';
import * as values from './values.ts';

/** Guids that the messages speak of: bodies that are there, some that may come, and one that never does. */
export const GUIDS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const STRANGER = 99;
/** The player of the client that is fuzzed. */
export const PLAYER = 1;

const LAST_MOVE = 9;
const ALL_PARAMS_FLAGS = 0x3ffff;
const USUAL_PARAMS_FLAGS = 0x1ee0f;

/** Writes well-formed messages of a server that knows a world's stamps, and lies about them now and then. */
export class ServerMessages {
  private readonly world: GaitWorld;
  private readonly random: Random;
  private readonly motion = new UpdateMotion();
  private readonly position = new UpdatePosition();
  private readonly both = new PositionAndMovement();
  private readonly vector = new VectorUpdate();
  private readonly creation = new ObjectCreate();
  private readonly deletion = new ObjectDelete();
  private readonly player = new PlayerCreate();
  private readonly teleport = new PlayerTeleport();

  constructor(world: GaitWorld, random: Random) {
    this.world = world;
    this.random = random;
  }

  /** One message, of any kind. */
  write(writer: ByteWriter): void {
    const { random, world } = this;
    const guid = random.often(1000) ? random.pick(GUIDS) : random.often(512) ? STRANGER : random.u32();
    const entity = world.entityOf(guid);
    const kind = random.below(100);
    if (kind < 40) this.writeMotion(writer, guid, entity);
    else if (kind < 70) this.writePosition(writer, guid, entity);
    else if (kind < 78) this.writeBoth(writer, guid, entity);
    else if (kind < 86) this.writeVector(writer, guid, entity);
    else if (kind < 94) this.writeCreation(writer, guid, entity);
    else if (kind < 97) this.writeDeletion(writer, guid, entity);
    else if (kind < 98) {
      this.player.guid = random.often(900) ? PLAYER : guid;
      encodePlayerCreate(writer, this.player);
    } else {
      const own = world.entityOf(world.playerGuid);
      this.teleport.teleportStamp = values.drawStamp(
        random,
        world.components.stamps.u16[own * StampsU16.row + StampsU16.teleport],
      );
      encodePlayerTeleport(writer, this.teleport);
    }
  }

  private writeMotion(writer: ByteWriter, guid: number, entity: number): void {
    this.motion.guid = guid;
    this.motion.instanceStamp = this.instanceOf(entity);
    this.fillMovement(this.motion.movement, entity);
    encodeUpdateMotion(writer, this.motion);
  }

  private writePosition(writer: ByteWriter, guid: number, entity: number): void {
    this.position.guid = guid;
    this.fillPosition(this.position.pack, entity);
    encodeUpdatePosition(writer, this.position);
  }

  private writeBoth(writer: ByteWriter, guid: number, entity: number): void {
    this.both.guid = guid;
    this.fillPosition(this.both.pack, entity);
    this.fillMovement(this.both.movement, entity);
    encodePositionAndMovement(writer, this.both);
  }

  private writeVector(writer: ByteWriter, guid: number, entity: number): void {
    const { random, vector } = this;
    vector.guid = guid;
    vector.velocityX = values.drawVelocity(random);
    vector.velocityY = values.drawVelocity(random);
    vector.velocityZ = values.drawVelocity(random);
    vector.omegaX = random.often(200) ? values.drawVelocity(random) : 0;
    vector.omegaY = random.often(200) ? values.drawVelocity(random) : 0;
    vector.omegaZ = values.drawVelocity(random);
    vector.instanceStamp = this.instanceOf(entity);
    vector.vectorStamp = values.drawStamp(
      random,
      this.world.components.stamps.u16[entity * StampsU16.row + StampsU16.vector],
    );
    encodeVectorUpdate(writer, vector);
  }

  private writeCreation(writer: ByteWriter, guid: number, entity: number): void {
    const { random, creation } = this;
    const { physics } = creation;
    creation.guid = guid;
    physics.flags = PhysicsFlag.Position;
    if (random.often(300)) physics.flags |= PhysicsFlag.MotionTable;
    if (random.often(300)) physics.flags |= PhysicsFlag.Scale;
    physics.motionTable = random.often(900) ? 0x09000000 : random.u32();
    physics.scale = random.often(900) ? random.pick([0.5, 1, 2]) : random.pick([1e-3, 1e3]);
    physics.state = random.often(900) ? PhysicsState.Gravity : random.u32();
    physics.hasMovement = random.often(400);
    if (physics.hasMovement) {
      physics.flags |= PhysicsFlag.Movement;
      this.fillMovement(physics.movement, entity);
    }
    const { position } = physics;
    position.cell = values.drawCell(random);
    position.x = values.drawCoordinate(random);
    position.y = values.drawCoordinate(random);
    position.z = values.drawHeight(random);
    position.qw = random.between(0.1, 1);
    position.qx = random.often(20) ? 0.5 : 0;
    position.qz = random.between(-1, 1);
    for (let stamp = 0; stamp < physics.stamps.length; stamp++) physics.stamps[stamp] = random.u32() & 0xffff;
    const instance = this.world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance];
    physics.stamps[StampIndex.Instance] = entity === 0 ? random.below(3) : values.drawStamp(random, instance);
    encodeObjectCreate(writer, creation);
  }

  private writeDeletion(writer: ByteWriter, guid: number, entity: number): void {
    this.deletion.guid = guid;
    this.deletion.instanceStamp = this.instanceOf(entity);
    encodeObjectDelete(writer, this.deletion);
  }

  /** Mostly the incarnation that is there. */
  private instanceOf(entity: number): number {
    const instance = this.world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance];
    return this.random.often(970) ? instance : (instance + this.random.pick([1, -1, 0x7fff, 0x8000])) & 0xffff;
  }

  private fillMovement(movement: MovementData, entity: number): void {
    const { random } = this;
    const { stamps } = this.world.components;
    const stampsRow = entity * StampsU16.row;
    movement.movementStamp = values.drawStamp(random, stamps.u16[stampsRow + StampsU16.movement]);
    movement.serverControlStamp =
      (stamps.u16[stampsRow + StampsU16.serverControl] + random.pick([0, 1, 1, 1, 2, -1])) & 0xffff;
    movement.autonomous = random.often(150);
    movement.type = random.often(560) ? 0 : random.often(900) ? 6 + random.below(4) : random.below(LAST_MOVE + 1);
    movement.motionFlags = random.often(100) ? random.below(4) : 0;
    movement.style = random.often(700) ? 0x80000000 : values.drawStyle(random);
    if (movement.type === 0) this.fillState(movement);
    else if (movement.type >= 6) this.fillMove(movement);
  }

  private fillState(movement: MovementData): void {
    const { random } = this;
    const { state } = movement;
    state.currentStyle = values.drawStyle(random);
    state.forwardCommand = values.drawForward(random);
    state.sidestepCommand = values.drawSidestep(random);
    state.turnCommand = values.drawTurn(random);
    state.forwardSpeed = values.drawSpeed(random);
    state.sidestepSpeed = values.drawSpeed(random);
    state.turnSpeed = values.drawSpeed(random);
    state.flags = interpretedFlagsByDifference(state);
    state.actions.count = 0;
    const actions = random.often(150) ? random.below(random.often(100) ? 32 : 4) : 0;
    for (let index = 0; index < actions; index++) {
      state.actions.add(values.drawForward(random), random.u32() & 0x7fff, random.often(200), values.drawSpeed(random));
    }
    if (movement.motionFlags & MotionFlag.StickToObject) movement.stickyObject = random.pick(GUIDS);
  }

  private fillMove(movement: MovementData): void {
    const { random } = this;
    movement.target = random.often(980) ? random.pick(GUIDS) : STRANGER;
    movement.cell = values.drawCell(random);
    // The nearest landblock's corner keeps any local coordinate within the format's limits.
    movement.x = values.drawCoordinate(random);
    movement.y = values.drawCoordinate(random);
    movement.z = values.drawHeight(random);
    movement.paramsFlags = random.often(700) ? USUAL_PARAMS_FLAGS : random.u32() & ALL_PARAMS_FLAGS;
    movement.distanceToObject = random.often(600) ? 0.6 : values.drawDistance(random);
    movement.minDistance = random.often(800) ? 0 : values.drawDistance(random);
    movement.failDistance = values.drawDistance(random);
    movement.speed = values.drawSpeed(random);
    movement.walkRunThreshold = values.drawDistance(random);
    movement.desiredHeading = values.drawAngle(random);
    movement.heading = values.drawAngle(random);
    movement.runRate = values.drawSpeed(random);
  }

  private fillPosition(pack: PositionPack, entity: number): void {
    const { random } = this;
    const { stamps, frame } = this.world.components;
    const stampsRow = entity * StampsU16.row;
    const frameRow = entity * FrameF64.row;
    pack.cell = values.drawCell(random);
    const near = entity !== 0 && random.often(700);
    pack.x = near ? this.nearBy(frame.f64[frameRow + FrameF64.x]) : values.drawCoordinate(random);
    pack.y = near ? this.nearBy(frame.f64[frameRow + FrameF64.y]) : values.drawCoordinate(random);
    pack.z = values.drawHeight(random);
    pack.qw = random.often(900) ? random.between(0.02, 1) : 0;
    pack.qx = 0;
    pack.qy = random.often(20) ? 0.3 : 0;
    pack.qz = random.between(0.02, 1);
    pack.velocityX = random.often(100) ? values.drawVelocity(random) : 0;
    pack.placementId = random.often(50) ? 101 : 0;
    pack.instanceStamp = this.instanceOf(entity);
    pack.positionStamp = values.drawStamp(random, stamps.u16[stampsRow + StampsU16.position]);
    pack.teleportStamp =
      (stamps.u16[stampsRow + StampsU16.teleport] + (random.often(960) ? 0 : random.pick([1, -1, 0x8000]))) & 0xffff;
    pack.forcePositionStamp =
      (stamps.u16[stampsRow + StampsU16.forcePosition] + (random.often(940) ? 0 : random.pick([1, -1]))) & 0xffff;
    pack.flags = positionFlagsByDifference(pack, random.often(900));
  }

  /** A local coordinate a little way from a world coordinate, as far as the format goes. */
  private nearBy(world: number): number {
    return Math.min(9e6, Math.max(-9e6, Math.fround(world + this.random.between(-3, 3))));
  }
}
