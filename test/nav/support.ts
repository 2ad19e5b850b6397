import { readFileSync } from 'node:fs';
import { createEngine, createSceneGround, type Engine, type SceneGround } from '../../index.ts';
import { createNavigationMesh, type Navigation, type NavigationMesh, type WalkEventType } from '../../nav/index.ts';

export type SceneName = 'plain' | 'hills' | 'village' | 'ravine' | 'stairs';

const human = JSON.parse(readFileSync(new URL('../../content/motion-tables/human.json', import.meta.url), 'utf8'));
const grounds = new Map<SceneName, SceneGround>();
const meshes = new Map<SceneName, Promise<NavigationMesh>>();

/** The ground of a shipped scene. */
export function groundOf(name: SceneName): SceneGround {
  let ground = grounds.get(name);
  if (ground === undefined) {
    const content = readFileSync(new URL(`../../content/scenes/${name}.json`, import.meta.url), 'utf8');
    ground = createSceneGround(JSON.parse(content), { source: `${name}.json` });
    grounds.set(name, ground);
  }
  return ground;
}

/** The navigation mesh of a shipped scene for usual bodies; made once a test file. */
export function meshOf(name: SceneName): Promise<NavigationMesh> {
  let mesh = meshes.get(name);
  if (mesh === undefined) {
    mesh = createNavigationMesh(groundOf(name));
    meshes.set(name, mesh);
  }
  return mesh;
}

/** An engine on a shipped scene. */
export function engineOn(name: SceneName, options: { capacity?: number; role?: 'client' | 'server' } = {}): Engine {
  return createEngine({ motionTables: [human], ground: groundOf(name), ...options });
}

/** An event as it was told. */
export interface ToldWalk {
  type: WalkEventType;
  [key: string]: unknown;
}

/** Collects what a navigation tells from now on, of some types or of all. */
export function listenWalks(nav: Navigation, ...types: WalkEventType[]): ToldWalk[] {
  const told: ToldWalk[] = [];
  nav.on('*', (type, event) => {
    if (types.length === 0 || types.includes(type)) told.push({ ...event, type });
  });
  return told;
}

/** Metres in plan from a body to a place. */
export function away(engine: Engine, entity: number, x: number, y: number): number {
  const frame = engine.readFrame(entity);
  return Math.hypot(frame.x - x, frame.y - y);
}

/** Steps until something holds, for at most so many seconds. Answers whether it came to hold. */
export function stepUntil(engine: Engine, seconds: number, holds: () => boolean): boolean {
  for (let step = 0; step < seconds * 30; step++) {
    if (holds()) return true;
    engine.step();
  }
  return holds();
}

/** Numbers from 0 to 1 that are the same each time. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
