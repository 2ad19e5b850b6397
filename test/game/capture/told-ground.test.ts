import { expect, test } from 'vitest';
import { makeStory } from '../../../game/capture/story.ts';
import { createRecorder, type Engine, MotionCommand } from '../../../index.ts';
import { createMessage, motionMessage, positionMessage, vectorMessage } from '../../support/messages.ts';

const GUID = 7;
const CELL = 0x7d640001;
const HIGH = 40;

/** A recording of a body that comes at 40 m, with what is added; played to its times. */
function played(more: (add: (at: number, message: Uint8Array) => void) => void) {
  const recorder = createRecorder();
  const connection = recorder.connection();
  const add = (at: number, message: Uint8Array) => {
    recorder.at(at);
    recorder.record('toClient', connection, message);
  };
  add(
    0,
    createMessage(GUID, ({ physics }) => {
      physics.flags = 0x8000;
      // Of those that fall.
      physics.state = 0x408;
      Object.assign(physics.position, { cell: CELL, x: 10, y: 20, z: HIGH });
    }),
  );
  more(add);
  const { replay } = makeStory({ name: 'high', capture: recorder.capture() });
  const read = (engine: Engine) => {
    const entity = engine.entityOf(GUID);
    return { ...engine.readFrame(entity), ...engine.readMotion(entity) };
  };
  return (time: number) => {
    replay.seek(time);
    return read(replay.engine);
  };
}

test('who comes at a height of which nothing is known stands and walks there', () => {
  const at = played((add) => {
    add(2, motionMessage(GUID, { movementStamp: 1, state: { forwardCommand: MotionCommand.WalkForward } }));
    add(9, motionMessage(GUID, { movementStamp: 2 }));
  });
  const before = at(1.9);
  const after = at(6);
  expect([before.contact, before.z, after.contact, after.z]).toEqual([true, HIGH, true, HIGH]);
  expect(after.y - before.y).toBeGreaterThan(4);
});

test('who leaps is in the air, and comes down at the height at which they are told to be', () => {
  const at = played((add) => {
    add(1, vectorMessage(GUID, { vectorStamp: 1, velocityZ: 6 }));
    add(1.5, positionMessage(GUID, { cell: CELL, x: 10, y: 20, z: HIGH - 2, positionStamp: 1 }));
    add(6, motionMessage(GUID, { movementStamp: 1 }));
  });
  const up = at(1.3);
  expect(up.contact).toBe(false);
  expect(up.z).toBeGreaterThan(HIGH + 0.5);
  const landed = at(5);
  expect(landed.contact).toBe(true);
  expect(landed.z).toBeCloseTo(HIGH - 2, 2);
});

test('who leaps and is told nothing more lands at the nearest height that is known', () => {
  const at = played((add) => {
    add(1, vectorMessage(GUID, { vectorStamp: 1, velocityZ: 6 }));
    add(6, motionMessage(GUID, { movementStamp: 1 }));
  });
  expect(at(1.5).z).toBeGreaterThan(HIGH + 1);
  const landed = at(5);
  expect([landed.contact, landed.z]).toEqual([true, HIGH]);
});
