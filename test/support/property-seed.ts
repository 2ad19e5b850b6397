import fc from 'fast-check';

/**
 * Property tests try the same inputs in every run, so that a run tells of the change that was made and of nothing else.
 * The environment variable GAIT_SEED has them, and those without a seed of their own try others.
 */
const SEED = 20130131;

const named = process.env.GAIT_SEED;
const seed = named === undefined ? SEED : Number(named);
if (!Number.isInteger(seed)) throw new Error(`GAIT_SEED: expected a whole number, found '${named}'`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
