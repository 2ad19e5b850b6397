import { element, setText } from './element.ts';

/** What the page has to say in passing: one thing at a time, over the picture. */
export class Notices {
  readonly root: HTMLElement;
  private readonly text = element('p');
  private readonly close: HTMLButtonElement;

  constructor() {
    this.close = element('button', { type: 'button', onclick: () => this.clear() }, 'Close');
    this.root = element('div', { class: 'notices' }, this.text, this.close);
    this.root.hidden = true;
  }

  /** Says what is going on, until something else is to be said. */
  say(text: string): void {
    this.show(text, 'status', false);
  }

  /** Says what went wrong. It stays until somebody closes it. */
  fail(text: string): void {
    this.show(text, 'alert', true);
  }

  clear(): void {
    this.root.hidden = true;
    setText(this.text, '');
  }

  private show(text: string, role: 'status' | 'alert', bad: boolean): void {
    this.root.setAttribute('role', role);
    this.root.classList.toggle('bad', bad);
    this.close.hidden = !bad;
    this.root.hidden = false;
    setText(this.text, text);
  }
}
