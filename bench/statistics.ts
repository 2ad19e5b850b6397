/** The middle value; of an even number of values the mean of the two in the middle. NaN without values. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const count = sorted.length;
  if (count === 0) return Number.NaN;
  const upper = sorted[count >> 1];
  return count % 2 === 1 ? upper : (sorted[(count >> 1) - 1] + upper) / 2;
}

/**
 * The smallest of the values that at least `percent` of a hundred of them do not exceed (nearest rank). NaN without values.
 *
 * @param percent 0 to 100.
 */
export function percentile(values: ArrayLike<number>, percent: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
}

/** The arithmetic mean. NaN without values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index];
  return sum / values.length;
}

/**
 * The median over rounds of the ratio of both subjects' medians within a round. Noise of the machine that lasts longer than
 * a round hits both sides of a ratio alike and drops out. Both hold the same number of rounds.
 *
 * @throws RangeError when the numbers of rounds differ.
 */
export function medianRatio(
  numerator: readonly ArrayLike<number>[],
  denominator: readonly ArrayLike<number>[],
): number {
  if (numerator.length !== denominator.length) {
    throw new RangeError(`${numerator.length} rounds cannot be compared with ${denominator.length}`);
  }
  return median(numerator.map((round, index) => median(round) / median(denominator[index] ?? [])));
}

/** All values of all rounds, one after the other. */
export function flatten(rounds: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(rounds.reduce((count, round) => count + round.length, 0));
  let offset = 0;
  for (const round of rounds) {
    all.set(Array.from(round), offset);
    offset += round.length;
  }
  return all;
}
