/**
 * Step 6: ways around walls.
 *
 * A move is a straight line, as in retail. With a navigation mesh of the scene (the package recast-navigation), a walk is a
 * chain of such moves that leads through doors and over bridges; behaviours take it, too.
 */
import { createEngine, createSceneGround } from 'gait';
import { createNavigation } from 'gait/nav';
import human from 'gait/motion-tables/human.json' with { type: 'json' };
import village from 'gait/scenes/village.json' with { type: 'json' };

const ground = createSceneGround(village, { source: 'village.json' });
const gait = createEngine({ motionTables: [human], ground });
const where = (body: number) => {
  const { x, y } = gait.readFrame(body);
  return `${x.toFixed(0)}, ${y.toFixed(0)}`;
};

// In a house; the door is in the east, and so a straight line to the west ends at the wall.
const guest = gait.spawn({ x: -12, y: 6 });
gait.moveTo(guest, { x: -20, y: 6 }, { failDistance: 30 });
gait.step(300);
console.log('straight on:', where(guest));

const nav = await createNavigation(gait, ground);
nav.on('arrived', ({ entity }) => console.log('by the door:', where(entity)));
nav.walkTo(guest, { x: -20, y: 6 });
gait.step(900);
nav.dispose();
