import { TargetStatus } from '../../components/target.ts';
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
  clearTarget(world, entity);
  const { target, watchers } = world.components;
  watchers.made[entity] = 1;
  if (guid === 0) {
    fillUpdate(world, context, 0, TargetStatus.TimedOut);
    world.hub.handleUpdateTarget(world, entity);
    return;
  }
  target.object[entity] = guid;
  target.context[entity] = context;
  target.status[entity] = TargetStatus.Undefined;
  target.radius[entity] = radius;
  target.quantum[entity] = quantum;
  target.lastUpdateTime[entity] = world.clock.now;
  const watched = world.entityOf(guid);
  if (watched === 0) return;
  addWatcher(world, watched, entity);
  const { frame } = world.components;
  sendUpdate(world, watched, entity, frame.x[watched], frame.y[watched], frame.z[watched], TargetStatus.Ok);
}

/** Stops watching (retail TargetManager::ClearTarget). */
export function clearTarget(world: GaitWorld, entity: number): void {
  const { target } = world.components;
  if (target.object[entity] === 0) return;
  removeWatcher(world, entity);
  target.object[entity] = 0;
  target.status[entity] = TargetStatus.Undefined;
}

function addWatcher(world: GaitWorld, watched: number, watcher: number): void {
  const { watchers } = world.components;
  watchers.made[watched] = 1;
  const tail = watchers.tail[watched];
  watchers.watched[watcher] = watched;
  watchers.previous[watcher] = tail;
  watchers.next[watcher] = 0;
  if (tail === 0) watchers.head[watched] = watcher;
  else watchers.next[tail] = watcher;
  watchers.tail[watched] = watcher;
}

function removeWatcher(world: GaitWorld, watcher: number): void {
  const { watchers } = world.components;
  const watched = watchers.watched[watcher];
  if (watched === 0) return;
  const next = watchers.next[watcher];
  const previous = watchers.previous[watcher];
  if (previous === 0) watchers.head[watched] = next;
  else watchers.next[previous] = next;
  if (next === 0) watchers.tail[watched] = previous;
  else watchers.previous[next] = previous;
  watchers.watched[watcher] = 0;
  watchers.next[watcher] = 0;
  watchers.previous[watcher] = 0;
}

/**
 * One tick of a target manager (retail TargetManager::HandleTargetting): when due, watchers whose last news is too old
 * a place get a new one.
 */
export function targetManagerUseTime(world: GaitWorld, entity: number): void {
  const { watchers, target } = world.components;
  if (watchers.made[entity] === 0) return;
  const now = world.clock.now;
  if (now - watchers.lastCheckTime[entity] < CHECK_INTERVAL) return;
  watchers.lastCheckTime[entity] = now;
  if (
    target.object[entity] !== 0 &&
    target.status[entity] === TargetStatus.Undefined &&
    target.lastUpdateTime[entity] + UNDEFINED_TIME_OUT < now
  ) {
    target.status[entity] = TargetStatus.TimedOut;
    fillUpdate(world, target.context[entity], target.object[entity], TargetStatus.TimedOut);
    world.hub.handleUpdateTarget(world, entity);
  }
  let watcher = watchers.head[entity];
  while (watcher !== 0) {
    const next = watchers.next[watcher];
    checkWatcher(world, entity, watcher);
    watcher = next;
  }
}

/** Tells a watcher when the place ahead is too far from the last one it was told (CheckAndUpdateVoyeur). */
function checkWatcher(world: GaitWorld, entity: number, watcher: number): void {
  const { frame, body, target, watchers } = world.components;
  const quantum = target.quantum[watcher];
  const x = frame.x[entity] + body.cachedVelocityX[entity] * quantum;
  const y = frame.y[entity] + body.cachedVelocityY[entity] * quantum;
  const z = frame.z[entity] + body.cachedVelocityZ[entity] * quantum;
  const dx = x - watchers.sentX[watcher];
  const dy = y - watchers.sentY[watcher];
  const dz = z - watchers.sentZ[watcher];
  const radius = target.radius[watcher];
  if (dx * dx + dy * dy + dz * dz > radius * radius) {
    sendUpdate(world, entity, watcher, x, y, z, TargetStatus.Ok);
  }
}

/** Sends a watcher the body's place and the place ahead (SendVoyeurUpdate, TargetManager::ReceiveUpdate). */
function sendUpdate(
  world: GaitWorld,
  entity: number,
  watcher: number,
  x: number,
  y: number,
  z: number,
  status: number,
): void {
  const { frame, identity, target, watchers } = world.components;
  watchers.sentX[watcher] = x;
  watchers.sentY[watcher] = y;
  watchers.sentZ[watcher] = z;
  const guid = identity.guid[entity];
  if (target.object[watcher] !== guid) return;
  target.status[watcher] = status;
  target.x[watcher] = frame.x[entity];
  target.y[watcher] = frame.y[entity];
  target.z[watcher] = frame.z[entity];
  target.lastUpdateTime[watcher] = world.clock.now;
  const update = fillUpdate(world, target.context[watcher], guid, status);
  update.targetX = frame.x[entity];
  update.targetY = frame.y[entity];
  update.targetZ = frame.z[entity];
  update.interpolatedX = x;
  update.interpolatedY = y;
  update.interpolatedZ = z;
  world.hub.handleUpdateTarget(world, watcher);
  if (status === TargetStatus.ExitWorld && target.object[watcher] === guid) clearTarget(world, watcher);
}

function fillUpdate(world: GaitWorld, context: number, guid: number, status: number): GaitWorld['targetUpdate'] {
  const update = world.targetUpdate;
  update.context = context;
  update.object = guid;
  update.status = status;
  update.targetX = update.targetY = update.targetZ = 0;
  update.interpolatedX = update.interpolatedY = update.interpolatedZ = 0;
  return update;
}

/** Tells every watcher that the body left, was teleported and so on (TargetManager::NotifyVoyeurOfEvent). */
export function notifyWatchers(world: GaitWorld, entity: number, status: number): void {
  const { watchers, frame } = world.components;
  let watcher = watchers.head[entity];
  while (watcher !== 0) {
    const next = watchers.next[watcher];
    sendUpdate(world, entity, watcher, frame.x[entity], frame.y[entity], frame.z[entity], status);
    watcher = next;
  }
}
