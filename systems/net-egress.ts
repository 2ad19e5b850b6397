import type { Transport } from '../engine/net/transport.ts';
import { describeCreation, describeMovement, describePosition, describeVector } from '../engine/outbound-messages.ts';
import { encodeObjectCreate, ObjectCreate } from '../engine/wire/object-create.ts';
import { encodeObjectDelete, ObjectDelete } from '../engine/wire/object-delete.ts';
import { encodeUpdateMotion, UpdateMotion } from '../engine/wire/update-motion.ts';
import { encodeUpdatePosition, UpdatePosition } from '../engine/wire/update-position.ts';
import { encodeVectorUpdate, VectorUpdate } from '../engine/wire/vector-update.ts';
import { ByteWriter } from '../engine/wire/writer.ts';
import type { GaitWorld } from '../engine/world.ts';

/** Bits of the outbound `announce` column. */
export const Announce = { Movement: 1, Creation: 2, Vector: 4 } as const;

/** Seconds between two positions of a moving body. */
const POSITION_INTERVAL = 0.2;
/** Positions that are sent again once a body has come to rest: the pause doubles from one to the next. */
const REST_SENDS = 5;
/** Seconds: the longest of these pauses. */
const LONGEST_PAUSE = 1.6;
/** Metres, and parts of a unit quaternion, that count as having moved. */
const MOVED = 0.005;
const TURNED = 0.001;

/** An action on its way out: a motion that plays once. */
interface PendingAction {
  entity: number;
  command: number;
  speed: number;
}

/** Bodies that peers know, with their instance stamps, and the last instance stamp of every guid. */
export interface ToldBodies {
  bodies: ReadonlyMap<number, number>;
  instances: ReadonlyMap<number, number>;
}

/** The outbound side of an authoritative world: who listens, and what is still to be told. */
export class Peers {
  readonly transports: Transport[] = [];
  /** Peers that have not been told of the world yet. */
  readonly newcomers: Transport[] = [];
  readonly actions: PendingAction[] = [];
  /** Transports that threw while something was sent, with what they threw; they are given up after the step. */
  readonly failed = new Map<Transport, unknown>();
  private readonly writer = new ByteWriter(512);
  private readonly motion = new UpdateMotion();
  private readonly position = new UpdatePosition();
  private readonly vector = new VectorUpdate();
  private readonly creation = new ObjectCreate();
  private readonly deletion = new ObjectDelete();

  /** Gives a new body the next instance stamp of its guid and has it told of. */
  welcome(world: GaitWorld, entity: number): void {
    const { identity, stamps, outbound } = world.components;
    const guid = identity.guid[entity];
    const instance = ((world.instances.get(guid) ?? 0) + 1) & 0xffff;
    world.instances.set(guid, instance);
    stamps.instance[entity] = instance;
    outbound.announce[entity] |= Announce.Creation;
  }

  /** Tells everyone that a body leaves. */
  farewell(world: GaitWorld, entity: number): void {
    this.sendDeletion(world.components.identity.guid[entity], world.components.stamps.instance[entity]);
  }

  private sendDeletion(guid: number, instanceStamp: number): void {
    this.deletion.guid = guid;
    this.deletion.instanceStamp = instanceStamp;
    encodeObjectDelete(this.writer.reset(), this.deletion);
    this.broadcast(this.transports, false);
  }

  /** What the peers have been told of: before a world goes back in time, see {@link retell}. */
  remember(world: GaitWorld): ToldBodies | undefined {
    if (this.transports.length === 0) return undefined;
    const { stamps } = world.components;
    const bodies = new Map([...world.guids].map(([guid, entity]) => [guid, stamps.instance[entity]]));
    return { bodies, instances: new Map(world.instances) };
  }

  /**
   * Tells the peers of a world that has gone back in time: bodies that are not there any more leave, and the others come
   * as new incarnations, for what the peers know of them is newer than the world is.
   */
  retell(world: GaitWorld, told: ToldBodies): void {
    for (const [guid, instance] of told.instances) world.instances.set(guid, instance);
    for (const [guid, instance] of told.bodies) if (!world.guids.has(guid)) this.sendDeletion(guid, instance);
    for (const entity of world.guids.values()) this.welcome(world, entity);
  }

  /** Forgets a peer. */
  drop(transport: Transport): void {
    for (const list of [this.transports, this.newcomers]) {
      const index = list.indexOf(transport);
      if (index >= 0) list.splice(index, 1);
    }
  }

  sendCreation(world: GaitWorld, entity: number, to: readonly Transport[]): void {
    describeCreation(world, entity, this.creation);
    encodeObjectCreate(this.writer.reset(), this.creation);
    this.broadcast(to, false);
  }

  /** The current movement, as the server's: both stamps rise. */
  sendMovement(world: GaitWorld, entity: number): void {
    const { identity, stamps, motionInterp } = world.components;
    stamps.movement[entity] = (stamps.movement[entity] + 1) & 0xffff;
    stamps.serverControl[entity] = (stamps.serverControl[entity] + 1) & 0xffff;
    const { motion } = this;
    motion.guid = identity.guid[entity];
    motion.instanceStamp = stamps.instance[entity];
    describeMovement(world, entity, motion.movement);
    if (motion.movement.type === 0) {
      for (const action of this.actions) {
        if (action.entity !== entity) continue;
        const stamp = (motionInterp.serverActionStamp[entity] + 1) & 0x7fff;
        motionInterp.serverActionStamp[entity] = stamp;
        motion.movement.state.actions.add(action.command, stamp, false, action.speed);
      }
    }
    encodeUpdateMotion(this.writer.reset(), motion);
    this.broadcast(this.transports, false);
  }

  sendPosition(world: GaitWorld, entity: number, unreliable: boolean): void {
    const { identity, stamps } = world.components;
    stamps.position[entity] = (stamps.position[entity] + 1) & 0xffff;
    this.position.guid = identity.guid[entity];
    describePosition(world, entity, this.position.pack);
    encodeUpdatePosition(this.writer.reset(), this.position);
    this.broadcast(this.transports, unreliable);
  }

  sendVector(world: GaitWorld, entity: number): void {
    const { stamps } = world.components;
    stamps.vector[entity] = (stamps.vector[entity] + 1) & 0xffff;
    describeVector(world, entity, this.vector);
    encodeVectorUpdate(this.writer.reset(), this.vector);
    this.broadcast(this.transports, false);
  }

  private broadcast(to: readonly Transport[], unreliable: boolean): void {
    const bytes = this.writer.bytes();
    for (const transport of to) {
      if (transport.closed || this.failed.has(transport)) continue;
      try {
        transport.send(bytes, unreliable);
      } catch (error) {
        this.failed.set(transport, error);
      }
    }
  }
}

/**
 * 6. NetEgress, of an authoritative world: whoever has joined is told of everything; what has changed is told to all.
 * Positions go out five times a second while a body moves, and again when it has come to rest.
 */
export function netEgress(world: GaitWorld, peers: Peers): void {
  const { bodies, bodyCount } = world;
  const { outbound } = world.components;
  const now = world.clock.now;
  if (peers.newcomers.length > 0) {
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      if ((outbound.announce[entity] & Announce.Creation) === 0) peers.sendCreation(world, entity, peers.newcomers);
    }
    peers.transports.push(...peers.newcomers.splice(0));
  }
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    const announce = outbound.announce[entity];
    if (announce !== 0) {
      outbound.announce[entity] = 0;
      if ((announce & Announce.Creation) !== 0) peers.sendCreation(world, entity, peers.transports);
      if ((announce & Announce.Movement) !== 0) {
        peers.sendMovement(world, entity);
        // Peers may play it before or after it plays here: they are told the place again, also when nothing moved.
        outbound.restSends[entity] = REST_SENDS;
        outbound.nextPosition[entity] = Math.min(outbound.nextPosition[entity], now + POSITION_INTERVAL);
      }
      if ((announce & Announce.Vector) !== 0) peers.sendVector(world, entity);
    }
    if (now >= outbound.nextPosition[entity]) sendPositionIfDue(world, peers, entity, now);
  }
  peers.actions.length = 0;
}

function sendPositionIfDue(world: GaitWorld, peers: Peers, entity: number, now: number): void {
  const { outbound, frame, stamps } = world.components;
  const teleported = outbound.teleported[entity] === 1;
  const moved =
    teleported ||
    Math.abs(frame.x[entity] - outbound.x[entity]) > MOVED ||
    Math.abs(frame.y[entity] - outbound.y[entity]) > MOVED ||
    Math.abs(frame.z[entity] - outbound.z[entity]) > MOVED ||
    Math.abs(frame.qw[entity] - outbound.qw[entity]) > TURNED ||
    Math.abs(frame.qz[entity] - outbound.qz[entity]) > TURNED;
  outbound.nextPosition[entity] = now + POSITION_INTERVAL;
  if (!moved && outbound.restSends[entity] === 0) return;
  if (teleported) {
    outbound.teleported[entity] = 0;
    stamps.teleport[entity] = (stamps.teleport[entity] + 1) & 0xffff;
  }
  outbound.restSends[entity] = moved ? REST_SENDS : outbound.restSends[entity] - 1;
  if (!moved)
    outbound.nextPosition[entity] =
      now + Math.min(LONGEST_PAUSE, POSITION_INTERVAL * 2 ** (REST_SENDS - outbound.restSends[entity]));
  outbound.x[entity] = frame.x[entity];
  outbound.y[entity] = frame.y[entity];
  outbound.z[entity] = frame.z[entity];
  outbound.qw[entity] = frame.qw[entity];
  outbound.qz[entity] = frame.qz[entity];
  peers.sendPosition(world, entity, moved && !teleported);
}
