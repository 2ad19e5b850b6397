import { behaviourNames, behaviours, roster } from '../roster.ts';
import { element } from './element.ts';

/** The legend: what each colour does, and who wears it. */
export interface PeoplePanel {
  readonly root: HTMLDetailsElement;
  select(guid: number): void;
}

/** Makes the legend; a name that is pressed is selected. */
export function createPeoplePanel(open: boolean, onSelect: (guid: number) => void): PeoplePanel {
  const buttons = new Map<number, HTMLButtonElement>();
  const groups = behaviourNames.map((name) => {
    const { title, description, colour } = behaviours[name];
    const people = roster.filter(({ behaviour }) => behaviour === name);
    return element(
      'section',
      { class: 'group', '--colour': colour },
      element('h2', {}, element('span', { class: 'chip' }), element('b', {}, title), ` ${description}`),
      element(
        'div',
        { class: 'names' },
        ...people.map((person) => {
          const button = element(
            'button',
            { type: 'button', 'aria-pressed': 'false', onclick: () => onSelect(person.guid) },
            person.name,
          );
          buttons.set(person.guid, button);
          return button;
        }),
      ),
    );
  });
  const root = element(
    'details',
    { class: 'panel people', open },
    element('summary', {}, element('h1', {}, 'Gait')),
    element(
      'p',
      { class: 'about' },
      'A server in a worker moves thirteen people. This page gets its messages only, and plays the same rules.',
    ),
    ...groups,
    element(
      'p',
      { class: 'signs' },
      element('span', { class: 'ring' }),
      'where the server has somebody',
      element('br'),
      element('span', { class: 'strip' }),
      'where somebody wants to be',
    ),
  );
  return {
    root,
    select(guid) {
      for (const [other, button] of buttons) button.setAttribute('aria-pressed', String(other === guid));
    },
  };
}
