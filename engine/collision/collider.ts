/**
 * What the movement of bodies asks of the world around them. All numbers lie in `sweep-state.ts`: the body in `mover`, the
 * way in `way`, the answer in `found` and `rest`.
 */
export interface Collider {
  /** How much near the body a cast may meet; 0: nothing, casts can be left out. */
  readonly nearby: number;
  /**
   * Whether all ground within the region's reach is terrain that can be walked on. Then `rest` answers for the terrain, and
   * casts leave it out.
   */
  readonly smooth: boolean;
  /**
   * Gathers what lies in the `region`; casts find nothing else until the next call.
   *
   * @param walks Whether the body stands on the ground, so that smooth terrain need not be cast at.
   */
  gather(walks: boolean): void;
  /**
   * Casts the body's spheres along `way`. What lies behind the first contact is left out, but with `seeksSupport` the first
   * contact that can be stood on is found as well.
   */
  cast(seeksSupport: boolean): void;
  /** Lets the lower sphere down onto the terrain below `rest.x`, `rest.y`. */
  rest(): void;
  /** Moves the body out of what it overlaps by more than a millimetre, as far as that can be done. */
  pushOut(): void;
}
