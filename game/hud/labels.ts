import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { EntityView } from '../../systems/render/index.ts';
import { projectPoint, type ScreenPoint } from '../projection.ts';
import { behaviours, personOf } from '../roster.ts';
import type { Stage } from '../stage.ts';
import { element } from './element.ts';

/** Metres above the head at which a name stands. */
const ABOVE = 0.28;

/** Names above heads: text of the page, so sharp at every size and in the reader's own font. */
export class Labels {
  private readonly root: HTMLElement;
  private readonly labels = new Map<EntityView, HTMLElement>();
  private readonly point = new Vector3();
  private readonly screen: ScreenPoint = { x: 0, y: 0, depth: 0 };

  constructor(root: HTMLElement) {
    this.root = root;
  }

  add(view: EntityView): void {
    const person = personOf(view.guid);
    const colour = person ? behaviours[person.behaviour].colour : '#9aa3ab';
    const label = element('div', { class: 'label', '--colour': colour }, person?.name ?? view.guid.toString(16));
    this.labels.set(view, label);
    this.root.append(label);
  }

  remove(view: EntityView): void {
    this.labels.get(view)?.remove();
    this.labels.delete(view);
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
    for (const [view, label] of this.labels) {
      this.point.copyFrom(view.node.position);
      this.point.y += heightOf(view) + ABOVE;
      const { x, y, depth } = projectPoint(stage, this.point, this.screen);
      const shown = depth > 0 && depth < 1;
      label.style.visibility = shown ? 'visible' : 'hidden';
      if (!shown) continue;
      const isSelected = view.guid === selected;
      label.classList.toggle('selected', isSelected);
      // Whole pixels keep the text sharp; who is nearer covers who is farther.
      label.style.transform = `translate(-50%, -100%) translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      label.style.zIndex = isSelected ? '100000' : String(Math.round((1 - depth) * 90000));
    }
  }
}
