/**
 * What the page and the worker say to each other beside the data port. The data port carries nothing but ArrayBuffers of
 * messages, as a network would; switches, questions about the truth and the like go here.
 */

/** The first message to the worker: its ends of the two channels. */
export interface ServerStart {
  readonly data: MessagePort;
  readonly control: MessagePort;
}

/** From the page to the worker. */
export type ToServer =
  | { readonly kind: 'network'; readonly bad: boolean }
  | { readonly kind: 'time'; readonly paused: boolean; readonly scale: number }
  /** Everybody stands still from now on, or goes on. */
  | { readonly kind: 'halt'; readonly on: boolean }
  /** Calls the visitor to a place. */
  | { readonly kind: 'call'; readonly x: number; readonly y: number }
  | { readonly kind: 'truth'; readonly question: number };

/** From the worker to the page. */
export type FromServer =
  | { readonly kind: 'truth'; readonly question: number; readonly truth: Truth }
  /** The server cannot go on. */
  | { readonly kind: 'failed'; readonly message: string };

/** Where the server has someone. */
export interface TrueBody {
  readonly guid: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** The server's world at a moment. */
export interface Truth {
  /** Simulated seconds since the server's start. */
  readonly time: number;
  readonly bodies: readonly TrueBody[];
  readonly network: {
    readonly bad: boolean;
    /** Datagrams to the page since the start: sent, lost, and overtaken by later ones. */
    readonly sent: number;
    readonly lost: number;
    readonly reordered: number;
  };
}
