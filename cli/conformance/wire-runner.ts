import type { Transport } from '../../engine/net/transport.ts';
import type { BodySetup } from '../../engine/spawn.ts';
import { Engine } from '../../systems/create-engine.ts';
import type { SpawnOptions } from '../../systems/engine-options.ts';
import { bodyOf, objectsInOrder } from './scenario-parts.ts';
import { writeScenario } from './scenario-scribe.ts';
import { tickRecord } from './tick-record.ts';
import type { Order, Scenario, ScenarioObject, TableJson, TickRecord } from './types.ts';

/** A transport whose other end is the scenario. */
class ScenarioTransport implements Transport {
  closed = false;
  waiting: readonly Uint8Array[] = [];

  send(): void {}

  poll(_now: number, deliver: (message: Uint8Array) => void): void {
    const messages = this.waiting;
    this.waiting = [];
    for (const message of messages) deliver(message);
  }

  close(): void {
    this.closed = true;
  }
}

/** A client whose content knows the scenario's objects: what a creation does not say of a body is looked up by its guid. */
class ScenarioEngine extends Engine {
  readonly objects = new Map<number, ScenarioObject>();

  protected override setupOf(options: SpawnOptions): BodySetup {
    const object = this.objects.get(options.guid ?? 0);
    if (object === undefined) return super.setupOf(options);
    // A creation's scale is applied to the content's size; a scenario's size is final.
    const { scale } = object;
    return {
      ...bodyOf(object),
      x: options.x ?? 0,
      y: options.y ?? 0,
      z: options.z ?? 0,
      heading: 0,
      scale: 1,
      radius: object.radius / scale,
      height: object.height / scale,
      localPlayer: false,
    };
  }
}

/**
 * Runs a scenario as bytes: its objects are created and its operations said by messages, which go through NetIngest and
 * SequenceGate of the shipped pipeline. On ground that nothing is swept against, as scenarios have it.
 *
 * @returns As the direct runner.
 * @throws CannotSay for what no message says; Error when a message was not applied.
 */
export function runScenarioAsBytes(
  scenario: Scenario,
  table: TableJson,
  order: Order,
  eachTick?: (tick: number) => void,
): TickRecord[][] {
  if (order !== 'pipeline') throw new Error('messages go through the shipped order only');
  const { beginning, byTick } = writeScenario(scenario);
  const engine = new ScenarioEngine({ motionTables: [table], capacity: Math.max(8, scenario.objects.length) });
  const { world } = engine;
  world.ground = null;
  world.clock.quantum = scenario.quantum;
  const objects = objectsInOrder(scenario);
  for (const object of objects) engine.objects.set(object.id, object);
  const transport = new ScenarioTransport();
  engine.connect(transport);

  let sent = 0;
  const trace: TickRecord[][] = [];
  for (let tick = 0; tick < scenario.ticks; tick++) {
    transport.waiting = [...(tick === 0 ? beginning : []), ...(byTick.get(tick) ?? [])];
    sent += transport.waiting.length;
    engine.step();
    const { applied } = engine.counters;
    if (applied !== sent) {
      throw new Error(`tick ${tick}: ${applied} of ${sent} messages were applied ${JSON.stringify(engine.counters)}`);
    }
    const bodies = objects.map((object) => world.entityOf(object.id)).filter((entity) => entity !== 0);
    trace.push(bodies.map((entity) => tickRecord(world, entity)));
    eachTick?.(tick);
  }
  return trace;
}
