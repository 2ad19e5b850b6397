/**
 * Step 3: what a player's keys do, with any body.
 *
 * `setMotion` presses a key and `clearMotion` lets go of it; an emote plays once. A jump has a strength from 0 to 1.
 */
import { createEngine, MotionCommand } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const hero = gait.spawn();
const where = () => {
  const { x, y, z, heading } = gait.readFrame(hero);
  return `${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)}, heading ${heading.toFixed(0)}`;
};

gait.setMotion(hero, MotionCommand.WalkForward);
gait.setHoldRun(hero, true); // with the run key held, walking forward is running
gait.step(30);
console.log('ran to', where());

gait.setMotion(hero, MotionCommand.TurnRight); // as well as running: a modifier
gait.step(30);
console.log('in a bend to', where());

gait.clearMotion(hero, MotionCommand.TurnRight);
gait.on('leaveGround', () => console.log('took off at', where()));
gait.on('hitGround', () => console.log('came down at', where()));
gait.jump(hero, 1);
gait.step(60);

gait.clearMotion(hero, MotionCommand.WalkForward);
gait.step(30);
gait.on('motionDone', ({ motion }) => {
  if (motion === MotionCommand.Wave) console.log('waved');
});
gait.setMotion(hero, MotionCommand.Wave);
gait.step(120);
console.log('stands at', where());
