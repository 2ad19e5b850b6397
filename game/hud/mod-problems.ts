import { element } from './element.ts';

/** What is wrong with the page's mods: it stays over the picture until it is put right or somebody closes it. */
export class ModProblems {
  readonly root: HTMLElement;
  private readonly list = element('ul');
  private shown = '';

  constructor() {
    const close = element('button', { type: 'button', onclick: () => this.hide() }, 'Close');
    this.root = element(
      'section',
      { class: 'notices bad mod-problems', role: 'alert', 'aria-label': 'Problems of mods' },
      element('div', {}, element('p', {}, 'Something is wrong with a mod. The game goes on without it.'), this.list),
      close,
    );
    this.root.hidden = true;
  }

  /** Shows all problems that there are, a line each; none: it is gone. The same again is left as it is, closed or not. */
  show(problems: readonly string[]): void {
    const shown = problems.join('\n');
    if (shown === this.shown) return;
    this.shown = shown;
    this.list.replaceChildren(...problems.map((problem) => element('li', {}, problem)));
    this.root.hidden = problems.length === 0;
  }

  private hide(): void {
    this.root.hidden = true;
  }
}
