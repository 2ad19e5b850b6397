import type { Engine } from '../../create-engine.ts';

/** What the inspector does to time. */
export interface InspectorTime {
  /** Whether time stands still. */
  readonly paused: boolean;
  /** Stops time, or lets it go on. */
  setPaused(paused: boolean): void;
  /** One whole step; time stands still from then on. */
  step(): void;
  /** Factor on time. */
  readonly scale: number;
  /** Sets the factor, one of those that are offered. */
  setScale(scale: number): void;
  /** The factors that are offered, slowest first. Default: {@link TIME_SCALES}. */
  readonly scales?: readonly number[];
}

/** Factors on time that are offered, slowest first. */
export const TIME_SCALES = [0.1, 0.25, 0.5, 1, 2] as const;

/** The time of an engine that is brought on by `update`. */
export function engineTime(engine: Engine): InspectorTime {
  return {
    get paused() {
      return engine.paused;
    },
    setPaused(paused) {
      if (paused) engine.pause();
      else engine.resume();
    },
    step() {
      engine.pause();
      engine.step();
    },
    get scale() {
      return engine.timeScale;
    },
    setScale(scale) {
      engine.timeScale = scale;
    },
  };
}
