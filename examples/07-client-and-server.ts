/**
 * Step 7: a server moves bodies, a client shows them; between them a network of 100 ms with loss and reordering.
 *
 * The client's bodies come and go with the server's messages, and walk on between them by the same rules.
 */
import { createEngine, createLoopback } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const motionTables = [human];
const server = createEngine({ motionTables, role: 'server' });
const client = createEngine({ motionTables });
const [serverEnd, clientEnd] = createLoopback({ conditioner: { latency: 0.1, jitter: 0.03, loss: 0.05, seed: 7 } });
server.connect(serverEnd);
client.connect(clientEnd);

const NPC = 0x50000001;
client.on('spawned', ({ guid }) => console.log(`the client sees 0x${guid.toString(16)}`));
client.on('despawned', ({ guid }) => console.log(`the client sees 0x${guid.toString(16)} no more`));

const npc = server.spawn({ guid: NPC, x: 5, y: 0 });
server.moveTo(npc, { x: 5, y: 20 });
for (let tick = 0; tick < 360; tick++) {
  server.step();
  client.step();
  const seen = client.entityOf(NPC);
  if (seen === 0 || tick % 60 !== 59) continue;
  console.log(`server y = ${server.readFrame(npc).y.toFixed(1)}, client y = ${client.readFrame(seen).y.toFixed(1)}`);
}

server.despawn(npc);
for (let tick = 0; tick < 30; tick++) {
  server.step();
  client.step();
}
