/** A contact normal with at least this z can be walked on (retail's floor z: cosine of 48.4 degrees). */
export const WALKABLE_NORMAL_Z = 0.66417414618662751;

/** What is steeper than this is no ground at all: a body slides along it (retail's landing z: cosine of 85 degrees). */
export const LANDING_NORMAL_Z = 0.0871557;
