type Attributes = Readonly<Record<string, string | boolean | (() => void)>>;

/** Makes an element. Functions are listeners, named `onclick` and the like; false leaves an attribute out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Sets a text, unless it stands there already. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, unless it has this value already. */
export function mark(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Has the browser save bytes as a file. */
export function saveFile(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()]));
  const link = make('a', { href: url, download: name });
  link.click();
  // The browser takes the address when it gets to it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
