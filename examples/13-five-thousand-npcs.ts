/**
 * Step 13: five thousand NPCs.
 *
 * Nothing is special about many: columns are arrays, a system is a loop. What a step costs is told by `systems()` when a
 * clock is given.
 */
import { createEngine } from 'gait';
import { createBehaviours } from 'gait/npc';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human], capacity: 5000 });
const npc = createBehaviours(gait);
const side = 71;
for (let index = 0; index < 5000; index++) {
  const body = gait.spawn({ x: 6 * (index % side), y: 6 * Math.floor(index / side) });
  npc.add(body, 'wander', { radius: 10, pause: 0, pauseMost: 1 });
}

gait.timeSystems(() => performance.now());
gait.step(150);
let moving = 0;
for (const body of gait.entities()) if (gait.readMoveTo(body).type !== 0) moving++;
const milliseconds = gait.systems().reduce((sum, system) => sum + system.milliseconds, 0);
console.log(`after 5 s: ${gait.entities().length} bodies, ${moving} on their way`);
console.log(`a step fits into a frame of 33 ms: ${milliseconds < 33}`);
