/** What a key does: asked for at each press, since it depends on what is shown. */
export type FindAction = (key: string) => (() => void) | undefined;

/** Keys that press what has the focus: they are no shortcuts there. */
const PRESSING = new Set([' ', 'Enter']);

/** Calls an action for a key, unless the key is somebody else's: of a shortcut, a text field, an open dialog, a button. */
export function watchKeys(find: FindAction): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // What has the focus, also in a shadow.
    const target = event.composedPath()[0] as Element | null;
    if (target?.closest('input, textarea, select, [contenteditable]')) return;
    if (PRESSING.has(event.key) && target?.closest('button, summary, a')) return;
    if (document.querySelector('dialog[open]') !== null && event.key.toLowerCase() !== 'h' && event.key !== '?') return;
    const action = find(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
