import { createStepper } from '../../testing/index.ts';
import { BURST, type Cell } from './cells.ts';
import { Judge, type Judgement, SEND_INTERVAL } from './judge.ts';
import { Picture } from './picture.ts';
import { cast, Scene } from './scene.ts';

/** Seconds of a round in which bytes are not counted: the whole state is told at the start of the first. */
const START = 2;

/** What a run is made of. */
export interface RunPlan {
  readonly seed: number;
  /** How often the network gets bad and heals again. */
  readonly rounds: number;
  /** Seconds of bad network in a round, more than 2. */
  readonly bad: number;
  /** Seconds from healing until everybody is looked at, and for how long, step by step. */
  readonly settle: number;
  readonly look: number;
}

/** What came of a cell. */
export interface CellResult extends Judgement {
  readonly cell: Cell;
  readonly blips: number;
  /** Metres. */
  readonly largestStep: number;
  /** Datagram bytes from the server for each entity and second of the bad network. */
  readonly bytes: number;
  /** Share of the server's datagrams that were sent again. */
  readonly resent: number;
}

/** Runs one cell: a server's world and a client's, 30 steps a second, over a loopback with the cell's conditions. */
export function runCell(cell: Cell, plan: RunPlan, motionTable: unknown): CellResult {
  const { loss, roundTrip, reorder } = cell;
  const bad = { latency: roundTrip / 2, loss, lossBurst: cell.bursty ? BURST : 0, reorder };
  const perfect = { latency: 0, loss: 0, reorder: 0 };
  const stepper = createStepper({ motionTables: [motionTable], link: { ...bad, seed: plan.seed } });
  const { server } = stepper;
  const scene = new Scene(server, plan.seed);
  const { engine: client, watch: seen, link } = stepper.join({ guid: 0 });
  const { delivery } = link[0];
  if (delivery === undefined) throw new Error('a conditioned loopback has a delivery');
  const judge = new Judge(server, client, stepper.watch, seen, scene.runRates);
  const picture = new Picture(client, seen, scene.runRates);
  const { clock } = server.world;
  const until = (time: number, look: () => void): void => {
    while (clock.now < time) {
      stepper.step();
      picture.look();
      look();
      scene.think();
    }
  };

  let bytes = 0;
  for (let round = 0; round < plan.rounds; round++) {
    stepper.configure(bad);
    const healing = clock.now + plan.bad;
    const end = healing + plan.settle + plan.look;
    scene.plan(healing);
    until(healing - plan.bad + START, () => {});
    const before = delivery.counters.bytesSent;
    until(healing, () => {});
    bytes += delivery.counters.bytesSent - before;
    stepper.configure(perfect);
    until(healing + plan.settle, () => judge.note());
    until(end, () => {
      judge.note();
      judge.look();
    });
    const tick = clock.tick;
    until(end + SEND_INTERVAL, () => judge.note());
    judge.judge(clock.tick - tick);
  }
  const { datagramsSent, resent } = delivery.counters;
  return {
    ...judge.judgement,
    cell,
    blips: picture.blips,
    largestStep: picture.largestStep,
    bytes: bytes / (cast.length * plan.rounds * (plan.bad - START)),
    resent: resent / datagramsSent,
  };
}
