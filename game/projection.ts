import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Stage } from './stage.ts';

/** A point of the picture, in CSS pixels from its upper left corner; `depth` is 0 (near) to 1 (far), else not in view. */
export interface ScreenPoint {
  x: number;
  y: number;
  depth: number;
}

const projected = new Vector3();

/** Where a point of the scene is in the picture. */
export function projectPoint({ engine, scene, camera }: Stage, point: Vector3, out: ScreenPoint): ScreenPoint {
  const { clientWidth, clientHeight } = canvasOf(engine);
  Vector3.ProjectToRef(
    point,
    Matrix.IdentityReadOnly,
    scene.getTransformMatrix(),
    camera.viewport.toGlobal(clientWidth, clientHeight),
    projected,
  );
  out.x = projected.x;
  out.y = projected.y;
  out.depth = projected.z;
  return out;
}

/** Where the ground (height 0) is below a point of the picture, in the scene; null: that is the sky. */
export function groundBelow({ engine, scene, camera }: Stage, x: number, y: number): Vector3 | null {
  const { clientWidth, clientHeight } = canvasOf(engine);
  const at = (depth: number) =>
    Vector3.Unproject(
      new Vector3(x, y, depth),
      clientWidth,
      clientHeight,
      Matrix.IdentityReadOnly,
      camera.getViewMatrix(),
      scene.getProjectionMatrix(),
    );
  const near = at(0);
  const far = at(1);
  const share = near.y / (near.y - far.y);
  return share > 0 && share <= 1 ? Vector3.Lerp(near, far, share) : null;
}

function canvasOf(engine: Stage['engine']): HTMLCanvasElement {
  const canvas = engine.getRenderingCanvas();
  if (canvas === null) throw new Error('the stage has no canvas');
  return canvas;
}
