import { describe, expect, test } from 'vitest';
import { Cast } from '../../../game/capture/cast.ts';
import { makeLanes, markAt } from '../../../game/capture/lanes.ts';
import { timeText } from '../../../game/capture/times.ts';
import {
  type CapturedMoment,
  captureMoments,
  createRecorder,
  MotionCommand,
  summarizeCapture,
} from '../../../index.ts';
import { createMessage, deleteMessage, motionMessage } from '../../support/messages.ts';

const { Wave, RunForward } = MotionCommand;

/** A capture of bodies with names, each of which is told some motions. */
function captureOf(names: readonly string[], motionsEach: (index: number) => number) {
  const recorder = createRecorder();
  const connection = recorder.connection();
  names.forEach((name, index) => {
    const guid = index + 1;
    const create = createMessage(guid, (message) => {
      message.name = name;
    });
    recorder.record('toClient', connection, create);
    for (let motion = 0; motion < motionsEach(index); motion++) {
      recorder.record('toClient', connection, motionMessage(guid, { state: { forwardCommand: RunForward } }));
    }
  });
  return recorder.capture();
}

function castOf(capture: ReturnType<typeof captureOf>): { cast: Cast; moments: CapturedMoment[] } {
  const moments = captureMoments(capture);
  return { cast: new Cast(summarizeCapture(capture), moments), moments };
}

describe('the cast of a capture', () => {
  test('has those first of whom most is told, each with a colour of its own', () => {
    const { cast } = castOf(captureOf(['Ada', 'Ben', 'Cleo'], (index) => index * 2));
    expect(cast.members.map(({ name }) => name)).toEqual(['Cleo', 'Ben', 'Ada']);
    expect(new Set(cast.members.map(({ colour }) => colour)).size).toBe(3);
    expect(cast.of(1).moments).toHaveLength(1);
  });

  test('names: as text of a bounded length without steering characters; a number when there is none', () => {
    const names = ['', `Long ${'g'.repeat(100)}`, 'turned\u0085round', '  '];
    const { cast } = castOf(captureOf(names, () => 0));
    expect([1, 2, 3, 4, 0xffff].map((guid) => cast.of(guid).name)).toEqual([
      '0x00000001',
      `Long ${'g'.repeat(22)}…`,
      'turned\ufffdround',
      '0x00000004',
      '0x0000ffff',
    ]);
  });
});

describe('the lanes of a time line', () => {
  test('show what somebody is told, until something else is', () => {
    const recorder = createRecorder();
    const connection = recorder.connection();
    const add = (at: number, message: Uint8Array) => {
      recorder.at(at);
      recorder.record('toClient', connection, message);
    };
    add(0, createMessage(1));
    add(1, motionMessage(1, { actions: [[Wave, 1, false, 1]] }));
    add(3, motionMessage(1, {}));
    add(8, deleteMessage(1));
    const { cast, moments } = castOf(recorder.capture());
    const [lane] = makeLanes(moments, cast, 10);
    expect(lane.marks).toEqual([
      { time: 0, until: 1, text: 'comes', rest: true },
      { time: 1, until: 3, text: 'Wave', rest: false },
      { time: 3, until: 8, text: 'Ready', rest: true },
      { time: 8, until: 10, text: 'goes', rest: true },
    ]);
    expect([0.5, 1, 2.9, 3].map((time) => markAt(lane, time))).toEqual(['comes', 'Wave', 'Wave', 'Ready']);
  });

  test('are four at most: the others share the last', () => {
    const { cast, moments } = castOf(captureOf(['a', 'b', 'c', 'd', 'e', 'f'], (index) => 6 - index));
    const lanes = makeLanes(moments, cast, 1);
    expect(lanes.map(({ name }) => name)).toEqual(['a', 'b', 'c', '3 others']);
    expect(lanes.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(moments.length);
    expect(makeLanes(castOf(captureOf(['a', 'b', 'c', 'd'], () => 1)).moments, cast, 1)).toHaveLength(4);
  });
});

test('times are minutes and seconds, cut and not rounded up', () => {
  expect([0, 9.96, 59.99, 61, 3599.9, 3725.25].map((time) => timeText(time))).toEqual([
    '0:00.0',
    '0:09.9',
    '0:59.9',
    '1:01.0',
    '59:59.9',
    '1:02:05.2',
  ]);
  expect(timeText(-1, 0)).toBe('0:00');
});
