import type { SceneInput, SystemReading } from '../../index.ts';
import type { Truth } from '../control.ts';
import type { ModNews } from '../mods/serve-mods.ts';
import type { PageMod } from '../mods/watch.ts';
import type { SceneName } from './scenes.ts';

/**
 * What the play view and its worker say to each other beside the data port, which carries nothing but the messages of a
 * session. A game of its own would have such words in its own protocol: what a client may ask of its server.
 */

/** The first message to the worker: its ends of the two channels, and what world it is to run. */
export interface PlayStart {
  readonly data: MessagePort;
  readonly control: MessagePort;
  readonly name: SceneName;
  readonly scene: SceneInput;
  /** People beside those who have parts of their own. */
  readonly crowd: number;
}

/** A place in world metres. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** From the page to the worker. */
export type ToPlayServer =
  /** The player asks to be walked to a place, or to somebody. `errand` numbers what is asked. */
  | { readonly kind: 'walk'; readonly errand: number; readonly to: Place; readonly run: boolean }
  | { readonly kind: 'approach'; readonly errand: number; readonly guid: number; readonly run: boolean }
  /** The player moves by itself now. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'network'; readonly bad: boolean }
  | { readonly kind: 'time'; readonly paused: boolean }
  /** Everybody but the player stands still from now on, or goes on. */
  | { readonly kind: 'halt'; readonly on: boolean }
  /** Puts the player somewhere: at a place of the scene, or where it starts. */
  | { readonly kind: 'put'; readonly to: (Place & { readonly heading?: number }) | null }
  /** Mods that are new or were changed. */
  | { readonly kind: 'mods'; readonly changed: readonly PageMod[] }
  /** Times its systems from now on and tells of them, or no longer. */
  | { readonly kind: 'systems'; readonly timed: boolean }
  | { readonly kind: 'truth'; readonly question: number };

/** How an errand goes. */
export type ErrandState = 'going' | 'arrived' | 'failed';

/** From the worker to the page. */
export type FromPlayServer =
  /** The world is there, with so many bodies. */
  | { readonly kind: 'ready'; readonly bodies: number }
  | { readonly kind: 'errand'; readonly errand: number; readonly state: ErrandState; readonly way: readonly Place[] }
  | { readonly kind: 'truth'; readonly question: number; readonly truth: Truth }
  /** What became of the mods. */
  | { readonly kind: 'mods'; readonly news: ModNews }
  /** Its systems and what they cost; errors as texts. */
  | { readonly kind: 'systems'; readonly systems: readonly SystemReading[] }
  | { readonly kind: 'failed'; readonly message: string };
