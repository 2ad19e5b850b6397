import { MotionCommand } from '../../components/motion-command.ts';
import { MovementError, MovementFlags, MovementType } from '../../components/move-to.ts';
import { interpretedFlagsByDifference } from '../../engine/wire/interpreted-motion-state.ts';
import type { MovementData } from '../../engine/wire/movement-data.ts';
import { CannotSay, ObjectSpeaker, playerMessage, putOrigin, putParameters } from './scenario-messages.ts';
import { objectsInOrder, operationsByTick } from './scenario-parts.ts';
import {
  type InterpolateToOperation,
  type InterpretedStateOperation,
  type PerformOperation,
  type Scenario,
  type ScenarioObject,
  type ScenarioOperation,
  type ScenarioParams,
  UnsupportedOperation,
  type Vec3,
} from './types.ts';

/** A scenario as a server would say it. */
export interface WrittenScenario {
  /** Who is there: these arrive before the first tick's operations. */
  beginning: Uint8Array[];
  /** The operations' messages by tick, in order. */
  byTick: Map<number, Uint8Array[]>;
}

/** A way to end a move or let go: types 1 to 5 carry no more than the head that every movement event has. */
const HEAD_ONLY = MovementType.StopCompletely;

const KEY = "a key is the mover's own: no server message presses one";
const STOP = 'no message stops a body completely: types 1 to 5 carry the head alone';
const LETS_GO = 'a movement event also lets go of what the body may be stuck to';

/** What is known of an object from the script alone. */
interface Told {
  readonly object: ScenarioObject;
  readonly speaker: ObjectSpeaker;
  /** Where it stands and has stood; null: an operation may have moved it. */
  place: { pos: Vec3; heading: number } | null;
  /** An operation may have left a move or turn that still goes on. */
  mayMove: boolean;
  /** An operation may have left it stuck to another object. */
  mayStick: boolean;
  /** Another one may watch it. */
  mayBeWatched: boolean;
  /** What its last running state has taught it (my_run_rate). */
  taughtRate: number;
}

/**
 * Writes a scenario as messages, as a server's: creations, then each operation with its stamps counted. What it decides
 * follows from the script alone, never from a run: an operation is refused, with the reason, unless its message does the
 * same in every world that the script can have led to.
 *
 * @throws CannotSay, or UnsupportedOperation for an operation that is not known.
 */
export function writeScenario(scenario: Scenario): WrittenScenario {
  const scribe = new Scribe(scenario);
  const beginning = scribe.beginning();
  const byTick = new Map<number, Uint8Array[]>();
  const script = operationsByTick(scenario);
  for (let tick = 0; tick < scenario.ticks; tick++) {
    const messages: Uint8Array[] = [];
    for (const operation of script.get(tick) ?? []) {
      const message = scribe.say(operation);
      if (message !== null) messages.push(message);
    }
    if (messages.length > 0) byTick.set(tick, messages);
  }
  return { beginning, byTick };
}

/** Why a scenario cannot be written as messages; null: it can. Throws UnsupportedOperation as {@link writeScenario}. */
export function whyNotAsMessages(scenario: Scenario): string | null {
  try {
    writeScenario(scenario);
    return null;
  } catch (error) {
    if (error instanceof CannotSay) return error.message;
    throw error;
  }
}

class Scribe {
  private readonly objects: ScenarioObject[];
  private readonly players: ScenarioObject[];
  /** By id; an object that has left is not in it any more. */
  private readonly told = new Map<number, Told>();

  constructor(scenario: Scenario) {
    this.objects = objectsInOrder(scenario);
    this.players = this.objects.filter((object) => object.player === true);
    for (const object of this.objects) {
      this.told.set(object.id, {
        object,
        speaker: new ObjectSpeaker(object),
        place: { pos: [object.x, object.y, object.z], heading: object.heading },
        mayMove: false,
        mayStick: false,
        mayBeWatched: false,
        taughtRate: 1,
      });
    }
  }

  /** Who the player is, then a creation for each object. */
  beginning(): Uint8Array[] {
    if (this.players.length > 1) throw new CannotSay('a client has one player');
    if (this.told.size < this.objects.length) throw new CannotSay('two objects have one id');
    const creations = [...this.told.values()].map(({ speaker }) => speaker.creation());
    return [...this.players.map(({ id }) => playerMessage(id)), ...creations];
  }

  /** The message of an operation; null: its object is not there, and nothing happens. */
  say(operation: ScenarioOperation): Uint8Array | null {
    const told = this.told.get(operation.id);
    if (told === undefined) return null;
    switch (operation.op) {
      case 'perform':
        return this.sayPerform(told, operation);
      case 'moveToObject':
        return this.sayToObject(told, MovementType.MoveToObject, operation.target, operation.params);
      case 'turnToObject':
        return this.sayToObject(told, MovementType.TurnToObject, operation.target, operation.params);
      case 'interpretedState':
        return this.sayState(told, operation);
      case 'interpolateTo':
        return this.sayPosition(told, operation);
      case 'cancelMoveTo':
        if (operation.error !== MovementError.ActionCancelled) {
          throw new CannotSay('a movement event cancels a move with the error 0x36 only');
        }
        if (told.mayStick) throw new CannotSay(LETS_GO);
        return this.sayHead(told);
      case 'unstick':
        if (told.mayMove) throw new CannotSay('a movement event also ends the move that may go on');
        return this.sayHead(told);
      case 'exitWorld':
        this.told.delete(operation.id);
        return told.speaker.deletion();
      case 'teleported':
        if (told.place === null) throw new CannotSay('a teleport also ends what the body does, and says where it is');
        return told.speaker.position(told.place.pos, told.place.heading, true);
      case 'setPosition':
        if (told.place === null || told.mayBeWatched) {
          throw new CannotSay('a position that places the body also ends what it does, and tells who watches it');
        }
        told.place = { pos: operation.pos, heading: operation.heading };
        return told.speaker.position(operation.pos, operation.heading, true);
      case 'stopCompletely':
        throw new CannotSay(STOP);
      case 'jump':
        throw new CannotSay("a jump is the mover's own: a VectorUpdate says a velocity, not an extent or a skill");
      case 'contact':
        throw new CannotSay('no message says whether a body touches the ground');
      case 'constrainTo':
      case 'unconstrain':
        throw new CannotSay('no message ties a body to a place');
      case 'holdRun':
        throw new CannotSay(KEY);
      case 'stickTo':
        throw new CannotSay('no message sticks a body without giving it a state');
      default:
        throw new UnsupportedOperation((operation as { op: string }).op);
    }
  }

  private sayPerform(told: Told, operation: PerformOperation): Uint8Array {
    const { type, params } = operation;
    switch (type) {
      case MovementType.RawCommand:
      case MovementType.StopRawCommand:
        throw new CannotSay(KEY);
      case MovementType.InterpretedCommand:
      case MovementType.StopInterpretedCommand:
        throw new CannotSay('no message performs or stops one interpreted motion');
      case MovementType.StopCompletely:
        throw new CannotSay(STOP);
      case MovementType.MoveToObject:
      case MovementType.TurnToObject: {
        const target = operation.objectId ?? 0;
        if ((operation.topLevelId ?? target) !== target) throw new CannotSay('no message names a top-level object');
        const other = this.told.get(target)?.object;
        if (type === MovementType.MoveToObject && other !== undefined) {
          // By message the target's own are looked up.
          if ((operation.radius ?? 0) !== other.radius || (operation.height ?? 0) !== other.height) {
            throw new CannotSay("no message says another radius or height than the target's own");
          }
        }
        return this.sayToObject(told, type, target, params);
      }
      case MovementType.MoveToPosition:
        return this.sayMove(told, type, params, (movement) => putOrigin(movement, operation.pos ?? [0, 0, 0]));
      case MovementType.TurnToHeading:
        return this.sayMove(told, type, params);
      default:
        throw new CannotSay(`there is no movement type ${type}`);
    }
  }

  private sayToObject(told: Told, type: number, target: number, params: ScenarioParams | undefined): Uint8Array {
    const other = this.told.get(target);
    if (other === undefined) throw new CannotSay('by message, an unknown target is a place to go to');
    other.mayBeWatched = true;
    const message = this.sayMove(told, type, params, (movement) => {
      movement.target = target;
      putOrigin(movement, [other.object.x, other.object.y, other.object.z]);
      told.mayStick = type === MovementType.MoveToObject && (movement.paramsFlags & MovementFlags.Sticky) !== 0;
    });
    return message;
  }

  /** A move or turn; the one before it ends and the body lets go, as with the operation. */
  private sayMove(
    told: Told,
    type: number,
    params: ScenarioParams | undefined,
    fill: (movement: MovementData) => void = () => {},
  ): Uint8Array {
    told.mayMove = true;
    told.mayStick = false;
    told.place = null;
    return told.speaker.motion(type, (movement) => {
      putParameters(movement, params);
      // The operation says nothing of the run rate: the event repeats what the body has.
      movement.runRate = told.object.runRate ?? told.taughtRate;
      fill(movement);
    });
  }

  private sayState(told: Told, { state }: InterpretedStateOperation): Uint8Array {
    if (told.object.player === true) throw new CannotSay('a state for the local player takes control from its keys');
    if (told.mayStick) throw new CannotSay(LETS_GO);
    told.mayMove = false;
    told.place = null;
    if (state.forwardCommand === MotionCommand.RunForward) told.taughtRate = Math.fround(state.forwardSpeed);
    return told.speaker.motion(MovementType.Invalid, ({ state: said }) => {
      said.currentStyle = state.style;
      said.forwardCommand = state.forwardCommand;
      said.forwardSpeed = state.forwardSpeed;
      said.sidestepCommand = state.sidestepCommand;
      said.sidestepSpeed = state.sidestepSpeed;
      said.turnCommand = state.turnCommand;
      said.turnSpeed = state.turnSpeed;
      said.flags = interpretedFlagsByDifference(said);
      for (const { action, stamp, autonomous, speed } of state.actions) {
        const isStamp = Number.isInteger(stamp) && stamp >= 0 && stamp <= 0x7fff;
        if (!isStamp) throw new CannotSay('an action has a stamp of 15 bits');
        if (!said.actions.add(action, stamp, autonomous, speed)) throw new CannotSay('a state has 31 actions at most');
      }
    });
  }

  /** An event of the head alone. */
  private sayHead(told: Told): Uint8Array {
    told.mayMove = false;
    told.mayStick = false;
    return told.speaker.motion(HEAD_ONLY);
  }

  private sayPosition(told: Told, operation: InterpolateToOperation): Uint8Array {
    if (operation.keepHeading || told.mayMove) {
      throw new CannotSay("whether a position event keeps the heading is the body's own: a move steers it, or none");
    }
    if (this.players.length > 0) {
      throw new CannotSay('how far a body is from the local player decides what its position event does');
    }
    told.place = null;
    return told.speaker.position(operation.pos, operation.heading, false);
  }
}
