import { StampsU16 } from '../components/stamps.ts';
import { BodyF32 } from '../components/body.ts';
import { Announce } from '../components/network.ts';
import { TransientState } from '../components/transient-state.ts';
import { isOnServersWay, reviewClaim } from '../engine/player-claim.ts';
import type { Network } from '../engine/network.ts';
import { stopCompletely } from '../engine/physics-object.ts';
import { unStick } from '../engine/position/sticky-manager.ts';
import type { GaitWorld } from '../engine/world.ts';
import { type InterestOptions, usualInterest } from './interest-options.ts';
import { Band, PeerView } from './peer-view.ts';
import { ServerMessages } from './server-messages.ts';
import { noteTold } from './told-movement.ts';

/** Which peers a body's place is for. */
export const PlaceFor = {
  /** Those whose turn it is in the stream of a moving body's places, and its own player while the server moves it. */
  Turn: 0,
  /** All that know the body, and its own player when the server moved it. */
  Rest: 1,
  /** All that know the body but its own player. */
  Others: 2,
  /** All that know the body. */
  All: 3,
} as const;

/** The last instance stamp of every guid, and what each peer knew, before a world goes back in time. */
export interface ToldBodies {
  known: ReadonlyMap<PeerView, readonly (readonly [guid: number, instance: number])[]>;
  instances: ReadonlyMap<number, number>;
}

const nobody: readonly PeerView[] = [];

/** The outbound side of an authoritative world: who listens, what each knows, and how it is told. */
export class Peers {
  readonly views: PeerView[] = [];
  readonly interest: Readonly<InterestOptions>;
  private readonly network: Network;
  /** Who knows a body, by entity id: what is told of it costs as much as there are listeners, however many peers. */
  private readonly listeners: (PeerView[] | null)[] = [];
  /** Bodies in the world that have been a peer's player: generation by guid. */
  private readonly played = new Map<number, number>();
  private readonly messages = new ServerMessages();

  constructor(network: Network, interest: Readonly<InterestOptions> = usualInterest) {
    this.network = network;
    this.interest = interest;
  }

  /** Brings the views in line with the connections: who has ended is forgotten, and its player stops. */
  settle(world: GaitWorld): void {
    const { views, network } = this;
    const { connections } = network;
    let same = views.length === connections.length;
    for (let index = 0; same && index < views.length; index++) same = views[index].connection === connections[index];
    if (!same) {
      const before = new Map(views.map((view) => [view.connection, view]));
      views.length = 0;
      for (const connection of connections) {
        views.push(before.get(connection) ?? new PeerView(connection));
        before.delete(connection);
      }
      for (const gone of before.values()) {
        for (let entity = 1; entity < gone.bands.length; entity++) this.unlist(gone, entity);
        this.letGo(world, gone.toldPlayer);
      }
    }
    for (const view of views) {
      view.fit(world.capacity);
      if (view.toldPlayer !== view.connection.player) this.givePlayer(world, view);
    }
  }

  /** Tells a peer which body is its own, or that none is. A body has one player: the peer that had it before loses it. */
  private givePlayer(world: GaitWorld, view: PeerView): void {
    const { connection } = view;
    const before = view.toldPlayer;
    const guid = connection.player;
    view.toldPlayer = guid;
    connection.control.forget();
    if (before !== 0) this.letGo(world, before);
    for (const other of this.views) {
      if (guid === 0 || other === view || other.connection.player !== guid) continue;
      other.connection.player = 0;
      other.toldPlayer = 0;
      other.connection.control.forget();
      this.sendTo(other, this.messages.player(0), false);
    }
    this.sendTo(view, this.messages.player(guid), false);
    const entity = guid === 0 ? 0 : world.entityOf(guid);
    if (entity === 0) return;
    const { generation } = world.components.identity;
    if (this.played.get(guid) === generation[entity]) this.changeHands(world, view, entity);
    this.played.set(guid, generation[entity]);
  }

  /**
   * A body that had a player gets another, or the same anew, who may have it anywhere by its own reckoning: what was said
   * before is stale, the new player is put where the body is, and the keys of the old one are let go of: also those that are on
   * their way, which its client already plays. So that the body stands still is told even when it does.
   */
  private changeHands(world: GaitWorld, view: PeerView, entity: number): void {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    stamps.u16[stampsRow + StampsU16.forcePosition] = (stamps.u16[stampsRow + StampsU16.forcePosition] + 1) & 0xffff;
    // Who has just joined is shown all places.
    if (view.shown && view.bands[entity] !== Band.Unknown) this.sendPutBack(world, view, entity);
    if (!isOnServersWay(world, entity)) this.standStill(world, entity);
  }

  /** A body whose player is gone stands still, unless another peer has it. */
  private letGo(world: GaitWorld, guid: number): void {
    const entity = guid === 0 ? 0 : world.entityOf(guid);
    if (entity !== 0 && !this.hasPlayer(guid)) this.standStill(world, entity);
  }

  private standStill(world: GaitWorld, entity: number): void {
    unStick(world, entity);
    stopCompletely(world, entity);
    world.components.outbound.announce[entity] |= Announce.Movement;
  }

  /** Whether a peer controls the body with this guid. */
  hasPlayer(guid: number): boolean {
    return this.network.connections.some(({ player }) => player === guid);
  }

  /** Gives a new body the next instance stamp of its guid and has it told of. */
  welcome(world: GaitWorld, entity: number): void {
    const { identity, stamps, outbound } = world.components;
    const guid = identity.guid[entity];
    const instance = ((world.instances.get(guid) ?? 0) + 1) & 0xffff;
    world.instances.set(guid, instance);
    stamps.u16[entity * StampsU16.row + StampsU16.instance] = instance;
    outbound.announce[entity] |= Announce.Creation;
  }

  /** Tells those who know a body that it leaves the world. */
  farewell(world: GaitWorld, entity: number): void {
    const { identity, stamps } = world.components;
    this.played.delete(identity.guid[entity]);
    const bytes = this.messages.deletion(
      identity.guid[entity],
      stamps.u16[entity * StampsU16.row + StampsU16.instance],
    );
    for (const view of this.listeners[entity] ?? nobody) {
      view.bands[entity] = Band.Unknown;
      this.sendTo(view, bytes, false);
    }
    if (entity < this.listeners.length) this.listeners[entity] = null;
  }

  /** What the peers have been told of, before a world goes back in time, see {@link retell}; undefined: nobody was. */
  remember(world: GaitWorld): ToldBodies | undefined {
    if (this.views.length === 0) return undefined;
    const { identity, stamps } = world.components;
    const known = new Map<PeerView, [number, number][]>();
    for (const view of this.views) {
      const told: [number, number][] = [];
      for (let entity = 1; entity < view.bands.length; entity++) {
        if (view.bands[entity] !== Band.Unknown)
          told.push([identity.guid[entity], stamps.u16[entity * StampsU16.row + StampsU16.instance]]);
      }
      known.set(view, told);
    }
    return { known, instances: new Map(world.instances) };
  }

  /**
   * Tells the peers of a world that has gone back in time: all bodies leave, and those that are there come as new
   * incarnations, for what the peers know of them is newer than the world is.
   */
  retell(world: GaitWorld, told: ToldBodies): void {
    for (const [guid, instance] of told.instances) world.instances.set(guid, instance);
    this.listeners.length = 0;
    for (const [view, bodies] of told.known) {
      view.forgetAll();
      view.fit(world.capacity);
      view.connection.control.forget();
      for (const [guid, instance] of bodies) this.sendTo(view, this.messages.deletion(guid, instance), false);
    }
    for (const entity of world.guids.values()) this.welcome(world, entity);
  }

  /** Decides anew about every body for one peer: it is told of those that have come into range, and rid of the others. */
  look(world: GaitWorld, view: PeerView): void {
    const { bodies, bodyCount } = world;
    view.centre(world);
    for (let index = 0; index < bodyCount; index++) this.decide(world, view, bodies[index]);
  }

  /**
   * Shows the world to a peer that has just joined. It may have been here before, and then takes no creation of a body
   * that it still has; so it is told again where each is and what it does.
   */
  show(world: GaitWorld, view: PeerView): void {
    view.shown = true;
    this.look(world, view);
    const { bodies, bodyCount } = world;
    const { identity, motionInterp } = world.components;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      if (view.bands[entity] === Band.Unknown) continue;
      this.raisePositionStamp(world, entity);
      this.sendTo(view, this.messages.place(world, entity), false);
      // Its own player does what its keys say, unless the server moves it.
      if (identity.guid[entity] === view.connection.player && !isOnServersWay(world, entity)) continue;
      const autonomous = motionInterp.lastMoveWasAutonomous[entity] === 1;
      this.sendTo(view, this.messages.movement(world, entity, autonomous, false), false);
    }
  }

  /** Decides anew about one body for every peer. */
  appear(world: GaitWorld, entity: number): void {
    for (const view of this.views) if (view.shown) this.decide(world, view, entity);
  }

  private decide(world: GaitWorld, view: PeerView, entity: number): void {
    const before = view.bands[entity];
    const after = view.bandFor(world, entity, this.interest);
    if (before === after) return;
    view.bands[entity] = after;
    if (before === Band.Unknown) {
      this.enlist(view, entity);
      view.came(world, entity);
      this.sendCreation(world, view, entity);
    } else if (after === Band.Unknown) {
      const { identity, stamps } = world.components;
      const guid = identity.guid[entity];
      const instance = stamps.u16[entity * StampsU16.row + StampsU16.instance];
      this.unlist(view, entity);
      view.left(guid, instance, world.clock.now);
      this.sendTo(view, this.messages.deletion(guid, instance), false);
    }
  }

  private enlist(view: PeerView, entity: number): void {
    const { listeners } = this;
    // Without gaps: an array with large ones is a slow table.
    while (listeners.length <= entity) listeners.push(null);
    const list = listeners[entity];
    if (list === null) listeners[entity] = [view];
    else list.push(view);
  }

  private unlist(view: PeerView, entity: number): void {
    const list = this.listeners[entity] ?? null;
    const index = list === null ? -1 : list.indexOf(view);
    if (index >= 0) list?.splice(index, 1);
  }

  /** All of a body's state: what it is, where, what it does; and its velocity while it flies. */
  sendCreation(world: GaitWorld, view: PeerView, entity: number): void {
    const bodyRow = entity * BodyF32.row;
    this.sendTo(view, this.messages.creation(world, entity), false);
    const { transientState, body } = world.components;
    if ((transientState.bits[entity] & TransientState.Contact) !== 0) return;
    if (
      body.f32[bodyRow + BodyF32.velocityX] === 0 &&
      body.f32[bodyRow + BodyF32.velocityY] === 0 &&
      body.f32[bodyRow + BodyF32.velocityZ] === 0
    )
      return;
    this.sendTo(view, this.messages.vector(world, entity), false);
  }

  /**
   * The current movement: the movement stamp rises. As the server's order the server-control stamp rises, too, and the
   * body's player loses control; as its player's own doing (`autonomous`) it is repeated.
   */
  sendMovement(world: GaitWorld, entity: number, autonomous: boolean): void {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    if (!autonomous)
      stamps.u16[stampsRow + StampsU16.serverControl] = (stamps.u16[stampsRow + StampsU16.serverControl] + 1) & 0xffff;
    const bytes = noteTold(world, entity)
      ? this.messages.sticking(world, entity, autonomous)
      : this.messages.movement(world, entity, autonomous, true);
    this.sendToAll(entity, bytes, 0);
  }

  /** Tells a player what its body does as an order, because it acted before it had seen the last one. */
  sendOrder(world: GaitWorld, view: PeerView, entity: number): void {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    stamps.u16[stampsRow + StampsU16.serverControl] = (stamps.u16[stampsRow + StampsU16.serverControl] + 1) & 0xffff;
    this.sendTo(view, this.messages.movement(world, entity, false, false), false);
  }

  /**
   * Where the body is: the position stamp rises.
   *
   * @param audience A {@link PlaceFor}.
   */
  sendPlace(world: GaitWorld, entity: number, audience: number, unreliable: boolean): void {
    this.raisePositionStamp(world, entity);
    const { identity, stamps, motionInterp } = world.components;
    const guid = identity.guid[entity];
    const number = stamps.u16[entity * StampsU16.row + StampsU16.position];
    // A player that moves its body by itself is ahead of the server; these places would pull it back.
    const serverMoves = motionInterp.lastMoveWasAutonomous[entity] === 0;
    const ownToo = audience === PlaceFor.All || (audience !== PlaceFor.Others && serverMoves);
    let bytes: Uint8Array | null = null;
    for (const view of this.listeners[entity] ?? nobody) {
      if (audience === PlaceFor.Turn && !view.wantsPlace(entity, number)) continue;
      if (!ownToo && view.connection.player === guid) continue;
      bytes ??= this.messages.place(world, entity);
      this.sendTo(view, bytes, unreliable);
    }
  }

  /** Looks again at where a peer has said that its player is. */
  reviewClaim(world: GaitWorld, view: PeerView): void {
    reviewClaim(world, this.network, view.connection);
  }

  /** Puts a player where the server has it: the force-position stamp has risen, and its client obeys at once. */
  sendPutBack(world: GaitWorld, view: PeerView, entity: number): void {
    this.raisePositionStamp(world, entity);
    this.sendTo(view, this.messages.place(world, entity), false);
  }

  private raisePositionStamp(world: GaitWorld, entity: number): void {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    stamps.u16[stampsRow + StampsU16.position] = (stamps.u16[stampsRow + StampsU16.position] + 1) & 0xffff;
  }

  /** Tells the player of a body that it is about to be somewhere else. */
  sendTeleport(world: GaitWorld, entity: number): void {
    const guid = world.components.identity.guid[entity];
    for (const view of this.views) {
      if (view.connection.player === guid) this.sendTo(view, this.messages.teleport(world, entity), false);
    }
  }

  /** How the body flies, to all but its own player, who knows: the vector stamp rises. */
  sendVector(world: GaitWorld, entity: number): void {
    const guid = world.components.identity.guid[entity];
    this.sendToAll(entity, this.messages.vector(world, entity), guid);
  }

  /** To all who know a body, but not to the peer with the player `exceptPlayer` (0: to all). */
  private sendToAll(entity: number, bytes: Uint8Array, exceptPlayer: number): void {
    for (const view of this.listeners[entity] ?? nobody) {
      if (exceptPlayer !== 0 && view.connection.player === exceptPlayer) continue;
      this.sendTo(view, bytes, false);
    }
  }

  private sendTo(view: PeerView, bytes: Uint8Array, unreliable: boolean): void {
    const { transport } = view.connection;
    if (view.failure !== null || transport.closed) return;
    try {
      transport.send(bytes, unreliable);
    } catch (error) {
      view.failure = { error };
    }
  }

  /** Lets go of the connections whose transports threw. */
  reportFailures(world: GaitWorld): void {
    for (const { connection, failure } of this.views) {
      if (failure !== null) this.network.fail(world, connection, failure.error);
    }
  }
}
