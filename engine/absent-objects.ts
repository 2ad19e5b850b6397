import type { Connection } from './connection.ts';
import { NetLimits } from './net-limits.ts';
import { decodePhysicsData, encodePhysicsData, PhysicsData, PhysicsFlag, StampIndex } from './wire/physics-data.ts';
import { ByteReader } from './wire/reader.ts';
import { ByteWriter } from './wire/writer.ts';

/** An object that a creation without a position has told of: somebody holds it, or it lies in something. */
export interface AbsentObject {
  readonly guid: number;
  readonly instance: number;
  readonly positionStamp: number;
  readonly teleportStamp: number;
  /** What of its creation makes its body, as physics data of the wire: a few dozen bytes in place of kilobytes. */
  readonly bytes: Uint8Array;
  /** Who has told of it; null: nobody. */
  readonly connection: Connection | null;
}

/** The parts of a creation that say anything of a body, wherever it comes to be. */
const KEPT = PhysicsFlag.MotionTable | PhysicsFlag.Scale | PhysicsFlag.Movement;

/**
 * Objects that are known and not in the world, in retail's words: without a cell. They have no bodies; a position brings
 * them (an item is dropped). The oldest is forgotten when there are too many, or its connection ends.
 */
export class AbsentObjects {
  private readonly byGuid = new Map<number, AbsentObject>();
  private readonly reader = new ByteReader();
  private readonly writer = new ByteWriter(256);
  private readonly physics = new PhysicsData();

  /** How many there are. */
  get count(): number {
    return this.byGuid.size;
  }

  /** The one of a guid. */
  of(guid: number): AbsentObject | undefined {
    return this.byGuid.get(guid);
  }

  /** Remembers one, in the place of an earlier one of its guid. `physics` is left as it was. */
  add(guid: number, physics: PhysicsData, connection: Connection | null): void {
    const { flags, stamps } = physics;
    physics.flags = flags & KEPT;
    encodePhysicsData(this.writer.reset(), physics);
    physics.flags = flags;
    this.byGuid.delete(guid);
    this.put({
      guid,
      instance: stamps[StampIndex.Instance],
      positionStamp: stamps[StampIndex.Position],
      teleportStamp: stamps[StampIndex.Teleport],
      bytes: this.writer.bytes().slice(),
      connection,
    });
  }

  private put(object: AbsentObject): void {
    if (this.byGuid.size >= NetLimits.absent) {
      for (const oldest of this.byGuid.keys()) {
        this.byGuid.delete(oldest);
        break;
      }
    }
    this.byGuid.set(object.guid, object);
  }

  /** Forgets the one of a guid, if there is one. */
  forget(guid: number): void {
    this.byGuid.delete(guid);
  }

  /** Forgets those of which a connection has told. */
  forgetFrom(connection: Connection): void {
    for (const object of this.byGuid.values()) if (object.connection === connection) this.byGuid.delete(object.guid);
  }

  /** What an object's creation said; good until the next call. */
  physicsOf({ bytes }: AbsentObject): PhysicsData {
    decodePhysicsData(this.reader.reset(bytes), this.physics);
    return this.physics;
  }

  /** All of them, oldest first. */
  list(): readonly AbsentObject[] {
    return [...this.byGuid.values()];
  }

  /** Has these in place of those that there are. */
  replaceWith(objects: readonly AbsentObject[]): void {
    this.byGuid.clear();
    for (const object of objects) this.byGuid.set(object.guid, object);
  }
}
