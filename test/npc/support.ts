import type { Engine, EngineOptions } from '../../index.ts';
import { type Behaviours, type BehavioursOptions, createBehaviours, type NpcEventType } from '../../npc/index.ts';
import { newEngine } from '../support/engines.ts';

/** An engine whose NPCs behave. */
export function newNpcs(
  options: BehavioursOptions = {},
  engineOptions: Partial<EngineOptions> = {},
): { engine: Engine; npc: Behaviours } {
  const { engine } = newEngine(engineOptions);
  return { engine, npc: createBehaviours(engine, options) };
}

/** An event as it was told. */
export interface ToldNpc {
  type: NpcEventType;
  tick: number;
  [key: string]: unknown;
}

/** Collects what the behaviours tell from now on, of some types or of all. */
export function listenNpc(engine: Engine, npc: Behaviours, ...types: NpcEventType[]): ToldNpc[] {
  const told: ToldNpc[] = [];
  npc.on('*', (type, event) => {
    if (types.length === 0 || types.includes(type)) told.push({ ...event, type, tick: engine.world.clock.tick });
  });
  return told;
}

/** Metres from a body to a place. */
export function distanceTo(engine: Engine, entity: number, x: number, y: number): number {
  const frame = engine.readFrame(entity);
  return Math.hypot(frame.x - x, frame.y - y);
}

/** Metres between two bodies. */
export function distance(engine: Engine, entity: number, other: number): number {
  const { x, y } = engine.readFrame(other);
  return distanceTo(engine, entity, x, y);
}

/** Whether a body goes or turns. */
export function isMoving(engine: Engine, entity: number): boolean {
  return engine.readMoveTo(entity).type !== 0;
}

/** Steps until something holds, for at most so many seconds. Answers whether it came to hold. */
export function stepUntil(engine: Engine, seconds: number, holds: () => boolean): boolean {
  for (let step = 0; step < seconds * 30; step++) {
    if (holds()) return true;
    engine.step();
  }
  return holds();
}
