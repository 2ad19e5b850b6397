/**
 * Step 8: a player whose keys are pressed at the client.
 *
 * The body answers at once, as in a game without a network. The server is told what the keys do, moves its own body by the
 * same rules, tells everybody else, and puts the player back where it has gone where the rules do not let it.
 */
import { createEngine, createLoopback, MotionCommand } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const motionTables = [human];
const server = createEngine({ motionTables, role: 'server' });
const link = () => createLoopback({ conditioner: { latency: 0.08, seed: 3 } });

/** A client with its player, whom the server knows. */
function join(guid: number, x: number) {
  const client = createEngine({ motionTables });
  const [serverEnd, clientEnd] = link();
  server.connect(serverEnd, { player: server.spawn({ guid, x }) });
  client.connect(clientEnd);
  return client;
}
const alice = join(0x50000001, 0);
const bob = join(0x50000002, 3);
const steps = (count: number) => {
  for (let step = 0; step < count; step++) {
    server.step();
    alice.step();
    bob.step();
  }
};
const y = (engine: typeof server, guid: number) => engine.readFrame(engine.entityOf(guid)).y.toFixed(1);

steps(10); // both have been told who they are
const me = alice.entityOf(alice.world.playerGuid);
alice.setMotion(me, MotionCommand.WalkForward);
steps(30);
console.log(
  'on the way: alice',
  y(alice, 0x50000001),
  '| server',
  y(server, 0x50000001),
  '| bob sees',
  y(bob, 0x50000001),
);
alice.clearMotion(me, MotionCommand.WalkForward);
steps(60);
console.log(
  'in the end: alice',
  y(alice, 0x50000001),
  '| server',
  y(server, 0x50000001),
  '| bob sees',
  y(bob, 0x50000001),
);

// A client that puts itself elsewhere is put back.
alice.on('putBack', () => console.log('alice is put back'));
alice.place(me, { x: 0, y: 80 });
alice.setMotion(me, MotionCommand.TurnRight);
steps(60);
console.log('alice is at', y(alice, 0x50000001));
