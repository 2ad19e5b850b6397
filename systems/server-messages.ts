import { StampsU16 } from '../components/stamps.ts';
import { describeCreation, describeMovement, describePosition, describeVector } from '../engine/outbound-messages.ts';
import type { MovementData } from '../engine/wire/movement-data.ts';
import { encodeObjectCreate, ObjectCreate } from '../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../engine/wire/object-delete.ts';
import { encodePlayerCreate, PlayerCreate } from '../engine/wire/player-create.ts';
import { encodePlayerTeleport, PlayerTeleport } from '../engine/wire/player-teleport.ts';
import { encodePositionAndMovement, PositionAndMovement } from '../engine/wire/position-and-movement.ts';
import { PositionFlag } from '../engine/wire/position-pack.ts';
import { encodeUpdateMotion, UpdateMotion } from '../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../engine/wire/update-position.ts';
import { encodeVectorUpdate, VectorUpdate } from '../engine/wire/vector-update.ts';
import { ByteWriter } from '../engine/wire/writer.ts';
import type { GaitWorld } from '../engine/world.ts';

/**
 * What an authoritative world says, as bytes: each message states a body as it is now, with the stamp that it raises. The
 * bytes are the writer's own and good until the next message.
 */
export class ServerMessages {
  private readonly writer = new ByteWriter(512);
  private readonly motionMessage = new UpdateMotion();
  private readonly positionMessage = new UpdatePosition();
  private readonly stickMessage = new PositionAndMovement();
  private readonly vectorMessage = new VectorUpdate();
  private readonly creationMessage = new ObjectCreate();
  private readonly deletionMessage = new ObjectDelete();
  private readonly playerMessage = new PlayerCreate();
  private readonly teleportMessage = new PlayerTeleport();

  /** What a body is, where, and what it does. */
  creation(world: GaitWorld, entity: number): Uint8Array {
    describeCreation(world, entity, this.creationMessage);
    encodeObjectCreate(this.writer.reset(), this.creationMessage);
    return this.writer.bytes();
  }

  /** That an incarnation is gone. */
  deletion(guid: number, instanceStamp: number): Uint8Array {
    this.deletionMessage.guid = guid;
    this.deletionMessage.instanceStamp = instanceStamp;
    encodeObjectDelete(this.writer.reset(), this.deletionMessage);
    return this.writer.bytes();
  }

  /** That a body is the peer's own; 0: that none is any more. */
  player(guid: number): Uint8Array {
    this.playerMessage.guid = guid;
    encodePlayerCreate(this.writer.reset(), this.playerMessage);
    return this.writer.bytes();
  }

  /** That the peer's player is about to be somewhere else. */
  teleport(world: GaitWorld, entity: number): Uint8Array {
    this.teleportMessage.teleportStamp = world.components.stamps.u16[entity * StampsU16.row + StampsU16.teleport];
    encodePlayerTeleport(this.writer.reset(), this.teleportMessage);
    return this.writer.bytes();
  }

  /**
   * What a body does: the movement stamp rises. As the server's order the server-control stamp rises, too; as its own
   * player's doing (`autonomous`) it is repeated.
   *
   * @param actions Whether the actions of this step are said.
   */
  movement(world: GaitWorld, entity: number, autonomous: boolean, actions: boolean): Uint8Array {
    const { identity, stamps } = world.components;
    const { motionMessage: message } = this;
    message.guid = identity.guid[entity];
    message.instanceStamp = stamps.u16[entity * StampsU16.row + StampsU16.instance];
    this.fillMovement(world, entity, message.movement, autonomous, actions);
    encodeUpdateMotion(this.writer.reset(), message);
    return this.writer.bytes();
  }

  /**
   * As {@link movement}, of a body that sticks from now on, with a place that is not gone to, for it is without contact:
   * it only makes those stale that come later than this, to which the body would go back when it lets go.
   */
  sticking(world: GaitWorld, entity: number, autonomous: boolean): Uint8Array {
    const { identity, stamps } = world.components;
    const { stickMessage: message } = this;
    const stampsRow = entity * StampsU16.row;
    message.guid = identity.guid[entity];
    stamps.u16[stampsRow + StampsU16.position] = (stamps.u16[stampsRow + StampsU16.position] + 1) & 0xffff;
    describePosition(world, entity, message.pack);
    message.pack.flags &= ~PositionFlag.Grounded;
    this.fillMovement(world, entity, message.movement, autonomous, true);
    encodePositionAndMovement(this.writer.reset(), message);
    return this.writer.bytes();
  }

  private fillMovement(
    world: GaitWorld,
    entity: number,
    movement: MovementData,
    autonomous: boolean,
    withActions: boolean,
  ): void {
    const { stamps, motionInterp } = world.components;
    const stampsRow = entity * StampsU16.row;
    stamps.u16[stampsRow + StampsU16.movement] = (stamps.u16[stampsRow + StampsU16.movement] + 1) & 0xffff;
    describeMovement(world, entity, movement);
    movement.autonomous = autonomous;
    if (!withActions || movement.type !== 0) return;
    for (const action of world.saidActions) {
      if (action.entity !== entity) continue;
      const stamp = (motionInterp.serverActionStamp[entity] + 1) & 0x7fff;
      motionInterp.serverActionStamp[entity] = stamp;
      movement.state.actions.add(action.command, stamp, action.autonomous, action.speed);
    }
  }

  /** Where a body is: the position stamp has risen. */
  place(world: GaitWorld, entity: number): Uint8Array {
    this.positionMessage.guid = world.components.identity.guid[entity];
    describePosition(world, entity, this.positionMessage.pack);
    encodeUpdatePosition(this.writer.reset(), this.positionMessage);
    return this.writer.bytes();
  }

  /** How a body flies: the vector stamp rises. */
  vector(world: GaitWorld, entity: number): Uint8Array {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    stamps.u16[stampsRow + StampsU16.vector] = (stamps.u16[stampsRow + StampsU16.vector] + 1) & 0xffff;
    describeVector(world, entity, this.vectorMessage);
    encodeVectorUpdate(this.writer.reset(), this.vectorMessage);
    return this.writer.bytes();
  }
}
