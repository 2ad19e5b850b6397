import type { BodySetup } from '../../engine/spawn.ts';
import type { Scenario, ScenarioObject, ScenarioOperation } from './types.ts';

/** The objects of a scenario in the order in which they come into the world. */
export function objectsInOrder(scenario: Scenario): ScenarioObject[] {
  return [...scenario.objects].sort((a, b) => a.id - b.id);
}

/** The operations of a script by the tick before which they are carried out, each tick's in order. */
export function operationsByTick(scenario: Scenario): Map<number, ScenarioOperation[]> {
  const byTick = new Map<number, ScenarioOperation[]>();
  for (const operation of scenario.script) {
    const list = byTick.get(operation.tick) ?? [];
    list.push(operation);
    byTick.set(operation.tick, list);
  }
  return byTick;
}

/** An object as the engine spawns it. */
export function bodyOf(object: ScenarioObject): BodySetup {
  return {
    guid: object.id,
    table: 0,
    x: object.x,
    y: object.y,
    z: object.z,
    heading: object.heading,
    radius: object.radius,
    height: object.height,
    scale: object.scale,
    creature: object.creature,
    localPlayer: object.player === true,
    runRate: object.runRate,
    jumpHeight: 1,
    gravity: object.gravity,
    contact: object.contact,
    onWalkable: object.onWalkable,
  };
}
