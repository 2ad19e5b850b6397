import { MovementType, MoveToU32 } from '../index.ts';
import { type MindColumns, Moving } from './components.ts';
import { type Context, LONGEST_WAIT, LOOK_INTERVAL } from './context.ts';
import { BehaviourStatus, behaviourNames, Kind, lowestKind, STILL_KINDS } from './names.ts';
import { putRight, reportIdlers } from './put-right.ts';
import { mixBits } from './random.ts';
import { chase } from './rules/chase.ts';
import { face } from './rules/face.ts';
import { flee } from './rules/flee.ts';
import { follow } from './rules/follow.ts';
import { guard, standGuard } from './rules/guard.ts';
import { idle } from './rules/idle.ts';
import { patrol } from './rules/patrol.ts';
import type { Rule } from './rules/rule.ts';
import { wander } from './rules/wander.ts';
import { Settled } from './travel.ts';

/** The rules by the numbers of the behaviours. */
const rules: readonly Rule[] = [flee, chase, guard, follow, patrol, wander, face, idle];

/** Behaviours that look around. */
const LOOKERS = (1 << Kind.flee) | (1 << Kind.chase) | (1 << Kind.guard) | (1 << Kind.face);
/** Seconds until it looks again whether a move that somebody else has started is over. */
const FOREIGN_WAIT = 0.25;
/** Seconds that an NPC whose thought threw is left alone. */
const AFTER_ERROR = 5;
const NOBODY = -1;

/** What the last step cost, in counts. */
export interface BrainWork {
  /** NPCs that there are. */
  npcs: number;
  /** NPCs that thought in the last step. */
  thoughts: number;
  /** NPCs that should have and do so in the next one. */
  late: number;
}

/** Lets NPCs think when it is time, and decides for each which behaviour acts. */
export class Brain {
  readonly work: BrainWork = { npcs: 0, thoughts: 0, late: 0 };
  /** The NPCs in the order in which they became ones; some may have no behaviour any more until the next step. */
  readonly list: number[] = [];
  /** Where in the list the next step begins: with the first that had to wait. */
  cursor = 0;

  private readonly c: Context;
  private readonly mind: MindColumns;
  private readonly thoughtsPerStep: number;
  /** How many in the list have no behaviour any more. */
  private leavers = 0;

  constructor(c: Context, thoughtsPerStep: number) {
    this.c = c;
    this.mind = c.mind;
    this.thoughtsPerStep = thoughtsPerStep;
  }

  /** Takes an entity into the list. */
  enlist(entity: number): void {
    if (this.mind.listed[entity] === 1) return;
    this.mind.listed[entity] = 1;
    this.list.push(entity);
  }

  /** Notes that an entity in the list has no behaviour left. */
  noteLeaving(): void {
    this.leavers++;
  }

  /** Lets think whose time has come, at most so many a step. Nothing is thrown. */
  run(): void {
    const { mind, list, c } = this;
    const { tick } = c.engine.world.clock;
    const { moveTo } = c.engine.world.components;
    const { nextThought, moving } = mind;
    const count = list.length;
    const start = this.cursor < count ? this.cursor : 0;
    let left = this.thoughtsPerStep;
    let late = 0;
    this.cursor = 0;
    for (let step = 0; step < count; step++) {
      const at = start + step;
      const index = at < count ? at : at - count;
      const entity = list[index];
      // It is not time yet, and no move of its own is over.
      if (nextThought[entity] > tick) {
        if (moving[entity] === Moving.No) continue;
        if (moveTo.u32[entity * MoveToU32.row + MoveToU32.type] !== MovementType.Invalid) continue;
      }
      if (left > 0) {
        left--;
        this.thinkSafely(entity);
      } else if (late++ === 0) this.cursor = index;
    }
    this.work.thoughts = this.thoughtsPerStep - left;
    this.work.late = late;
    if (this.leavers > 0) this.dropLeavers();
    this.work.npcs = list.length;
  }

  /** Empties the list. */
  clear(): void {
    for (const entity of this.list) this.mind.listed[entity] = 0;
    this.list.length = 0;
    this.cursor = 0;
    this.leavers = 0;
  }

  private thinkSafely(entity: number): void {
    try {
      this.think(entity);
    } catch (error) {
      this.thinkAgainIn(entity, AFTER_ERROR);
      const name = this.c.askedName;
      const what = `${name ?? 'a thought'} of ${this.c.subject(entity)} threw`;
      this.c.problem(entity, name, `${what} ${error instanceof Error ? error.message : error}`);
    }
    this.c.asked = NOBODY;
  }

  private think(entity: number): void {
    const { c, mind } = this;
    const mask = mind.mask[entity];
    if (!c.engine.isAlive(entity) || c.guidOf(entity) !== mind.guid[entity]) {
      this.leaveAlone(entity);
      return;
    }
    if (mask === 0) {
      c.travel.halt(entity);
      mind.nextThought[entity] = 0xffffffff;
      return;
    }
    putRight(c, entity, mask);
    reportIdlers(c, entity, mask);
    const mover = mind.mover[entity] - 1;
    c.asked = mover;
    const settled = c.travel.settle(entity);
    if (settled === Settled.Foreign) {
      this.thinkAgainIn(entity, FOREIGN_WAIT);
      return;
    }
    if (settled !== Settled.Nothing && mover >= 0 && (mask & (1 << mover)) !== 0) {
      if (settled === Settled.Failed) c.failed(entity, mover, c.travel.reason);
      this.rule(mover).ended(c, entity, settled === Settled.Arrived);
    }
    this.decide(entity, mask);
  }

  /** The rule of a behaviour, which is the one to name when it throws. */
  private rule(kind: number): Rule {
    this.c.asked = kind;
    return rules[kind];
  }

  /** The body is gone, or it never was one. */
  private leaveAlone(entity: number): void {
    const { c, mind } = this;
    if (mind.mask[entity] !== 0 && mind.awake[entity] === 0) {
      const bodiless = mind.guid[entity] === 0;
      if (bodiless) c.problem(entity, null, `entity ${entity} has behaviours but no body: spawn it first`);
      mind.awake[entity] = 1;
    }
    c.travel.forget(entity);
    this.thinkAgainIn(entity, LONGEST_WAIT);
  }

  private decide(entity: number, mask: number): void {
    const { c, mind } = this;
    const chosen = this.choose(entity, mask);
    this.setActive(entity, chosen);
    let wait = LONGEST_WAIT;
    let acted = 0;
    c.rests = true;
    if (chosen !== NOBODY) {
      c.rests = false;
      wait = Math.min(wait, this.rule(chosen).act(c, entity));
      acted |= 1 << chosen;
    }
    // While it rests, those that only turn or gesture may act: the most urgent, and while that one rests the next.
    let still = mask & STILL_KINDS & ~acted;
    const limit = chosen === NOBODY ? 0x100 : this.priorityOf(entity, chosen);
    while (c.rests && still !== 0) {
      const next = this.mostUrgent(entity, still);
      still &= ~(1 << next);
      if (this.priorityOf(entity, next) > limit || !this.rule(next).wants(c, entity)) continue;
      c.rests = false;
      wait = Math.min(wait, this.rule(next).act(c, entity));
      acted |= 1 << next;
    }
    const mover = mind.mover[entity] - 1;
    c.asked = mover;
    if (mover >= 0 && (acted & (1 << mover)) === 0) c.travel.halt(entity);
    this.setStatuses(entity, mask, acted);
    if ((mask & LOOKERS) !== 0) wait = Math.min(wait, LOOK_INTERVAL);
    if (c.moves.isWaiting(entity)) wait = 0;
    // Those that became NPCs in one step shall not all think in one step for ever.
    if (mind.awake[entity] === 0) {
      mind.awake[entity] = 1;
      wait *= 0.1 + (0.9 * mixBits(mind.guid[entity])) / 0x100000000;
    }
    this.thinkAgainIn(entity, wait);
  }

  /** The most urgent behaviour that wants to act; a guard with nothing else that walks is at its post. */
  private choose(entity: number, mask: number): number {
    const { c } = this;
    let left = mask;
    let chosen = NOBODY;
    while (left !== 0 && chosen === NOBODY) {
      const next = this.mostUrgent(entity, left);
      left &= ~(1 << next);
      if (this.rule(next).wants(c, entity)) chosen = next;
    }
    if ((mask & (1 << Kind.guard)) === 0) return chosen;
    const stands =
      chosen === NOBODY ||
      ((STILL_KINDS & (1 << chosen)) !== 0 && this.priorityOf(entity, chosen) < this.priorityOf(entity, Kind.guard));
    c.asked = Kind.guard;
    return stands && standGuard(c, entity) ? Kind.guard : chosen;
  }

  /** The behaviour of the highest priority; of equal ones the first in the stated order. */
  private mostUrgent(entity: number, kinds: number): number {
    let best = NOBODY;
    let highest = -1;
    for (let left = kinds; left !== 0; left &= left - 1) {
      const kind = lowestKind(left);
      const priority = this.priorityOf(entity, kind);
      if (priority > highest) {
        highest = priority;
        best = kind;
      }
    }
    return best;
  }

  private priorityOf(entity: number, kind: number): number {
    return this.c.ranks[kind].priority[entity];
  }

  private setActive(entity: number, chosen: number): void {
    const { c, mind } = this;
    const before = mind.active[entity] - 1;
    if (before === chosen) return;
    mind.active[entity] = chosen + 1;
    mind.failures[entity] = 0;
    mind.retryAt[entity] = 0;
    if (!c.events.hears('active')) return;
    const behaviour = chosen === NOBODY ? null : behaviourNames[chosen];
    const previous = before === NOBODY ? null : behaviourNames[before];
    c.events.push('active', { entity, guid: mind.guid[entity], behaviour, previous });
  }

  private setStatuses(entity: number, mask: number, acted: number): void {
    for (let left = mask; left !== 0; left &= left - 1) {
      const kind = lowestKind(left);
      const active = (acted & (1 << kind)) !== 0;
      this.c.ranks[kind].status[entity] = active ? BehaviourStatus.Active : BehaviourStatus.Waiting;
    }
  }

  private thinkAgainIn(entity: number, seconds: number): void {
    const { clock } = this.c.engine.world;
    this.mind.nextThought[entity] = clock.tick + Math.max(1, Math.ceil(seconds / clock.quantum - 1e-6));
  }

  /** Takes those without behaviours out of the list; the order of the others stays. */
  private dropLeavers(): void {
    const { list, mind } = this;
    const { cursor } = this;
    let kept = 0;
    this.leavers = 0;
    for (let index = 0; index < list.length; index++) {
      if (index === cursor) this.cursor = kept;
      const entity = list[index];
      const leaves = mind.mask[entity] === 0;
      // One that was late has not been halted yet.
      if (leaves && mind.nextThought[entity] !== 0) mind.listed[entity] = 0;
      else {
        if (leaves) this.leavers++;
        list[kept++] = entity;
      }
    }
    list.length = kept;
  }
}
