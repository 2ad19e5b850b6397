import { type FieldMaker, Store } from './fields.ts';
import { type BehaviourName, usualPriorities } from './names.ts';

/** Metres from the origin, as everywhere in Gait. */
export const FARTHEST = 1e7;
/** Metres: the widest look around. */
export const WIDEST_LOOK = 100;
/** Most emotes an NPC can have. */
export const EMOTE_CAPACITY = 4;
/** In place of a height: the ground there. */
export const ON_GROUND = 1e9;

export const patrolModes = ['loop', 'pingPong', 'once'] as const;
export const formations = ['wedge', 'line', 'column'] as const;

const priorityOf = (c: FieldMaker, name: BehaviourName) => c.whole('u8', usualPriorities[name], 0, 255);
const speed = (c: FieldMaker) => c.number('f32', 1, 0.1, 10);
const seconds = (c: FieldMaker, initial: number) => c.number('f32', initial, 0, 3600);

/** Makes the components of one world. */
export function createStores() {
  return {
    flee: new Store((c) => ({
      priority: priorityOf(c, 'flee'),
      target: c.guid(),
      tags: c.tags(),
      radius: c.number('f32', 8, 0, WIDEST_LOOK),
      safe: c.number('f32', 14, 0, 2 * WIDEST_LOOK),
      run: c.flag(true),
      speed: speed(c),
      status: c.state('u8'),
      threat: c.state('u32'),
    })),
    chase: new Store((c) => ({
      priority: priorityOf(c, 'chase'),
      target: c.guid(),
      tags: c.tags(),
      radius: c.number('f32', 15, 0, WIDEST_LOOK),
      giveUp: c.number('f32', 0, 0, 1e4),
      distance: c.number('f32', 0.6, 0, WIDEST_LOOK),
      pause: seconds(c, 1),
      run: c.flag(true),
      speed: speed(c),
      status: c.state('u8'),
      prey: c.state('u32'),
      caught: c.state('u8'),
      until: c.state('f64'),
    })),
    guard: new Store((c) => ({
      priority: priorityOf(c, 'guard'),
      x: c.number('f64', 0, -FARTHEST, FARTHEST),
      y: c.number('f64', 0, -FARTHEST, FARTHEST),
      heading: c.number('f32', -1, -1, 360),
      target: c.guid(),
      tags: c.tags(),
      radius: c.number('f32', 8, 0, WIDEST_LOOK),
      leash: c.number('f32', 16, 0, 2 * WIDEST_LOOK),
      stray: c.number('f32', -1, -1, 2 * WIDEST_LOOK),
      distance: c.number('f32', 0.6, 0, WIDEST_LOOK),
      returns: c.flag(true),
      run: c.flag(true),
      speed: speed(c),
      status: c.state('u8'),
      intruder: c.state('u32'),
      caught: c.state('u8'),
      returning: c.state('u8'),
    })),
    follow: new Store((c) => ({
      priority: priorityOf(c, 'follow'),
      leader: c.guid(),
      distance: c.number('f32', 2, 0, WIDEST_LOOK),
      slot: c.whole('u8', 0, 0, 255),
      formation: c.choice(formations),
      speed: speed(c),
      status: c.state('u8'),
      seen: c.state('u8'),
      placed: c.state('u8'),
    })),
    patrol: new Store((c) => ({
      priority: priorityOf(c, 'patrol'),
      route: c.route(),
      mode: c.choice(patrolModes),
      pause: seconds(c, 0),
      pauseMost: seconds(c, 0),
      next: c.whole('u16', 0, 0, 0xffff),
      run: c.flag(false),
      speed: speed(c),
      status: c.state('u8'),
      back: c.state('u8'),
      done: c.state('u8'),
      until: c.state('f64'),
      ownRoute: c.state('u32'),
      missed: c.state('u8'),
      ownNext: c.state('u16'),
    })),
    wander: new Store((c) => ({
      priority: priorityOf(c, 'wander'),
      x: c.number('f64', 0, -FARTHEST, FARTHEST),
      y: c.number('f64', 0, -FARTHEST, FARTHEST),
      radius: c.number('f32', 8, 0, 1e4),
      pause: seconds(c, 1.5),
      pauseMost: seconds(c, 4),
      run: c.flag(false),
      speed: speed(c),
      status: c.state('u8'),
      until: c.state('f64'),
    })),
    face: new Store((c) => ({
      priority: priorityOf(c, 'face'),
      target: c.guid(),
      tags: c.tags(),
      radius: c.number('f32', 20, 0, WIDEST_LOOK),
      heading: c.number('f32', -1, -1, 360),
      tolerance: c.number('f32', 15, 1, 180),
      status: c.state('u8'),
      watched: c.state('u32'),
    })),
    idle: new Store((c) => ({
      priority: priorityOf(c, 'idle'),
      emotes: c.emotes(EMOTE_CAPACITY),
      pause: seconds(c, 6),
      pauseMost: seconds(c, 14),
      speed: speed(c),
      status: c.state('u8'),
      until: c.state('f64'),
    })),
  };
}

/** Makes the component of tags. */
export const createTagStore = () =>
  new Store((c) => ({ bits: c.tags(), /** Place in the list of the tagged. */ place: c.state('u32') }));

/** Makes the component of results. */
export const createOutcomeStore = () =>
  new Store((c) => ({
    /** A BehaviourResult. */
    result: c.state('u8'),
    /** Place of the behaviour in `behaviourNames`. */
    behaviour: c.state('u8'),
    /** Place of the reason in `behaviourReasons`. */
    reason: c.state('u8'),
    /** A MovementError; 0: none. */
    error: c.state('u32'),
    /** Guid of whom it was about; 0: nobody. */
    target: c.state('u32'),
    /** Simulated seconds. */
    time: c.state('f64'),
    /** Rises with each result. */
    count: c.state('u32'),
  }));

/** What moves an NPC: the values of the column `moving`. */
export const Moving = { No: 0, ToPlace: 1, ToTarget: 2, Turning: 3 } as const;

/** Makes what the behaviours remember of an NPC as a whole. Not a component: nobody else reads it. */
export const createMindStore = () =>
  new Store((c) => ({
    /** Guid of the body that this memory is about. */
    guid: c.state('u32'),
    /** Bits of the behaviours that it has. */
    mask: c.state('u8'),
    /** The one that acts, as its number + 1; 0: none. */
    active: c.state('u8'),
    /** Whether it is in the list of NPCs. */
    listed: c.state('u8'),
    /** Whether it has thought since it is an NPC. */
    awake: c.state('u8'),
    /** Step at which it thinks next. */
    nextThought: c.state('u32'),
    random: c.state('u32'),
    moving: c.state('u8'),
    /** The behaviour that the move is of, as its number + 1. */
    mover: c.state('u8'),
    runs: c.state('u8'),
    speed: c.state('f32', 1),
    begunAt: c.state('f64'),
    goalX: c.state('f64'),
    goalY: c.state('f64'),
    goalZ: c.state('f64', ON_GROUND),
    /** The place that the engine is told to go to: the goal, or a corner on the way there. */
    legX: c.state('f64'),
    legY: c.state('f64'),
    goalTarget: c.state('u32'),
    /** Metres within which the move arrives. */
    within: c.state('f64'),
    /** The least distance to the place so far, metres. */
    best: c.state('f64'),
    sampleX: c.state('f64'),
    sampleY: c.state('f64'),
    /** When it last got on, simulated seconds. */
    progressAt: c.state('f64'),
    /** Failures since it last arrived. */
    failures: c.state('u8'),
    /** Not before this does it try again, simulated seconds. */
    retryAt: c.state('f64'),
    /** The MovementError that the engine told last. */
    error: c.state('u32'),
    /** Bits of the behaviours of which a wrong column was reported, and above them of those that can never act. */
    reported: c.state('u16'),
  }));

/** The stores of one world by behaviour. */
export type Stores = ReturnType<typeof createStores>;

/** The columns of each behaviour. */
export type BehaviourColumns = { readonly [Name in BehaviourName]: Stores[Name]['columns'] };

/** What the behaviours remember of NPCs. */
export type MindColumns = ReturnType<typeof createMindStore>['columns'];
