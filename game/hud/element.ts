type Attributes = Readonly<Record<string, string | number | boolean | EventListener>>;

/**
 * Makes an element. Attributes that are functions are listeners ('onclick'), true is an empty attribute, false none;
 * names that start with '--' are custom properties.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (name.startsWith('--')) made.style.setProperty(name, String(value));
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** Sets the text of an element, and only touches the page when it is another one. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** The element with an id. @throws Error when the page has none. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element '${id}'`);
  return found;
}
