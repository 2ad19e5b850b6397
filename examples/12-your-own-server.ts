/**
 * Step 12: an authoritative world that browsers join over WebSocket (the package `ws`).
 *
 * The server says who joins which body; `joinServer` makes an engine that knows the scene and its player. In a page it needs
 * no `socket`.
 */
import { joinServer, MotionCommand } from 'gait';
import { createServer } from 'gait/server';
import human from 'gait/motion-tables/human.json' with { type: 'json' };
import village from 'gait/scenes/village.json' with { type: 'json' };
import { WebSocket } from 'ws';

const server = createServer({ motionTables: [human], scene: village, port: 0 });
const { url } = await server.listen();
const join = () => joinServer(url, { motionTables: [human], socket: (to) => new WebSocket(to) });
const [alice, bob] = await Promise.all([join(), join()]);

/** Both run in real time, as in two pages. */
async function run(seconds: number): Promise<void> {
  for (let frame = 0; frame < seconds * 50; frame++) {
    for (const { engine } of [alice, bob]) engine.update(performance.now() / 1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
while (alice.player === 0 || bob.player === 0) await run(0.1); // until they have been told of their bodies

const guid = alice.engine.guidOf(alice.player);
const start = alice.engine.readFrame(alice.player);
alice.engine.setMotion(alice.player, MotionCommand.WalkForward);
await run(1.5);
const seen = bob.engine.readFrame(bob.engine.entityOf(guid));
console.log(`players: ${server.status.players}`);
console.log(`bob sees alice walk: ${Math.hypot(seen.x - start.x, seen.y - start.y) > 0.3}`);
alice.leave();
bob.leave();
await server.close();
