import { FrameF64 } from '../components/frame.ts';
import { MovementType, MoveToU32 } from '../components/move-to.ts';
import { Announce, Told } from '../components/network.ts';
import type { GaitWorld } from '../engine/world.ts';
import { hasMoved, isPlaceDue, MOVED } from './place-due.ts';

/**
 * What peers believe that a body does by itself. A client plays a told move to its own end, and sticks where it sees the
 * other body: both may end elsewhere, and at another time, than the server's. So their ends are told, too.
 *
 * While a client's body sticks, the places that come for it only wait in its queue, and it would walk back to them when
 * it lets go (InterpolationManager, StickyManager). So no places are told then, and a body is told to stick only while
 * that moves it: at rest places hold it better, as everybody sees the same ones.
 */

/** Whether peers have been told that a body sticks: then they move it, and are told no places. */
export function isToldToStick(world: GaitWorld, entity: number): boolean {
  return (world.components.outbound.told[entity] & Told.Stick) !== 0;
}

/**
 * Notes what peers are being told of a body's movement.
 *
 * @returns Whether they are told now, and were not before, that it sticks.
 */
export function noteTold(world: GaitWorld, entity: number): boolean {
  const { outbound, moveTo } = world.components;
  const before = outbound.told[entity];
  let told = moveTo.u32[entity * MoveToU32.row + MoveToU32.type] === MovementType.Invalid ? 0 : Told.Move;
  if (isDragged(world, entity)) told |= Told.Stick;
  outbound.told[entity] = told;
  return (told & ~before & Told.Stick) !== 0;
}

/** Whether what peers believe has ended without a call that told so: a move, or sticking to somebody who moves. */
export function hasEnded(world: GaitWorld, entity: number): boolean {
  const { outbound, sticky, moveTo } = world.components;
  const told = outbound.told[entity];
  // What is told anyway says it, too: also as a player's own doing, which must not become the server's.
  if (told === 0 || (outbound.announce[entity] & (Announce.Movement | Announce.Autonomous)) !== 0) return false;
  // At once where it sticks next; else when it rests: until then its places tell where it is.
  const rests = isPlaceDue(world, entity) && !hasMoved(world, entity);
  if ((told & Told.Stick) !== 0) return sticky.object[entity] === 0 || rests;
  return (
    moveTo.u32[entity * MoveToU32.row + MoveToU32.type] === MovementType.Invalid && (rests || isDragged(world, entity))
  );
}

/** Whether what it sticks to moved the body in this step. */
function isDragged(world: GaitWorld, entity: number): boolean {
  const { sticky, frame, previousFrame } = world.components;
  const frameRow = entity * FrameF64.row;
  return (
    sticky.object[entity] !== 0 &&
    (Math.abs(frame.f64[frameRow + FrameF64.x] - previousFrame.f64[frameRow + FrameF64.x]) > MOVED ||
      Math.abs(frame.f64[frameRow + FrameF64.y] - previousFrame.f64[frameRow + FrameF64.y]) > MOVED)
  );
}
