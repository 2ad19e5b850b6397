/**
 * Step 9: a creature of your own.
 *
 * A motion table says what a body can do: cycles (one a gait, with its speed or the root motion of an animation), links
 * between them, modifiers that run on top, and hooks. This crab has no run, and walks sideways as fast as forwards.
 */
import { createEngine, MotionCommand } from 'gait';

const { NonCombat, Ready, WalkForward, SideStepRight, TurnRight } = MotionCommand;
const SCUTTLE = { anim: 2, low: 0, high: -1, framerate: 30 };
const still = { bitfield: 0, velocity: [0, 0, 0], omega: [0, 0, 0] };

const crab = {
  name: 'crab',
  defaultStyle: NonCombat,
  styleDefaults: [[NonCombat, Ready]],
  animations: [
    { id: 1, frames: 30 },
    { id: 2, frames: 20, hooks: [{ frame: 9, hook: 'click' }] },
    { id: 3, frames: 6 },
  ],
  cycles: [
    { style: NonCombat, motion: Ready, ...still, anims: [{ anim: 1, low: 0, high: -1, framerate: 10 }] },
    { style: NonCombat, motion: WalkForward, ...still, velocity: [0, 1.5, 0], anims: [SCUTTLE] },
    { style: NonCombat, motion: SideStepRight, ...still, velocity: [1.5, 0, 0], anims: [SCUTTLE] },
    { style: NonCombat, motion: TurnRight, ...still, omega: [0, 0, -2], anims: [SCUTTLE] },
  ],
  modifiers: [{ style: NonCombat, motion: TurnRight, ...still, omega: [0, 0, -2], anims: [] }],
  links: [
    { style: NonCombat, from: Ready, to: WalkForward, ...still, anims: [{ anim: 3, low: 0, high: -1, framerate: 30 }] },
  ],
};

const gait = createEngine({ motionTables: [crab] });
const body = gait.spawn({ radius: 0.4, height: 0.3 });
let clicks = 0;
gait.on('animationHook', ({ hook }) => {
  if (hook === 'click') clicks++;
});
gait.on('arrived', ({ entity }) => {
  const { x, y } = gait.readFrame(entity);
  console.log(`at ${x.toFixed(1)}, ${y.toFixed(1)} after ${gait.world.clock.now.toFixed(1)} s, ${clicks} clicks`);
});
gait.moveTo(body, { x: 4, y: 3 });
gait.step(300);

// Content is checked when it is loaded; errors say where and what was expected.
try {
  createEngine({ motionTables: [{ ...crab, cycles: [{ ...crab.cycles[0], motion: 'Ready' }] }] });
} catch (error) {
  console.log((error as Error).message);
}
