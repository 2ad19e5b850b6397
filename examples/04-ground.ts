/**
 * Step 4: ground under the feet.
 *
 * A scene is JSON: here a terrain with a wall, a step, stairs and a void. Every body is swept against it, whoever moves it.
 */
import { createEngine, createSceneGround, MotionCommand } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const ground = createSceneGround({
  name: 'yard',
  terrain: {
    x: -40,
    y: -40,
    cell: 40,
    heights: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
  },
  obstacles: [
    { kind: 'wall', from: [-10, 5], to: [10, 5], z: 0, height: 3, thickness: 0.4 },
    { kind: 'box', x: 20, y: 6, z: 0, width: 4, depth: 4, height: 0.4 },
  ],
});
const gait = createEngine({ motionTables: [human], ground });
const where = (body: number) => {
  const { x, y, z } = gait.readFrame(body);
  return `${x.toFixed(1)}, ${y.toFixed(1)}, ${z.toFixed(1)}`;
};

// Into the wall at an angle: it slides along.
const slider = gait.spawn({ x: 0, y: 0, heading: 30 });
gait.setMotion(slider, MotionCommand.WalkForward);
gait.step(90);
console.log('along the wall:', where(slider));

// Onto a box of 0.4 m, which is low enough for a step.
const climber = gait.spawn({ x: 20, y: 0 });
gait.moveTo(climber, { x: 20, y: 6 });
gait.step(120);
console.log('on the box:', where(climber));

// Over the edge of the terrain.
gait.on('leaveGround', ({ entity }) => console.log('falls:', where(entity)));
const lemming = gait.spawn({ x: 0, y: 38 });
gait.setMotion(lemming, MotionCommand.WalkForward);
gait.step(60);
console.log('below:', gait.readFrame(lemming).z < -1);

// Rays and spheres for cameras, picking and lines of sight.
const hit = ground.cast({ x: 0, y: 0, z: 1.6 }, { x: 0, y: 20, z: 1.6 }, 0);
console.log('the view ends at y =', hit?.y.toFixed(1));
