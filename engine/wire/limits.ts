/** What a number on the wire may be; beyond it a message is malformed. Readers and writers hold the same limits. */

/** Metres, of a world coordinate (landblock origin and local coordinate together). */
export const MAX_POSITION = 1e7;

/** Speeds and rates (factors), velocities and accelerations (m/s, m/s²), omegas (radians/s). */
export const MAX_RATE = 1e4;

/** Degrees; normalised when applied. */
export const MAX_ANGLE = 1e6;

/** Scales are in (0, MAX_SCALE]. */
export const MAX_SCALE = 1e3;

/** The square of the shortest quaternion; longer ones are normalised when applied. */
export const MIN_QUATERNION_SQUARED = 1e-4;

/** The largest float: "no limit" for a distance. */
export const FLOAT_MAX = 3.4028234663852886e38;

/** Every flag of MovementParameters (18 bits). */
export const ALL_PARAMS_FLAGS = 0x3ffff;

/** The largest HoldKey (Run). */
export const MAX_HOLD_KEY = 2;

/** The most actions that a motion state can carry. */
export const MAX_ACTIONS = 31;

/** The most children that a creation can name. */
export const MAX_CHILDREN = 255;
