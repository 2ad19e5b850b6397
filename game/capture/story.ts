import motionTable from '../../content/motion-tables/human.json';
import {
  type CapturedMoment,
  type CaptureSummary,
  captureMoments,
  createReplay,
  gridSpot,
  type Replay,
  summarizeCapture,
} from '../../index.ts';
import type { SceneOrigin } from '../../systems/render/index.ts';
import { Cast } from './cast.ts';
import type { OpenedCapture } from './read-file.ts';
import { toldGround } from './told-ground.ts';

/** Pieces of the time for which messages are counted. */
const SLICES = 480;
/** The scene lies around a place in whole tens of metres, so that the ground's lines are the world's. */
const GRID = 10;

/** A capture made ready to be shown: played by a world of its own, and what is in it. */
export interface Story extends OpenedCapture {
  readonly replay: Replay;
  readonly summary: CaptureSummary;
  readonly moments: readonly CapturedMoment[];
  readonly cast: Cast;
  /** The world position around which it plays. */
  readonly origin: SceneOrigin;
  /** Messages of the connection that is played, counted for equal slices of the time. */
  readonly density: readonly number[];
}

/** Makes a capture ready. @throws Error when it cannot be played. */
export function makeStory({ name, capture }: OpenedCapture): Story {
  const summary = summarizeCapture(capture);
  const origin = originOf(summary);
  const replay = createReplay(
    {
      motionTables: [motionTable],
      ground: toldGround(summary.entities.flatMap(({ first }) => first ?? [])),
      // Those whose place is not told stand by those whose place is.
      markedSpot: (index) => {
        const { x, y } = gridSpot(index);
        return { x: origin.x + x, y: origin.y + y };
      },
    },
    capture,
  );
  const moments = captureMoments(capture, replay.connection);
  const cast = new Cast(summary, moments);
  return { name, capture, replay, summary, moments, cast, origin, density: densityOf(capture, replay) };
}

function originOf({ entities }: CaptureSummary): SceneOrigin {
  const placed = entities.find(({ player, first }) => player && first !== null) ?? entities.find(({ first }) => first);
  const { x = 0, y = 0 } = placed?.first ?? {};
  return { x: Math.round(x / GRID) * GRID, y: Math.round(y / GRID) * GRID, z: 0 };
}

function densityOf({ messages }: OpenedCapture['capture'], { connection, duration }: Replay): number[] {
  const counts = new Array<number>(SLICES).fill(0);
  for (let index = 0; index < messages.count; index++) {
    if (messages.connectionOf(index) !== connection) continue;
    const slice = Math.min(SLICES - 1, Math.floor((messages.timeOf(index) / duration) * SLICES));
    counts[slice]++;
  }
  return counts;
}
