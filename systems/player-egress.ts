import { MotionU32, MotionF64 } from '../components/motion-interp.ts';
import { StampsU16 } from '../components/stamps.ts';
import { MotionCommand } from '../components/motion-command.ts';
import { MovementType, MoveToU32 } from '../components/move-to.ts';
import { Limit } from '../engine/checks.ts';
import type { Connection } from '../engine/connection.ts';
import { isThePlayer } from '../engine/local-player.ts';
import type { Network } from '../engine/network.ts';
import { describeClientStamps, describeJump, describePlayerPlace, isGrounded } from '../engine/outbound-messages.ts';
import { readRawState } from '../engine/raw-movement.ts';
import { AutonomousPosition, encodeAutonomousPosition } from '../engine/wire/autonomous-position.ts';
import { encodeClientActionHeader } from '../engine/wire/client-action.ts';
import { encodeJump, Jump } from '../engine/wire/jump.ts';
import { MAX_ACTIONS } from '../engine/wire/limits.ts';
import { encodeMoveToState, MoveToState } from '../engine/wire/move-to-state.ts';
import { ActionType } from '../engine/wire/opcodes.ts';
import { clearRawMotionState, rawFlagsByDifference, RawMotionState } from '../engine/wire/raw-motion-state.ts';
import { ByteWriter } from '../engine/wire/writer.ts';
import type { GaitWorld } from '../engine/world.ts';
import { PlaceClock } from './place-clock.ts';

/** Messages that wait for the step's end; of more the oldest are lost. */
const MOST_WAITING = 256;

/** An action of the player's own that still plays, or has not been told yet. */
interface OwnAction {
  command: number;
  /** 15 bits. */
  stamp: number;
  speed: number;
  told: boolean;
}

/** A message on its way out. */
interface Outgoing {
  bytes: Uint8Array;
  unreliable: boolean;
}

/**
 * The outbound side of a client's own player: its keys (MoveToState), its jumps, and where it is (AutonomousPosition).
 *
 * A message is made when its key is pressed, so that several of one step go out in order, each with the place where the
 * body was then; they are sent at the step's end. Keys and jumps are sent reliably, places of a moving player unreliably
 * and the place where it stopped reliably, for nothing comes after it.
 */
export class PlayerEgress {
  private readonly writer = new ByteWriter(256);
  private readonly motion = new MoveToState();
  private readonly position = new AutonomousPosition();
  private readonly jump = new Jump();
  private sequence = 0;
  private actionStamp = 0;
  private actions: OwnAction[] = [];
  private waiting: Outgoing[] = [];

  /** What the keys said when they were told last. */
  private readonly told = new RawMotionState();
  private toldLongJump = false;
  private readonly places = new PlaceClock();

  /** Whom all of this is about, and the stamps with which it was put somewhere last. */
  private entity = 0;
  private generation = 0;
  private teleportStamp = 0;
  private forcePositionStamp = 0;
  private server: Connection | null = null;

  /** Notes an action that a body's keys have begun; {@link keysChanged} tells of it. */
  begin(world: GaitWorld, network: Network, entity: number, command: number, speed: number): void {
    if (!this.speaksFor(world, network, entity)) return;
    this.actionStamp = (this.actionStamp + 1) & 0x7fff;
    this.actions.push({ command, stamp: this.actionStamp, speed, told: false });
    if (this.actions.length > MAX_ACTIONS) this.actions.shift();
  }

  /**
   * A key of a body was pressed or let go: if it is the player's, and its raw state has changed by it, that is told.
   *
   * @param anyway Whether it is to be told whatever has changed: the player takes control from the server.
   */
  keysChanged(world: GaitWorld, network: Network, entity: number, anyway: boolean): void {
    if (world.heldInput.awaited >= 0 || !this.speaksFor(world, network, entity)) return;
    this.readKeys(world, entity);
    if (anyway || this.haveChanged()) this.tellKeys(world, entity);
  }

  /** The player has jumped. */
  jumped(world: GaitWorld, network: Network, entity: number, extent: number): void {
    if (!this.speaksFor(world, network, entity)) return;
    describeJump(world, entity, extent, this.jump);
    this.head(ActionType.Jump);
    encodeJump(this.writer, this.jump);
    this.queue(false);
  }

  /** The part of a step: what is due is added to what waits, and all of it is sent. */
  step(world: GaitWorld, network: Network): void {
    const entity = world.playerGuid === 0 ? 0 : world.entityOf(world.playerGuid);
    if (entity === 0 || !this.speaksFor(world, network, entity)) {
      if (this.waiting.length > 0) this.waiting = [];
      return;
    }
    const { motionInterp } = world.components;
    const answers = this.wasPutSomewhere(world, entity);
    if (motionInterp.lastMoveWasAutonomous[entity] === 1 && world.heldInput.awaited < 0) {
      this.readKeys(world, entity);
      // Keys that were told in between went with stamps that are stale now, and are not known.
      if (answers || this.haveChanged()) this.tellKeys(world, entity);
      this.tellPlaceIfDue(world, entity);
    } else this.places.pause();
    this.send(world, network);
  }

  /** Whether a body is the player that this speaks for; a new one starts afresh. Nobody listens: nothing is said. */
  private speaksFor(world: GaitWorld, network: Network, entity: number): boolean {
    const stampsRow = entity * StampsU16.row;
    if (network.connections.length === 0 || !isThePlayer(world, entity)) return false;
    const { identity, stamps } = world.components;
    if (identity.guid[entity] !== world.playerGuid) return false;
    const generation = identity.generation[entity];
    const newest = network.connections[network.connections.length - 1];
    if (newest !== this.server) {
      // A server that has just been connected has not been told anything.
      this.server = newest;
      clearRawMotionState(this.told);
      this.toldLongJump = false;
    }
    if (this.entity === entity && this.generation === generation) return true;
    this.entity = entity;
    this.generation = generation;
    this.teleportStamp = stamps.u16[stampsRow + StampsU16.teleport];
    this.forcePositionStamp = stamps.u16[stampsRow + StampsU16.forcePosition];
    this.actions = [];
    this.waiting = [];
    clearRawMotionState(this.told);
    this.toldLongJump = false;
    this.places.start(world, entity);
    return true;
  }

  private wasPutSomewhere(world: GaitWorld, entity: number): boolean {
    const { stamps } = world.components;
    const stampsRow = entity * StampsU16.row;
    const teleport = stamps.u16[stampsRow + StampsU16.teleport];
    const force = stamps.u16[stampsRow + StampsU16.forcePosition];
    const put = teleport !== this.teleportStamp || force !== this.forcePositionStamp;
    if (put && world.heldInput.awaited >= 0) return false;
    this.teleportStamp = teleport;
    this.forcePositionStamp = force;
    return put;
  }

  /** What the keys say now, into the message. */
  private readKeys(world: GaitWorld, entity: number): void {
    const { rawMotion, interpretedMotion, motionInterp, moveTo } = world.components;
    const { raw } = this.motion;
    readRawState(world, entity, raw);
    const runs = interpretedMotion.u32[entity * MotionU32.row + MotionU32.forwardCommand] === MotionCommand.RunForward;
    if (
      runs &&
      raw.forwardCommand === MotionCommand.Ready &&
      moveTo.u32[entity * MoveToU32.row + MoveToU32.type] === MovementType.Invalid
    ) {
      // Keys walk and a run key makes it a run; a run that was asked for as such is not in the raw state.
      raw.forwardCommand = MotionCommand.RunForward;
      raw.forwardSpeed = Math.min(
        Limit.rate,
        Math.max(-Limit.rate, interpretedMotion.f64[entity * MotionF64.row + MotionF64.forwardSpeed]),
      );
    }
    this.motion.standingLongJump = motionInterp.standingLongJump[entity] === 1;
    const { actions } = this;
    while (actions.length > rawMotion.actionCount[entity] && actions[0].told) actions.shift();
    raw.actions.count = 0;
    for (const { command, stamp, speed } of actions) raw.actions.add(command, stamp, true, speed);
  }

  private haveChanged(): boolean {
    const { told, actions } = this;
    const { raw, standingLongJump } = this.motion;
    const stands = raw.forwardCommand === MotionCommand.Ready && raw.sidestepCommand === 0 && raw.turnCommand === 0;
    return (
      raw.currentStyle !== told.currentStyle ||
      raw.forwardCommand !== told.forwardCommand ||
      raw.forwardHoldKey !== told.forwardHoldKey ||
      raw.forwardSpeed !== told.forwardSpeed ||
      raw.sidestepCommand !== told.sidestepCommand ||
      raw.sidestepHoldKey !== told.sidestepHoldKey ||
      raw.sidestepSpeed !== told.sidestepSpeed ||
      raw.turnCommand !== told.turnCommand ||
      raw.turnHoldKey !== told.turnHoldKey ||
      raw.turnSpeed !== told.turnSpeed ||
      (raw.currentHoldKey !== told.currentHoldKey && !stands) ||
      standingLongJump !== this.toldLongJump ||
      (actions.length > 0 && !actions[actions.length - 1].told)
    );
  }

  /** Queues a MoveToState of what {@link readKeys} has read. */
  private tellKeys(world: GaitWorld, entity: number): void {
    const { motion, told } = this;
    const { raw } = motion;
    raw.flags = rawFlagsByDifference(raw);
    describePlayerPlace(world, entity, motion.position);
    describeClientStamps(world, entity, motion.stamps);
    motion.contact = isGrounded(world, entity);
    this.head(ActionType.MoveToState);
    encodeMoveToState(this.writer, motion);
    this.queue(false);
    readRawState(world, entity, told);
    told.forwardCommand = raw.forwardCommand;
    told.forwardSpeed = raw.forwardSpeed;
    this.toldLongJump = motion.standingLongJump;
    for (const action of this.actions) action.told = true;
    this.places.told(world, entity);
  }

  /** About once a second while the player moves, and once when it has stopped. */
  private tellPlaceIfDue(world: GaitWorld, entity: number): void {
    const stopped = this.places.hasStopped(world, entity, this.motion.raw);
    if (!stopped && !this.places.isDue(world, entity)) return;
    describePlayerPlace(world, entity, this.position.position);
    describeClientStamps(world, entity, this.position.stamps);
    this.position.contact = isGrounded(world, entity);
    this.head(ActionType.AutonomousPosition);
    encodeAutonomousPosition(this.writer, this.position);
    this.queue(!stopped);
    this.places.told(world, entity);
  }

  private head(actionType: number): void {
    this.sequence = (this.sequence + 1) >>> 0;
    encodeClientActionHeader(this.writer.reset(), this.sequence, actionType);
  }

  private queue(unreliable: boolean): void {
    if (this.waiting.length >= MOST_WAITING) this.waiting.shift();
    this.waiting.push({ bytes: this.writer.bytes().slice(), unreliable });
  }

  private send(world: GaitWorld, network: Network): void {
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    for (const connection of [...network.connections]) {
      try {
        for (const { bytes, unreliable } of waiting) connection.transport.send(bytes, unreliable);
      } catch (error) {
        network.fail(world, connection, error);
      }
    }
  }
}

/** 6. NetEgress, of a client: what its player did goes out. */
export function playerEgress(world: GaitWorld, network: Network, egress: PlayerEgress): void {
  egress.step(world, network);
}
