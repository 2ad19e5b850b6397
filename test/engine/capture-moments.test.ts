import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MotionCommand } from '../../components/motion-command.ts';
import { MovementType } from '../../components/move-to.ts';
import { captureMoments } from '../../engine/capture-moments.ts';
import { readCapture } from '../../engine/net/capture-file.ts';
import { createRecorder } from '../../engine/net/recorder.ts';
import { createMessage, deleteMessage, motionMessage, positionAndMovementMessage } from '../support/messages.ts';
import { messageOf } from '../support/packets.ts';

const { RunForward, TurnRight } = MotionCommand;

function recorded() {
  const recorder = createRecorder();
  const [one, other] = [recorder.connection(), recorder.connection()];
  const add = (
    time: number,
    connection: number,
    message: Uint8Array,
    direction: 'toClient' | 'toServer' = 'toClient',
  ) => {
    recorder.at(time);
    recorder.record(direction, connection, message);
  };
  add(0, one, createMessage(5));
  add(1, one, motionMessage(5, { state: { forwardCommand: RunForward, turnCommand: TurnRight } }));
  add(2, other, motionMessage(6, {}));
  add(3, one, messageOf(0xf755, 12));
  add(4, one, motionMessage(5, {}).subarray(0, 20));
  add(5, one, positionAndMovementMessage(5, {}, { type: MovementType.TurnToHeading }));
  add(6, one, motionMessage(5, {}), 'toServer');
  add(7, one, deleteMessage(5));
  return { capture: recorder.capture(), one, other };
}

describe('the moments of a capture', () => {
  test('are what a server tells of bodies, in order; what cannot be read or is of another kind is passed over', () => {
    expect(captureMoments(recorded().capture).map(({ time, guid, kind, text }) => [time, guid, kind, text])).toEqual([
      [0, 5, 'comes', ''],
      [1, 5, 'motion', 'RunForward+TurnRight'],
      [2, 6, 'motion', 'Ready'],
      [5, 5, 'motion', 'TurnToHeading'],
      [7, 5, 'goes', ''],
    ]);
  });

  test('can be those of one connection, and as many as one wants', () => {
    const { capture, one, other } = recorded();
    expect(captureMoments(capture, other).map(({ guid }) => guid)).toEqual([6]);
    expect(captureMoments(capture, one, 2).map(({ time }) => time)).toEqual([0, 1]);
  });

  test('of the recorded session are its 12 UpdateMotion', () => {
    const capture = readCapture(readFileSync(new URL('../captures/retail-protocol-session.pcap', import.meta.url)));
    const moments = captureMoments(capture);
    expect(moments).toHaveLength(12);
    expect(moments.slice(0, 2).map(({ guid, kind, text }) => [guid, kind, text])).toEqual([
      [0x7c88c06f, 'motion', 'Cry'],
      [0x7c88c06f, 'motion', 'Ready'],
    ]);
  });
});
