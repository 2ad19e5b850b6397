import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { EntityView } from '../../systems/render/index.ts';
import { projectPoint, type ScreenPoint } from '../projection.ts';
import type { Stage } from '../stage.ts';
import { type Box, Covers, meetsAny } from './covers.ts';
import { element } from './element.ts';
import { xWithin } from './within.ts';

/** Metres above the head at which a name stands. */
const ABOVE = 0.28;

/** Names that are shown at most, the nearest first. */
const MOST_SHOWN = 100;

/** Pixels between two names that would cover each other. */
const GAP = 2;
/** Share of a shift that is left after a second: names that make room glide. */
const GLIDE = 1e-6;

/** Who stands below a name. */
export interface Named {
  readonly name: string;
  /** '#rrggbb'. */
  readonly colour: string;
}

interface Label {
  readonly view: EntityView;
  readonly root: HTMLElement;
  readonly name: HTMLElement;
  /** What is said beside the name. */
  readonly note: HTMLElement;
  /** Pixels of the text. */
  width: number;
  height: number;
  /** Lower middle, pixels; and how far it is shifted up to make room. */
  x: number;
  y: number;
  depth: number;
  /** Pixels; NaN: it has not been shown yet. */
  shift: number;
}

/** Names above heads: text of the page, so sharp at every size and in the reader's own font. */
export class Labels {
  private readonly root: HTMLElement;
  private readonly describe: (view: EntityView) => Named;
  private readonly labels: Label[] = [];
  private readonly point = new Vector3();
  private readonly screen: ScreenPoint = { x: 0, y: 0, depth: 0 };
  private readonly covers = new Covers();
  private lastUpdate = 0;

  constructor(root: HTMLElement, describe: (view: EntityView) => Named) {
    this.root = root;
    this.describe = describe;
  }

  add(view: EntityView): void {
    const { name, colour } = this.describe(view);
    const note = element('span', { class: 'note' });
    const called = element('bdi', {}, name);
    const root = element('div', { class: 'label', '--colour': colour }, called, note);
    // It has no place yet.
    root.style.visibility = 'hidden';
    this.root.append(root);
    const { offsetWidth: width, offsetHeight: height } = root;
    this.labels.push({ view, root, name: called, note, width, height, x: 0, y: 0, depth: 2, shift: Number.NaN });
  }

  /** Asks anew who everybody is. */
  rename(): void {
    for (const label of this.labels) {
      const { name, colour } = this.describe(label.view);
      if (label.name.textContent === name) continue;
      label.name.textContent = name;
      label.root.style.setProperty('--colour', colour);
      label.width = label.root.offsetWidth;
    }
  }

  /** Writes what is said beside everybody's name. */
  annotate(noteOf: (view: EntityView) => string): void {
    for (const label of this.labels) {
      const text = noteOf(label.view);
      if (label.note.textContent === text) continue;
      label.note.textContent = text;
      label.width = label.root.offsetWidth;
    }
  }

  remove(view: EntityView): void {
    const index = this.labels.findIndex((label) => label.view === view);
    if (index >= 0) this.labels.splice(index, 1)[0].root.remove();
  }

  /** Shows or hides all names. */
  set visible(visible: boolean) {
    this.root.hidden = !visible;
  }

  get visible(): boolean {
    return !this.root.hidden;
  }

  /** Puts every name above its head. Call it once a frame, after the picture is drawn. */
  update(stage: Stage, selected: number, heightOf: (view: EntityView) => number): void {
    if (!this.visible) return;
    const now = performance.now();
    const glide = GLIDE ** ((now - this.lastUpdate) / 1000);
    this.lastUpdate = now;
    const covers = this.covers.at(now);
    for (const label of this.labels) {
      this.point.copyFrom(label.view.node.position);
      this.point.y += heightOf(label.view) + ABOVE;
      const { x, y, depth } = projectPoint(stage, this.point, this.screen);
      label.x = xWithin(x, label.width, innerWidth);
      label.y = y;
      label.depth = depth;
    }
    // Who is nearer keeps the place, who is farther makes room.
    this.labels.sort((a, b) => a.depth - b.depth);
    let count = 0;
    this.labels.forEach((label, index) => {
      const { view, root, x, y, depth } = label;
      const inView = depth > 0 && depth < 1;
      if (inView) count++;
      const wanted = inView && (count <= MOST_SHOWN || view.guid === selected);
      const room = wanted ? this.roomFor(label, index) : 0;
      label.shift = Number.isNaN(label.shift) || !wanted ? room : room * (1 - glide) + label.shift * glide;
      // Panels let the picture shine through, and a name would be read as one of their words.
      const shown = wanted && !meetsAny(boxOf(label), covers);
      root.style.visibility = shown ? 'visible' : 'hidden';
      root.classList.toggle('selected', view.guid === selected);
      if (!shown) return;
      // Whole pixels keep the text sharp.
      root.style.transform = `translate(-50%, -100%) translate(${Math.round(x)}px, ${Math.round(y - label.shift)}px)`;
      root.style.zIndex = view.guid === selected ? '1000' : String(500 - index);
    });
  }

  /** Pixels by which a name has to go up so that it covers none that is nearer. */
  private roomFor(label: Label, index: number): number {
    let shift = 0;
    for (let nearer = 0; nearer < index; nearer++) {
      const other = this.labels[nearer];
      if (other.depth <= 0 || other.depth >= 1) continue;
      const besides = Math.abs(other.x - label.x) >= (other.width + label.width) / 2 + GAP;
      const apart = Math.abs(other.y - other.shift - (label.y - shift)) >= label.height + GAP;
      if (!besides && !apart) shift = label.y - (other.y - other.shift) + label.height + GAP;
    }
    return shift;
  }
}

/** Where a name stands. */
function boxOf({ x, y, shift, width, height }: Label): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - shift - height, bottom: y - shift };
}
