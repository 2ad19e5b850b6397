import {
  type Capture,
  createReplay,
  type DropReason,
  dropReasonName,
  type Engine,
  motionCommandName,
} from '../../index.ts';
import type { Progress } from './progress.ts';
import { UsageError } from './usage.ts';

/** What a world made of a capture, between two times. */
export interface Played {
  applied: number;
  /** Messages that are not read: they move nobody. */
  unknown: number;
  malformed: number;
  /** Messages that were still being held for their bodies at the end. */
  held: number;
  dropped: Partial<Record<DropReason, number>>;
  /** Motions that no motion table had, by name. */
  unknownMotions: Record<string, number>;
  /** How every body is at the end, by guid. */
  bodies: Map<number, PlayedBody>;
}

export interface PlayedBody {
  x: number;
  y: number;
  z: number;
  heading: number;
  /** What it performs, by name. */
  substate: string;
}

export interface PlayOptions {
  motionTables: readonly unknown[];
  from: number;
  until: number;
  connection: number | null;
  /** Called after every step from `from` on. */
  eachStep?: (engine: Engine, time: number) => void;
}

/** Steps between two looks at the clock. */
const STEPS = 64;

/** Plays a capture through a client's world. @throws UsageError for a connection or motion tables that do not fit. */
export function play(capture: Capture, options: PlayOptions, progress: Progress): Played {
  const { from, until, eachStep } = options;
  const replay = startReplay(capture, options);
  const { engine } = replay;
  const unknownMotions: Record<string, number> = {};
  engine.on('unknownMotion', ({ motion }) => {
    const name = motionCommandName(motion);
    unknownMotions[name] = (unknownMotions[name] ?? 0) + 1;
  });
  const end = Math.min(until, replay.duration);
  const seconds = (time: number): string => time.toFixed(1);
  const advance = (to: number, each: typeof eachStep): void => {
    for (let steps = 0; replay.time + replay.quantum / 2 < to && !replay.ended; steps++) {
      replay.step();
      each?.(engine, replay.time);
      if (steps % STEPS === 0 && progress.due) progress.show(`played ${seconds(replay.time)} of ${seconds(end)} s`);
    }
  };
  advance(Math.min(from, end), undefined);
  const before = engine.counters;
  const start = { ...before, dropped: before.droppedByCode.slice() };
  for (const name of Object.keys(unknownMotions)) delete unknownMotions[name];
  advance(end, eachStep);
  progress.clear();
  const { applied, unknown, malformed, held, droppedByCode } = engine.counters;
  const dropped: Played['dropped'] = {};
  droppedByCode.forEach((count, code) => {
    if (count > start.dropped[code]) dropped[dropReasonName(code)] = count - start.dropped[code];
  });
  return {
    applied: applied - start.applied,
    unknown: unknown - start.unknown,
    malformed: malformed - start.malformed,
    held,
    dropped,
    unknownMotions,
    bodies: bodiesOf(engine),
  };
}

function startReplay(capture: Capture, { motionTables, connection }: PlayOptions) {
  try {
    // One snapshot, of the start: the tool never goes back.
    return createReplay(
      { motionTables: [...motionTables], connection: connection ?? undefined, snapshots: 1 },
      capture,
    );
  } catch (error) {
    // What is wrong was given on the command line, whoever notices it.
    throw new UsageError(String(error instanceof Error ? error.message : error).replace(/^createReplay\./, ''));
  }
}

function bodiesOf(engine: Engine): Map<number, PlayedBody> {
  const bodies = new Map<number, PlayedBody>();
  for (const entity of engine.entities()) {
    const { x, y, z, heading } = engine.readFrame(entity);
    const substate = motionCommandName(engine.readMotion(entity).substate);
    bodies.set(engine.guidOf(entity), { x, y, z, heading, substate });
  }
  return bodies;
}
