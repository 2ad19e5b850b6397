import type { Engine, MarkedSpot } from '../../index.ts';
import { type Behaviours, createBehaviours } from '../../npc/index.ts';

/** Metres from the start at which NPCs live, and how far they go from home. */
const NEAREST = 4;
const SPREAD = 3;
const ROAM = 10;
/** Radians between one home and the next: the golden angle spreads any number of them evenly. */
const TURN = Math.PI * (3 - Math.sqrt(5));

const RUN_RATES = [0.9, 1, 1.1, 1.25];
const EMOTES = [['Wave', 'Nod'], ['Nod'], ['Cheer', 'Wave'], ['Wave']] as const;

/** NPCs that wander about around a place, greet, and look at players; every fifth one runs away from them. */
export function addCrowd(engine: Engine, count: number, seed: number, start: MarkedSpot): Behaviours {
  const npc = createBehaviours(engine, { seed });
  for (let index = 0; index < count; index++) {
    const far = NEAREST + SPREAD * Math.sqrt(index);
    const turn = TURN * index + seed;
    const x = start.x + far * Math.sin(turn);
    const y = start.y + far * Math.cos(turn);
    const entity = engine.spawn({ x, y, heading: (index * 97) % 360, runRate: RUN_RATES[index % RUN_RATES.length] });
    npc.add(entity, 'wander', { radius: ROAM, pause: 2, pauseMost: 8 });
    npc.add(entity, 'idle', { emotes: EMOTES[index % EMOTES.length], pause: 8, pauseMost: 30 });
    npc.add(entity, 'face', { tags: ['player'], radius: 6 });
    if (index % 5 === 4) npc.add(entity, 'flee', { tags: ['player'], radius: 4, safe: 9 });
  }
  return npc;
}
