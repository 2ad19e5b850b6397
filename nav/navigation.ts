import { addComponent, hasComponent, observe, onAdd, onRemove, onSet, removeComponent } from 'bitecs';
import {
  checkMoveOptions,
  checks,
  type Engine,
  type GaitEvents,
  type MoveOptions,
  type PlaceOption,
  type Point,
  type SystemOptions,
  type TargetOption,
  FrameF64,
  WaitingEvents,
} from '../index.ts';
import { type WalkEvents, type WalkEventType, walkEventTypes } from './events.ts';
import { Feet } from './feet.ts';
import { createNavigationMesh, type FoundPath, NavigationMesh } from './mesh.ts';
import { type WalkReason, walkReasons } from './names.ts';
import { checkNavigationOptions, type NavigationOptions } from './navigation-options.ts';
import { CORNER_CAPACITY, type PathColumns } from './path-columns.ts';
import { PlanQueue } from './plan-queue.ts';
import { checkSavedWalk, type SavedWalk } from './saved-walk.ts';
import type { NavigationScene } from './scene-solids.ts';
import { Walker } from './walker.ts';

/** A goal of a walk: a place, or the entity id of a body. */
export type WalkGoal = PlaceOption | TargetOption;

/** What a walk is at. */
export type WalkState = 'planning' | 'walking' | 'arrived' | 'failed' | 'cancelled';

/** What the navigation costs, in counts. */
export interface NavigationWork {
  /** Walks that go on. */
  walks: number;
  /** Askers that wait for their turn to have a way found. */
  waiting: number;
  /** Since the start: ways that were looked for. */
  plans: number;
  /** Since the start: requests that had to wait. */
  delays: number;
}

/** Engines that have a navigation. */
const taken = new WeakSet<Engine>();
const states = [null, 'planning', 'walking', 'arrived', 'failed', 'cancelled'] as const;
const CALL = 'createNavigation';
const WATCH = 'navigationWatch';
const WALK = 'navigation';
const TELL = 'navigationEvents';
/** Corners of a way that behaviours are told at most. */
const LONGEST_WAY = 64;

/**
 * Walks around walls in one engine's world: finds ways on a navigation mesh and walks them as chains of the engine's own
 * moves. Written against the public API alone, as a mod would be.
 */
export class Navigation {
  /** Where bodies can walk. */
  readonly mesh: NavigationMesh;
  /** The bitECS component of a walk and its result. */
  readonly components: { readonly path: PathColumns };
  /**
   * Finds ways for the behaviours of `gait/npc`: give it to `createBehaviours(engine, { navigate: nav.navigate })`.
   *
   * @returns The places to walk to, the goal last; null: there is no way; 'later': ask again in the next step.
   */
  readonly navigate: (entity: number, goal: PlaceOption) => [x: number, y: number, z: number][] | null | 'later';

  private readonly engine: Engine;
  private readonly ownsMesh: boolean;
  private readonly feet: Feet;
  private readonly queue: PlanQueue;
  private readonly events = new WaitingEvents<WalkEvents>('gait/nav', walkEventTypes);
  private readonly walker: Walker;
  private readonly detach: (() => void)[] = [];
  private disposed = false;

  /** @throws TypeError or RangeError for a bad option; Error when the engine has a navigation already. */
  constructor(engine: Engine, mesh: NavigationMesh, options: NavigationOptions, ownsMesh: boolean) {
    const { plans, replan } = checkNavigationOptions(CALL, options);
    // Another may have come while the mesh was made.
    refuseSecond(engine);
    mesh.requireUse(CALL);
    this.engine = engine;
    this.mesh = mesh;
    this.ownsMesh = ownsMesh;
    this.queue = new PlanQueue(plans);
    this.feet = new Feet(engine, mesh.radius, mesh.stepUp);
    this.walker = new Walker(engine, mesh, this.feet, this.queue, this.events, replan);
    this.components = { path: this.walker.store.path };
    this.navigate = (entity, goal) => this.wayFor(entity, goal);
    try {
      this.attach();
    } catch (error) {
      this.letGo();
      throw error;
    }
    taken.add(engine);
  }

  /**
   * Sends a body to a place or after another body, around walls. The move before ends when the way is found: at once, or,
   * when many want one, some steps later. A goal off the mesh counts as the nearest place on it within `snap` metres.
   *
   * @param goal A place (without z: the ground there) or `{ target: entity }`.
   * @param options Those of `engine.moveTo`: how it goes, and how it arrives at the goal.
   * @returns What the walk is at now; 'failed' with {@link reason}.
   * @throws TypeError or RangeError as `engine.moveTo` does, and for a flight (`moveAway`); Error when the navigation or its
   * mesh is disposed of.
   */
  walkTo(entity: number, goal: WalkGoal, options: MoveOptions = {}): WalkState {
    const { engine } = this;
    this.refuseDisposed('walkTo');
    this.mesh.requireUse('walkTo');
    this.requireBody('walkTo', entity);
    checkMoveOptions('walkTo', options);
    if (options.moveAway === true) throw new TypeError('walkTo.moveAway: expected a walk towards a goal');
    const { place, target } = this.goalOf('walkTo', goal);
    if (engine.guidOf(entity) === target) throw new RangeError('walkTo: target: a body cannot walk to itself');
    const { path } = this.components;
    if (!hasComponent(engine.world, entity, path)) addComponent(engine.world, entity, path);
    this.walker.begin(entity, place, target, { ...options });
    return this.state(entity) as WalkState;
  }

  /** Ends a walk and its move. @returns Whether one went on. */
  stop(entity: number): boolean {
    this.refuseDisposed('stop');
    this.requireBody('stop', entity);
    return this.has(entity) && this.walker.stop(entity, 'stopped');
  }

  /** What the last walk of a body is at; null: it never walked. */
  state(entity: number): WalkState | null {
    return this.has(entity) ? states[this.components.path.status[entity]] : null;
  }

  /** Why the last walk of a body failed or was cancelled; 'none': it did not, or there was none. */
  reason(entity: number): WalkReason {
    return this.has(entity) ? walkReasons[this.components.path.reason[entity]] : 'none';
  }

  /** The places that a walk still leads to, the one that it goes to first; empty: none goes on. */
  corners(entity: number): Point[] {
    if (!this.has(entity)) return [];
    const { path } = this.components;
    const { x, y, z } = this.walker.store.corners;
    const first = path.slot[entity] * CORNER_CAPACITY;
    const from = Math.max(0, path.next[entity] - 1);
    return Array.from({ length: path.count[entity] - from }, (_, index) => {
      const cell = first + from + index;
      return { x: x[cell], y: y[cell], z: z[cell] };
    });
  }

  /**
   * Finds a way and walks nobody: at once, beside the turns of a step.
   *
   * @param from A place; without z, the ground there.
   * @throws TypeError or RangeError for a place that is none; Error when the navigation or its mesh is disposed of.
   */
  findPath(from: PlaceOption, to: PlaceOption): FoundPath {
    this.refuseDisposed('findPath');
    const start = this.placeOf('findPath: from', from);
    const found = this.mesh.findPath(start, this.placeOf('findPath: to', to));
    return { ...found, points: found.points.map((point) => this.feet.standing(point)) };
  }

  /** Calls `handler` with every event of a type, or of all types with '*' (then with the type first), after each step. */
  on<Type extends WalkEventType>(type: Type, handler: (event: WalkEvents[Type]) => void): void;
  on(type: '*', handler: (type: WalkEventType, event: WalkEvents[WalkEventType]) => void): void;
  on<Type extends WalkEventType>(type: Type | '*', handler: never): void {
    this.refuseDisposed('on');
    this.events.on(type as Type, handler);
  }

  /** Stops calling a handler, or all of a type. */
  off<Type extends WalkEventType>(type: Type, handler?: (event: WalkEvents[Type]) => void): void;
  off(type: '*', handler?: (type: WalkEventType, event: WalkEvents[WalkEventType]) => void): void;
  off<Type extends WalkEventType>(type: Type | '*', handler?: never): void {
    this.events.off(type as Type, handler);
  }

  /** What it costs, in counts. */
  get work(): NavigationWork {
    const walks = this.walker.list.reduce((count, entity) => count + (this.walker.isUnderWay(entity) ? 1 : 0), 0);
    return { walks, waiting: this.queue.waiting, plans: this.queue.plans, delays: this.queue.delays };
  }

  /**
   * The walks that go on, as plain data. An engine's snapshot does not hold them: take and restore both together, between
   * two steps.
   */
  save(): SavedWalk[] {
    this.refuseDisposed('save');
    const { path } = this.components;
    const walks = this.walker.list.filter((entity) => this.engine.isAlive(entity) && this.walker.isUnderWay(entity));
    return walks.map((entity) => ({
      guid: this.engine.guidOf(entity),
      target: path.target[entity],
      x: path.goalX[entity],
      y: path.goalY[entity],
      z: path.goalZ[entity],
      options: { ...this.walker.optionsOf(entity) },
    }));
  }

  /**
   * Goes back to saved walks: those that go on now are forgotten, and ways are found anew.
   *
   * @returns How many were left out because no body has their guid, or their target's.
   * @throws TypeError or RangeError that names the place when they are no such walks; nothing is changed then.
   */
  load(saved: readonly SavedWalk[]): number {
    this.refuseDisposed('load');
    this.mesh.requireUse('load');
    if (!Array.isArray(saved)) throw new TypeError('load: expected a list of walks');
    const walks = saved.map((walk: SavedWalk, index) => checkSavedWalk(`load[${index}]`, walk));
    this.forgetAll();
    let leftOut = 0;
    for (const { guid, target, x, y, z, options } of walks) {
      const entity = this.engine.entityOf(guid);
      const chased = this.engine.entityOf(target);
      if (entity === 0 || (target !== 0 && chased === 0)) leftOut++;
      else this.walkTo(entity, target === 0 ? { x, y, z } : { target: chased }, options);
    }
    return leftOut;
  }

  /**
   * Ends all walks and lets go of the engine, which can then be given another; a mesh that was made with the navigation is
   * disposed of. This one can only be asked afterwards (`state`, `reason`, `corners`, `work`): all else throws. Twice does
   * nothing.
   */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    taken.delete(this.engine);
    for (const entity of [...this.walker.list]) {
      if (this.engine.isAlive(entity)) this.walker.stop(entity, 'stopped');
    }
    this.forgetAll();
    this.letGo();
    if (this.ownsMesh) this.mesh.dispose();
  }

  private attach(): void {
    const { engine, walker } = this;
    const { world } = engine;
    const { path } = this.components;
    const addSystem = (system: SystemOptions): void => {
      engine.addSystem(system);
      this.detach.push(() => engine.removeSystem(system.name));
    };
    addSystem({ name: WATCH, before: 'moveToUseTime', run: () => walker.watch() });
    addSystem({ name: WALK, after: 'moveToUseTime', run: () => walker.advance() });
    addSystem({ name: TELL, after: 'events', run: () => this.events.tell() });
    const noteError = ({ entity, guid, error }: GaitEvents['cancelled']) => walker.noteError(entity, guid, error);
    engine.on('cancelled', noteError);
    this.detach.push(
      () => engine.off('cancelled', noteError),
      observe(world, onAdd(path), (entity) => walker.store.growTo(Math.max(world.capacity, entity))),
      observe(world, onRemove(path), (entity) => {
        if (engine.isAlive(entity)) walker.stop(entity, 'stopped');
        walker.forget(entity);
      }),
      observe(world, onSet(path), (entity, goal: unknown) => {
        this.walkTo(entity, goal as WalkGoal);
      }),
    );
  }

  private letGo(): void {
    for (const detach of this.detach.splice(0)) detach();
  }

  private refuseDisposed(call: string): void {
    if (this.disposed) throw new Error(`${call}: this navigation is disposed of; make another with createNavigation`);
  }

  private forgetAll(): void {
    const { path } = this.components;
    for (const entity of [...this.walker.list]) {
      this.walker.forget(entity);
      if (this.engine.isAlive(entity)) removeComponent(this.engine.world, entity, path);
    }
    this.queue.clear();
    this.events.clear();
  }

  private wayFor(entity: number, goal: PlaceOption): [x: number, y: number, z: number][] | null | 'later' {
    const { engine } = this;
    this.refuseDisposed('navigate');
    this.mesh.requireUse('navigate');
    const frameRow = entity * FrameF64.row;
    if (!this.queue.take(entity * 2 + 1, engine.world.clock.tick)) return 'later';
    const { frame } = engine.world.components;
    const from = this.feet.onGround({
      x: frame.f64[frameRow + FrameF64.x],
      y: frame.f64[frameRow + FrameF64.y],
      z: frame.f64[frameRow + FrameF64.z],
    });
    const to = this.feet.onGround({ x: goal.x, y: goal.y, z: goal.z ?? from.z });
    const { points, more } = this.mesh.findPath(from, to, LONGEST_WAY);
    if (points.length === 0 || more) return null;
    return points.map((point) => {
      const { x, y, z } = this.feet.standing(point);
      return [x, y, z];
    });
  }

  private has(entity: number): boolean {
    return this.engine.isAlive(entity) && hasComponent(this.engine.world, entity, this.components.path);
  }

  private goalOf(call: string, goal: WalkGoal): { place: Point; target: number } {
    const given = checks.requireObject(call, goal, 'a place { x, y, z? } or { target: entity }');
    if (!('target' in given)) return { place: this.placeOf(call, given as PlaceOption), target: 0 };
    const { target } = given as TargetOption;
    checks.requireKeys(call, given, ['target']);
    this.requireBody(`${call}: target`, target);
    const { x, y, z } = this.engine.readFrame(target);
    return { place: { x, y, z }, target: this.engine.guidOf(target) };
  }

  private placeOf(call: string, place: PlaceOption): Point {
    const given = checks.requireObject(call, place, 'a place { x, y, z? }') as PlaceOption;
    checks.requireKeys(call, given, ['x', 'y', 'z']);
    const x = checks.requireNumber(`${call}: x`, given.x, -1e7, 1e7);
    const y = checks.requireNumber(`${call}: y`, given.y, -1e7, 1e7);
    const z = checks.requireNumber(`${call}: z`, given.z ?? 0, -1e7, 1e7);
    return this.feet.onGround({ x, y, z });
  }

  private requireBody(call: string, entity: number): void {
    if (!this.engine.isAlive(entity)) throw checks.noBody(call, entity, (guid) => this.engine.entityOf(guid));
  }
}

/** @throws Error when an engine has a navigation. */
function refuseSecond(engine: Engine): void {
  if (!taken.has(engine)) return;
  throw new Error(`${CALL}: this engine has a navigation already; use that, or dispose() of it first`);
}

/**
 * Makes the navigation of an engine's world.
 *
 * @param scene The scene, the ground that was made of it, or a mesh that is there already: engines may share one.
 * @throws TypeError or RangeError for a bad option; Error for a bad scene, when the engine has a navigation already, or when
 * recast-navigation cannot be loaded.
 */
export async function createNavigation(
  engine: Engine,
  scene: NavigationScene | NavigationMesh | unknown,
  options: NavigationOptions = {},
): Promise<Navigation> {
  if (typeof engine?.addSystem !== 'function') throw new TypeError(`${CALL}: expected an engine`);
  checkNavigationOptions(CALL, options);
  const isMade = scene instanceof NavigationMesh;
  if (isMade && options.mesh !== undefined) throw new TypeError(`${CALL}.mesh: the mesh is there already`);
  refuseSecond(engine);
  if (isMade) return new Navigation(engine, scene, options, false);
  const mesh = await createNavigationMesh(scene, options.mesh ?? {});
  try {
    return new Navigation(engine, mesh, options, true);
  } catch (error) {
    mesh.dispose();
    throw error;
  }
}
