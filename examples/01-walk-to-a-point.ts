/**
 * Step 1: a body walks to a point.
 *
 * An engine holds the world; `spawn` brings a body into it, `moveTo` sends it somewhere, and each step of a thirtieth of a
 * second takes it a little farther. Events tell what has come of it.
 */
import { createEngine } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const walker = gait.spawn({ x: 0, y: 0, heading: 90 });

gait.on('arrived', ({ entity }) => {
  const { x, y } = gait.readFrame(entity);
  console.log(`arrived at ${x.toFixed(1)}, ${y.toFixed(1)} after ${gait.world.clock.now.toFixed(1)} s`);
});

gait.moveTo(walker, { x: 6, y: 8 });
for (let second = 1; second <= 6; second++) {
  gait.step(30);
  const { x, y, heading } = gait.readFrame(walker);
  console.log(`${second} s: ${x.toFixed(1)}, ${y.toFixed(1)}, heading ${heading.toFixed(0)}`);
}
