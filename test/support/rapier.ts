import RAPIER from '@dimforge/rapier3d-compat';
import { createRapierWorld, type RapierModule, type RapierWorld } from '../../engine/collision/rapier-scene.ts';
import { createSceneGround, parseScene, type SceneContent, type SceneGround, type SceneInput } from '../../index.ts';

await RAPIER.init();

/** Rapier, ready for use. */
export const rapier: RapierModule = RAPIER;

/** The same scene as our ground and in Rapier, which computes in single precision. */
export interface Twin {
  scene: SceneContent;
  ground: SceneGround;
  oracle: RapierWorld;
}

export function twinOf(input: SceneInput): Twin {
  const scene = parseScene(input);
  const ground = createSceneGround(scene);
  return { scene, ground, oracle: createRapierWorld(rapier, scene.terrain, ground.shapes) };
}

export interface Place {
  x: number;
  y: number;
  z: number;
}

/** Metres from a point to the nearest thing, in Rapier's eyes; below 0: inside of it. */
export function distanceIn(oracle: RapierWorld, { x, y, z }: Place): number {
  const found = oracle.projectPoint({ x, y, z }, false);
  if (found === null) return Number.POSITIVE_INFINITY;
  const { point, isInside } = found;
  const distance = Math.hypot(point.x - x, point.y - y, point.z - z);
  return isInside ? -distance : distance;
}

/** Share of the way at which a sphere meets something first, in Rapier's eyes; 1: it meets nothing. */
export function castIn(oracle: RapierWorld, from: Place, to: Place, radius: number): number {
  const way = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
  const ball = new rapier.Ball(radius) as never;
  return oracle.castShape(from, { x: 0, y: 0, z: 0, w: 1 }, way, ball, 0, 1, true)?.time_of_impact ?? 1;
}
