/** A contact normal with at least this z can be walked on (retail's floor z: cosine of 48.4 degrees). */
export const WALKABLE_NORMAL_Z = 0.66417414618662751;
