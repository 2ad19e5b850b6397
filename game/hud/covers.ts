/** A part of the page, CSS pixels from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Milliseconds between two looks at where the panels are: each has the browser lay out the page. */
const INTERVAL = 150;
/** What stands over the picture and lets it shine through a little. */
const PANELS = '#interface :is(.panel, .toolbar, .notice, .stick, .touch-button)';

/** Whether a box meets one of several. */
export function meetsAny(box: Box, others: readonly Box[]): boolean {
  return others.some(
    (other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
  );
}

/** Where the inspector's panel is; null: it is closed. */
export function inspectorBox(): DOMRect | null {
  const host = document.querySelector('[data-gait-inspector]');
  return host?.shadowRoot?.querySelector('.panel')?.getBoundingClientRect() ?? null;
}

/** Where panels and tools cover the picture, looked up now and then. */
export class Covers {
  private boxes: readonly Box[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;

  /** @param now Milliseconds. */
  at(now: number): readonly Box[] {
    if (now - this.lookedAt < INTERVAL) return this.boxes;
    this.lookedAt = now;
    const inspector = inspectorBox();
    const boxes = Array.from(document.querySelectorAll(PANELS), (panel) => panel.getBoundingClientRect());
    if (inspector !== null) boxes.push(inspector);
    // What is hidden has no size.
    this.boxes = boxes.filter(({ width, height }) => width > 0 && height > 0);
    return this.boxes;
  }
}
