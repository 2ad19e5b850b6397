import { createEngine, createSceneGround } from '../../index.ts';
import { createNavigation } from '../../nav/index.ts';
import { createBehaviours } from '../../npc/index.ts';

/**
 * NPCs and walkers on a scene with a navigation.
 *
 * @returns The hash of the world every two seconds.
 */
export async function navigationHashes(table: unknown, scene: unknown, count: number): Promise<string[]> {
  const ground = createSceneGround(scene);
  const engine = createEngine({ motionTables: [table], ground });
  const nav = await createNavigation(engine, ground, { plansPerStep: 2 });
  const npc = createBehaviours(engine, { navigate: nav.navigate });
  const prey = engine.spawn({ x: -12, y: 7 });
  npc.add(prey, 'wander', { radius: 12, pause: 0, pauseMost: 1 });
  for (let index = 0; index < 6; index++) {
    const body = engine.spawn({ x: -18 + index * 6, y: index % 2 === 0 ? -14 : 13 });
    if (index % 2 === 0) npc.add(body, 'chase', { target: engine.guidOf(prey) });
    else nav.walkTo(body, { x: 12 - index, y: 6 });
  }
  const hashes: string[] = [];
  for (let index = 0; index < count; index++) {
    engine.step(60);
    hashes.push(`${engine.hash()} ${nav.work.plans}`);
  }
  nav.dispose();
  return hashes;
}
