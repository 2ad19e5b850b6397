import { FrameF64 } from '../components/frame.ts';
import { createEngine, MotionCommand } from '../index.ts';
import { createBehaviours } from '../npc/index.ts';
import { humanTable } from './human-table.ts';
import { createRandom } from './random.ts';
import { checkBetween, type Check, type Subject } from './subject.ts';

/** Metres between two NPCs of the field, and how far they look: nobody sees anybody whom they look for. */
const APART = 8;
const SEES = 5;
/** Metres of the way that those walk who walk: longer than all ticks take. */
const WAY = 2000;
/** Ticks after which everybody is where they want to be. */
const SETTLED = 300;
/** Share of them that walks. */
const WALKERS = 0.25;
/** Seconds that a wanderer stands at its first place: longer than all ticks take. */
const PAUSE = 3600;

/** What is timed: the behaviours alone, or a step with all that it does. */
export type NpcPart = 'behaviours' | 'step';

/**
 * NPCs with two or three behaviours each, of all kinds, in a world in which nothing changes any more: a quarter walks along a
 * long way, the others stand at their posts, beside their leaders and where they have wandered to. All go on looking around for
 * tags that thousands have.
 */
export function createNpcSubject(part: NpcPart, size: number, seed: number): Subject {
  const random = createRandom(seed);
  const engine = createEngine({ motionTables: [humanTable], capacity: size });
  const npc = createBehaviours(engine, { seed, system: part === 'step' });
  const side = Math.ceil(Math.sqrt(size));
  const tags = ['wolf', 'sheep'] as const;
  const bodies = Array.from({ length: size }, (_, index) => {
    const x = (index % side) * APART;
    const y = Math.floor(index / side) * APART;
    // A row of each kind: those that walk stay as far from each other and from all others as they are.
    const kind = Math.floor(index / side) % 4;
    const heading = kind === 0 ? 90 : random.between(0, 360);
    const body = engine.spawn({ x, y, heading, guid: 0x50000000 + index });
    npc.tag(body, tags[index % 2]);
    if (kind === 0) {
      npc.add(body, 'patrol', { route: [[x + WAY, y]] });
      npc.add(body, 'flee', { tags: 'wolf', radius: SEES, safe: 2 * SEES });
    } else if (kind === 1) {
      npc.add(body, 'guard', { tags: 'wolf', radius: SEES });
      npc.add(body, 'face', { tags: 'sheep', radius: SEES });
    } else if (kind === 2) {
      npc.add(body, 'wander', { radius: 1, pause: PAUSE, pauseMost: PAUSE });
      npc.add(body, 'chase', { tags: 'sheep', radius: SEES });
      npc.add(body, 'idle', { emotes: [MotionCommand.Wave], pause: PAUSE, pauseMost: PAUSE });
    } else {
      npc.add(body, 'follow', { leader: 0x50000000 + index - 2 * side, distance: 2 * APART });
      npc.add(body, 'flee', { tags: 'wolf', radius: SEES, safe: 2 * SEES });
    }
    return body;
  });

  let changes = 0;
  const begin = new Float64Array(size);
  const { frame } = engine.world.components;
  const advance = (): void => {
    if (part === 'behaviours') npc.update();
    engine.step();
  };
  for (let tick = 0; tick < SETTLED; tick++) advance();
  bodies.forEach((body, index) => {
    begin[index] = frame.f64[body * FrameF64.row + FrameF64.x];
  });
  for (const type of ['active', 'arrived', 'failed', 'lost'] as const) npc.on(type, () => changes++);

  let prepared = 0;
  let ticks = 0;
  let thoughts = 0;
  const looksBefore = npc.work.looks;
  const prepare = (): void => {
    prepared++;
    if (part === 'behaviours') engine.step();
  };
  const step = (): void => {
    if (part === 'behaviours') npc.update();
    else engine.step();
    ticks++;
    thoughts += npc.work.thoughts;
  };
  const check = (): Check[] => {
    const moved = bodies.filter(
      (body, index) => Math.abs(frame.f64[body * FrameF64.row + FrameF64.x] - begin[index]) > 1,
    ).length;
    const { npcs, looks, late } = npc.work;
    return [
      checkBetween('ticks left out', prepared - ticks, 0, 0),
      checkBetween('NPCs with behaviours', npcs, size, size),
      checkBetween('behaviours that changed', changes, 0, 0),
      checkBetween('thoughts an NPC and second', (30 * thoughts) / (ticks * size), 1, 4),
      checkBetween('looks an NPC and second', (30 * (looks - looksBefore)) / (ticks * size), 1, 4),
      checkBetween('thoughts put off', late, 0, 0),
      checkBetween('share that walks', moved / size, WALKERS - 0.02, WALKERS + 0.02),
    ];
  };
  return { name: part, size, prepare, step, check };
}
