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

/** The part of the page that the panels on both sides and the tools below leave free. */
export function coveredBy(left: HTMLDetailsElement, right: HTMLDetailsElement, tools: HTMLElement): FreeArea {
  const wide = innerWidth > WIDE;
  const { top } = tools.getBoundingClientRect();
  const rightEdge = right.open ? right.getBoundingClientRect().left : 0;
  const inspector = inspectorBox();
  return {
    left: wide && left.open ? left.getBoundingClientRect().right : 0,
    // What is hidden is at 0.
    right: wide ? inspector?.left || rightEdge || innerWidth : innerWidth,
    top: wide ? 0 : BAR,
    // A page without its panels has no tools either.
    bottom: (wide ? 0 : inspector?.top) || top || innerHeight,
  };
}
