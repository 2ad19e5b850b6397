/**
 * Step 5: bodies with a will of their own, by components.
 *
 * The farmer patrols, and flees from whoever is tagged as a wolf; when the wolf is far, the patrol goes on. The most urgent
 * behaviour that has something to do acts.
 */
import { createEngine } from 'gait';
import { createBehaviours } from 'gait/npc';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const npc = createBehaviours(gait);

const farmer = gait.spawn({ x: 0, y: 0 });
npc.add(farmer, 'patrol', {
  route: [
    [0, 8],
    [8, 8],
    [8, 0],
  ],
  pause: 0.5,
});
npc.add(farmer, 'flee', { tags: 'wolf', radius: 8, safe: 15 });

const wolf = gait.spawn({ x: 30, y: 4, runRate: 1.2 });
npc.tag(wolf, 'wolf');

let doing: string | null = '';
const watch = (seconds: number) => {
  for (let step = 0; step < seconds * 30; step++) {
    gait.step();
    const active = npc.active(farmer);
    if (active === doing) continue;
    doing = active;
    console.log(`${gait.world.clock.now.toFixed(0)} s: the farmer's behaviour is ${active ?? 'none'}`);
  }
};
watch(10);
npc.add(wolf, 'chase', { target: gait.guidOf(farmer), radius: 100 });
watch(10);
npc.remove(wolf, 'chase');
gait.moveTo(wolf, { x: 60, y: 60 });
watch(30);
