import { StampsU16 } from '../components/stamps.ts';
import { FrameF64 } from '../components/frame.ts';
import type { Connection } from '../engine/connection.ts';
import type { GaitWorld } from '../engine/world.ts';
import type { InterestOptions } from './interest-options.ts';

/** How near a known body is: how often its places are told. 0: the peer does not know it. */
export const Band = { Unknown: 0, Near: 1, Middle: 2, Far: 3 } as const;

/** Of the places of a moving body, five a second, each band gets every so many. */
const EVERY = [0, 1, 2, 5] as const;

/** Bodies that have left and are remembered, and seconds for which they are: see {@link PeerView.left}. */
const MOST_LEFT = 1024;
const REMEMBERED = 10;
/** Seconds after which a body that came back is told of again, twice. */
const AGAIN_AFTER = [2, 6] as const;

/** A body that left a peer's knowledge. */
interface Departure {
  instance: number;
  time: number;
}

/** A creation that is to be told again. */
export interface Repetition {
  entity: number;
  generation: number;
  due: number;
}

/** What one peer of an authoritative world has been told. Bounded: a byte for each id, and what left lately. */
export class PeerView {
  readonly connection: Connection;
  /** A {@link Band} by entity id. Cleared when the body leaves the world, so that it is always about this incarnation. */
  bands = new Uint8Array(0);
  /** Guid of the player that it has been told is its own. */
  toldPlayer = 0;
  /** Whether it has been shown the world. */
  shown = false;
  /** What its transport threw; it is told nothing more then. */
  failure: { readonly error: unknown } | null = null;
  /** From where interest is measured: where the viewer was when it was last there. */
  x = 0;
  y = 0;
  z = 0;
  private hasCentre = false;
  private readonly departures = new Map<number, Departure>();
  private repetitions: Repetition[] = [];

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Makes room for the ids of a world. */
  fit(capacity: number): void {
    if (this.bands.length > capacity) return;
    const larger = new Uint8Array(capacity + 1);
    larger.set(this.bands);
    this.bands = larger;
  }

  /** Finds the viewer. A viewer that is not there leaves the centre where it was. */
  centre(world: GaitWorld): void {
    const guid = this.viewer;
    const entity = guid === 0 ? 0 : world.entityOf(guid);
    const frameRow = entity * FrameF64.row;
    if (entity === 0) return;
    const { frame } = world.components;
    this.x = frame.f64[frameRow + FrameF64.x];
    this.y = frame.f64[frameRow + FrameF64.y];
    this.z = frame.f64[frameRow + FrameF64.z];
    this.hasCentre = true;
  }

  /** Guid of the body from which interest is measured; 0: none. */
  get viewer(): number {
    return this.connection.viewer !== 0 ? this.connection.viewer : this.connection.player;
  }

  /** The band in which a body should be. The peer's own player is always near. */
  bandFor(world: GaitWorld, entity: number, interest: Readonly<InterestOptions>): number {
    const frameRow = entity * FrameF64.row;
    if (!this.hasCentre || interest.range === Number.POSITIVE_INFINITY) return Band.Near;
    const { frame, identity } = world.components;
    const dx = frame.f64[frameRow + FrameF64.x] - this.x;
    const dy = frame.f64[frameRow + FrameF64.y] - this.y;
    const dz = frame.f64[frameRow + FrameF64.z] - this.z;
    const squared = dx * dx + dy * dy + dz * dz;
    const known = this.bands[entity] !== Band.Unknown;
    const reach = known ? interest.range + interest.hysteresis : interest.range;
    if (squared > reach * reach) {
      const guid = identity.guid[entity];
      return guid === this.connection.player || guid === this.viewer ? Band.Near : Band.Unknown;
    }
    const third = interest.range / 3;
    if (squared <= third * third) return Band.Near;
    return squared <= 4 * third * third ? Band.Middle : Band.Far;
  }

  /** Whether the place with this number in the stream of a body's places is for this peer. */
  wantsPlace(entity: number, number: number): boolean {
    const band = this.bands[entity];
    return band === Band.Near || (band !== Band.Unknown && number % EVERY[band] === 0);
  }

  /**
   * Notes that a body is not told of any more.
   *
   * Datagrams overtake each other: a deletion may arrive after the creation with which the body comes back, and would
   * then take it away for good. So the creation is told again, later.
   */
  left(guid: number, instance: number, now: number): void {
    this.departures.delete(guid);
    if (this.departures.size >= MOST_LEFT) {
      for (const oldest of this.departures.keys()) {
        this.departures.delete(oldest);
        break;
      }
    }
    this.departures.set(guid, { instance, time: now });
  }

  /** Notes that a body is told of, and that it is to be told of again if it left just before. */
  came(world: GaitWorld, entity: number): void {
    if (this.departures.size === 0) return;
    const { identity, stamps } = world.components;
    const guid = identity.guid[entity];
    const departure = this.departures.get(guid);
    if (departure === undefined) return;
    this.departures.delete(guid);
    const { now } = world.clock;
    if (
      departure.instance !== stamps.u16[entity * StampsU16.row + StampsU16.instance] ||
      now - departure.time > REMEMBERED
    )
      return;
    if (this.repetitions.length >= MOST_LEFT) return;
    const generation = identity.generation[entity];
    for (const after of AGAIN_AFTER) this.repetitions.push({ entity, generation, due: now + after });
  }

  /** The bodies that are due to be told of again and are still known. */
  takeRepetitions(world: GaitWorld): readonly Repetition[] {
    if (this.repetitions.length === 0) return this.repetitions;
    const { now } = world.clock;
    const { generation } = world.components.identity;
    const due = this.repetitions.filter((repetition) => repetition.due <= now);
    if (due.length === 0) return due;
    this.repetitions = this.repetitions.filter((repetition) => repetition.due > now);
    return due.filter(({ entity, generation: of }) => generation[entity] === of && this.bands[entity] !== Band.Unknown);
  }

  /** Forgets everything that it was told of. */
  forgetAll(): void {
    this.bands.fill(Band.Unknown);
    this.departures.clear();
    this.repetitions = [];
    this.hasCentre = false;
  }
}
