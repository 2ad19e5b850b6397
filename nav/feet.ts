import type { Engine, Ground, Point, SceneHit } from '../index.ts';

/** A ground that can be asked where a sphere comes to rest. */
interface CastingGround extends Ground {
  cast(from: Point, to: Point, radius: number): SceneHit | null;
}

/** Metres below the ground of a place down to which a body's resting place is sought. */
const BELOW = 0.1;

/** Knows how high bodies stand at a place: moves measure their distance in space. */
export class Feet {
  private readonly engine: Engine;
  private readonly radius: number;
  private readonly stepUp: number;

  /**
   * @param radius Metres of the bodies.
   * @param stepUp Metres that they step up.
   */
  constructor(engine: Engine, radius: number, stepUp: number) {
    this.engine = engine;
    this.radius = radius;
    this.stepUp = stepUp;
  }

  /** A place, on the ground below it. */
  onGround(place: Point): Point {
    const height = this.engine.world.ground?.heightAt(place.x, place.y, place.z) ?? place.z;
    return Number.isFinite(height) ? { x: place.x, y: place.y, z: height } : place;
  }

  /** A place, as high as the lowest point of a body that stands there: beside a step it stands on its edge. */
  standing(place: Point): Point {
    const { x, y, z } = this.onGround(place);
    const { ground } = this.engine.world;
    if (ground === null || !canCast(ground)) return { x, y, z };
    const hit = ground.cast(
      { x, y, z: z + this.stepUp + this.radius },
      { x, y, z: z + this.radius - BELOW },
      this.radius,
    );
    return hit === null || hit.share === 0 ? { x, y, z } : { x, y, z: Math.max(z, hit.z - this.radius) };
  }
}

function canCast(ground: Ground): ground is CastingGround {
  return 'cast' in ground && typeof ground.cast === 'function';
}
