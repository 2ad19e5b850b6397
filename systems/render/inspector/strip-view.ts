import type { Strip } from './describe.ts';
import { make, mark } from './dom.ts';

/** The sequence of a body as a strip: a box for each node, as wide as it is long, and the play head. */
export class StripView {
  readonly root = make('div', { class: 'strip', role: 'img' });
  private readonly head = make('i', { class: 'head' });
  private boxes: HTMLElement[] = [];
  private shown = '';

  update(strip: Strip | null): void {
    const nodes = strip?.nodes ?? [];
    const shown = nodes.map(({ animation, frames, framerate }) => `${animation} ${frames} ${framerate}`).join();
    if (shown !== this.shown || this.boxes.length !== nodes.length) {
      this.shown = shown;
      this.boxes = nodes.map(({ animation, frames, framerate, cycle }) => {
        const seconds = framerate === 0 ? 1 : frames / Math.abs(framerate);
        const what = cycle ? 'cycle' : 'link';
        const pace = `${frames} frames, ${framerate.toFixed(1)} a second`;
        const box = make(
          'div',
          { class: what, title: `${what}: animation ${animation}, ${pace}` },
          make('b', {}, String(animation)),
          make('span', {}, `${what}, ${frames} f`),
        );
        // Sums below 1 would leave a part of the strip empty.
        box.style.flexGrow = String(100 * Math.min(3, Math.max(0.2, seconds)));
        return box;
      });
      this.root.replaceChildren(...this.boxes);
      if (nodes.length === 0) this.root.append(make('span', { class: 'none' }, 'No animation'));
    }
    this.showHead(strip);
    const playing = strip === null || strip.current < 0 ? null : strip.nodes[strip.current];
    const text =
      strip === null || playing === null
        ? 'Sequence: nothing plays'
        : `Sequence of ${nodes.length}: plays ${playing.cycle ? 'cycle' : 'link'} ${playing.animation}`;
    mark(this.root, 'aria-label', text);
  }

  private showHead(strip: Strip | null): void {
    const box = strip === null || strip.current < 0 ? undefined : this.boxes[strip.current];
    for (const other of this.boxes) other.classList.toggle('current', other === box);
    if (box === undefined || strip === null) {
      this.head.remove();
      return;
    }
    if (this.head.parentElement !== box) box.append(this.head);
    this.head.style.left = `${(strip.share * 100).toFixed(1)}%`;
  }
}
