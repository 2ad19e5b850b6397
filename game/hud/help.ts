import { element } from './element.ts';

/** What the help says of a view. */
export interface HelpContent {
  readonly text: string;
  readonly keys: readonly (readonly [keys: string, what: string])[];
  /** What the help is called. Default: what you see. */
  readonly title?: string;
  /** Keys and gestures by what they are done with; in the place of those that other views have. */
  readonly sections?: readonly { readonly title: string; readonly keys: HelpContent['keys'] }[];
}

/** Keys and gestures that all views have. */
const everywhere: HelpContent['keys'] = [
  ['Drag, one finger', 'turn the camera'],
  ['Wheel, two fingers', 'nearer, farther'],
  ['Arrow keys', 'turn the camera (when the picture has the focus)'],
  ['Click, tap', 'select somebody'],
  ['Tab, Enter', 'go through the names and the tools'],
];
const atLast: HelpContent['keys'] = [
  ['F', 'follow who is selected'],
  ['L', 'names on and off'],
  ['U', 'panels on and off'],
  ['R', 'camera back to the start'],
  ['M', 'scenes: others to look at, and those to play in'],
  ['I', 'inspector: what the simulation knows of somebody'],
  ['O', 'open a capture, or drop its file on the page'],
  ['H or ?', 'this help'],
];

/** Makes the help; `showModal` opens it, Escape and its button close it. */
export function createHelp({ text, keys, title = 'What you see', sections }: HelpContent): HTMLDialogElement {
  const lists = sections ?? [{ title: '', keys: [...everywhere, ...keys, ...atLast] }];
  const dialog = element(
    'dialog',
    { 'aria-label': 'Help' },
    // The focus is not on the button at the end, which would be scrolled to.
    element('h2', { tabindex: -1, autofocus: true }, title),
    element('p', { class: 'muted' }, text),
    ...lists.flatMap((list) => [
      ...(list.title === '' ? [] : [element('h3', {}, list.title)]),
      element(
        'dl',
        { class: 'fields' },
        ...list.keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)]),
      ),
    ]),
  );
  dialog.append(element('button', { type: 'button', onclick: () => dialog.close() }, 'Close'));
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop is one on the dialog itself.
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
