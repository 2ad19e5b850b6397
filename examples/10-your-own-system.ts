/**
 * Step 10: a component and a system of your own, inside a step.
 *
 * Bodies are bitECS entities. Here some carry a torch that burns down; a system that runs before the moves are looked at
 * sends those home whose torch is nearly out.
 */
import { addComponent, query, removeComponent } from 'bitecs';
import { createEngine } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const gait = createEngine({ motionTables: [human] });
const Torch = { seconds: [] as number[] };

for (let index = 0; index < 3; index++) {
  const body = gait.spawn({ x: 10 * index, y: 0 });
  addComponent(gait.world, body, Torch);
  Torch.seconds[body] = 4 + 2 * index;
  gait.moveTo(body, { x: 10 * index, y: 100 });
}

gait.addSystem({
  name: 'torches',
  before: 'moveToUseTime',
  run(world) {
    for (const body of query(world, [Torch])) {
      Torch.seconds[body] -= world.clock.quantum;
      if (Torch.seconds[body] > 0) continue;
      removeComponent(world, body, Torch);
      gait.moveTo(body, { x: 0, y: 0 });
    }
  },
});

gait.step(150);
console.log('burning after 5 s:', query(gait.world, [Torch]).length);
console.log(
  gait
    .systems()
    .map(({ name }) => name)
    .join(' → '),
);
gait.step(900);
for (const body of gait.entities()) {
  const { x, y } = gait.readFrame(body);
  console.log(`home: ${x.toFixed(0)}, ${y.toFixed(0)}`);
}
