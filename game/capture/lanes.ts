import type { CapturedMoment } from '../../index.ts';
import type { Cast } from './cast.ts';

/** Something on a lane: from when on, what, and until when nothing else is told. */
export interface Mark {
  readonly time: number;
  readonly until: number;
  readonly text: string;
  /** Nothing is done from here on: a full stop, or it is gone. */
  readonly rest: boolean;
}

/** A row of the time line: what one body, or all others together, are told to do. */
export interface Lane {
  readonly name: string;
  readonly colour: string;
  readonly marks: readonly Mark[];
}

/** Bodies that have a lane of their own; the others share one. */
const OWN_LANES = 3;

/** Makes the lanes of a capture: those first of whom most is told. */
export function makeLanes(moments: readonly CapturedMoment[], cast: Cast, duration: number): Lane[] {
  const acting = cast.members.filter((member) => member.moments.length > 0);
  const alone = acting.length <= OWN_LANES + 1 ? acting : acting.slice(0, OWN_LANES);
  const lanes = alone.map(({ name, colour, moments: own }) => ({ name, colour, marks: marksOf(own, duration) }));
  if (alone.length === acting.length) return lanes;
  const known = new Set(alone.map(({ guid }) => guid));
  const others = moments.filter(({ guid }) => !known.has(guid));
  return [...lanes, { name: `${acting.length - alone.length} others`, colour: '#b4bfca', marks: dots(others) }];
}

/** What is told of somebody last, up to a time; empty: nothing yet. */
export function markAt({ marks }: Lane, time: number): string {
  let text = '';
  for (const mark of marks) {
    if (mark.time > time) break;
    text = mark.text;
  }
  return text;
}

function marksOf(moments: readonly CapturedMoment[], duration: number): Mark[] {
  return moments.map(({ time, kind, text }, index) => ({
    time,
    until: moments[index + 1]?.time ?? duration,
    text: kind === 'motion' ? text : kind,
    rest: kind === 'goes' || text === 'Ready' || text === '',
  }));
}

/** Of many bodies at once nothing lasts: each mark stands for itself. */
function dots(moments: readonly CapturedMoment[]): Mark[] {
  return moments.map(({ time, kind, text }) => ({
    time,
    until: time,
    text: kind === 'motion' ? text : kind,
    rest: false,
  }));
}
