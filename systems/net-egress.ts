import { FrameF64 } from '../components/frame.ts';
import { Announce, Told } from '../components/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { type Peers, PlaceFor } from './peers.ts';
import type { PeerView } from './peer-view.ts';
import { hasMoved, isPlaceDue, REST_SENDS } from './place-due.ts';
import { hasEnded, isToldToStick } from './told-movement.ts';

/** Seconds between two positions of a moving body. */
const POSITION_INTERVAL = 0.2;
/** Seconds: the longest pause between the places of a body at rest. */
const LONGEST_PAUSE = 12.8;
/** Seconds between two looks of a peer at what is in its range; peers take turns. */
const LOOK_INTERVAL = 0.5;

/**
 * 6. NetEgress, of an authoritative world: what has changed is told to the peers that know the body, and each peer is
 * told of what comes into its range and rid of what leaves it.
 *
 * Positions go out five times a second while a body moves (less often to those who are far), and again when it has come
 * to rest.
 */
export function netEgress(world: GaitWorld, peers: Peers): void {
  const { bodies, bodyCount } = world;
  const { outbound } = world.components;
  const { now, tick, quantum } = world.clock;
  const { views } = peers;
  const lookEvery = Math.max(1, Math.round(LOOK_INTERVAL / quantum));
  peers.settle(world);
  for (let index = 0; index < views.length; index++) {
    const view = views[index];
    if (!view.shown) peers.show(world, view);
    else if ((tick + index) % lookEvery === 0) peers.look(world, view);
    for (const { entity } of view.takeRepetitions(world)) peers.sendCreation(world, view, entity);
  }
  for (let index = 0; index < bodyCount; index++) {
    const entity = bodies[index];
    const announce = outbound.announce[entity] | (hasEnded(world, entity) ? Announce.Movement : 0);
    if (announce !== 0) {
      outbound.announce[entity] = 0;
      tellChanges(world, peers, entity, announce, now);
    }
    if (isPlaceDue(world, entity)) sendPositionIfDue(world, peers, entity, now);
  }
  for (const view of views) {
    peers.reviewClaim(world, view);
    tellOwed(world, peers, view);
  }
  world.saidActions.length = 0;
  peers.reportFailures(world);
}

function tellChanges(world: GaitWorld, peers: Peers, entity: number, announce: number, now: number): void {
  const { outbound, motionInterp } = world.components;
  if ((announce & Announce.Creation) !== 0) peers.appear(world, entity);
  if ((announce & (Announce.Movement | Announce.Autonomous)) !== 0) {
    // Where both were asked for, the player acted after the order, and has not seen it: it is told as an order.
    const autonomous = (announce & Announce.Movement) === 0;
    if (!autonomous) motionInterp.lastMoveWasAutonomous[entity] = 0;
    const stuck = isToldToStick(world, entity);
    peers.sendMovement(world, entity, autonomous);
    // Peers may play it before or after it plays here: they are told the place again, also when nothing moved.
    outbound.restSends[entity] = REST_SENDS;
    const next = stuck && !isToldToStick(world, entity) ? now : now + POSITION_INTERVAL;
    outbound.nextPosition[entity] = Math.min(outbound.nextPosition[entity], next);
  }
  if ((announce & Announce.Vector) !== 0) peers.sendVector(world, entity);
}

/** What a peer is owed about its own player: to be put back, and an order in the place of one that it had not seen. */
function tellOwed(world: GaitWorld, peers: Peers, view: PeerView): void {
  const { control, player } = view.connection;
  if (!control.owesPlace && !control.owesOrder) return;
  const entity = world.entityOf(player);
  if (entity !== 0) {
    if (control.owesOrder) {
      // From now on the server has control: it says where the body is, until the player presses another key.
      world.components.motionInterp.lastMoveWasAutonomous[entity] = 0;
      peers.sendOrder(world, view, entity);
    }
    if (control.owesPlace) peers.sendPutBack(world, view, entity);
  }
  control.owesPlace = false;
  control.owesOrder = false;
}

function sendPositionIfDue(world: GaitWorld, peers: Peers, entity: number, now: number): void {
  const { outbound, frame } = world.components;
  const frameRow = entity * FrameF64.row;
  const teleported = outbound.teleported[entity] === 1;
  const moved = teleported || hasMoved(world, entity);
  outbound.nextPosition[entity] = now + POSITION_INTERVAL;
  if (!moved && outbound.restSends[entity] === 0) return;
  outbound.restSends[entity] = moved ? REST_SENDS : outbound.restSends[entity] - 1;
  if (!moved) {
    outbound.nextPosition[entity] =
      now + Math.min(LONGEST_PAUSE, POSITION_INTERVAL * 2 ** (REST_SENDS - outbound.restSends[entity]));
  }
  outbound.x[entity] = frame.f64[frameRow + FrameF64.x];
  outbound.y[entity] = frame.f64[frameRow + FrameF64.y];
  outbound.z[entity] = frame.f64[frameRow + FrameF64.z];
  outbound.qw[entity] = frame.f64[frameRow + FrameF64.qw];
  outbound.qz[entity] = frame.f64[frameRow + FrameF64.qz];
  if (teleported) {
    outbound.teleported[entity] = 0;
    outbound.told[entity] &= ~Told.Stick;
    tellTeleport(world, peers, entity);
  } else if (isToldToStick(world, entity)) return;
  else if (moved) peers.sendPlace(world, entity, PlaceFor.Turn, true);
  else {
    const first = outbound.restSends[entity] === REST_SENDS - 1;
    peers.sendPlace(world, entity, first ? PlaceFor.Rest : PlaceFor.Others, false);
  }
}

/** A body is somewhere else: its player is warned, and who sees it changes at once. */
function tellTeleport(world: GaitWorld, peers: Peers, entity: number): void {
  const guid = world.components.identity.guid[entity];
  peers.sendTeleport(world, entity);
  peers.appear(world, entity);
  peers.sendPlace(world, entity, PlaceFor.All, false);
  for (const view of peers.views) if (view.viewer === guid) peers.look(world, view);
}
