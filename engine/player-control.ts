import { WirePosition } from './wire/wire-position.ts';
import type { GaitWorld } from './world.ts';

/** No action has been performed yet: any stamp is newer. */
export const NO_ACTION = -1;

/** What an authoritative world keeps of the hold that a peer has on its body. One of each connection. */
export class PlayerControl {
  /** Sequence numbers of the last MoveToState, of the last place (of either message) and of the last Jump; NaN: none. */
  motionSequence = Number.NaN;
  placeSequence = Number.NaN;
  jumpSequence = Number.NaN;
  /** Whether the peer said with its last place that it stood there. */
  placeGrounded = false;
  /** That place, as long as the server has not put the body elsewhere since. */
  readonly claim = new WirePosition();
  hasClaim = false;
  /** When a place that was not believed, because actions from before it are missing, is judged again; Infinity: never. */
  claimDue = Number.POSITIVE_INFINITY;
  /** 15-bit stamp of the last action that was performed, or {@link NO_ACTION}. */
  actionStamp = NO_ACTION;
  /** Where the body was when its place was last judged, metres. */
  x = 0;
  y = 0;
  /** When that was, seconds of the world's clock. */
  time = 0;
  /** Metres of the level that the peer may still move its body by itself. */
  credit = 0;
  /** Metres upwards that it may still do so before it has been on the ground again. */
  climb = 0;
  /** Whether the peer is to be told that it was put back. */
  owesPlace = false;
  /** Whether the peer is to be told its own state as an order: it had not seen the last one when it acted. */
  owesOrder = false;

  private entity = 0;
  private generation = 0;

  /**
   * Makes sure that what is kept is about this body.
   *
   * @returns Whether it is a new one, of which nothing is known yet.
   */
  attend(world: GaitWorld, entity: number): boolean {
    const generation = world.components.identity.generation[entity];
    if (this.entity === entity && this.generation === generation) return false;
    this.forget();
    this.entity = entity;
    this.generation = generation;
    return true;
  }

  /** Forgets the body, but not what the peer has numbered. */
  forget(): void {
    this.entity = 0;
    this.generation = 0;
    this.owesPlace = false;
    this.owesOrder = false;
    this.dropClaim();
  }

  /** Remembers a place that the peer has said. */
  setClaim(place: WirePosition, sequence: number, grounded: boolean): void {
    const { claim } = this;
    claim.cell = place.cell;
    claim.x = place.x;
    claim.y = place.y;
    claim.z = place.z;
    claim.qw = place.qw;
    claim.qx = place.qx;
    claim.qy = place.qy;
    claim.qz = place.qz;
    this.placeSequence = sequence;
    this.placeGrounded = grounded;
    this.hasClaim = true;
    this.claimDue = Number.POSITIVE_INFINITY;
  }

  /** Forgets the place that the peer has said: the server has its body elsewhere. */
  dropClaim(): void {
    this.hasClaim = false;
    this.claimDue = Number.POSITIVE_INFINITY;
  }
}

/** Whether one number of a sequence of 32 bits that may wrap around comes after another; anything comes after NaN. */
export function isLaterSequence(last: number, next: number): boolean {
  return Number.isNaN(last) || ((next - last) | 0) > 0;
}
