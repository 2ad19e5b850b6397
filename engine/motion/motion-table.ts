import { RADIANS } from '../math/heading.ts';
import { cos, sin } from '../math/trigonometry.ts';
import { type AnimationHooks, compileHooks } from './animation-hooks.ts';
import { KeyTable } from './key-table.ts';
import type { MotionDataContent, MotionTableContent } from './motion-table-content.ts';

/** Value of a look-up that found nothing. */
export const NO_MOTION = -1;

/** Bits of a motion's bit field. */
export const MotionDataBits = {
  /** Starting it clears the modifiers. */
  ClearsModifiers: 1,
  /** Starts only from the style's default substate, or when already in it. */
  OnlyFromDefault: 2,
} as const;

/** Cells of an authored position frame: origin x, y, z and rotation w, x, y, z. */
export const POSITION_FRAME_CELLS = 7;

/** Frames of an animation that do more than show a pose. */
export interface WatchedFrames {
  readonly positions: Float64Array | null;
  readonly hooks: AnimationHooks | null;
}

/**
 * A motion table compiled to flat arrays (retail's CMotionTable with its MotionData). Motions are indexes into the
 * arrays; keys are the low words of styles and the low 24 bits of motions, as retail's are.
 */
export class MotionTable {
  readonly name: string;
  /** A digest of the content: two tables with the same one move bodies alike. */
  readonly fingerprint: string;
  readonly defaultStyle: number;
  /** The id that content gives each animation. */
  readonly animationIds: Uint32Array;
  /** Frames of each animation. */
  readonly animationFrames: Uint16Array;
  /** Authored position frames (root motion) of each animation, {@link POSITION_FRAME_CELLS} cells a frame, or null. */
  readonly positionFrames: readonly (Float64Array | null)[];
  /** What else there is to do in each animation when a frame is passed; null: nothing. */
  readonly watched: readonly (WatchedFrames | null)[];
  /** The names of the hooks of its animations. */
  readonly hookNames: readonly string[];
  /** By motion: bit field, velocity (3 cells), omega (3 cells), first animation and number of animations. */
  readonly bits: Uint8Array;
  readonly velocity: Float64Array;
  readonly omega: Float64Array;
  readonly firstAnimation: Uint16Array;
  readonly animationCount: Uint16Array;
  /** By entry of a motion's animation list: the animation, its first and last frame, and frames a second. */
  readonly entryAnimation: Uint16Array;
  readonly entryLow: Uint16Array;
  readonly entryHigh: Uint16Array;
  readonly entryFramerate: Float64Array;
  /** Most animations that one motion of this table has. */
  readonly longestMotion: number;

  private readonly styles: ReadonlyMap<number, number>;
  private readonly cycles: KeyTable;
  private readonly modifiers: KeyTable;
  private readonly links: KeyTable;

  /** @param content Checked content (see parseMotionTable). */
  constructor(content: MotionTableContent) {
    this.name = content.name;
    this.fingerprint = fingerprintOf(content);
    this.defaultStyle = content.defaultStyle;
    this.styles = new Map(content.styleDefaults.map(([style, substate]) => [style & 0xffff, substate]));

    this.animationIds = Uint32Array.from(content.animations, (animation) => animation.id);
    this.animationFrames = Uint16Array.from(content.animations, (animation) => animation.frames);
    this.positionFrames = content.animations.map((animation) =>
      animation.posFrames === undefined || animation.posFrames.length === 0
        ? null
        : Float64Array.from(
            animation.posFrames.flatMap(({ origin, yawDegrees }) => [
              ...origin,
              cos((yawDegrees * RADIANS) / 2),
              0,
              0,
              sin((yawDegrees * RADIANS) / 2),
            ]),
          ),
    );
    const hookNames: string[] = [];
    this.hookNames = hookNames;
    this.watched = content.animations.map(({ hooks }, animation) => {
      const compiled = compileHooks(hooks ?? [], hookNames);
      const positions = this.positionFrames[animation];
      return compiled === null && positions === null ? null : { positions, hooks: compiled };
    });
    const indexOfAnimation = new Map(content.animations.map((animation, index) => [animation.id, index]));

    const motions: MotionDataContent[] = [...content.cycles, ...content.modifiers, ...content.links];
    const motionEntries = motions.map((motion) => motion.anims);
    const entries = motionEntries.flat();
    this.bits = Uint8Array.from(motions, (motion) => motion.bitfield);
    this.velocity = Float64Array.from(motions.flatMap((motion) => motion.velocity));
    this.omega = Float64Array.from(motions.flatMap((motion) => motion.omega));
    this.animationCount = Uint16Array.from(motionEntries, (list) => list.length);
    this.firstAnimation = new Uint16Array(motions.length);
    for (let motion = 1; motion < motions.length; motion++) {
      this.firstAnimation[motion] = this.firstAnimation[motion - 1] + this.animationCount[motion - 1];
    }
    this.longestMotion = Math.max(1, ...this.animationCount);
    this.entryAnimation = Uint16Array.from(entries, (entry) => indexOfAnimation.get(entry.anim) ?? 0);
    this.entryLow = Uint16Array.from(entries, (entry) => entry.low);
    this.entryHigh = Uint16Array.from(entries, (entry, index) =>
      entry.high < 0 ? this.animationFrames[this.entryAnimation[index]] - 1 : entry.high,
    );
    this.entryFramerate = Float64Array.from(entries, (entry) => entry.framerate);

    let index = 0;
    this.cycles = new KeyTable(
      content.cycles.map((cycle) => [cycle.style & 0xffff, cycle.motion & 0xffffff, 0, index++]),
    );
    this.modifiers = new KeyTable(
      content.modifiers.map((modifier) => [modifier.style & 0xffff, modifier.motion & 0xffffff, 0, index++]),
    );
    this.links = new KeyTable(
      content.links.map((link) => [link.style & 0xffff, link.from & 0xffffff, link.to & 0xffffff, index++]),
    );
  }

  /** The default substate of a style (its low word counts); 0 when the table does not have the style. */
  styleDefault(style: number): number {
    return this.styles.get(style & 0xffff) ?? 0;
  }

  /** The cycle of a substate in a style, or {@link NO_MOTION}. */
  cycle(style: number, substate: number): number {
    return this.cycles.find(style & 0xffff, substate & 0xffffff, 0);
  }

  /** The modifier in a style, else the one of any style, or {@link NO_MOTION}. */
  modifier(style: number, motion: number): number {
    const own = this.modifiers.find(style & 0xffff, motion & 0xffffff, 0);
    return own === NO_MOTION ? this.modifiers.find(0, motion & 0xffffff, 0) : own;
  }

  /** The link from one motion to another in a style, exactly as authored, or {@link NO_MOTION}. */
  link(style: number, from: number, to: number): number {
    return this.links.find(style & 0xffff, from & 0xffffff, to & 0xffffff);
  }

  /** How many animations a motion has; 0 for {@link NO_MOTION}. */
  animationsOf(motion: number): number {
    return motion === NO_MOTION ? 0 : this.animationCount[motion];
  }
}

function fingerprintOf(content: MotionTableContent): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  const text = JSON.stringify(content);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(((b << 13) | (b >>> 19)) ^ code, 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
