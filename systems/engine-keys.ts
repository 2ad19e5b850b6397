import { CommandClass } from '../components/motion-command.ts';
import { MovementError, MovementType, MoveToU32 } from '../components/move-to.ts';
import { Announce } from '../components/network.ts';
import { TransientState } from '../components/transient-state.ts';
import { requireBoolean, requireCommand, requireKeys, requireNumber, requireObject } from '../engine/checks.ts';
import { isThePlayer } from '../engine/local-player.ts';
import { applyCurrentMovement, setHoldRun, setHoldRunOfKeys } from '../engine/motion/apply-movement.ts';
import { reportExhaustion } from '../engine/motion/interp-lifecycle.ts';
import { chargeJump, jump } from '../engine/motion/jumping.ts';
import { cancelMoveTo } from '../engine/move-to/clean-up.ts';
import { createMovementStruct, performMovement } from '../engine/physics-object.ts';
import { stopInterpolating } from '../engine/position/interpolation-manager.ts';
import { unStick } from '../engine/position/sticky-manager.ts';
import { standsStill } from '../engine/raw-movement.ts';
import { fillMoveParameters } from './engine-options.ts';
import { EngineBodies } from './engine-bodies.ts';

const keyOptions = ['speed', 'holdKey'];

/** The part of an engine that presses a body's keys and lets go of them. Every call checks what it is given. */
export class EngineKeys extends EngineBodies {
  /** Filled in and performed at once by each call. */
  protected readonly struct = createMovementStruct();

  /**
   * Performs a motion as a key would: a gait, a turn, a style, an emote.
   *
   * Between a PlayerTeleport and the position that ends it the local player's keys are held back: the call answers
   * MovementError.Teleported, and the motion starts when the player is placed, unless it has been cleared by then. What
   * plays once (an emote) is refused.
   *
   * @param options speed: factor, default 1; holdKey: a HoldKey.
   * @returns 0, or the MovementError with which it was refused; `movementErrorName` names it.
   */
  setMotion(entity: number, command: number, options: { speed?: number; holdKey?: number } = {}): number {
    this.requireBody('setMotion', entity);
    requireCommand('setMotion: command', command);
    requireObject('setMotion', options, 'options such as { speed: 1 }');
    requireKeys('setMotion', options, keyOptions);
    const { struct } = this;
    struct.parameters.reset();
    fillMoveParameters('setMotion', options, struct.parameters);
    const { speed, holdKey, flags } = struct.parameters;
    if (this.isHeldBack(entity)) {
      this.world.heldInput.press({ command, speed, holdKey, flags });
      return MovementError.Teleported;
    }
    struct.type = MovementType.RawCommand;
    struct.motion = command;
    const taken = this.takeControl(entity);
    const error = performMovement(this.world, entity, struct);
    if (error === MovementError.None && (command & CommandClass.Action) !== 0) this.tellAction(entity, command, speed);
    this.tellKeys(entity, taken);
    return error;
  }

  /** Ends a motion as letting go of its key would. Answers 0 or a MovementError; see {@link setMotion}. */
  clearMotion(entity: number, command: number): number {
    this.requireBody('clearMotion', entity);
    requireCommand('clearMotion: command', command);
    if (this.isHeldBack(entity)) {
      this.world.heldInput.release(command);
      return MovementError.Teleported;
    }
    const { struct } = this;
    struct.parameters.reset();
    struct.type = MovementType.StopRawCommand;
    struct.motion = command;
    const taken = this.takeControl(entity);
    const error = performMovement(this.world, entity, struct);
    this.tellKeys(entity, taken);
    return error;
  }

  /**
   * Jumps.
   *
   * @param extent 0 to 1.
   * @returns 0, or the MovementError with which it was refused; Teleported: the local player waits for its place.
   */
  jump(entity: number, extent = 1): number {
    this.requireBody('jump', entity);
    requireNumber('jump: extent', extent, 0, 1);
    if (this.isHeldBack(entity)) return MovementError.Teleported;
    this.tellKeys(entity, this.takeControl(entity));
    const error = jump(this.world, entity, extent);
    if (error === MovementError.None) {
      this.world.components.transientState.bits[entity] &= ~TransientState.Contact;
      this.playerEgress?.jumped(this.world, this.network, entity, extent);
      this.announce(entity, Announce.Movement | Announce.Vector);
    }
    return error;
  }

  /** Starts to charge a jump: a body at rest on the ground prepares a standing long jump. Answers 0 or a MovementError. */
  chargeJump(entity: number): number {
    this.requireBody('chargeJump', entity);
    if (this.isHeldBack(entity)) return MovementError.Teleported;
    const taken = this.takeControl(entity);
    const error = chargeJump(this.world, entity);
    this.tellKeys(entity, taken);
    return error;
  }

  /** Presses or lets go of the run key: movement that goes on changes its gait. */
  setHoldRun(entity: number, held: boolean): void {
    this.requireBody('setHoldRun', entity);
    requireBoolean('setHoldRun: held', held);
    // While the server moves the player, or it stands still, the key is only noted: no movement of its own changes.
    const { moveTo } = this.world.components;
    const moves =
      moveTo.u32[entity * MoveToU32.row + MoveToU32.type] === MovementType.Invalid && !standsStill(this.world, entity);
    const taken = moves && this.takeControl(entity);
    if (moves) setHoldRunOfKeys(this.world, entity, held);
    else setHoldRun(this.world, entity, held);
    this.tellKeys(entity, taken);
  }

  /** The body is exhausted: its movement is performed again with what its skill now answers. */
  reportExhaustion(entity: number): void {
    this.requireBody('reportExhaustion', entity);
    reportExhaustion(this.world, entity);
    this.announce(entity, Announce.Movement);
  }

  /**
   * A key of the player's own: what the server makes its body do ends, and its raw state rules again.
   *
   * @returns Whether the server had control.
   */
  protected takeControl(entity: number): boolean {
    const { motionInterp } = this.world.components;
    if (!isThePlayer(this.world, entity) || motionInterp.lastMoveWasAutonomous[entity] === 1) return false;
    motionInterp.lastMoveWasAutonomous[entity] = 1;
    cancelMoveTo(this.world, entity, MovementError.ActionCancelled);
    unStick(this.world, entity);
    stopInterpolating(this.world, entity);
    applyCurrentMovement(this.world, entity, true);
    return true;
  }

  /** What a key has changed is told: by a server to its peers, by a client of its player to the server. */
  protected tellKeys(entity: number, taken: boolean): void {
    this.announce(entity, Announce.Movement);
    this.playerEgress?.keysChanged(this.world, this.network, entity, taken);
  }

  private tellAction(entity: number, command: number, speed: number): void {
    if (this.peers !== null) this.world.saidActions.push({ entity, command, speed, autonomous: false });
    else this.playerEgress?.begin(this.world, this.network, entity, command, speed);
  }

  /** Whether a body is the local player, waiting for the place to which it is teleported. */
  protected isHeldBack(entity: number): boolean {
    return this.world.heldInput.awaited >= 0 && isThePlayer(this.world, entity);
  }
}
