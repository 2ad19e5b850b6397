import { make, write } from './dom.ts';

/** Lines of names and texts that change in place. */
export class Rows {
  readonly root = make('dl');
  private readonly lines = new Map<string, { name: HTMLElement; text: HTMLElement }>();

  update(rows: readonly (readonly [name: string, text: string])[]): void {
    const wanted = new Set(rows.map(([name]) => name));
    for (const [key, { name, text }] of this.lines) {
      if (wanted.has(key)) continue;
      name.remove();
      text.remove();
      this.lines.delete(key);
    }
    let before: Element | null = null;
    for (const [key, value] of rows) {
      let line = this.lines.get(key);
      if (line === undefined) {
        line = { name: make('dt', {}, key), text: make('dd') };
        this.lines.set(key, line);
      }
      const next: Element | null = before === null ? this.root.firstElementChild : before.nextElementSibling;
      if (line.name !== next) {
        if (before === null) this.root.prepend(line.name, line.text);
        else before.after(line.name, line.text);
      }
      write(line.text, value);
      before = line.text;
    }
  }
}
