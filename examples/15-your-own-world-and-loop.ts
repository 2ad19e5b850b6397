/**
 * Step 15: Gait inside an engine that has a bitECS world, a loop and a clock already.
 *
 * `world` makes bodies entities of your world. `update(now)` takes the time of any steady clock and runs the steps that are
 * due; `alpha` says where to draw between the last two.
 */
import { addComponent, addEntity, createWorld, query } from 'bitecs';
import { createEngine } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const world = createWorld();
const Health = { points: [] as number[] };
const chest = addEntity(world);
addComponent(world, chest, Health);
Health.points[chest] = 3;

const gait = createEngine({ motionTables: [human], world });
const hero = gait.spawn({ x: 0, y: 0 });
addComponent(world, hero, Health);
Health.points[hero] = 10;
gait.moveTo(hero, { x: 0, y: 5 });

// The game's own loop: 60 frames a second, on its own clock.
let drawn = { y: 0 };
for (let frame = 0; frame <= 120; frame++) {
  const before = gait.readFrame(hero).y;
  const steps = gait.update(100 + frame / 60);
  const { y } = gait.readFrame(hero);
  if (steps > 0) drawn = { y: before + (y - before) * gait.alpha };
}
console.log(`drawn at y = ${drawn.y.toFixed(1)} after 2 s`);

const { frame } = gait.world.components;
console.log('with health:', query(world, [Health]).length, '| of these bodies:', query(world, [Health, frame]).length);
