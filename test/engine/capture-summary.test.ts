import { describe, expect, test } from 'vitest';
import { MotionCommand } from '../../components/motion-command.ts';
import { summarizeCapture } from '../../engine/capture-summary.ts';
import { movementText } from '../../engine/movement-text.ts';
import { createRecorder } from '../../engine/net/recorder.ts';
import { AutonomousPosition, encodeAutonomousPosition } from '../../engine/wire/autonomous-position.ts';
import { encodeClientActionHeader } from '../../engine/wire/client-action.ts';
import { MovementData } from '../../engine/wire/movement-data.ts';
import { encodeMoveToState, MoveToState } from '../../engine/wire/move-to-state.ts';
import { ActionType } from '../../engine/wire/opcodes.ts';
import { ByteWriter } from '../../engine/wire/writer.ts';
import {
  createMessage,
  deleteMessage,
  motionMessage,
  playerMessage,
  playerTeleportMessage,
  positionAndMovementMessage,
  positionMessage,
} from '../support/messages.ts';
import { messageOf } from '../support/packets.ts';

const { RunForward, TurnRight, Wave, HandCombat } = MotionCommand;

function action(type: number, encode: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter(64);
  encodeClientActionHeader(writer, 1, type);
  encode(writer);
  return writer.bytes().slice();
}

function captureOf(...messages: [time: number, direction: 'toClient' | 'toServer', message: Uint8Array][]) {
  const recorder = createRecorder();
  const connection = recorder.connection();
  for (const [time, direction, message] of messages) {
    recorder.at(time);
    recorder.record(direction, connection, message);
  }
  return recorder.capture();
}

describe('the summary of a capture', () => {
  test('counts messages by direction and kind, the most frequent first, actions by their type', () => {
    const moveToState = action(ActionType.MoveToState, (writer) => encodeMoveToState(writer, new MoveToState()));
    const { kinds } = summarizeCapture(
      captureOf(
        [0, 'toServer', moveToState],
        [0, 'toServer', action(0x1a1, () => {})],
        [0, 'toClient', motionMessage(1, {})],
        [0, 'toClient', messageOf(0xf755, 12)],
        [0, 'toClient', messageOf(0xf755, 20)],
        [0, 'toClient', positionMessage(1, {})],
      ),
    );
    expect(kinds.map(({ direction, name, count }) => [direction, name, count])).toEqual([
      ['toClient', '0xf755', 2],
      ['toClient', 'UpdatePosition', 1],
      ['toClient', 'UpdateMotion', 1],
      ['toServer', 'action 0x1a1', 1],
      ['toServer', 'MoveToState', 1],
    ]);
    expect(kinds[0]).toMatchObject({ opcode: 0xf755, action: 0, bytes: 32, malformed: 0 });
    expect(kinds[4]).toMatchObject({ opcode: 0xf7b1, action: 0xf61c });
  });

  test('tells of each body its name, its motions, and its first and last place in the world', () => {
    const create = createMessage(5, (message) => {
      message.name = 'Drudge';
      message.physics.flags = 0x8000;
      Object.assign(message.physics.position, { cell: 0x01020001, x: 10, y: 20, z: 3 });
    });
    const east = Math.SQRT1_2;
    const { entities } = summarizeCapture(
      captureOf(
        [0, 'toClient', create],
        [1, 'toClient', motionMessage(5, { state: { forwardCommand: RunForward } })],
        [2, 'toClient', motionMessage(6, { state: { forwardCommand: RunForward } })],
        [3, 'toClient', positionAndMovementMessage(5, { cell: 0x01020001, x: 50, y: 20, qw: east, qz: -east }, {})],
        [4, 'toClient', motionMessage(5, { state: { forwardCommand: RunForward } })],
        [5, 'toClient', deleteMessage(5)],
      ),
    );
    expect(entities).toHaveLength(2);
    expect(entities[0]).toMatchObject({ guid: 5, name: 'Drudge', player: false, messages: 5, created: 1, deleted: 1 });
    expect(entities[0]).toMatchObject({ firstTime: 0, lastTime: 5 });
    expect([...entities[0].motions]).toEqual([
      ['RunForward', 2],
      ['Ready', 1],
    ]);
    expect(entities[0].first).toEqual({ time: 0, x: 192 + 10, y: 2 * 192 + 20, z: 3, heading: 0 });
    expect(entities[0].last).toMatchObject({ time: 3, x: 192 + 50, y: 2 * 192 + 20, z: 0 });
    expect(entities[0].last?.heading).toBeCloseTo(90, 4);
    expect(entities[1]).toMatchObject({ guid: 6, name: '', messages: 1, first: null, last: null });
  });

  test('gives a client’s own actions to its player, or to a player that was not named', () => {
    const moveToState = new MoveToState();
    moveToState.raw.forwardCommand = RunForward;
    moveToState.raw.flags = 4;
    moveToState.position.x = 7;
    const move = action(ActionType.MoveToState, (writer) => encodeMoveToState(writer, moveToState));
    const at = action(ActionType.AutonomousPosition, (writer) =>
      encodeAutonomousPosition(writer, Object.assign(new AutonomousPosition(), {})),
    );
    const named = summarizeCapture(
      captureOf(
        [0, 'toClient', playerMessage(9)],
        [1, 'toServer', move],
        [2, 'toServer', at],
        [3, 'toClient', playerTeleportMessage(1)],
      ),
    );
    expect(named.entities).toHaveLength(1);
    expect(named.entities[0]).toMatchObject({ guid: 9, player: true, messages: 4 });
    expect([...named.entities[0].motions]).toEqual([['RunForward', 1]]);
    expect(named.entities[0]).toMatchObject({ first: { x: 7, time: 1 }, last: { x: 0, time: 2 } });
    expect(summarizeCapture(captureOf([0, 'toServer', move])).entities).toMatchObject([{ guid: 0, player: true }]);
  });

  test('counts what cannot be read, and says where and why', () => {
    const bad = motionMessage(1, {});
    bad[16] = 77;
    const summary = summarizeCapture(captureOf([0, 'toClient', motionMessage(1, {})], [2.5, 'toClient', bad]));
    expect(summary.malformed).toBe(1);
    expect(summary.kinds).toMatchObject([{ name: 'UpdateMotion', count: 2, malformed: 1 }]);
    expect(summary.faults).toEqual([
      { index: 1, time: 2.5, direction: 'toClient', name: 'UpdateMotion', offset: 16, reason: 'bad type' },
    ]);
  });

  test('of a part of it tells of that part only', () => {
    const capture = captureOf(
      [0, 'toClient', motionMessage(1, {})],
      [1, 'toClient', motionMessage(2, {})],
      [2, 'toClient', motionMessage(3, {})],
    );
    expect(summarizeCapture(capture, 1, 2).entities.map(({ guid }) => guid)).toEqual([2]);
    expect(summarizeCapture(capture, 0.5).kinds[0].count).toBe(2);
  });

  test('keeps no more bodies, and no more names of motions, than it says', () => {
    const recorder = createRecorder();
    recorder.connection();
    for (let guid = 1; guid <= 65_540; guid++) recorder.record('toClient', 0, deleteMessage(guid));
    const summary = summarizeCapture(recorder.capture());
    expect(summary.entities).toHaveLength(65_536);
    expect(summary.entitiesLeftOut).toBe(4);
  });
});

describe('a movement in words', () => {
  const text = (parts: object, state: object = {}, actions: [number, number, boolean, number][] = []) => {
    const movement = Object.assign(new MovementData(), parts);
    Object.assign(movement.state, state);
    for (const one of actions) movement.state.actions.add(...one);
    return movementText(movement);
  };

  test.each([
    ['Ready', text({})],
    ['RunForward', text({}, { forwardCommand: RunForward })],
    [
      'HandCombat+RunForward+TurnRight',
      text({}, { currentStyle: HandCombat, forwardCommand: RunForward, turnCommand: TurnRight }),
    ],
    ['Wave', text({}, {}, [[Wave, 1, false, 1]])],
    ['MoveToObject', text({ type: 6 })],
    ['MoveToPosition', text({ type: 7 })],
    ['TurnToObject', text({ type: 8 })],
    ['TurnToHeading', text({ type: 9 })],
    ['movement type 3', text({ type: 3 })],
  ])('%s', (expected, found) => {
    expect(found).toBe(expected);
  });
});
