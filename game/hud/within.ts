/** Pixels that a name keeps from the edges of the picture. */
const MARGIN = 4;

/**
 * Where the middle of a name is that stands above a point of the picture: whole in the picture as long as the point is in it,
 * and out of it as far as the point is.
 *
 * @param x The point. @param width Of the name. @param picture The width of the picture; all in pixels.
 */
export function xWithin(x: number, width: number, picture: number): number {
  const least = width / 2 + MARGIN;
  const most = picture - least;
  if (most < least) return x;
  const inside = Math.min(picture, Math.max(0, x));
  return Math.min(most, Math.max(least, inside)) + (x - inside);
}
