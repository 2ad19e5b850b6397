/** Planar part of {@link cylinderDistance} without the vertical gap: 3D distance of the feet minus both radii. */
export function cylinderDistanceNoZ(
  radius1: number,
  x1: number,
  y1: number,
  z1: number,
  radius2: number,
  x2: number,
  y2: number,
  z2: number,
): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const dz = z2 - z1;
  return Math.sqrt(dx * dx + dy * dy + dz * dz) - (radius1 + radius2);
}

/**
 * Edge-to-edge distance of two upright cylinders in metres; negative when they overlap.
 *
 * Retail Position::cylinder_distance. `reach` is the 3D distance of the feet minus both radii, `gap` the height
 * between the lower one's top and the higher one's foot.
 */
export function cylinderDistance(
  radius1: number,
  height1: number,
  x1: number,
  y1: number,
  z1: number,
  radius2: number,
  height2: number,
  x2: number,
  y2: number,
  z2: number,
): number {
  const reach = cylinderDistanceNoZ(radius1, x1, y1, z1, radius2, x2, y2, z2);
  const gap = z1 <= z2 ? z2 - (z1 + height1) : z1 - (z2 + height2);
  return cylinderDistanceOf(reach, gap);
}

/**
 * The distance of two cylinders by their parts.
 *
 * @param reach 3D distance of the feet minus both radii.
 * @param gap Height from the lower one's top to the higher one's foot.
 */
export function cylinderDistanceOf(reach: number, gap: number): number {
  if (gap > 0 && reach > 0) return Math.sqrt(gap * gap + reach * reach);
  if (gap < 0 && reach < 0) return -Math.sqrt(gap * gap + reach * reach);
  return gap > 0 ? gap : reach;
}
