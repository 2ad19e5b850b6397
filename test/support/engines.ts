import { readFileSync } from 'node:fs';
import { createEngine, type Engine, type EngineOptions, type GaitEventType } from '../../index.ts';
import { Inbox } from './inbox.ts';

/** A motion table of the golden cases. Those called quarter turn 90 degrees a second, the others 1.5 radians. */
export function motionTable(name: 'humanoid' | 'humanoid-quarter' | 'humanoid-rooted' | 'humanoid-rooted-quarter') {
  return JSON.parse(readFileSync(new URL(`../golden/tables/${name}.json`, import.meta.url), 'utf8'));
}

const humanoid = motionTable('humanoid');

/** An engine with the humanoid table, and a transport into it. */
export function newEngine(options: Partial<EngineOptions> = {}): { engine: Engine; inbox: Inbox } {
  const engine = createEngine({ motionTables: [humanoid], ...options });
  const inbox = new Inbox();
  engine.connect(inbox);
  return { engine, inbox };
}

/** An event as it was told. */
export interface Told {
  type: GaitEventType;
  tick: number;
  [key: string]: unknown;
}

/** Collects what an engine tells from now on, of some types or of all. */
export function listen(engine: Engine, ...types: GaitEventType[]): Told[] {
  const told: Told[] = [];
  const tell = (type: GaitEventType, event: object) => {
    if (types.length === 0 || types.includes(type)) told.push({ type, tick: engine.world.clock.tick, ...event });
  };
  engine.on('*' as GaitEventType, tell as unknown as () => void);
  return told;
}
