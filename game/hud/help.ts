import { element } from './element.ts';

const keys: readonly [keys: string, what: string][] = [
  ['Drag, one finger', 'turn the camera'],
  ['Wheel, two fingers', 'nearer, farther'],
  ['Arrow keys', 'turn the camera (when the picture has the focus)'],
  ['Click, tap', 'select somebody'],
  ['Double click, double tap', 'on somebody: follow; on the ground: the visitor comes there'],
  ['Tab, Enter', 'go through the names and the tools'],
  ['N', 'bad network on and off'],
  ['P', 'pause'],
  ['[ and ]', 'slower, faster'],
  ['F', 'follow who is selected'],
  ['G', 'rings where the server has everybody'],
  ['L', 'names on and off'],
  ['U', 'panels on and off'],
  ['R', 'camera back to the start'],
  ['H or ?', 'this help'],
];

/** Makes the help; `showModal` opens it, Escape and its button close it. */
export function createHelp(): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { 'aria-label': 'Help' },
    element('h2', {}, 'What you see'),
    element(
      'p',
      { class: 'muted' },
      'The worker is the server: it decides where everybody goes, with the same engine as this page. What it tells are the messages of the 2013 client: go to this person, turn there, you are here. The page plays the rules to these messages, so that people move smoothly and end where the server has them, late, lost and reordered messages or not. The rings on the ground are the server’s own places, asked beside the network; the strips show where people want to go.',
    ),
    element(
      'dl',
      { class: 'fields' },
      ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)]),
    ),
  );
  dialog.append(element('button', { type: 'button', onclick: () => dialog.close() }, 'Close'));
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop is one on the dialog itself.
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
