import { element } from '../hud/element.ts';
import { playScenes, type SceneName } from './scenes.ts';

/** What can be chosen. */
export interface SceneChoices {
  play(name: SceneName): void;
  /** The field where thirteen people are moved by a server. */
  field(): void;
  captures(): void;
}

/** The dialog that chooses what the page shows. */
export interface ScenesDialog {
  readonly root: HTMLDialogElement;
  /** Marks what is shown; null: no scene to play. */
  mark(name: SceneName | 'field' | null): void;
}

/** Makes the dialog; `showModal` opens it. */
export function createScenesDialog(choices: SceneChoices): ScenesDialog {
  const cards = new Map<SceneName | 'field', HTMLButtonElement>();
  const card = (title: string, description: string, choose: () => void) =>
    element(
      'button',
      {
        type: 'button',
        class: 'card',
        onclick: () => {
          root.close();
          choose();
        },
      },
      element('b', {}, title),
      element('span', { class: 'muted' }, description),
    );
  const root = element('dialog', { 'aria-label': 'Scenes', class: 'scenes' });
  const list = element('div', { class: 'cards' });
  for (const name of Object.keys(playScenes) as SceneName[]) {
    const { title, description } = playScenes[name];
    const button = card(title, description, () => choices.play(name));
    cards.set(name, button);
    list.append(button);
  }
  const field = card('Field', 'Nobody to play: thirteen people, a server, and what a bad network does to them', () =>
    choices.field(),
  );
  cards.set('field', field);
  list.append(
    field,
    card('Captures', 'A recorded session of the 2013 game, played through the same engine', () => choices.captures()),
  );
  root.append(
    element('h2', {}, 'Scenes'),
    list,
    element('button', { type: 'button', onclick: () => root.close() }, 'Close'),
  );
  root.addEventListener('click', (event) => {
    // A click on the backdrop is one on the dialog itself.
    if (event.target === root) root.close();
  });
  return {
    root,
    mark(name) {
      for (const [other, button] of cards) {
        if (other === name) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
  };
}
