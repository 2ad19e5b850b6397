import type { FreeArea } from '../camera-control.ts';
import { inspectorBox } from './covers.ts';

/** Pixels from which panels stand beside the picture instead of covering it. */
const WIDE = 760;
/** Pixels of a closed panel on a narrow page. */
const BAR = 56;

/** The part of the page that the inspector leaves free; null: it is closed. */
export function besideInspector(): FreeArea | null {
  const box = inspectorBox();
  if (box === null || box.width === 0) return null;
  // On a phone held upright it stands below, else on the right.
  const below = box.width > innerWidth / 2;
  return {
    left: 0,
    top: 0,
    right: below ? innerWidth : box.left,
    bottom: below ? box.top : innerHeight,
  };
}

/** Whether open panels stand over the picture: the page is too narrow for them beside it. */
export function panelsCover(): boolean {
  return innerWidth <= WIDE;
}

/** The part of the page that the panels on both sides and the tools below leave free. */
export function coveredBy(left: HTMLDetailsElement, right: HTMLDetailsElement, tools: HTMLElement): FreeArea {
  const wide = !panelsCover();
  const { top } = tools.getBoundingClientRect();
  const rightEdge = right.open ? right.getBoundingClientRect().left : 0;
  const inspector = inspectorBox();
  return {
    left: wide && left.open ? left.getBoundingClientRect().right : 0,
    // What is hidden is at 0.
    right: wide ? inspector?.left || rightEdge || innerWidth : innerWidth,
    top: wide ? 0 : Math.max(BAR, ...[left, right].map((panel) => (panel.open ? bottomOf(panel) : 0))),
    // A page without its panels has no tools either.
    bottom: (wide ? 0 : inspector?.top) || top || innerHeight,
  };
}

/** Where an element ends, pixels from the top; 0: it is hidden. */
function bottomOf(element: HTMLElement): number {
  return element.getBoundingClientRect().bottom;
}
