/**
 * Step 16: collision and transport of your own.
 *
 * A ground answers two questions: where a body ends that wants to go somewhere, and how high the ground is; docs/scenes.md
 * has all of it. A transport moves whole messages, however you like.
 */
import { createEngine, type Ground, type Transport, FrameF64, BodyF32 } from 'gait';
import human from 'gait/motion-tables/human.json' with { type: 'json' };

/** A round island of 10 m radius, at whose shore everybody stops. */
const island: Ground = {
  heightAt: () => 0,
  sweep(world, entity) {
    const { frame, body } = world.components;
    const bodyRow = entity * BodyF32.row;
    const frameRow = entity * FrameF64.row;
    const distance = Math.hypot(frame.f64[frameRow + FrameF64.x], frame.f64[frameRow + FrameF64.y]);
    if (distance > 10) {
      frame.f64[frameRow + FrameF64.x] *= 10 / distance;
      frame.f64[frameRow + FrameF64.y] *= 10 / distance;
    }
    if (frame.f64[frameRow + FrameF64.z] > 0) return false;
    frame.f64[frameRow + FrameF64.z] = 0;
    body.f32[bodyRow + BodyF32.contactNormalX] = 0;
    body.f32[bodyRow + BodyF32.contactNormalY] = 0;
    body.f32[bodyRow + BodyF32.contactNormalZ] = 1;
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
