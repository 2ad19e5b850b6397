import { type Engine, MotionCommand } from '../../index.ts';
import type { Random } from './random.ts';

/** Someone of the scene, as its behaviour sees it. */
export interface Actor {
  readonly engine: Engine;
  readonly entity: number;
  readonly random: Random;
  /** Entities of those who go from place to place. */
  readonly others: readonly number[];
}

/** Gives an actor something new to do; called when it has nothing to do. @returns Seconds to leave it alone. */
export type Behaviour = (actor: Actor) => number;

/** Metres from the middle within which everybody stays. */
const REACH = 14;
/** Metres beyond which those who stick run after again. */
const LOST = 2.5;

function pause({ random }: Actor): number {
  return random.chance(0.3) ? 0 : random.between(0.2, 2);
}

/** From place to place, at a walk or a run. */
const patrol: Behaviour = (actor) => {
  const { engine, entity, random } = actor;
  const place = { x: random.between(-REACH, REACH), y: random.between(-REACH, REACH) };
  engine.moveTo(entity, place, { walkRunThreshold: random.pick([0, 15]), canCharge: random.chance(0.2) });
  return pause(actor);
};

/** After one of those who go from place to place; once there, after another. */
const chase: Behaviour = (actor) => {
  const { engine, entity, random, others } = actor;
  const distanceToObject = random.pick([0.6, 0.6, 1.5]);
  engine.moveTo(entity, { target: random.pick(others) }, { canCharge: random.chance(0.7), distanceToObject });
  return pause(actor);
};

/** Turns on the spot, to headings and to others; now and then at the end of a few steps. */
const turn: Behaviour = (actor) => {
  const { engine, entity, random, others } = actor;
  const kind = random.unit();
  if (kind < 0.5) engine.turnTo(entity, random.between(0, 360), { speed: random.pick([0.5, 1, 1, 2]) });
  else if (kind < 0.8) engine.turnTo(entity, { target: random.pick(others) });
  else {
    const { x, y } = engine.readFrame(entity);
    const place = { x: x + random.between(-2, 2), y: y + random.between(-2, 2) };
    engine.moveTo(entity, place, { useFinalHeading: true, desiredHeading: random.between(0, 360) });
  }
  return pause(actor);
};

/** Runs to somebody, sticks there on arrival, and sticks again as long as they are near. */
const stick: Behaviour = ({ engine, entity, random, others }) => {
  const other = others[entity % others.length];
  const own = engine.readFrame(entity);
  const { x, y } = engine.readFrame(other);
  if (Math.hypot(x - own.x, y - own.y) > LOST) {
    engine.moveTo(entity, { target: other }, { sticky: true, canCharge: true });
    return 0.2;
  }
  if (random.chance(0.2)) return random.between(0.5, 2);
  engine.stickTo(entity, other);
  return random.between(0.6, 1.2);
};

/** As a player's keys would: gaits and turns, held for a while and let go. */
const keys: Behaviour = (actor) => {
  const { engine, entity, random } = actor;
  const held = [MotionCommand.WalkForward, MotionCommand.TurnRight, MotionCommand.SideStepRight];
  for (const command of held) if (random.chance(0.7)) engine.clearMotion(entity, command);
  const { x, y } = engine.readFrame(entity);
  if (Math.hypot(x, y) > REACH) {
    for (const command of held) engine.clearMotion(entity, command);
    engine.moveTo(entity, { x: 0, y: 0 });
    return 1;
  }
  const speed = random.between(0.6, 1.4);
  const command = random.pick([...held, MotionCommand.TurnLeft, MotionCommand.WalkBackwards]);
  engine.setMotion(entity, command, { speed });
  return random.between(0.3, 1.5);
};

/** Emotes, between two short walks. */
const emote: Behaviour = (actor) => {
  const { engine, entity, random } = actor;
  if (random.chance(0.4)) return patrol(actor);
  engine.setMotion(entity, random.pick([MotionCommand.Wave, MotionCommand.Cheer, MotionCommand.Nod]));
  return random.between(0.5, 3);
};

/** Behaviours by name. */
export const behaviours = { patrol, chase, turn, stick, keys, emote } satisfies Record<string, Behaviour>;

/** Name of a behaviour. */
export type BehaviourName = keyof typeof behaviours;
