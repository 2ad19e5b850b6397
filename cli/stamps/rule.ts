/** Whether a stamp is newer than the last one. */
export type IsNewer = (last: number, stamp: number) => boolean;

/**
 * The rule of stamps, written without the product's: how far round the circle of `2 ** bits` stamps the new one lies, as a
 * signed number. Ahead is newer; exactly opposite, the smaller number is.
 */
export function ruleOfStamps(bits: number): IsNewer {
  const unused = 32 - bits;
  const opposite = -(2 ** (bits - 1));
  return (last, stamp) => {
    const ahead = ((stamp - last) << unused) >> unused;
    return ahead === opposite ? stamp < last : ahead > 0;
  };
}

/** How many of all pairs of so many stamps are newer by the rule: of each just less than half, and of opposite pairs one. */
export function newerPairs(stamps: number): number {
  return stamps * (stamps / 2 - 1) + stamps / 2;
}
