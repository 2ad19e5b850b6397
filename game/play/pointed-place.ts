import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { SceneGround } from '../../index.ts';
import { fromScene } from '../../systems/render/index.ts';
import type { Stage } from '../stage.ts';
import type { Place } from './play-control.ts';

/** Metres that a place can be away to be meant. */
const REACH = 150;
/** Metres in front of a wall at which who means the wall is taken. */
const BEFORE_WALL = 0.6;
/** A body stands on surfaces that face up by this much at least (0.66417 in retail). */
const STANDABLE = 0.664;

/** Where one could stand that a point of the picture means; null: the sky, or nothing to stand on. */
export function pointedPlace(stage: Stage, ground: SceneGround, x: number, y: number): Place | null {
  const { engine, scene, camera } = stage;
  const canvas = engine.getRenderingCanvas();
  if (canvas === null) return null;
  const at = (depth: number) =>
    fromScene(
      Vector3.Unproject(
        new Vector3(x, y, depth),
        canvas.clientWidth,
        canvas.clientHeight,
        Matrix.IdentityReadOnly,
        camera.getViewMatrix(),
        scene.getProjectionMatrix(),
      ),
      { x: 0, y: 0, z: 0 },
    );
  const from = at(0);
  const through = at(0.9);
  const length = Math.hypot(through.x - from.x, through.y - from.y, through.z - from.z);
  const scale = REACH / length;
  const to = {
    x: from.x + (through.x - from.x) * scale,
    y: from.y + (through.y - from.y) * scale,
    z: from.z + (through.z - from.z) * scale,
  };
  const hit = ground.cast(from, to, 0);
  if (hit === null) return null;
  if (hit.normalZ >= STANDABLE) return { x: hit.x, y: hit.y, z: hit.z };
  // A wall: the ground in front of it.
  const level = Math.hypot(hit.normalX, hit.normalY) || 1;
  const before = {
    x: hit.x + (hit.normalX / level) * BEFORE_WALL,
    y: hit.y + (hit.normalY / level) * BEFORE_WALL,
  };
  const z = ground.heightAt(before.x, before.y, hit.z);
  return Number.isFinite(z) ? { ...before, z } : null;
}
