import { CommandClass } from '../../components/motion-command.ts';
import { MODIFIER_CAPACITY, MotionStateU32 } from '../../components/motion-state.ts';
import { NO_NODE, SequenceU8 } from '../../components/sequence.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';
import { addModifierNoCheck, findModifier, removeModifier } from './motion-state.ts';
import { MotionDataBits, type MotionTable, NO_MOTION } from './motion-table.ts';
import { reportOverflow } from './overflow-report.ts';
import {
  addMotion,
  clearPhysics,
  combineMotion,
  motionSpeed,
  multiplyCyclicFramerate,
  removeCyclicAnimations,
} from './sequence.ts';

/**
 * Speed that {@link getObjectSequence} performs a motion at: an array, so that the number is not put on the heap at each
 * call. Set it right before the call.
 */
export const requestedSpeed = new Float64Array(1);

/** The part of a style that tables are looked up by; passed instead of the whole, which would be put on the heap. */
const STYLE_KEY = 0xffff;

/** What the functions here answer when no rule of the motion table applies ("no motion table data"). */
export const NO_SEQUENCE = -1;

/**
 * Performs a motion on the body's sequence (retail CMotionTable::GetObjectSequence 0x00522860): finds by the motion's
 * class bits which links and cycle play, appends them and sets the motion state.
 *
 * @returns How many animations the motion has still to play before it counts as done, or {@link NO_SEQUENCE}.
 */
export function getObjectSequence(world: GaitWorld, entity: number, motion: number, stopModifiers: boolean): number {
  const { motionState } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const style = motionState.u32[motionStateWords + MotionStateU32.style];
  const substate = motionState.u32[motionStateWords + MotionStateU32.substate];
  if (style === 0 || substate === 0) return NO_SEQUENCE;
  const table = world.motionTables[motionState.table[entity]];
  const defaultSubstate = table.styleDefault(style & STYLE_KEY);
  if (motion === defaultSubstate && !stopModifiers && (substate & CommandClass.Modifier) !== 0) return 0;

  if ((motion & CommandClass.Style) !== 0) {
    if (motion === style) return 0;
    const animations = performStyle(world, entity, table, motion, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.SubState) !== 0) {
    const animations = performSubstate(world, entity, table, motion, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.Action) !== 0) {
    const animations = performAction(world, entity, table, motion, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.Modifier) !== 0) return performModifier(world, entity, table, motion);
  return NO_SEQUENCE;
}

/** Rule 1: a change of style goes through the old style's default substate. */
function performStyle(
  world: GaitWorld,
  entity: number,
  table: MotionTable,
  style: number,
  defaultSubstate: number,
): number {
  const { motionState } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const speed = requestedSpeed[0];
  const oldStyle = motionState.u32[motionStateWords + MotionStateU32.style];
  const substate = motionState.u32[motionStateWords + MotionStateU32.substate];
  const oldSpeed = motionState.substateSpeed[entity];
  if (defaultSubstate === 0) return NO_SEQUENCE;
  const cycle = table.cycle(style & STYLE_KEY, defaultSubstate);
  if (cycle === NO_MOTION) return NO_SEQUENCE;

  const backwards = speed < 0 || oldSpeed < 0;
  const toDefault =
    defaultSubstate === substate
      ? NO_MOTION
      : getLink(table, oldStyle & STYLE_KEY, substate, defaultSubstate, backwards);
  let toStyle = getLink(table, oldStyle & STYLE_KEY, defaultSubstate, style, backwards);
  let throughDefaultStyle = NO_MOTION;
  if (toStyle === NO_MOTION) {
    toStyle = getLink(table, oldStyle & STYLE_KEY, defaultSubstate, table.defaultStyle, false);
    throughDefaultStyle = getLink(table, table.defaultStyle, table.styleDefault(table.defaultStyle), style, false);
  }
  startCycle(world, entity, table, cycle);
  motionSpeed[0] = speed;
  addMotion(world, entity, table, toDefault);
  motionSpeed[0] = speed;
  addMotion(world, entity, table, toStyle);
  motionSpeed[0] = speed;
  addMotion(world, entity, table, throughDefaultStyle);
  motionSpeed[0] = speed;
  addMotion(world, entity, table, cycle);
  motionState.u32[motionStateWords + MotionStateU32.substate] = defaultSubstate;
  motionState.u32[motionStateWords + MotionStateU32.style] = style;
  motionState.substateSpeed[entity] = speed;
  reModify(world, entity);
  return animationsButOne(table, toDefault, toStyle, throughDefaultStyle, cycle);
}

/** Rule 2: a substate's cycle, by a change of speed or through its links. */
function performSubstate(
  world: GaitWorld,
  entity: number,
  table: MotionTable,
  motion: number,
  defaultSubstate: number,
): number {
  const { motionState, sequence } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const speed = requestedSpeed[0];
  const style = motionState.u32[motionStateWords + MotionStateU32.style];
  const substate = motionState.u32[motionStateWords + MotionStateU32.substate];
  const oldSpeed = motionState.substateSpeed[entity];
  let cycle = table.cycle(style & STYLE_KEY, motion);
  if (cycle === NO_MOTION) cycle = table.cycle(table.defaultStyle, motion);
  if (cycle === NO_MOTION) return NO_SEQUENCE;
  const onlyFromDefault = (table.bits[cycle] & MotionDataBits.OnlyFromDefault) !== 0;
  if (onlyFromDefault && motion !== substate && substate !== defaultSubstate) return NO_SEQUENCE;

  const sameSign = speed < 0 === oldSpeed < 0;
  if (motion === substate && sequence.count[entity] > 0 && sameSign) {
    if (speed === oldSpeed) return 0;
    const wasMoving = Math.abs(oldSpeed) > EPSILON;
    if (wasMoving || Math.abs(speed) < EPSILON) {
      motionSpeed[0] = wasMoving ? speed / oldSpeed : 0;
      multiplyCyclicFramerate(world, entity);
    }
    motionSpeed[0] = -oldSpeed;
    combineMotion(world, entity, table, cycle);
    motionSpeed[0] = speed;
    combineMotion(world, entity, table, cycle);
    motionState.substateSpeed[entity] = speed;
    return 0;
  }

  let first = getLink(table, style & STYLE_KEY, substate, motion, speed < 0 || oldSpeed < 0);
  let second = NO_MOTION;
  if (first === NO_MOTION || !sameSign) {
    first = getLink(table, style & STYLE_KEY, substate, defaultSubstate, oldSpeed < 0);
    second = getLink(table, style & STYLE_KEY, defaultSubstate, motion, speed < 0);
  }
  startCycle(world, entity, table, cycle);
  if (second !== NO_MOTION) {
    motionSpeed[0] = oldSpeed;
    addMotion(world, entity, table, first);
    motionSpeed[0] = speed;
    addMotion(world, entity, table, second);
  } else {
    motionSpeed[0] = oldSpeed < 0 && speed > 0 ? -speed : speed;
    addMotion(world, entity, table, first);
  }
  motionSpeed[0] = speed;
  addMotion(world, entity, table, cycle);
  if (substate !== motion && (substate & CommandClass.Modifier) !== 0 && motion !== defaultSubstate) {
    makeRoomForModifier(world, entity, table);
    motionSpeed[0] = oldSpeed;
    addModifierNoCheck(world, entity, substate);
  }
  motionState.substateSpeed[entity] = speed;
  motionState.u32[motionStateWords + MotionStateU32.substate] = motion;
  reModify(world, entity);
  return animationsButOne(table, first, second, NO_MOTION, cycle);
}

/** Rule 3: an action plays its link, by way of the default substate if need be, and the cycle goes on after it. */
function performAction(
  world: GaitWorld,
  entity: number,
  table: MotionTable,
  motion: number,
  defaultSubstate: number,
): number {
  const { motionState } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const speed = requestedSpeed[0];
  const style = motionState.u32[motionStateWords + MotionStateU32.style];
  const substate = motionState.u32[motionStateWords + MotionStateU32.substate];
  const oldSpeed = motionState.substateSpeed[entity];
  const cycle = table.cycle(style & STYLE_KEY, substate);
  if (cycle === NO_MOTION) return NO_SEQUENCE;

  const direct = getLink(table, style & STYLE_KEY, substate, motion, speed < 0 || oldSpeed < 0);
  if (direct !== NO_MOTION) {
    motionState.actionCount[entity]++;
    clearPhysics(world, entity);
    removeCyclicAnimations(world, entity);
    motionSpeed[0] = speed;
    addMotion(world, entity, table, direct);
    motionSpeed[0] = oldSpeed;
    addMotion(world, entity, table, cycle);
    reModify(world, entity);
    return table.animationsOf(direct);
  }
  const toDefault = getLink(table, style & STYLE_KEY, substate, defaultSubstate, oldSpeed < 0);
  if (toDefault === NO_MOTION) return NO_SEQUENCE;
  const toAction = getLink(table, style & STYLE_KEY, defaultSubstate, motion, speed < 0);
  if (toAction === NO_MOTION) return NO_SEQUENCE;
  const back = getLink(table, style & STYLE_KEY, defaultSubstate, substate, oldSpeed < 0);
  motionState.actionCount[entity]++;
  clearPhysics(world, entity);
  removeCyclicAnimations(world, entity);
  motionSpeed[0] = 1;
  addMotion(world, entity, table, toDefault);
  motionSpeed[0] = speed;
  addMotion(world, entity, table, toAction);
  motionSpeed[0] = 1;
  addMotion(world, entity, table, back);
  motionSpeed[0] = oldSpeed;
  addMotion(world, entity, table, cycle);
  reModify(world, entity);
  return table.animationsOf(toDefault) + table.animationsOf(toAction) + table.animationsOf(back);
}

/** Rule 4: a modifier is combined onto the cycle that plays. */
function performModifier(world: GaitWorld, entity: number, table: MotionTable, motion: number): number {
  const motionStateWords = entity * MotionStateU32.row;
  const speed = requestedSpeed[0];
  const { motionState } = world.components;
  const style = motionState.u32[motionStateWords + MotionStateU32.style];
  const cycle = table.cycle(style & STYLE_KEY, motionState.u32[motionStateWords + MotionStateU32.substate]);
  if (cycle === NO_MOTION || (table.bits[cycle] & MotionDataBits.ClearsModifiers) !== 0) return NO_SEQUENCE;
  const modifier = table.modifier(style & STYLE_KEY, motion);
  if (modifier === NO_MOTION) return NO_SEQUENCE;
  if (isHeld(world, entity, motion)) {
    stopSequenceMotion(world, entity, motion);
    if (isHeld(world, entity, motion)) return NO_SEQUENCE;
  }
  makeRoomForModifier(world, entity, table);
  motionSpeed[0] = speed;
  addModifierNoCheck(world, entity, motion);
  motionSpeed[0] = speed;
  combineMotion(world, entity, table, modifier);
  return 0;
}

function isHeld(world: GaitWorld, entity: number, motion: number): boolean {
  return (
    world.components.motionState.u32[entity * MotionStateU32.row + MotionStateU32.substate] === motion ||
    findModifier(world, entity, motion) >= 0
  );
}

/** A full list of modifiers lets its oldest go, with what it moves. */
function makeRoomForModifier(world: GaitWorld, entity: number, table: MotionTable): void {
  const { motionState } = world.components;
  if (motionState.modifierCount[entity] < MODIFIER_CAPACITY) return;
  reportOverflow(world, entity, 'modifiers');
  const oldest = MODIFIER_CAPACITY - 1;
  const cell = oldest * world.stride + entity;
  const motion = table.modifier(
    motionState.u32[entity * MotionStateU32.row + MotionStateU32.style] & STYLE_KEY,
    motionState.modifier[cell],
  );
  if (motion !== NO_MOTION) {
    motionSpeed[0] = -motionState.modifierSpeed[cell];
    combineMotion(world, entity, table, motion);
  }
  removeModifier(world, entity, oldest);
}

/**
 * Ends a motion: the current substate gives way to the style's default, a modifier is taken off again (retail
 * CMotionTable::StopSequenceMotion 0x00522fc0).
 *
 * @returns As {@link getObjectSequence}.
 */
export function stopSequenceMotion(world: GaitWorld, entity: number, motion: number): number {
  const { motionState } = world.components;
  const motionStateWords = entity * MotionStateU32.row;
  const style = motionState.u32[motionStateWords + MotionStateU32.style];
  const table = world.motionTables[motionState.table[entity]];
  if (
    (motion & CommandClass.SubState) !== 0 &&
    motionState.u32[motionStateWords + MotionStateU32.substate] === motion
  ) {
    requestedSpeed[0] = 1;
    return Math.max(0, getObjectSequence(world, entity, table.styleDefault(style & STYLE_KEY), true));
  }
  if ((motion & CommandClass.Modifier) === 0) return NO_SEQUENCE;
  const slot = findModifier(world, entity, motion);
  if (slot < 0) return NO_SEQUENCE;
  const modifier = table.modifier(style & STYLE_KEY, motion);
  if (modifier === NO_MOTION) return NO_SEQUENCE;
  motionSpeed[0] = -motionState.modifierSpeed[slot * world.stride + entity];
  combineMotion(world, entity, table, modifier);
  removeModifier(world, entity, slot);
  return 0;
}

/** Stops every modifier, then the substate (retail CMotionTable::StopObjectCompletely). Answers as {@link getObjectSequence}. */
export function stopObjectCompletely(world: GaitWorld, entity: number): number {
  const { motionState } = world.components;
  while (motionState.modifierCount[entity] > 0) {
    if (stopSequenceMotion(world, entity, motionState.modifier[entity]) === NO_SEQUENCE)
      removeModifier(world, entity, 0);
  }
  return stopSequenceMotion(world, entity, motionState.u32[entity * MotionStateU32.row + MotionStateU32.substate]);
}

/** The table's default style and its substate, with only the cycle playing (retail CMotionTable::SetDefaultState). */
export function setDefaultState(world: GaitWorld, entity: number): number {
  const { motionState, sequence } = world.components;
  const sequenceBytes = entity * SequenceU8.row;
  const motionStateWords = entity * MotionStateU32.row;
  const table = world.motionTables[motionState.table[entity]];
  const style = table.defaultStyle;
  const substate = table.styleDefault(style & STYLE_KEY);
  const cycle = table.cycle(style & STYLE_KEY, substate);
  motionState.modifierCount[entity] = 0;
  motionState.actionCount[entity] = 0;
  motionState.u32[motionStateWords + MotionStateU32.style] = style;
  motionState.u32[motionStateWords + MotionStateU32.substate] = substate;
  motionState.substateSpeed[entity] = 1;
  sequence.count[entity] = 0;
  sequence.u8[sequenceBytes + SequenceU8.current] = NO_NODE;
  clearPhysics(world, entity);
  motionSpeed[0] = 1;
  addMotion(world, entity, table, cycle);
  return Math.max(0, table.animationsOf(cycle) - 1);
}

/** Clears the modifiers if the cycle says so, then makes place for it. */
function startCycle(world: GaitWorld, entity: number, table: MotionTable, cycle: number): void {
  if ((table.bits[cycle] & MotionDataBits.ClearsModifiers) !== 0)
    world.components.motionState.modifierCount[entity] = 0;
  clearPhysics(world, entity);
  removeCyclicAnimations(world, entity);
}

/**
 * Applies the modifiers again to a new cycle: as often as there are modifiers, the head of the LIVE list is taken out
 * and put in again. It becomes the head again, so of two modifiers the newest is applied twice and the other never
 * (retail quirk).
 */
function reModify(world: GaitWorld, entity: number): void {
  const { motionState } = world.components;
  for (let left = motionState.modifierCount[entity]; left > 0 && motionState.modifierCount[entity] > 0; left--) {
    const motion = motionState.modifier[entity];
    requestedSpeed[0] = motionState.modifierSpeed[entity];
    removeModifier(world, entity, 0);
    getObjectSequence(world, entity, motion, false);
  }
}

/** The link from one substate to another (retail CMotionTable::get_link). @param backwardsPlayed Either speed is negative. */
function getLink(table: MotionTable, style: number, from: number, to: number, backwardsPlayed: boolean): number {
  if (backwardsPlayed) {
    const backwards = table.link(style, to, from);
    return backwards === NO_MOTION ? table.link(style, from, table.styleDefault(style)) : backwards;
  }
  const direct = table.link(style, from, to);
  return direct === NO_MOTION ? table.link(style, 0, to) : direct;
}

/** The looping one of the animations does not count: it never ends. */
function animationsButOne(table: MotionTable, a: number, b: number, c: number, cycle: number): number {
  const animations = table.animationsOf(a) + table.animationsOf(b) + table.animationsOf(c) + table.animationsOf(cycle);
  return Math.max(0, animations - 1);
}
