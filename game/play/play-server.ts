import humanTable from '../../content/motion-tables/human.json';
import wolfTable from '../../content/motion-tables/wolf.json';
import {
  createEngine,
  createSceneGround,
  type Engine,
  MovementError,
  MovementType,
  type SceneGround,
  type SceneInput,
} from '../../index.ts';
import type { Navigation } from '../../nav/index.ts';
import { type BehaviourName, type Behaviours, createBehaviours, type Waypoint } from '../../npc/index.ts';
import { casts, JUMP_HEIGHT, PLAYER, PLAYER_RUN_RATE, type Role } from './cast.ts';
import { crowdOf, crowdPersonOf } from './crowd-people.ts';
import type { ErrandState, Place } from './play-control.ts';
import type { SceneName } from './scenes.ts';

/** Metres below all ground at which somebody who falls is brought back. */
const FALLEN = 20;
/** How often an errand is begun again that something other than the player has ended. */
const MOST_TRIES = 3;
/** Metres at which somebody is at a place. */
const AT = 0.2;
/** Metres from somebody's edge at which who approaches them stops. */
const NEAR = 0.7;

/** Where the player was asked to be walked. */
interface Errand {
  readonly number: number;
  readonly run: boolean;
  /** 0: to a place. */
  readonly guid: number;
  readonly to: Place;
  tries: number;
  /** Walked by the navigation; else as a single move, as long as no navigation has come. */
  chained: boolean;
}

/** Somebody in the world beside the player. */
type Inhabitant = Role & { readonly guid: number; readonly motionTable?: string };

/** Told of how an errand goes. */
export type ErrandListener = (errand: number, state: ErrandState, way: readonly Place[]) => void;

/**
 * The world of a scene, as the server has it: the player's body, the others with their behaviours, and what the player may
 * ask for. Everything goes through the package's public calls; it runs in a worker as well as in a test.
 */
export class PlayServer {
  readonly engine: Engine;
  readonly behaviours: Behaviours;
  /** The player's body. */
  readonly player: number;
  /** Bodies that a page waits for before it shows the scene: all but those of the crowd. */
  readonly expected: number;
  /** Told of errands. */
  onErrand: ErrandListener = () => {};

  private readonly start: { x: number; y: number; z?: number; heading: number };
  private readonly sceneGround: SceneGround;
  private readonly lowest: number;
  private readonly people = new Map<number, Inhabitant>();
  private navigation: Navigation | null = null;
  private errand: Errand | null = null;
  private halted = false;

  /** @param crowd People beside those who have parts of their own. */
  constructor(name: SceneName, scene: SceneInput, crowd = 0) {
    const ground = createSceneGround(scene, { source: `${name}.json` });
    this.sceneGround = ground;
    const [first] = ground.scene.places;
    this.start = first === undefined ? { x: 0, y: 0, heading: 0 } : { ...first };
    this.lowest = lowestOf(ground.scene) - FALLEN;
    casts[name].forEach((role, index) => {
      const guid = PLAYER + 1 + index;
      this.people.set(guid, { ...role, guid });
    });
    this.expected = 1 + this.people.size;
    for (const person of crowdOf(crowd)) this.people.set(person.guid, person);
    this.engine = createEngine({
      role: 'server',
      motionTables: [humanTable, wolfTable],
      ground,
      defaults: { jumpHeight: JUMP_HEIGHT },
    });
    const { engine, start } = this;
    const { x, y, z, heading } = start;
    const at = z === undefined ? { x, y, heading } : { x, y, z, heading };
    this.player = engine.spawn({ guid: PLAYER, ...at, runRate: PLAYER_RUN_RATE, jumpHeight: JUMP_HEIGHT });
    this.behaviours = createBehaviours(engine, {
      seed: 5,
      navigate: (entity, goal) => this.wayOf(entity, goal),
    });
    for (const {
      guid,
      x,
      y,
      z,
      heading = 0,
      runRate = 1,
      height = 1.76,
      motionTable = 'human',
    } of this.people.values()) {
      const place = z === undefined ? { x, y } : { x, y, z };
      engine.spawn({ guid, ...place, heading, runRate, scale: height / 1.8, motionTable });
    }
    this.giveHabits();
    engine.on('arrived', ({ entity, movementType }) => this.moved(entity, movementType, MovementError.None));
    engine.on('cancelled', ({ entity, movementType, error }) => this.moved(entity, movementType, error));
    engine.addSystem({ name: 'rescue', after: 'events', run: () => this.rescue() });
  }

  /** The scene as bodies collide with it. */
  get ground(): SceneGround {
    return this.sceneGround;
  }

  /** Has walks go around walls from now on; without it they are straight lines, as in retail. */
  useNavigation(navigation: Navigation): void {
    this.navigation = navigation;
    const mine = (entity: number) => entity === this.player && this.errand !== null;
    navigation.on('planned', ({ entity }) => {
      if (!mine(entity) || this.errand === null) return;
      this.onErrand(this.errand.number, 'going', navigation.corners(entity));
    });
    navigation.on('arrived', ({ entity }) => {
      if (mine(entity)) this.finish('arrived');
    });
    navigation.on('failed', ({ entity }) => {
      if (mine(entity)) this.finish('failed');
    });
    navigation.on('cancelled', ({ entity, reason }) => {
      if (mine(entity) && reason === 'interrupted') this.interrupted();
    });
    // What has begun as a straight line goes around from here.
    if (this.errand !== null) this.go(this.errand);
  }

  /** Walks the player to a place. @param number What its progress is told as. */
  walk(number: number, to: Place, run: boolean): void {
    this.begin({ number, run, guid: 0, to, tries: 0, chained: false });
  }

  /** Walks the player to somebody, wherever they go. */
  approach(number: number, guid: number, run: boolean): void {
    const target = this.engine.entityOf(guid);
    if (target === 0 || target === this.player) this.onErrand(number, 'failed', []);
    else this.begin({ number, run, guid, to: { x: 0, y: 0, z: 0 }, tries: 0, chained: false });
  }

  /** The player goes by itself: what its keys say ends the move, and it is not begun again. */
  abandon(): void {
    this.errand = null;
  }

  /** Everybody but the player stands still, or goes on. */
  halt(on: boolean): void {
    if (on === this.halted) return;
    this.halted = on;
    if (!on) {
      this.giveHabits();
      return;
    }
    for (const entity of this.engine.entities()) {
      if (entity === this.player) continue;
      for (const name of this.behaviours.list(entity)) this.behaviours.remove(entity, name);
      this.engine.stop(entity);
    }
  }

  /** Puts the player somewhere; null: where it starts. */
  put(to: (Place & { heading?: number }) | null): void {
    this.errand = null;
    const { x, y, z, heading } = to ?? this.start;
    this.engine.teleport(this.player, {
      x,
      y,
      ...(z === undefined ? {} : { z }),
      ...(heading === undefined ? {} : { heading }),
    });
  }

  /**
   * The way of one of the others: straight as long as no navigation has come, and for those of a crowd, whose ways are chosen
   * so; null: there is none.
   */
  private wayOf(
    entity: number,
    goal: { x: number; y: number; z?: number },
  ): ReturnType<Navigation['navigate']> | Waypoint[] {
    const { navigation, engine } = this;
    const goesStraight = navigation === null || crowdPersonOf(engine.guidOf(entity)) !== undefined;
    if (!goesStraight) return navigation.navigate(entity, goal);
    const { x, y, z } = goal;
    return [z === undefined ? [x, y] : [x, y, z]];
  }

  private giveHabits(): void {
    const { engine, behaviours, people } = this;
    const guids = new Map(Array.from(people.values(), ({ name, guid }) => [name, guid]));
    for (const { guid, habits } of people.values()) {
      const entity = engine.entityOf(guid);
      for (const [name, values] of habits) {
        const { leader } = values;
        const found = typeof leader === 'string' ? { leader: guids.get(leader) } : {};
        behaviours.add(entity, name as BehaviourName, { ...values, ...found });
      }
    }
  }

  private begin(errand: Errand): void {
    this.errand = errand;
    this.onErrand(errand.number, 'going', errand.guid === 0 ? [errand.to] : []);
    this.go(errand);
  }

  /** Sets out for where the player is to be. */
  private go(errand: Errand): void {
    const { engine, player, navigation } = this;
    const gait = errand.run ? { canCharge: true } : { canRun: false };
    const target = errand.guid === 0 ? 0 : engine.entityOf(errand.guid);
    if (errand.guid !== 0 && target === 0) {
      this.finish('failed');
      return;
    }
    const { x, y, z } = errand.to;
    const goal = target === 0 ? { x, y, z } : { target };
    const options = { ...gait, distanceToObject: target === 0 ? AT : NEAR };
    errand.chained = navigation !== null;
    if (navigation === null) engine.moveTo(player, goal, options);
    else if (navigation.walkTo(player, goal, options) === 'failed') this.finish('failed');
  }

  /** A move of the player's own has ended, where no navigation chains them. */
  private moved(entity: number, type: number, error: number): void {
    if (this.errand === null || this.errand.chained || entity !== this.player) return;
    if (type !== MovementType.MoveToPosition && type !== MovementType.MoveToObject) return;
    if (error === MovementError.None) this.finish('arrived');
    // Else a new move of its own has taken the place of the one that ended.
    else if (this.engine.readMoveTo(entity).type === MovementType.Invalid) this.interrupted();
  }

  /**
   * Something has ended the walk, and the player has not said that it goes by itself: a key that was let go of before the
   * player asked arrives after the request. The walk is begun again.
   */
  private interrupted(): void {
    const { errand } = this;
    if (errand === null) return;
    errand.tries++;
    if (errand.tries > MOST_TRIES) this.finish('failed');
    else this.go(errand);
  }

  private finish(state: ErrandState): void {
    const { errand } = this;
    this.errand = null;
    if (errand !== null) this.onErrand(errand.number, state, []);
  }

  /** Who has fallen out of the world starts again. */
  private rescue(): void {
    const { engine, player, start } = this;
    for (const entity of engine.entities()) {
      if (engine.readFrame(entity).z > this.lowest) continue;
      if (entity === player) {
        this.put(null);
        continue;
      }
      const { x, y } = this.people.get(engine.guidOf(entity)) ?? start;
      engine.teleport(entity, { x, y });
    }
  }
}

function lowestOf({ terrain, obstacles }: { terrain?: { heights: number[][] }; obstacles: readonly object[] }): number {
  let lowest = 0;
  for (const row of terrain?.heights ?? []) for (const height of row) lowest = Math.min(lowest, height);
  for (const obstacle of obstacles) if ('z' in obstacle) lowest = Math.min(lowest, Number(obstacle.z));
  return lowest;
}
