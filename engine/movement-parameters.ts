import { DEFAULT_MOVEMENT_FLAGS, FLOAT_MAX, HoldKey } from '../components/move-to.ts';

/** How a movement is to be made (retail's MovementParameters; constructor 0x00524380). */
export class MovementParameters {
  /** Sum of MovementFlags. */
  flags = DEFAULT_MOVEMENT_FLAGS;
  /** Metres: a chase arrives when it is this close. */
  distanceToObject = 0.6;
  /** Metres: a flight arrives when it is this far. */
  minDistance = 0;
  /** Metres from the start at which the move is given up. */
  failDistance = FLOAT_MAX;
  /** Degrees, for the final heading. */
  desiredHeading = 0;
  /** Factor on the motion's own speed. */
  speed = 1;
  /** Metres: farther than this from arriving, it runs. */
  walkRunThreshold = 15;
  contextId = 0;
  holdKey: number = HoldKey.Invalid;
  /** 15-bit stamp of an action. */
  actionStamp = 0;

  /** Back to the defaults of a freshly made one. */
  reset(): this {
    this.flags = DEFAULT_MOVEMENT_FLAGS;
    this.distanceToObject = 0.6;
    this.minDistance = 0;
    this.failDistance = FLOAT_MAX;
    this.desiredHeading = 0;
    this.speed = 1;
    this.walkRunThreshold = 15;
    this.contextId = 0;
    this.holdKey = HoldKey.Invalid;
    this.actionStamp = 0;
    return this;
  }

  /** Takes all ten fields of another one. */
  copy(from: MovementParameters): this {
    this.flags = from.flags;
    this.distanceToObject = from.distanceToObject;
    this.minDistance = from.minDistance;
    this.failDistance = from.failDistance;
    this.desiredHeading = from.desiredHeading;
    this.speed = from.speed;
    this.walkRunThreshold = from.walkRunThreshold;
    this.contextId = from.contextId;
    this.holdKey = from.holdKey;
    this.actionStamp = from.actionStamp;
    return this;
  }
}
