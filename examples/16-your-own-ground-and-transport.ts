/**
 * Step 16: collision and transport of your own.
 *
 * A ground answers two questions: where a body ends that wants to go somewhere, and how high the ground is. A transport moves
 * whole messages, however you like.
 */
import { createEngine, type Ground, type Transport } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

/** A round island of 10 m radius, at whose shore everybody stops. */
const island: Ground = {
  heightAt: () => 0,
  sweep(world, entity) {
    const { frame, body } = world.components;
    const distance = Math.hypot(frame.x[entity], frame.y[entity]);
    if (distance > 10) {
      frame.x[entity] *= 10 / distance;
      frame.y[entity] *= 10 / distance;
    }
    if (frame.z[entity] > 0) return false;
    frame.z[entity] = 0;
    body.contactNormalX[entity] = 0;
    body.contactNormalY[entity] = 0;
    body.contactNormalZ[entity] = 1;
    return true;
  },
};

/** Two ends between which messages wait in arrays. */
function pipe(): [Transport, Transport] {
  const boxes: Uint8Array[][] = [[], []];
  const end = (own: number): Transport => ({
    closed: false,
    send: (message) => boxes[1 - own].push(message.slice()),
    poll(_now, deliver) {
      for (const message of boxes[own].splice(0)) deliver(message);
    },
    close() {},
  });
  return [end(0), end(1)];
}

const motionTables = [human];
const server = createEngine({ motionTables, role: 'server', ground: island });
const client = createEngine({ motionTables, ground: island });
const [serverEnd, clientEnd] = pipe();
server.connect(serverEnd);
client.connect(clientEnd);
const swimmer = server.spawn({ guid: 0x50000001 });
server.moveTo(swimmer, { x: 30, y: 0 });
for (let tick = 0; tick < 300; tick++) {
  server.step();
  client.step();
}
console.log(
  'at the shore:',
  client.readFrame(client.entityOf(0x50000001)).x.toFixed(1),
  server.readFrame(swimmer).x.toFixed(1),
);
