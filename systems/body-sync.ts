import type { GaitWorld } from '../engine/world.ts';
import { smoothPlace, type WorldPlace } from './smooth-place.ts';

/** A body that is shown, as {@link BodySync} tells of it. */
export interface ShownBody {
  /** Its id, by which calls take it; ids of bodies that are gone are used again. */
  readonly entity: number;
  /** The name by which peers know it. */
  readonly guid: number;
  /** Which incarnation of its id it is. */
  readonly generation: number;
}

/** What a renderer does with bodies; see {@link BodySync}. */
export interface BodySyncOptions<View> {
  /** Makes what shows a body that has come; {@link place} follows at once. */
  enter: (body: ShownBody) => View;
  /**
   * Puts what shows a body where it is to be seen: metres and compass degrees, between its last two steps. The place is
   * the same object in every call; copy what you keep.
   */
  place?: (view: View, place: Readonly<WorldPlace>, body: ShownBody) => void;
  /** Takes away what showed a body that is gone. */
  leave?: (view: View, body: ShownBody) => void;
}

/**
 * Keeps something of a renderer's own for each body of a world: made when the body comes, placed in each picture, taken
 * away when the body is gone, also when another body has its id by then or a snapshot was restored. Knows no renderer, and
 * never writes the simulation.
 */
export class BodySync<View> {
  /** What shows the bodies, by entity id. */
  readonly views: ReadonlyMap<number, View>;

  private readonly world: GaitWorld;
  private readonly options: BodySyncOptions<View>;
  private readonly mutableViews = new Map<number, View>();
  private readonly bodies = new Map<number, ShownBody>();
  private readonly spot: WorldPlace = { x: 0, y: 0, z: 0, heading: 0 };
  /** By entity id: who is shown (see identityKey); 0: nobody. */
  private known = new Float64Array(0);

  /** @param world `engine.world`. @throws TypeError without an `enter`. */
  constructor(world: GaitWorld, options: BodySyncOptions<View>) {
    if (typeof options?.enter !== 'function') throw new TypeError('BodySync: expected a function as enter');
    this.world = world;
    this.options = options;
    this.views = this.mutableViews;
  }

  /**
   * Brings the views in line with the world. Call it once a picture, after the steps.
   *
   * @param alpha 0 to 1, how far the time of this picture lies between the last two steps: `engine.alpha`.
   */
  update(alpha: number): void {
    const { world } = this;
    world.refreshBodies();
    const { generation, guid } = world.components.identity;
    if (this.known.length < generation.length) {
      const known = new Float64Array(generation.length);
      known.set(this.known);
      this.known = known;
    }
    const { bodies, bodyCount } = world;
    let same = 0;
    for (let index = 0; index < bodyCount; index++) {
      const entity = bodies[index];
      if (this.known[entity] === identityKey(guid[entity], generation[entity])) same++;
    }
    if (same !== this.bodies.size) this.leaveGone();
    if (this.options.place !== undefined) for (const body of this.bodies.values()) this.place(body, alpha);
    if (same !== bodyCount) this.enterNew(alpha);
  }

  /** Takes all views away; the world stays as it is. */
  dispose(): void {
    for (const body of this.bodies.values()) this.leave(body);
  }

  private enterNew(alpha: number): void {
    const { world } = this;
    const { generation, guid } = world.components.identity;
    for (let index = 0; index < world.bodyCount; index++) {
      const entity = world.bodies[index];
      if (this.known[entity] !== 0) continue;
      const body = { entity, guid: guid[entity], generation: generation[entity] };
      this.known[entity] = identityKey(body.guid, body.generation);
      this.bodies.set(entity, body);
      this.mutableViews.set(entity, this.options.enter(body));
      this.place(body, alpha);
    }
  }

  private place(body: ShownBody, alpha: number): void {
    const { entity } = body;
    if (this.options.place === undefined) return;
    this.options.place(this.mutableViews.get(entity) as View, smoothPlace(this.world, entity, alpha, this.spot), body);
  }

  private leaveGone(): void {
    const { alive, generation, guid } = this.world.components.identity;
    for (const body of this.bodies.values()) {
      const { entity } = body;
      const same = guid[entity] === body.guid && generation[entity] === body.generation;
      if (alive[entity] !== 1 || !same) this.leave(body);
    }
  }

  private leave(body: ShownBody): void {
    this.options.leave?.(this.mutableViews.get(body.entity) as View, body);
    this.bodies.delete(body.entity);
    this.mutableViews.delete(body.entity);
    this.known[body.entity] = 0;
  }
}

/** An incarnation as one number: the guid, too, since after a restored snapshot generations count on from an earlier one. */
function identityKey(guid: number, generation: number): number {
  return guid * 0x200000 + (generation % 0x200000) + 1;
}
