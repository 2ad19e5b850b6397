import { element, setText } from './element.ts';

/** A list of names and what they stand for. */
export interface Fields {
  readonly list: HTMLDListElement;
  /** Sets the text of a name; the page is only touched when it is another one. */
  set(name: string, text: string): void;
}

/** Makes a list of fields, all of them still empty. */
export function createFields(names: readonly string[]): Fields {
  const values = new Map(names.map((name) => [name, element('dd')]));
  const list = element('dl', { class: 'fields' });
  for (const [name, value] of values) list.append(element('dt', {}, name), value);
  return {
    list,
    set(name, text) {
      const value = values.get(name);
      if (value) setText(value, text);
    },
  };
}
