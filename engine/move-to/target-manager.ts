import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import { TargetStatus, TargetU32, TargetF64, WatchersU32, WatchersF64 } from '../../components/target.ts';
import type { GaitWorld } from '../world.ts';

/** Seconds between two checks of a target manager. */
const CHECK_INTERVAL = 0.5;
/** Seconds after which a target that was never heard of is given up. */
const UNDEFINED_TIME_OUT = 10;

/**
 * Watches an object (retail TargetManager::SetTarget): what was watched before is let go, and an object that is known
 * tells its place in this same call. Guid 0 times out at once.
 *
 * @param radius Metres that the target may move before it tells again.
 * @param quantum Seconds that the target looks ahead.
 */
export function setTarget(
  world: GaitWorld,
  entity: number,
  context: number,
  guid: number,
  radius: number,
  quantum: number,
): void {
  const targetRow = entity * TargetF64.row;
  const targetWords = entity * TargetU32.row;
  clearTarget(world, entity);
  const { target, watchers } = world.components;
  watchers.made[entity] = 1;
  if (guid === 0) {
    fillUpdate(world, context, 0, TargetStatus.TimedOut);
    world.hub.handleUpdateTarget(world, entity);
    return;
  }
  target.u32[targetWords + TargetU32.object] = guid;
  target.u32[targetWords + TargetU32.context] = context;
  target.u32[targetWords + TargetU32.status] = TargetStatus.Undefined;
  target.f64[targetRow + TargetF64.radius] = radius;
  target.f64[targetRow + TargetF64.quantum] = quantum;
  target.f64[targetRow + TargetF64.lastUpdateTime] = world.clock.now;
  const watched = world.entityOf(guid);
  if (watched === 0) return;
  addWatcher(world, watched, entity);
  lookHere(world, watched);
  sendUpdate(world, watched, entity, TargetStatus.Ok);
}

/** Stops watching (retail TargetManager::ClearTarget). */
export function clearTarget(world: GaitWorld, entity: number): void {
  const { target } = world.components;
  const targetWords = entity * TargetU32.row;
  if (target.u32[targetWords + TargetU32.object] === 0) return;
  removeWatcher(world, entity);
  target.u32[targetWords + TargetU32.object] = 0;
  target.u32[targetWords + TargetU32.status] = TargetStatus.Undefined;
}

function addWatcher(world: GaitWorld, watched: number, watcher: number): void {
  const { watchers } = world.components;
  const watcherWatchersWords = watcher * WatchersU32.row;
  const watchedWatchersWords = watched * WatchersU32.row;
  watchers.made[watched] = 1;
  const tail = watchers.u32[watchedWatchersWords + WatchersU32.tail];
  watchers.u32[watcherWatchersWords + WatchersU32.watched] = watched;
  watchers.u32[watcherWatchersWords + WatchersU32.previous] = tail;
  watchers.u32[watcherWatchersWords + WatchersU32.next] = 0;
  if (tail === 0) watchers.u32[watchedWatchersWords + WatchersU32.head] = watcher;
  else watchers.u32[tail * WatchersU32.row + WatchersU32.next] = watcher;
  watchers.u32[watchedWatchersWords + WatchersU32.tail] = watcher;
}

function removeWatcher(world: GaitWorld, watcher: number): void {
  const { watchers } = world.components;
  const watcherWatchersWords = watcher * WatchersU32.row;
  const watched = watchers.u32[watcherWatchersWords + WatchersU32.watched];
  const watchedWatchersWords = watched * WatchersU32.row;
  if (watched === 0) return;
  const next = watchers.u32[watcherWatchersWords + WatchersU32.next];
  const previous = watchers.u32[watcherWatchersWords + WatchersU32.previous];
  if (previous === 0) watchers.u32[watchedWatchersWords + WatchersU32.head] = next;
  else watchers.u32[previous * WatchersU32.row + WatchersU32.next] = next;
  if (next === 0) watchers.u32[watchedWatchersWords + WatchersU32.tail] = previous;
  else watchers.u32[next * WatchersU32.row + WatchersU32.previous] = previous;
  watchers.u32[watcherWatchersWords + WatchersU32.watched] = 0;
  watchers.u32[watcherWatchersWords + WatchersU32.next] = 0;
  watchers.u32[watcherWatchersWords + WatchersU32.previous] = 0;
}

/**
 * One tick of a target manager (retail TargetManager::HandleTargetting): when due, watchers whose last news is too old
 * a place get a new one.
 */
export function targetManagerUseTime(world: GaitWorld, entity: number): void {
  const { watchers, target } = world.components;
  const targetWords = entity * TargetU32.row;
  const watchersRow = entity * WatchersF64.row;
  if (watchers.made[entity] === 0) return;
  const now = world.clock.now;
  if (now - watchers.f64[watchersRow + WatchersF64.lastCheckTime] < CHECK_INTERVAL) return;
  watchers.f64[watchersRow + WatchersF64.lastCheckTime] = now;
  if (
    target.u32[targetWords + TargetU32.object] !== 0 &&
    target.u32[targetWords + TargetU32.status] === TargetStatus.Undefined &&
    target.f64[entity * TargetF64.row + TargetF64.lastUpdateTime] + UNDEFINED_TIME_OUT < now
  ) {
    target.u32[targetWords + TargetU32.status] = TargetStatus.TimedOut;
    fillUpdate(
      world,
      target.u32[targetWords + TargetU32.context],
      target.u32[targetWords + TargetU32.object],
      TargetStatus.TimedOut,
    );
    world.hub.handleUpdateTarget(world, entity);
  }
  let watcher = watchers.u32[entity * WatchersU32.row + WatchersU32.head];
  while (watcher !== 0) {
    const next = watchers.u32[watcher * WatchersU32.row + WatchersU32.next];
    checkWatcher(world, entity, watcher);
    watcher = next;
  }
}

/** The place ahead of a body that is about to be sent. */
const ahead = new Float64Array(3);

function lookHere(world: GaitWorld, entity: number): void {
  const { frame } = world.components;
  const frameRow = entity * FrameF64.row;
  ahead[0] = frame.f64[frameRow + FrameF64.x];
  ahead[1] = frame.f64[frameRow + FrameF64.y];
  ahead[2] = frame.f64[frameRow + FrameF64.z];
}

/** Tells a watcher when the place ahead is too far from the last one it was told (CheckAndUpdateVoyeur). */
function checkWatcher(world: GaitWorld, entity: number, watcher: number): void {
  const { body, target, watchers } = world.components;
  const watcherWatchersRow = watcher * WatchersF64.row;
  const watcherTargetRow = watcher * TargetF64.row;
  const bodyRow = entity * BodyF32.row;
  const quantum = target.f64[watcherTargetRow + TargetF64.quantum];
  lookHere(world, entity);
  ahead[0] += body.f32[bodyRow + BodyF32.cachedVelocityX] * quantum;
  ahead[1] += body.f32[bodyRow + BodyF32.cachedVelocityY] * quantum;
  ahead[2] += body.f32[bodyRow + BodyF32.cachedVelocityZ] * quantum;
  const dx = ahead[0] - watchers.f64[watcherWatchersRow + WatchersF64.sentX];
  const dy = ahead[1] - watchers.f64[watcherWatchersRow + WatchersF64.sentY];
  const dz = ahead[2] - watchers.f64[watcherWatchersRow + WatchersF64.sentZ];
  const radius = target.f64[watcherTargetRow + TargetF64.radius];
  if (dx * dx + dy * dy + dz * dz > radius * radius) sendUpdate(world, entity, watcher, TargetStatus.Ok);
}

/** Sends a watcher the body's place and the place {@link ahead} (SendVoyeurUpdate, TargetManager::ReceiveUpdate). */
function sendUpdate(world: GaitWorld, entity: number, watcher: number, status: number): void {
  const { frame, identity, target, watchers } = world.components;
  const watcherTargetRow = watcher * TargetF64.row;
  const watcherTargetWords = watcher * TargetU32.row;
  const watcherWatchersRow = watcher * WatchersF64.row;
  const frameRow = entity * FrameF64.row;
  watchers.f64[watcherWatchersRow + WatchersF64.sentX] = ahead[0];
  watchers.f64[watcherWatchersRow + WatchersF64.sentY] = ahead[1];
  watchers.f64[watcherWatchersRow + WatchersF64.sentZ] = ahead[2];
  const guid = identity.guid[entity];
  if (target.u32[watcherTargetWords + TargetU32.object] !== guid) return;
  target.u32[watcherTargetWords + TargetU32.status] = status;
  target.f64[watcherTargetRow + TargetF64.x] = frame.f64[frameRow + FrameF64.x];
  target.f64[watcherTargetRow + TargetF64.y] = frame.f64[frameRow + FrameF64.y];
  target.f64[watcherTargetRow + TargetF64.z] = frame.f64[frameRow + FrameF64.z];
  target.f64[watcherTargetRow + TargetF64.lastUpdateTime] = world.clock.now;
  const { place } = fillUpdate(world, target.u32[watcherTargetWords + TargetU32.context], guid, status);
  place[0] = frame.f64[frameRow + FrameF64.x];
  place[1] = frame.f64[frameRow + FrameF64.y];
  place[2] = frame.f64[frameRow + FrameF64.z];
  place[3] = ahead[0];
  place[4] = ahead[1];
  place[5] = ahead[2];
  world.hub.handleUpdateTarget(world, watcher);
  if (status === TargetStatus.ExitWorld && target.u32[watcherTargetWords + TargetU32.object] === guid)
    clearTarget(world, watcher);
}

function fillUpdate(world: GaitWorld, context: number, guid: number, status: number): GaitWorld['targetUpdate'] {
  const update = world.targetUpdate;
  update.context = context;
  update.object = guid;
  update.status = status;
  update.place.fill(0);
  return update;
}

/** Tells every watcher that the body left, was teleported and so on (TargetManager::NotifyVoyeurOfEvent). */
export function notifyWatchers(world: GaitWorld, entity: number, status: number): void {
  const { watchers } = world.components;
  let watcher = watchers.u32[entity * WatchersU32.row + WatchersU32.head];
  while (watcher !== 0) {
    const next = watchers.u32[watcher * WatchersU32.row + WatchersU32.next];
    lookHere(world, entity);
    sendUpdate(world, entity, watcher, status);
    watcher = next;
  }
}
