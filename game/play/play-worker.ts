import { createMessagePortTransport } from '../../index.ts';
import type { Truth } from '../control.ts';
import { ServedMods } from '../mods/serve-mods.ts';
import { BAD_NETWORK, GOOD_NETWORK } from '../network-conditions.ts';
import type { FromPlayServer, PlayStart, ToPlayServer } from './play-control.ts';
import { PlayServer } from './play-server.ts';

/** The worker of the play view: the world of a scene, with a clock of its own and one peer, the page. */

const MILLISECONDS = 1000;
/** Twice as often as steps are due, so that none is late by more than half a step. */
const WAKE_INTERVAL = MILLISECONDS / 60;
/** Milliseconds between two tellings of what the systems cost, while that is wanted. */
const SYSTEMS_INTERVAL = 250;

/** Loads what finds ways around walls: beside the world, which runs meanwhile. */
async function findWays(server: PlayServer): Promise<void> {
  const { createNavigation } = await import('../../nav/index.ts');
  server.useNavigation(await createNavigation(server.engine, server.ground));
}

const seconds = (): number => performance.now() / MILLISECONDS;

addEventListener('message', ({ data }: MessageEvent<PlayStart>) => {
  const answer = (message: FromPlayServer) => data.control.postMessage(message);
  try {
    serve(data, answer);
  } catch (error) {
    answer({ kind: 'failed', message: String(error) });
  }
});

function serve({ data, control, name, scene, crowd }: PlayStart, answer: (message: FromPlayServer) => void): void {
  const server = new PlayServer(name, scene, crowd);
  const { engine } = server;
  const transport = createMessagePortTransport(data, { ordered: false });
  transport.configure({ conditioner: { ...GOOD_NETWORK, seed: 21 }, outgoing: { ...GOOD_NETWORK, seed: 22 } });
  engine.connect(transport, { player: server.player });
  server.onErrand = (errand, state, way) => answer({ kind: 'errand', errand, state, way });
  const served = new ServedMods(engine, server.behaviours, name, (news) => answer({ kind: 'mods', news }));
  let bad = false;
  let telling: ReturnType<typeof setInterval> | undefined;
  const tellSystems = () => {
    const systems = engine.systems().map((system) => ({ ...system, error: system.error && String(system.error) }));
    answer({ kind: 'systems', systems });
  };

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

  control.onmessage = ({ data: message }: MessageEvent<ToPlayServer>) => {
    switch (message.kind) {
      case 'walk':
        server.walk(message.errand, message.to, message.run);
        break;
      case 'approach':
        server.approach(message.errand, message.guid, message.run);
        break;
      case 'abandon':
        server.abandon();
        break;
      case 'network': {
        bad = message.bad;
        const conditions = bad ? BAD_NETWORK : GOOD_NETWORK;
        transport.configure({ conditioner: conditions, outgoing: conditions });
        break;
      }
      case 'time':
        if (message.paused) engine.pause();
        else engine.resume();
        break;
      case 'halt':
        server.halt(message.on);
        if (!message.on) served.mods.renew();
        break;
      case 'put':
        server.put(message.to);
        break;
      case 'mods':
        served.take(message.changed);
        break;
      case 'systems':
        clearInterval(telling);
        engine.timeSystems(message.timed ? () => performance.now() : null);
        if (message.timed) telling = setInterval(tellSystems, SYSTEMS_INTERVAL);
        break;
      case 'truth':
        answer({ kind: 'truth', question: message.question, truth: truth() });
        break;
    }
  };

  engine.update(seconds());
  setInterval(() => engine.update(seconds()), WAKE_INTERVAL);
  answer({ kind: 'ready', bodies: server.expected });
  // Until it has come, walks are straight lines.
  findWays(server).catch((error: unknown) => console.warn('Walks go straight: ', error));
}
