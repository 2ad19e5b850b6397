/**
 * Step 11: what came over the wire, recorded and played again.
 *
 * A recording is a few bytes a message. A replay has its own engine; it can be stepped, run at any speed, and sought.
 */
import { createEngine, createLoopback, createRecorder, createReplay, readCapture, recordTransport } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

const motionTables = [human];
const server = createEngine({ motionTables, role: 'server' });
const client = createEngine({ motionTables });
const [serverEnd, clientEnd] = createLoopback();
const recorder = createRecorder({ stepRate: 30 });
server.connect(serverEnd);
client.connect(recordTransport(clientEnd, recorder));

const NPC = 0x50000001;
server.moveTo(server.spawn({ guid: NPC }), { x: 0, y: 20 });
const trace: string[] = [];
for (let tick = 0; tick < 300; tick++) {
  server.step();
  client.step();
  trace.push(client.readFrame(client.entityOf(NPC)).y.toFixed(3));
}

const file = recorder.bytes(); // to be written to a file
const replay = createReplay({ motionTables }, readCapture(file));
const y = () => replay.engine.readFrame(replay.engine.entityOf(NPC)).y.toFixed(3);
replay.seek(8);
console.log('after 8 s:', y());
replay.seek(2);
console.log('back at 2 s:', y(), '| then it was', trace[59]);
