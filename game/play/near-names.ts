import type { Engine } from '../../index.ts';
import type { EntityView } from '../../systems/render/index.ts';
import type { Labels } from '../hud/labels.ts';

/** Metres from the player within which somebody of a crowd has a name, and beyond which they lose it. */
const NEAR = 9;
const FAR = 11;
/** Names of a crowd at most: more cannot be read. */
const MOST = 12;
/** Seconds between two looks around. */
const INTERVAL = 0.25;

/** Names for those of a crowd who are near: all would be a wall of words. */
export class NearNames {
  private readonly engine: Engine;
  private readonly labels: Labels;
  private readonly people = new Set<EntityView>();
  private readonly named = new Set<EntityView>();
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, labels: Labels) {
    this.engine = engine;
    this.labels = labels;
  }

  add(view: EntityView): void {
    this.people.add(view);
  }

  remove(view: EntityView): void {
    this.people.delete(view);
    if (this.named.delete(view)) this.labels.remove(view);
  }

  /** @param time Seconds. @param around Who is looked around; 0: nobody yet. */
  update(time: number, around: number): void {
    if (around === 0 || this.people.size === 0 || time - this.lookedAt < INTERVAL) return;
    this.lookedAt = time;
    const { engine } = this;
    const here = engine.readFrame(around);
    const away = ({ entity }: EntityView) => {
      const { x, y } = engine.readFrame(entity);
      return Math.hypot(x - here.x, y - here.y);
    };
    for (const view of this.named) {
      if (away(view) <= FAR) continue;
      this.named.delete(view);
      this.labels.remove(view);
    }
    for (const view of this.people) {
      if (this.named.size >= MOST) return;
      if (this.named.has(view) || away(view) > NEAR) continue;
      this.named.add(view);
      this.labels.add(view);
    }
  }
}
