import type { SceneName } from './play/scenes.ts';

/** Keeps in the page's address what of its own is shown, so that it can be passed on. */
export function remember(shown: {
  view?: string;
  scene?: SceneName;
  crowd?: string | null;
  capture?: string | null;
}): void {
  const address = new URL(location.href);
  const { view = null, scene = null, crowd = null, capture = null } = shown;
  const wanted = { view, scene, crowd, capture, server: null };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
