import { CommandClass } from '../../components/motion-command.ts';
import { MODIFIER_CAPACITY } from '../../components/motion-state.ts';
import { NO_NODE } from '../../components/sequence.ts';
import { EPSILON } from '../math/heading.ts';
import type { GaitWorld } from '../world.ts';
import { addModifierNoCheck, findModifier, removeModifier } from './motion-state.ts';
import { MotionDataBits, type MotionTable, NO_MOTION } from './motion-table.ts';
import { reportOverflow } from './overflow-report.ts';
import { addMotion, clearPhysics, combineMotion, multiplyCyclicFramerate, removeCyclicAnimations } from './sequence.ts';

/** What the functions here answer when no rule of the motion table applies ("no motion table data"). */
export const NO_SEQUENCE = -1;

/**
 * Performs a motion on the body's sequence (retail CMotionTable::GetObjectSequence 0x00522860): finds by the motion's
 * class bits which links and cycle play, appends them and sets the motion state.
 *
 * @returns How many animations the motion has still to play before it counts as done, or {@link NO_SEQUENCE}.
 */
export function getObjectSequence(
  world: GaitWorld,
  entity: number,
  motion: number,
  speed: number,
  stopModifiers: boolean,
): number {
  const { motionState } = world.components;
  const style = motionState.style[entity];
  const substate = motionState.substate[entity];
  if (style === 0 || substate === 0) return NO_SEQUENCE;
  const table = world.motionTables[motionState.table[entity]];
  const defaultSubstate = table.styleDefault(style);
  if (motion === defaultSubstate && !stopModifiers && (substate & CommandClass.Modifier) !== 0) return 0;

  if ((motion & CommandClass.Style) !== 0) {
    if (motion === style) return 0;
    const animations = performStyle(world, entity, table, motion, speed, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.SubState) !== 0) {
    const animations = performSubstate(world, entity, table, motion, speed, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.Action) !== 0) {
    const animations = performAction(world, entity, table, motion, speed, defaultSubstate);
    if (animations !== NO_SEQUENCE) return animations;
  }
  if ((motion & CommandClass.Modifier) !== 0) return performModifier(world, entity, table, motion, speed);
  return NO_SEQUENCE;
}

/** Rule 1: a change of style goes through the old style's default substate. */
function performStyle(
  world: GaitWorld,
  entity: number,
  table: MotionTable,
  style: number,
  speed: number,
  defaultSubstate: number,
): number {
  const { motionState } = world.components;
  const oldStyle = motionState.style[entity];
  const substate = motionState.substate[entity];
  const oldSpeed = motionState.substateSpeed[entity];
  if (defaultSubstate === 0) return NO_SEQUENCE;
  const cycle = table.cycle(style, defaultSubstate);
  if (cycle === NO_MOTION) return NO_SEQUENCE;

  const toDefault =
    defaultSubstate === substate ? NO_MOTION : getLink(table, oldStyle, substate, oldSpeed, defaultSubstate, speed);
  let toStyle = getLink(table, oldStyle, defaultSubstate, oldSpeed, style, speed);
  let throughDefaultStyle = NO_MOTION;
  if (toStyle === NO_MOTION) {
    toStyle = getLink(table, oldStyle, defaultSubstate, 1, table.defaultStyle, 1);
    throughDefaultStyle = getLink(table, table.defaultStyle, table.styleDefault(table.defaultStyle), 1, style, 1);
  }
  startCycle(world, entity, table, cycle);
  addMotion(world, entity, table, toDefault, speed);
  addMotion(world, entity, table, toStyle, speed);
  addMotion(world, entity, table, throughDefaultStyle, speed);
  addMotion(world, entity, table, cycle, speed);
  motionState.substate[entity] = defaultSubstate;
  motionState.style[entity] = style;
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
  speed: number,
  defaultSubstate: number,
): number {
  const { motionState, sequence } = world.components;
  const style = motionState.style[entity];
  const substate = motionState.substate[entity];
  const oldSpeed = motionState.substateSpeed[entity];
  let cycle = table.cycle(style, motion);
  if (cycle === NO_MOTION) cycle = table.cycle(table.defaultStyle, motion);
  if (cycle === NO_MOTION) return NO_SEQUENCE;
  const onlyFromDefault = (table.bits[cycle] & MotionDataBits.OnlyFromDefault) !== 0;
  if (onlyFromDefault && motion !== substate && substate !== defaultSubstate) return NO_SEQUENCE;

  const sameSign = speed < 0 === oldSpeed < 0;
  if (motion === substate && sequence.count[entity] > 0 && sameSign) {
    if (Math.abs(oldSpeed) > EPSILON) multiplyCyclicFramerate(world, entity, speed / oldSpeed);
    else if (Math.abs(speed) < EPSILON) multiplyCyclicFramerate(world, entity, 0);
    combineMotion(world, entity, table, cycle, -oldSpeed);
    combineMotion(world, entity, table, cycle, speed);
    motionState.substateSpeed[entity] = speed;
    return 0;
  }

  let first = getLink(table, style, substate, oldSpeed, motion, speed);
  let second = NO_MOTION;
  if (first === NO_MOTION || !sameSign) {
    first = getLink(table, style, substate, oldSpeed, defaultSubstate, 1);
    second = getLink(table, style, defaultSubstate, 1, motion, speed);
  }
  startCycle(world, entity, table, cycle);
  if (second !== NO_MOTION) {
    addMotion(world, entity, table, first, oldSpeed);
    addMotion(world, entity, table, second, speed);
  } else {
    addMotion(world, entity, table, first, oldSpeed < 0 && speed > 0 ? -speed : speed);
  }
  addMotion(world, entity, table, cycle, speed);
  if (substate !== motion && (substate & CommandClass.Modifier) !== 0 && motion !== defaultSubstate) {
    makeRoomForModifier(world, entity, table);
    addModifierNoCheck(world, entity, substate, oldSpeed);
  }
  motionState.substateSpeed[entity] = speed;
  motionState.substate[entity] = motion;
  reModify(world, entity);
  return animationsButOne(table, first, second, NO_MOTION, cycle);
}

/** Rule 3: an action plays its link, by way of the default substate if need be, and the cycle goes on after it. */
function performAction(
  world: GaitWorld,
  entity: number,
  table: MotionTable,
  motion: number,
  speed: number,
  defaultSubstate: number,
): number {
  const { motionState } = world.components;
  const style = motionState.style[entity];
  const substate = motionState.substate[entity];
  const oldSpeed = motionState.substateSpeed[entity];
  const cycle = table.cycle(style, substate);
  if (cycle === NO_MOTION) return NO_SEQUENCE;

  const direct = getLink(table, style, substate, oldSpeed, motion, speed);
  if (direct !== NO_MOTION) {
    motionState.actionCount[entity]++;
    clearPhysics(world, entity);
    removeCyclicAnimations(world, entity);
    addMotion(world, entity, table, direct, speed);
    addMotion(world, entity, table, cycle, oldSpeed);
    reModify(world, entity);
    return table.animationsOf(direct);
  }
  const toDefault = getLink(table, style, substate, oldSpeed, defaultSubstate, 1);
  if (toDefault === NO_MOTION) return NO_SEQUENCE;
  const toAction = getLink(table, style, defaultSubstate, 1, motion, speed);
  if (toAction === NO_MOTION) return NO_SEQUENCE;
  const back = getLink(table, style, defaultSubstate, 1, substate, oldSpeed);
  motionState.actionCount[entity]++;
  clearPhysics(world, entity);
  removeCyclicAnimations(world, entity);
  addMotion(world, entity, table, toDefault, 1);
  addMotion(world, entity, table, toAction, speed);
  addMotion(world, entity, table, back, 1);
  addMotion(world, entity, table, cycle, oldSpeed);
  reModify(world, entity);
  return table.animationsOf(toDefault) + table.animationsOf(toAction) + table.animationsOf(back);
}

/** Rule 4: a modifier is combined onto the cycle that plays. */
function performModifier(world: GaitWorld, entity: number, table: MotionTable, motion: number, speed: number): number {
  const { motionState } = world.components;
  const style = motionState.style[entity];
  const cycle = table.cycle(style, motionState.substate[entity]);
  if (cycle === NO_MOTION || (table.bits[cycle] & MotionDataBits.ClearsModifiers) !== 0) return NO_SEQUENCE;
  const modifier = table.modifier(style, motion);
  if (modifier === NO_MOTION) return NO_SEQUENCE;
  if (isHeld(world, entity, motion)) {
    stopSequenceMotion(world, entity, motion);
    if (isHeld(world, entity, motion)) return NO_SEQUENCE;
  }
  makeRoomForModifier(world, entity, table);
  addModifierNoCheck(world, entity, motion, speed);
  combineMotion(world, entity, table, modifier, speed);
  return 0;
}

function isHeld(world: GaitWorld, entity: number, motion: number): boolean {
  return world.components.motionState.substate[entity] === motion || findModifier(world, entity, motion) >= 0;
}

/** A full list of modifiers lets its oldest go, with what it moves. */
function makeRoomForModifier(world: GaitWorld, entity: number, table: MotionTable): void {
  const { motionState } = world.components;
  if (motionState.modifierCount[entity] < MODIFIER_CAPACITY) return;
  reportOverflow(world, entity, 'modifiers');
  const oldest = MODIFIER_CAPACITY - 1;
  const cell = oldest * world.stride + entity;
  const motion = table.modifier(motionState.style[entity], motionState.modifier[cell]);
  if (motion !== NO_MOTION) combineMotion(world, entity, table, motion, -motionState.modifierSpeed[cell]);
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
  const style = motionState.style[entity];
  const table = world.motionTables[motionState.table[entity]];
  if ((motion & CommandClass.SubState) !== 0 && motionState.substate[entity] === motion) {
    return Math.max(0, getObjectSequence(world, entity, table.styleDefault(style), 1, true));
  }
  if ((motion & CommandClass.Modifier) === 0) return NO_SEQUENCE;
  const slot = findModifier(world, entity, motion);
  if (slot < 0) return NO_SEQUENCE;
  const modifier = table.modifier(style, motion);
  if (modifier === NO_MOTION) return NO_SEQUENCE;
  combineMotion(world, entity, table, modifier, -motionState.modifierSpeed[slot * world.stride + entity]);
  removeModifier(world, entity, slot);
  return 0;
}

/** Stops every modifier, then the substate (retail CMotionTable::StopObjectCompletely). Answers as {@link getObjectSequence}. */
export function stopObjectCompletely(world: GaitWorld, entity: number): number {
  const { motionState } = world.components;
  while (motionState.modifierCount[entity] > 0) {
    if (stopSequenceMotion(world, entity, motionState.modifier[entity]) === NO_SEQUENCE) removeModifier(world, entity, 0);
  }
  return stopSequenceMotion(world, entity, motionState.substate[entity]);
}

/** The table's default style and its substate, with only the cycle playing (retail CMotionTable::SetDefaultState). */
export function setDefaultState(world: GaitWorld, entity: number): number {
  const { motionState, sequence } = world.components;
  const table = world.motionTables[motionState.table[entity]];
  const style = table.defaultStyle;
  const substate = table.styleDefault(style);
  const cycle = table.cycle(style, substate);
  motionState.modifierCount[entity] = 0;
  motionState.actionCount[entity] = 0;
  motionState.style[entity] = style;
  motionState.substate[entity] = substate;
  motionState.substateSpeed[entity] = 1;
  sequence.count[entity] = 0;
  sequence.current[entity] = NO_NODE;
  clearPhysics(world, entity);
  addMotion(world, entity, table, cycle, 1);
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
    const speed = motionState.modifierSpeed[entity];
    removeModifier(world, entity, 0);
    getObjectSequence(world, entity, motion, speed, false);
  }
}

/** The link from one substate to another by the signs of their speeds (retail CMotionTable::get_link). */
function getLink(
  table: MotionTable,
  style: number,
  from: number,
  fromSpeed: number,
  to: number,
  speed: number,
): number {
  if (speed < 0 || fromSpeed < 0) {
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
