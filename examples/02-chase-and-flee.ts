/**
 * Step 2: bodies that move with respect to each other.
 *
 * A target is an entity. The chaser hears of it twice a second, arrives when their edges are close, and may be chasing still
 * when the target is gone. `moveAway` flees instead.
 */
import { createEngine } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const guard = gait.spawn({ x: 0, y: 0, runRate: 1.5 });
const thief = gait.spawn({ x: 0, y: 12 });
const names = new Map([
  [guard, 'guard'],
  [thief, 'thief'],
]);
const log = (text: string) => console.log(`${gait.world.clock.now.toFixed(1)} s: ${text}`);

gait.on('arrived', ({ entity }) => log(`${names.get(entity)} arrived`));
gait.on('cancelled', ({ entity, error }) => log(`${names.get(entity)} gave up, error 0x${error.toString(16)}`));
gait.on('targetLost', ({ entity }) => log(`${names.get(entity)} lost sight of its target`));

// The thief walks; the guard runs after it (`canCharge`: also over the last 15 m).
gait.moveTo(thief, { x: 0, y: 30 });
gait.moveTo(guard, { target: thief }, { canCharge: true });
gait.step(300);

// Now the thief runs away until it is 20 m from the guard.
gait.moveTo(thief, { target: guard }, { moveAway: true, minDistance: 20, canCharge: true });
gait.step(300);

// A target that goes out of the world ends the chase.
gait.moveTo(guard, { target: thief }, { canCharge: true });
gait.step(30);
gait.despawn(thief);
gait.step(30);
