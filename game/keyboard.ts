/** Calls an action for a key, unless the key is somebody else's: of a shortcut, a text field, an open dialog. */
export function watchKeys(actions: Readonly<Record<string, () => void>>): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = event.target as Element | null;
    if (target?.closest('input, textarea, select, [contenteditable]')) return;
    if (document.querySelector('dialog[open]') !== null && event.key.toLowerCase() !== 'h' && event.key !== '?') return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
