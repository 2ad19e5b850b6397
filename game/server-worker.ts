import motionTable from '../content/motion-tables/human.json';
import { createEngine, createMessagePortTransport } from '../index.ts';
import type { FromServer, ServerStart, ToServer, Truth } from './control.ts';
import { BAD_NETWORK, GOOD_NETWORK } from './network-conditions.ts';
import { Field } from './people/field.ts';

/**
 * The authoritative world: the same engine as the page's, in its role as a server, with a clock of its own. What it
 * tells goes through the data port, as ArrayBuffers of messages; how good that network is, this side decides.
 */

const MILLISECONDS = 1000;
/** Twice as often as steps are due, so that none is late by more than half a step. */
const WAKE_INTERVAL = MILLISECONDS / 60;

const seconds = (): number => performance.now() / MILLISECONDS;

addEventListener('message', ({ data }: MessageEvent<ServerStart>) => {
  try {
    serve(data);
  } catch (error) {
    const answer: FromServer = { kind: 'failed', message: String(error) };
    data.control.postMessage(answer);
  }
});

function serve({ data, control }: ServerStart): void {
  const engine = createEngine({ role: 'server', motionTables: [motionTable] });
  const field = new Field(engine);
  const transport = createMessagePortTransport(data, { ordered: false });
  transport.configure({ conditioner: { ...GOOD_NETWORK, seed: 11 }, outgoing: { ...GOOD_NETWORK, seed: 12 } });
  engine.connect(transport);
  let bad = false;

  const truth = (): Truth => {
    const { sent = 0, lost = 0, reordered = 0 } = transport.outgoing?.counters ?? {};
    return {
      time: engine.world.clock.now,
      bodies: Array.from(engine.entities(), (entity) => {
        const { x, y, z, heading } = engine.readFrame(entity);
        return { guid: engine.guidOf(entity), x, y, z, heading };
      }),
      network: { bad, sent, lost, reordered },
    };
  };

  control.onmessage = ({ data: message }: MessageEvent<ToServer>) => {
    switch (message.kind) {
      case 'network': {
        bad = message.bad;
        const conditions = bad ? BAD_NETWORK : GOOD_NETWORK;
        transport.configure({ conditioner: conditions, outgoing: conditions });
        break;
      }
      case 'time':
        engine.timeScale = message.scale;
        if (message.paused) engine.pause();
        else engine.resume();
        break;
      case 'halt':
        field.halt(message.on);
        break;
      case 'call':
        field.call(message);
        break;
      case 'truth': {
        const answer: FromServer = { kind: 'truth', question: message.question, truth: truth() };
        control.postMessage(answer);
        break;
      }
    }
  };

  engine.update(seconds());
  setInterval(() => {
    if (engine.update(seconds()) > 0) field.think();
  }, WAKE_INTERVAL);
}
