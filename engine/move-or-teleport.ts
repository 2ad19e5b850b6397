import { StampsU16 } from '../components/stamps.ts';
import { FrameF64 } from '../components/frame.ts';
import { freeInput } from './free-input.ts';
import { autonomyBlipDistance, isThePlayer } from './local-player.ts';
import { copyFrame, distanceToPoint } from './math/frame.ts';
import { isNewerStamp } from './net/stamps.ts';
import { keepsHeading, teleportHook } from './physics-object.ts';
import { interpolateTo, type Place, stopInterpolating } from './position/interpolation-manager.ts';
import { isOutdoors, worldX, worldY } from './wire/cell.ts';
import { PositionFlag, type PositionPack } from './wire/position-pack.ts';
import type { GaitWorld } from './world.ts';

/** Metres from the viewer beyond which positions are taken at once. */
const FAR = 96;

const place: Place = new Float64Array(7);

/**
 * Applies a position event that has passed the gate (retail CPhysicsObj::MoveOrTeleport): a newer teleport stamp puts
 * the body there, otherwise it moves there, at once when nobody is near enough to see. The velocity is not used.
 */
export function moveOrTeleport(world: GaitWorld, entity: number, pack: PositionPack): void {
  const { stamps } = world.components;
  const stampsRow = entity * StampsU16.row;
  readPlace(pack);
  if (stamps.placed[entity] === 0 || isNewerStamp(stamps.u16[stampsRow + StampsU16.teleport], pack.teleportStamp)) {
    stamps.u16[stampsRow + StampsU16.teleport] = pack.teleportStamp;
    stamps.placed[entity] = 1;
    teleportHook(world, entity);
    putThere(world, entity);
    if (isThePlayer(world, entity) && world.heldInput.isAwaited(pack.teleportStamp)) freeInput(world, entity);
    return;
  }
  if ((pack.flags & PositionFlag.Grounded) === 0) return;
  if (isFarFromViewer(world)) {
    stopInterpolating(world, entity);
    putThere(world, entity);
    return;
  }
  const blipDistance = autonomyBlipDistance(world, entity, !isOutdoors(pack.cell));
  interpolateTo(world, entity, place, keepsHeading(world, entity), blipDistance);
}

/** Puts the body where a message says, at once. */
export function forcePosition(world: GaitWorld, entity: number, pack: PositionPack): void {
  readPlace(pack);
  stopInterpolating(world, entity);
  putThere(world, entity);
}

function readPlace(pack: PositionPack): void {
  const { qw, qx, qy, qz } = pack;
  const scale = 1 / Math.sqrt(qw * qw + qx * qx + qy * qy + qz * qz);
  place[0] = worldX(pack.cell, pack.x);
  place[1] = worldY(pack.cell, pack.y);
  place[2] = pack.z;
  place[3] = qw * scale;
  place[4] = qx * scale;
  place[5] = qy * scale;
  place[6] = qz * scale;
}

function isFarFromViewer(world: GaitWorld): boolean {
  const viewer = world.viewer === 0 ? 0 : world.entityOf(world.viewer);
  return viewer !== 0 && distanceToPoint(world.components.frame, viewer, place[0], place[1], place[2]) > FAR;
}

function putThere(world: GaitWorld, entity: number): void {
  const { frame, previousFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  frame.f64[frameRow + FrameF64.x] = place[0];
  frame.f64[frameRow + FrameF64.y] = place[1];
  frame.f64[frameRow + FrameF64.z] = place[2];
  frame.f64[frameRow + FrameF64.qw] = place[3];
  frame.f64[frameRow + FrameF64.qx] = place[4];
  frame.f64[frameRow + FrameF64.qy] = place[5];
  frame.f64[frameRow + FrameF64.qz] = place[6];
  copyFrame(frame, entity, previousFrame, entity);
  world.components.body.moved[entity] = 2;
}
