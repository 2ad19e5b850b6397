import { isTouched } from '../is-touched.ts';
import { element } from './element.ts';

/** Keys or gestures, and what they do. */
export type HelpRows = readonly (readonly [keys: string, what: string])[];

/** A part of the help with a title of its own. */
export interface HelpSection {
  readonly title: string;
  readonly keys: HelpRows;
  /** For fingers: stands first where there are some. */
  readonly touch?: boolean;
}

/** What the help says of a view. */
export interface HelpContent {
  readonly text: string;
  readonly keys: HelpRows;
  /** What mouse and fingers do, beside what they do in all views. */
  readonly gestures?: HelpRows;
  /** What the help is called. Default: what you see. */
  readonly title?: string;
  /** Keys and gestures by what they are done with; in the place of those that other views have. */
  readonly sections?: readonly HelpSection[];
}

/** Gestures and keys that all views have. */
const gesturesOfAll: HelpRows = [
  ['Drag, one finger', 'turn the camera'],
  ['Wheel, two fingers', 'nearer, farther'],
  ['Click, tap', 'select somebody'],
];
const keysOfAll: HelpRows = [
  ['Arrow keys', 'turn the camera (when the picture has the focus)'],
  ['Tab, Enter', 'go through the names and the tools'],
  ['F', 'follow who is selected'],
  ['L', 'names on and off'],
  ['U', 'panels on and off'],
  ['R', 'camera back to the start'],
  ['M', 'scenes: others to look at, and those to play in'],
  ['I', 'inspector: what the simulation knows of somebody'],
  ['O', 'open a capture, or drop its file on the page'],
  ['H or ?', 'this help'],
];

/** The parts of a help in their order: keys first, but gestures first where fingers are what there is. */
export function sectionsOf({ keys, gestures = [], sections }: HelpContent, touched: boolean): HelpSection[] {
  const all = sections ?? [
    { title: 'Keyboard', keys: [...keys, ...keysOfAll] },
    { title: touched ? 'Touch, mouse' : 'Mouse, touch', keys: [...gesturesOfAll, ...gestures], touch: true },
  ];
  const isFirst = ({ touch = false }: HelpSection): boolean => touch && touched;
  return [...all.filter(isFirst), ...all.filter((section) => !isFirst(section))];
}

/** Makes the help; `showModal` opens it, Escape and its button close it. */
export function createHelp(content: HelpContent): HTMLDialogElement {
  const { text, title = 'What you see' } = content;
  const dialog = element(
    'dialog',
    { 'aria-label': 'Help' },
    // The focus is not on the button at the end, which would be scrolled to.
    element('h2', { tabindex: -1, autofocus: true }, title),
    element('p', { class: 'muted' }, text),
    ...sectionsOf(content, isTouched()).flatMap((list) => [
      element('h3', {}, list.title),
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
