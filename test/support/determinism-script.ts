import { createEngine, createSceneGround, type Ground } from '../../index.ts';
import { Inbox } from './inbox.ts';
import { randomScene } from './random-scenes.ts';
import { createSubject, makeCall, type Subject } from './random-calls.ts';
import { seededUnit } from './trig-digest.ts';

/** How often the script reads the hash, in calls. */
const CALLS_PER_HASH = 25;

/** A world under a seeded script of calls and messages. Uses nothing but the language: Node and a page run the same. */
export class ScriptedWorld {
  readonly subject: Subject;
  private readonly unit: () => number;

  /**
   * @param tables Motion tables as content files hold them.
   * @param ground What bodies stand on; left out: level ground.
   */
  constructor(
    tables: readonly { name: string }[],
    seed: number,
    role: 'client' | 'server' = 'client',
    ground?: Ground,
  ) {
    const unknown = role === 'client' ? 'spawn' : undefined;
    const engine = createEngine({ motionTables: tables, role, unknown, capacity: 4, ground });
    const inbox = new Inbox();
    engine.connect(inbox);
    this.subject = createSubject(
      engine,
      inbox,
      tables.map(({ name }) => name),
    );
    this.subject.mostBodies = 12;
    this.unit = seededUnit(seed);
    for (let count = 0; count < 5; count++) engine.spawn({ x: 4 * count, localPlayer: count === 0 });
  }

  /** Makes some calls with a step after each, and answers the hash. */
  advance(): string {
    for (let count = 0; count < CALLS_PER_HASH; count++) {
      makeCall(this.subject, Math.floor(this.unit() * 0x7fffffff));
      this.subject.engine.step();
    }
    return this.subject.engine.hash();
  }
}

/** The hashes of a script as it goes on. */
export function scriptHashes(tables: readonly { name: string }[], seed: number, count: number): string[] {
  const world = new ScriptedWorld(tables, seed);
  return Array.from({ length: count }, () => world.advance());
}

/** The same on a random scene with cliffs and obstacles, where bodies block each other. */
export function sceneHashes(tables: readonly { name: string }[], seed: number, count: number): string[] {
  const ground = createSceneGround(randomScene(seed, 'cliffs', 60), { bodiesBlock: true });
  const world = new ScriptedWorld(tables, seed, 'client', ground);
  return Array.from({ length: count }, () => world.advance());
}
