import { type Engine, type InterestOptions, motionCommandName, MotionStateU32 } from '../index.ts';
import type { CompleteBounds } from './bounds.ts';
import { type Track, turnBetween, type Watch } from './watch.ts';

/** What of a body can differ between two worlds. */
export type DifferentField =
  | 'presence'
  | 'position'
  | 'heading'
  | 'style'
  | 'substate'
  | 'forwardCommand'
  | 'sidestepCommand'
  | 'turnCommand';

/** One thing in which a client's world is not as its server's. */
export interface Difference {
  /** Number of the client. */
  readonly client: number;
  /** The body that differs. */
  readonly guid: number;
  /** In what it differs. */
  readonly field: DifferentField;
  /** By how much: metres or degrees; 0 for what has no measure. */
  readonly off: number;
  /** How much it may be. */
  readonly allowed: number;
  /** In words: both sides, the bound and why it is this one. */
  readonly text: string;
}

/** What is compared: a server's world with one client's. */
export interface Pair {
  readonly client: number;
  readonly server: Engine;
  readonly truth: Watch;
  readonly engine: Engine;
  readonly seen: Watch;
  /** Guid of the body from which interest is measured; 0: the client is told of everything. */
  readonly viewer: number;
  readonly interest: Readonly<InterestOptions>;
}

/** Seconds for which a body has not moved when it counts as at rest: its last place has come and has been gone to. */
const REST_TIME = 0.5;
/** Seconds within which a peer is told that a body has come into its range, or has left it. */
const INTEREST_TIME = 0.6;

const COMMANDS = [
  ['style', 'style'],
  ['forwardCommand', 'forward'],
  ['sidestepCommand', 'sidestep'],
  ['turnCommand', 'turning'],
] as const satisfies readonly (readonly [DifferentField, keyof Track])[];

/** Compares one client's world with its server's. */
export function differencesOf(pair: Pair, bounds: CompleteBounds): Difference[] {
  const differences: Difference[] = [];
  const guids = bounds.bodies ?? new Set([...pair.truth.tracks.keys(), ...pair.seen.tracks.keys()]);
  for (const guid of guids) compareBody(pair, bounds, guid, differences);
  return differences;
}

function compareBody(pair: Pair, bounds: CompleteBounds, guid: number, differences: Difference[]): void {
  const truth = pair.truth.track(guid);
  const seen = pair.seen.track(guid);
  const add = (field: DifferentField, off: number, allowed: number, text: string): void => {
    differences.push({ client: pair.client, guid, field, off, allowed, text });
  };
  if (truth.entity === 0 || seen.entity === 0) {
    if (truth.entity === seen.entity && bounds.bodies === undefined) return;
    if (bounds.presence) comparePresence(pair, guid, truth, seen, bounds, add);
    return;
  }
  if (bounds.presence) compareReach(pair, guid, truth, bounds, add);
  const { quantum } = pair.server.world.clock;
  const restSteps = Math.ceil((REST_TIME + bounds.lag) / quantum);
  const rests = truth.still >= restSteps && pair.server.readMoveTo(truth.entity).type === 0;
  const state = rests
    ? `at rest for ${(truth.still * quantum).toFixed(1)} s`
    : `moving at up to ${(truth.fastestStep / quantum).toFixed(2)} m/s, ${bounds.lag.toFixed(2)} s behind at most`;

  const distance = Math.hypot(truth.x - seen.x, truth.y - seen.y, truth.z - seen.z);
  const come = rests ? 0 : (truth.fastestStep / quantum) * bounds.lag + bounds.slack;
  const mostDistance = Math.max(bounds.position, come);
  if (!(distance <= mostDistance)) {
    const text = `off ${distance.toFixed(3)} m of ${mostDistance.toFixed(3)} m (${state}): server ${place(truth)}, client ${place(seen)}`;
    add('position', distance, mostDistance, text);
  }
  const turn = turnBetween(truth.heading, seen.heading);
  const mostTurn = Math.min(180, bounds.heading + (rests ? 0 : (truth.fastestTurn / quantum) * bounds.lag));
  if (!(turn <= mostTurn)) {
    const text = `off ${turn.toFixed(1)} degrees of ${mostTurn.toFixed(1)}: server ${truth.heading.toFixed(1)}, client ${seen.heading.toFixed(1)}`;
    add('heading', turn, mostTurn, text);
  }
  if (bounds.motions) compareMotions(pair, truth, seen, rests, restSteps, add);
}

type Add = (field: DifferentField, off: number, allowed: number, text: string) => void;

/** A motion that has just begun may be still on its way; one that has gone on for a while is known everywhere. */
function compareMotions(pair: Pair, truth: Track, seen: Track, rests: boolean, restSteps: number, add: Add): void {
  if (truth.steady < restSteps || (!rests && seen.steady < restSteps)) return;
  let found = false;
  for (const [field, part] of COMMANDS) {
    if (truth[part] === seen[part]) continue;
    found = true;
    add(field, 0, 0, `server ${motionCommandName(truth[part])}, client ${motionCommandName(seen[part])}`);
  }
  if (found || !rests) return;
  const { motionState, pendingMotions } = pair.server.world.components;
  // While an emote plays, its end may be some steps apart.
  if (pendingMotions.count[truth.entity] > 0) return;
  const substate = motionState.u32[truth.entity * MotionStateU32.row + MotionStateU32.substate];
  const other =
    pair.engine.world.components.motionState.u32[seen.entity * MotionStateU32.row + MotionStateU32.substate];
  if (substate !== other)
    add('substate', 0, 0, `server ${motionCommandName(substate)}, client ${motionCommandName(other)}`);
}

function comparePresence(pair: Pair, guid: number, truth: Track, seen: Track, bounds: CompleteBounds, add: Add): void {
  if (truth.entity === 0) {
    const where = seen.entity === 0 ? 'in neither world' : `only in the client, ${place(seen)}`;
    add('presence', 0, 0, where);
    return;
  }
  const distance = distanceToViewer(pair, guid, truth);
  const { range } = pair.interest;
  // It may have come into range just now.
  const speed = truth.fastestStep / pair.server.world.clock.quantum;
  if (distance > range - speed * (INTEREST_TIME + bounds.lag)) return;
  const why = Number.isFinite(distance) ? `, ${distance.toFixed(1)} m from the client's viewer (range ${range} m)` : '';
  add('presence', 0, 0, `only in the server, ${place(truth)}${why}`);
}

/** What has left a client's range is taken from it. */
function compareReach(pair: Pair, guid: number, truth: Track, bounds: CompleteBounds, add: Add): void {
  const distance = distanceToViewer(pair, guid, truth);
  const { range, hysteresis } = pair.interest;
  const speed = truth.fastestStep / pair.server.world.clock.quantum;
  if (distance <= range + hysteresis + speed * (INTEREST_TIME + bounds.lag)) return;
  const far = `${distance.toFixed(1)} m from the client's viewer (range ${range} m and ${hysteresis} m)`;
  add('presence', 0, 0, `still in the client, ${far}`);
}

/** Metres; minus infinity: the client is told of it wherever it is. */
function distanceToViewer({ viewer, truth }: Pair, guid: number, track: Track): number {
  const from = truth.track(viewer);
  if (viewer === guid || from.entity === 0) return Number.NEGATIVE_INFINITY;
  return Math.hypot(from.x - track.x, from.y - track.y, from.z - track.z);
}

function place({ x, y, z }: Track): string {
  return `(${x.toFixed(3)}, ${y.toFixed(3)}, ${z.toFixed(3)})`;
}
