/**
 * Whether a 16-bit event stamp is newer than the last one, with wraparound.
 *
 * Retail compares update_times so: of two stamps more than half the range apart, the smaller one is the newer.
 */
export function isNewerStamp(last: number, stamp: number): boolean {
  return Math.abs(stamp - last) > 0x7fff ? stamp < last : last < stamp;
}
