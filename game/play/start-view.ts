import type { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { SceneGround } from '../../index.ts';
import { toScene } from '../../systems/render/axes.ts';
import type { Stage } from '../stage.ts';
import type { FollowCamera, Following } from './follow-camera.ts';

/** Metres in which the middle of light and shadow follows up and down. */
const LIGHT_STEP = 5;
/** Metres before the picture begins: nearer than usual, as the camera comes near to walls. */
const NEAR_PLANE = 0.1;
/** Metres above all ground. */
const HIGH = 1000;

const point = new Vector3();

/** Where a scene's player starts: what the camera follows until the player is there. */
export function startOf(ground: SceneGround): Following {
  const { x, y, z, heading = 0 } = ground.scene.places[0] ?? { x: 0, y: 0, z: 0 };
  const height = z ?? ground.heightAt(x, y, HIGH);
  return { x, y, z: Number.isFinite(height) ? height : 0, heading, size: 1, leads: false };
}

/** Notes what limits a camera has. @returns Puts them back. */
export function keepLimits(camera: ArcRotateCamera): () => void {
  const { minZ, lowerRadiusLimit, upperRadiusLimit, lowerBetaLimit, upperBetaLimit } = camera;
  return () => {
    Object.assign(camera, { minZ, lowerRadiusLimit, upperRadiusLimit, lowerBetaLimit, upperBetaLimit });
  };
}

/** Lets a camera go wherever a player is followed. */
export function freeCamera(camera: ArcRotateCamera): void {
  camera.minZ = NEAR_PLANE;
  camera.lowerRadiusLimit = null;
  camera.upperRadiusLimit = null;
  camera.lowerBetaLimit = 0.01;
  camera.upperBetaLimit = Math.PI - 0.01;
}

/** Puts the stage's camera where one that follows is. */
export function aimCamera({ camera }: Stage, { focus, eye }: FollowCamera): void {
  toScene(focus.x, focus.y, focus.z, camera.target);
  camera.setPosition(toScene(eye.x, eye.y, eye.z, point));
}

/** Has light and shadow lie around what a camera looks at. */
export function lightAround(stage: Stage, { focus }: FollowCamera): void {
  toScene(focus.x, focus.y, Math.round(focus.z / LIGHT_STEP) * LIGHT_STEP, point);
  stage.setMiddle(point.x, point.y, point.z);
}
