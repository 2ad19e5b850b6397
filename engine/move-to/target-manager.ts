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
  lookHere(world, watched);
  sendUpdate(world, watched, entity, TargetStatus.Ok);
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

/** The place ahead of a body that is about to be sent. */
const ahead = new Float64Array(3);

function lookHere(world: GaitWorld, entity: number): void {
  const { frame } = world.components;
  ahead[0] = frame.x[entity];
  ahead[1] = frame.y[entity];
  ahead[2] = frame.z[entity];
}

/** Tells a watcher when the place ahead is too far from the last one it was told (CheckAndUpdateVoyeur). */
function checkWatcher(world: GaitWorld, entity: number, watcher: number): void {
  const { body, target, watchers } = world.components;
  const quantum = target.quantum[watcher];
  lookHere(world, entity);
  ahead[0] += body.cachedVelocityX[entity] * quantum;
  ahead[1] += body.cachedVelocityY[entity] * quantum;
  ahead[2] += body.cachedVelocityZ[entity] * quantum;
  const dx = ahead[0] - watchers.sentX[watcher];
  const dy = ahead[1] - watchers.sentY[watcher];
  const dz = ahead[2] - watchers.sentZ[watcher];
  const radius = target.radius[watcher];
  if (dx * dx + dy * dy + dz * dz > radius * radius) sendUpdate(world, entity, watcher, TargetStatus.Ok);
}

/** Sends a watcher the body's place and the place {@link ahead} (SendVoyeurUpdate, TargetManager::ReceiveUpdate). */
function sendUpdate(world: GaitWorld, entity: number, watcher: number, status: number): void {
  const { frame, identity, target, watchers } = world.components;
  watchers.sentX[watcher] = ahead[0];
  watchers.sentY[watcher] = ahead[1];
  watchers.sentZ[watcher] = ahead[2];
  const guid = identity.guid[entity];
  if (target.object[watcher] !== guid) return;
  target.status[watcher] = status;
  target.x[watcher] = frame.x[entity];
  target.y[watcher] = frame.y[entity];
  target.z[watcher] = frame.z[entity];
  target.lastUpdateTime[watcher] = world.clock.now;
  const { place } = fillUpdate(world, target.context[watcher], guid, status);
  place[0] = frame.x[entity];
  place[1] = frame.y[entity];
  place[2] = frame.z[entity];
  place[3] = ahead[0];
  place[4] = ahead[1];
  place[5] = ahead[2];
  world.hub.handleUpdateTarget(world, watcher);
  if (status === TargetStatus.ExitWorld && target.object[watcher] === guid) clearTarget(world, watcher);
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
  let watcher = watchers.head[entity];
  while (watcher !== 0) {
    const next = watchers.next[watcher];
    lookHere(world, entity);
    sendUpdate(world, entity, watcher, status);
    watcher = next;
  }
}
