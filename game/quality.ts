import type { Stage } from './stage.ts';

interface Level {
  /** Pixels of the picture for each pixel of the page, at most. */
  readonly density: number;
  readonly shadows: number;
}

const levels: readonly Level[] = [
  { density: 2, shadows: 2048 },
  { density: 1.5, shadows: 2048 },
  { density: 1, shadows: 2048 },
  { density: 0.75, shadows: 1024 },
  { density: 0.6, shadows: 1024 },
];

/** Seconds of a frame that are too many. */
const SLOW = 1 / 26;
/** Seconds of frames that are looked at before the picture is made simpler. */
const WINDOW = 1.5;

/** Makes the picture simpler when the machine cannot keep up: less pixels, then smaller shadows. Never finer again. */
export class Quality {
  private readonly stage: Stage;
  private level = -1;
  private frames = 0;
  private time = 0;

  /** @param simple Starts with the simplest picture. */
  constructor(stage: Stage, simple: boolean) {
    this.stage = stage;
    if (simple) {
      this.use(levels.length - 1);
      return;
    }
    // What the screen does not have need not be drawn.
    let first = 0;
    while (first + 1 < levels.length && levels[first + 1].density >= devicePixelRatio) first++;
    this.use(first);
  }

  /** Tells how long a frame took, seconds. */
  frame(seconds: number): void {
    // Longer ones are those of a hidden page.
    if (seconds > 1) return;
    this.frames++;
    this.time += seconds;
    if (this.time < WINDOW) return;
    if (this.time / this.frames > SLOW && this.level < levels.length - 1) this.use(this.level + 1);
    this.frames = 0;
    this.time = 0;
  }

  private use(level: number): void {
    this.level = level;
    const { density, shadows } = levels[level];
    this.stage.engine.setHardwareScalingLevel(1 / Math.min(density, devicePixelRatio));
    this.stage.setShadowSize(shadows);
  }
}
