import mitt, { type Emitter } from 'mitt';
import { callHandler } from './checks.ts';
import { type DropReason, dropReasonName } from './net/drop-reasons.ts';
import type { Transport } from './net/transport.ts';

/** What every event about an entity says. The guid stays true when the entity is gone by the time it is told. */
export interface EntityEvent {
  entity: number;
  guid: number;
}

/** What every event about a connection says: the transport that was connected, and the guid of its player or 0. */
export interface ConnectionEvent {
  /** The transport that was connected. */
  transport: Transport;
  /** Guid of the peer's body; 0: it has none. */
  player: number;
}

/**
 * Why a connection ended: its transport was closed (by whom and why, its code and words say), or threw, or its peer kept
 * sending more than it may.
 */
export type EndReason = 'closed' | 'failed' | 'abuse';

/** Rings that can overflow. */
export const overflowingRings = [
  'pendingMotions',
  'pendingAnimations',
  'sequence',
  'modifiers',
  'interpolation',
] as const;

/** Name of a ring that can overflow. */
export type OverflowingRing = (typeof overflowingRings)[number];

/** The events of an engine and what each carries. */
export type GaitEvents = {
  /** A body has come, by `spawn` or by a message. */
  spawned: EntityEvent;
  /** A body is gone; only its guid may still be used. */
  despawned: EntityEvent;
  /** A move or turn came to its end. */
  arrived: EntityEvent & { movementType: number };
  /** A move or turn ended early; `error` is a MovementError, which `movementErrorName` names. */
  cancelled: EntityEvent & { movementType: number; error: number };
  /** A performed motion is over; `success` is false when its animations were cut short. */
  motionDone: EntityEvent & { motion: number; success: boolean };
  /** A body has landed. */
  hitGround: EntityEvent;
  /** A body jumps, falls, or was pushed off. */
  leaveGround: EntityEvent;
  /** What the entity watched is gone; `target` is its guid, `status` a TargetStatus. */
  targetLost: EntityEvent & { target: number; status: number };
  /** The motion table has no data for a motion that was asked for. */
  unknownMotion: EntityEvent & { motion: number };
  /** A creation named a motion table, by its id on the wire, that is not there: the body has the usual one. */
  unknownMotionTable: EntityEvent & { motionTable: number };
  /** A ring was full; what follows is in the docstring of engine/motion/overflow.ts. Told once an occurrence. */
  ringOverflow: EntityEvent & { ring: OverflowingRing };
  /**
   * The server has named another body this client's player. `guid` 0: it has none any more; `entity` 0: its body is not
   * there (yet).
   */
  playerChanged: EntityEvent;
  /** A server's movement took over the local player. */
  controlLost: EntityEvent;
  /** An animation passed a frame with a hook: a footstep, say (see the hooks of a motion table's animations). */
  animationHook: EntityEvent & { hook: string };
  /** A PlayerTeleport has come: the local player's keys are let go, and held back until it is placed. */
  inputHeld: EntityEvent;
  /** The local player is placed; the keys that were pressed meanwhile take effect. */
  inputFreed: EntityEvent;
  /** In a server: a peer said a place to which its player cannot have come, and the player is put back. */
  putBack: EntityEvent;
  /** In a server: the rules refused what a peer's player wanted; `action` is an ActionType, `error` a MovementError. */
  playerRefused: EntityEvent & { action: number; error: number };
  /**
   * A well-formed message was not applied; docs/network.md says which reasons are normal. Echoes of the player's own keys
   * are only counted.
   */
  messageDropped: { guid: number; opcode: number; reason: DropReason };
  /** A message could not be read and was dropped whole. */
  malformed: { opcode: number; offset: number; reason: string };
  /** A peer sends more than its limits let it: so many messages wait, so many were dropped. At most once a second. */
  connectionLimited: ConnectionEvent & { waiting: number; dropped: number };
  /**
   * A connection ended without the game's doing; it is no longer in `connections`. `code` and `words` are what its
   * transport tells of its end: the close code of a WebSocket (1000 a bye, 1006 lost), and why; 0 and '' when it tells
   * nothing.
   */
  disconnected: ConnectionEvent & { reason: EndReason; code: number; words: string };
  /**
   * A handler of an event threw, or the ground (type 'ground'), or a transport (type 'transport'), which is then no
   * longer used, or an observer of the game's own when a message brought a body or took it away (type 'observer').
   */
  handlerError: { type: string; error: unknown };
};

/** Name of an event. */
export type GaitEventType = keyof GaitEvents;

const queuedTypes = [
  'spawned',
  'despawned',
  'arrived',
  'cancelled',
  'motionDone',
  'hitGround',
  'leaveGround',
  'targetLost',
  'unknownMotion',
  'unknownMotionTable',
  'ringOverflow',
  'playerChanged',
  'controlLost',
  'inputHeld',
  'inputFreed',
  'putBack',
  'playerRefused',
  'messageDropped',
  'malformed',
  'animationHook',
] as const satisfies readonly GaitEventType[];

/** An event that the simulation raises. */
export type QueuedEventType = (typeof queuedTypes)[number];

/** Numbers of the queued events. */
export const EventCode = Object.fromEntries(queuedTypes.map((type, code) => [type, code])) as Record<
  QueuedEventType,
  number
>;

const CELLS = 4;
/** Events for which there is always room. */
const USUAL = 256;
/** Most errors of foreign code that are told of one step. */
const MOST_ERRORS = 16;
/** Most errors that the console is told because nobody listens. */
const MOST_COMPLAINTS = 100;
/** Most events about connections that are told of one step. */
const MOST_LATER = 1024;

/**
 * Events are written as numbers during a step, so that raising one allocates nothing, and told when the step is over.
 */
export class EventQueue {
  /** The bus that tells handlers. */
  readonly bus: Emitter<GaitEvents> = mitt<GaitEvents>();
  /** Names the reason of a malformed message (the wire's reason codes). */
  reasonName: (code: number) => string = String;
  /** Names a hook of a motion table, each by its number. */
  hookName: (table: number, hook: number) => string = (_, hook) => String(hook);

  /** True while handlers are being called. */
  telling = false;

  /** Errors of foreign code that ran inside a step; told with the next flush. */
  private errors: { type: string; error: unknown }[] = [];
  /** Events that numbers cannot say; they are rare. */
  private later: (() => void)[] = [];
  /** What the console has been told. */
  private readonly complaints = new Set<string>();
  private codes = new Uint8Array(64);
  private cells = new Uint32Array(64 * CELLS);
  private count = 0;
  private spareCodes = new Uint8Array(64);
  private spareCells = new Uint32Array(64 * CELLS);

  /** Queues an event; the meaning of `a` and `b` is the type's (see payloadOf). */
  push(code: number, entity: number, guid: number, a: number, b: number): void {
    if (this.count === this.codes.length) this.grow();
    const at = this.count * CELLS;
    this.codes[this.count++] = code;
    this.cells[at] = entity;
    this.cells[at + 1] = guid;
    this.cells[at + 2] = a;
    this.cells[at + 3] = b;
  }

  /** Reports an error of foreign code (a transport) that ran inside a step: nothing is thrown out of the pipeline. */
  report(type: string, error: unknown): void {
    if (this.errors.length < MOST_ERRORS) this.errors.push({ type, error });
  }

  /** Queues an event that numbers cannot say, and that is too rare to matter. */
  tellLater<Type extends GaitEventType>(type: Type, payload: GaitEvents[Type]): void {
    if (this.later.length < MOST_LATER) this.later.push(() => this.tell(type, payload));
  }

  /** How many events wait. */
  get waiting(): number {
    return this.count;
  }

  /** For how many events there is room: for those that wait and for those that are being told. */
  get room(): number {
    return this.codes.length + this.spareCodes.length;
  }

  /** Forgets what waits. */
  clear(): void {
    this.count = 0;
  }

  /**
   * Tells what is queued. Events that handlers raise wait for the next flush, so that a handler that answers an
   * arrival with a move to the same place cannot hold the frame.
   */
  flush(): void {
    this.telling = true;
    try {
      this.tellQueued();
    } finally {
      this.telling = false;
    }
  }

  private tellQueued(): void {
    const { codes, cells, count } = this;
    this.codes = this.spareCodes;
    this.cells = this.spareCells;
    this.count = 0;
    // What a burst has taken, such as thousands of bodies that came at once, is given back by halves.
    const spare = codes.length > USUAL && count < codes.length / 8 ? codes.length / 2 : 0;
    this.spareCodes = spare > 0 ? new Uint8Array(spare) : codes;
    this.spareCells = spare > 0 ? new Uint32Array(spare * CELLS) : cells;
    if (this.errors.length > 0) for (const { type, error } of this.errors.splice(0)) this.tellError(type, error);
    const later = this.later.length > 0 ? this.later.splice(0) : [];
    const all = this.bus.all;
    if (all.size === 0) return;
    for (const tell of later) tell();
    for (let index = 0; index < count; index++) {
      const type = queuedTypes[codes[index]];
      if (all.has(type) || all.has('*')) this.tell(type, payloadOf(type, cells, index * CELLS, this));
    }
  }

  /** Calls every handler of an event; one that throws, or answers a promise that is rejected, is reported. */
  tell<Type extends GaitEventType>(type: Type, payload: GaitEvents[Type]): void {
    const handlers = this.bus.all.get(type) as ((event: GaitEvents[Type]) => void)[] | undefined;
    for (const handler of handlers?.slice() ?? []) this.guard(type, () => handler(payload));
    const wildcards = this.bus.all.get('*') as ((type: Type, event: GaitEvents[Type]) => void)[] | undefined;
    for (const handler of wildcards?.slice() ?? []) this.guard(type, () => handler(type, payload));
  }

  private guard(type: GaitEventType, call: () => unknown): void {
    callHandler(call, (error) => {
      if (type === 'handlerError') console.error("gait: a handler of 'handlerError' threw", error);
      else this.tellError(type, error);
    });
  }

  private tellError(type: string, error: unknown): void {
    this.tell('handlerError', { type, error });
    if (!this.bus.all.get('handlerError')?.length) this.complain(type, error);
  }

  /** Nobody listens: the console has it, once, though it comes again with every step. */
  private complain(type: string, error: unknown): void {
    const text = `${type}: ${String(error)}`;
    if (this.complaints.has(text) || this.complaints.size >= MOST_COMPLAINTS) return;
    this.complaints.add(text);
    console.error(`gait: '${type}' threw (each text once; listen to 'handlerError' for all)`, error);
    if (this.complaints.size < MOST_COMPLAINTS) return;
    console.error("gait: too many different errors; further ones are told to handlers of 'handlerError' only");
  }

  private grow(): void {
    const codes = new Uint8Array(this.codes.length * 2);
    codes.set(this.codes);
    this.codes = codes;
    const cells = new Uint32Array(this.cells.length * 2);
    cells.set(this.cells);
    this.cells = cells;
  }
}

function payloadOf(
  type: QueuedEventType,
  cells: Uint32Array,
  at: number,
  { reasonName, hookName }: Pick<EventQueue, 'reasonName' | 'hookName'>,
): GaitEvents[QueuedEventType] {
  const entity = cells[at];
  const guid = cells[at + 1];
  const a = cells[at + 2];
  const b = cells[at + 3];
  switch (type) {
    case 'arrived':
      return { entity, guid, movementType: a };
    case 'cancelled':
      return { entity, guid, movementType: a, error: b };
    case 'motionDone':
      return { entity, guid, motion: a, success: b !== 0 };
    case 'targetLost':
      return { entity, guid, target: a, status: b };
    case 'unknownMotion':
      return { entity, guid, motion: a };
    case 'unknownMotionTable':
      return { entity, guid, motionTable: a };
    case 'ringOverflow':
      return { entity, guid, ring: overflowingRings[a] };
    case 'playerRefused':
      return { entity, guid, action: a, error: b };
    case 'messageDropped':
      return { guid, opcode: a, reason: dropReasonName(b) };
    case 'malformed':
      return { opcode: entity, offset: a, reason: reasonName(b) };
    case 'animationHook':
      return { entity, guid, hook: hookName(a, b) };
    default:
      return { entity, guid };
  }
}
