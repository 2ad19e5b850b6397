import { keyActions } from './actions.ts';
import type { PlayerInput } from './player-input.ts';

/** Where a keyboard is heard, and what can take it away. A page gives its window and its document. */
export interface KeyboardPlaces {
  /** Tells of `keydown`, `keyup` and `blur`. */
  readonly keys: EventTarget;
  /** Tells of `visibilitychange`. */
  readonly page: EventTarget & { readonly hidden: boolean };
  /** Whether a key belongs to something else now: a text field, an open dialog, a button that Space would press. */
  isTaken(event: KeyboardEvent): boolean;
}

/** Seconds of the clock that events carry. */
const seconds = (event: Event): number => event.timeStamp / 1000;

/**
 * Lets a keyboard move the player. Keys count by their place ({@link keyActions}); held together with Ctrl, Alt or the
 * system's own key they are somebody else's. All are let go of when the page loses the keyboard or is hidden.
 *
 * @returns Takes it away again.
 */
export function listenToKeyboard(input: PlayerInput, { keys, page, isTaken }: KeyboardPlaces): () => void {
  const down = (event: Event) => {
    const key = event as KeyboardEvent;
    const action = keyActions[key.code];
    if (action === undefined || key.ctrlKey || key.metaKey || key.altKey || isTaken(key)) return;
    // The page must neither scroll nor take the letter for a shortcut.
    key.preventDefault();
    if (!key.repeat) input.press(key.code, action, seconds(key));
  };
  const up = (event: Event) => {
    const { code } = event as KeyboardEvent;
    input.release(code, seconds(event));
    // Keys that end while the system's own is down are not told of everywhere.
    if (code === 'MetaLeft' || code === 'MetaRight') input.releaseAll();
  };
  const blur = () => input.releaseAll();
  const hide = () => {
    if (page.hidden) input.releaseAll();
  };
  // Before the shortcuts of the page.
  const first = { capture: true };
  keys.addEventListener('keydown', down, first);
  keys.addEventListener('keyup', up, first);
  keys.addEventListener('blur', blur);
  page.addEventListener('visibilitychange', hide);
  return () => {
    keys.removeEventListener('keydown', down, first);
    keys.removeEventListener('keyup', up, first);
    keys.removeEventListener('blur', blur);
    page.removeEventListener('visibilitychange', hide);
    input.releaseAll();
  };
}

/** Whether a key of a page is somebody else's: what is typed into, what Space presses, a dialog that is open. */
export function isTakenInPage(event: KeyboardEvent): boolean {
  const { code } = event;
  // What has the focus, also in a shadow.
  const [target = event.target] = event.composedPath();
  const element = target instanceof Element ? target : null;
  if (element?.closest('input, textarea, select, [contenteditable]')) return true;
  if (code === 'Space' && element?.closest('button, summary, a')) return true;
  return document.querySelector('dialog[open]') !== null;
}
