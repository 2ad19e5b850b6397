import { describe, expect, test } from 'vitest';
import { writeScenario, whyNotAsMessages } from '../../../cli/conformance/scenario-scribe.ts';
import {
  type Scenario,
  type ScenarioInterpretedState,
  type ScenarioObject,
  type ScenarioOperation,
  UnsupportedOperation,
} from '../../../cli/conformance/types.ts';
import { runScenarioAsBytes } from '../../../cli/conformance/wire-runner.ts';
import { MotionCommand } from '../../../components/motion-command.ts';
import { MovementFlags } from '../../../components/move-to.ts';
import { StampIndex } from '../../../engine/wire/physics-data.ts';
import type { ObjectCreate } from '../../../engine/wire/object-create.ts';
import type { UpdateMotion } from '../../../engine/wire/update-motion.ts';
import type { UpdatePosition } from '../../../engine/wire/update-position.ts';
import { codecs } from '../../engine/wire/codecs.ts';
import { motionTable } from '../../support/engines.ts';
import { scenario } from './support.ts';

const [one] = scenario().objects;
const two: ScenarioObject = { ...one, id: 2, x: 99 };
const walk: ScenarioInterpretedState = {
  style: MotionCommand.NonCombat,
  forwardCommand: MotionCommand.WalkForward,
  forwardSpeed: 1,
  sidestepCommand: 0,
  sidestepSpeed: 1,
  turnCommand: 0,
  turnSpeed: 1,
  actions: [],
};
const STICKY = 0x1ee0f | MovementFlags.Sticky;

/** Operations without the tick that each has: one a tick, on object 1. */
type Said = Record<string, unknown> & { op: string };

function scripted(said: Said[], changes: Partial<Scenario> = {}): Scenario {
  const script = said.map((operation, tick) => ({ tick, id: 1, ...operation })) as unknown as ScenarioOperation[];
  return scenario({ objects: [one, two], ticks: said.length + 2, script, ...changes });
}

const why = (...said: Said[]): string | null => whyNotAsMessages(scripted(said));

const toPlace = { op: 'perform', type: 7, pos: [96, 110, 0] };
const toHeading = { op: 'perform', type: 9, params: { desiredHeading: 90 } };
const chase = { op: 'moveToObject', target: 2 };
const state = { op: 'interpretedState', state: walk };
const position = { op: 'interpolateTo', pos: [97, 97, 0], heading: 10, keepHeading: false };
const cancel = { op: 'cancelMoveTo', error: 0x36 };

describe('what messages say', () => {
  test.each<[string, Said[]]>([
    ['a move to a place', [toPlace]],
    ['a turn to a heading', [toHeading]],
    ['a chase, by either entry point', [chase, { op: 'perform', type: 6, objectId: 2, radius: 0.48, height: 1.835 }]],
    [
      'a turn to an object, by either entry point',
      [
        { op: 'turnToObject', target: 2 },
        { op: 'perform', type: 8, objectId: 2 },
      ],
    ],
    ['a state, also after a move', [state, toPlace, state]],
    ['a state with actions', [{ op: 'interpretedState', state: { ...walk, actions: [action(1), action(0x7fff)] } }]],
    [
      'positions, also when a state or a cancel has ended the move',
      [position, toPlace, state, position, chase, cancel, position],
    ],
    ['the cancel of a move', [toPlace, cancel]],
    ['an exit', [{ op: 'exitWorld' }]],
    ['letting go, of one that does not move', [state, { op: 'unstick' }]],
    ['a teleport of one that stands', [{ ...chase, id: 2, target: 1 }, { op: 'teleported' }]],
    ['a placing of one that stands and that nobody watches', [{ op: 'setPosition', pos: [100, 90, 0], heading: 7 }]],
    [
      'a state for one that a chase would stick, when another move replaced it',
      [{ ...chase, params: { flags: STICKY } }, toPlace, state],
    ],
    [
      'what is told to one that has left, or was never there',
      [{ op: 'exitWorld' }, { op: 'jump' }, { op: 'jump', id: 77 }],
    ],
  ])('%s', (_what, said) => {
    expect(why(...said)).toBe(null);
  });
});

describe('what no message says, and why', () => {
  test.each<[RegExp, Said[]]>([
    [
      /no server message presses a key|a key is the mover's own/,
      [{ op: 'perform', type: 1, motion: MotionCommand.WalkForward }],
    ],
    [/a key is the mover's own/, [{ op: 'perform', type: 3, motion: MotionCommand.WalkForward }]],
    [/a key is the mover's own/, [{ op: 'holdRun', value: true }]],
    [/one interpreted motion/, [{ op: 'perform', type: 2, motion: MotionCommand.WalkForward }]],
    [/one interpreted motion/, [{ op: 'perform', type: 4, motion: MotionCommand.WalkForward }]],
    [/stops a body completely/, [{ op: 'perform', type: 5 }]],
    [/stops a body completely/, [{ op: 'stopCompletely' }]],
    [/no movement type 10/, [{ op: 'perform', type: 10 }]],
    [/hold key/, [{ ...toPlace, params: { holdKey: 2 } }]],
    [/context/, [{ ...toPlace, params: { contextId: 1 } }]],
    [/action stamp for a move/, [{ ...chase, params: { actionStamp: 1 } }]],
    [/heading outside 0 to 360/, [{ ...toHeading, params: { desiredHeading: 360 } }]],
    [/heading outside 0 to 360/, [{ ...toHeading, params: { desiredHeading: -90 } }]],
    [/unknown target/, [{ ...chase, target: 77 }]],
    [/unknown target/, [{ op: 'exitWorld', id: 2 }, chase]],
    [/unknown target/, [{ op: 'turnToObject', target: 77 }]],
    [/top-level object/, [{ op: 'perform', type: 6, objectId: 2, topLevelId: 1, radius: 0.48, height: 1.835 }]],
    [/radius or height/, [{ op: 'perform', type: 6, objectId: 2, radius: 0.5, height: 1.835 }]],
    [/radius or height/, [{ op: 'perform', type: 6, objectId: 2 }]],
    [/may be stuck/, [{ ...chase, params: { flags: STICKY } }, state]],
    [/may be stuck/, [{ ...chase, params: { flags: STICKY } }, cancel]],
    [/error 0x36 only/, [toPlace, { op: 'cancelMoveTo', error: 0x37 }]],
    [/ends the move/, [toPlace, { op: 'unstick' }]],
    [/keeps the heading/, [{ ...position, keepHeading: true }]],
    [/keeps the heading/, [toPlace, position]],
    [/a teleport also ends/, [state, { op: 'teleported' }]],
    [/a position that places/, [toPlace, { op: 'setPosition', pos: [1, 1, 0], heading: 0 }]],
    [
      /a position that places/,
      [
        { ...chase, id: 2, target: 1 },
        { op: 'setPosition', pos: [1, 1, 0], heading: 0 },
      ],
    ],
    [/a jump/, [{ op: 'jump', extent: 1, vz: 5 }]],
    [/touches the ground/, [{ op: 'contact', contact: true, onWalkable: true }]],
    [/ties a body/, [{ op: 'constrainTo', pos: [1, 1, 0], start: 1, max: 2 }]],
    [/ties a body/, [{ op: 'unconstrain' }]],
    [/sticks a body/, [{ op: 'stickTo', target: 2 }]],
    [/15 bits/, [{ op: 'interpretedState', state: { ...walk, actions: [action(0x8001)] } }]],
    [
      /31 actions/,
      [{ op: 'interpretedState', state: { ...walk, actions: Array.from({ length: 32 }, (_, i) => action(i)) } }],
    ],
    [/forward command 0 must be/, [{ op: 'interpretedState', state: { ...walk, forwardCommand: 0 } }]],
    [/forward speed 20000 must be/, [{ op: 'interpretedState', state: { ...walk, forwardSpeed: 20000 } }]],
    [/x 19951232 must be within/, [{ ...toPlace, pos: [2e7, 0, 0] }]],
  ])('%s', (reason, said) => {
    expect(why(...said)).toMatch(reason);
  });

  test('a state for the local player, whose keys rule; a move is no such thing', () => {
    const objects = [{ ...one, player: true }, two];
    expect(whyNotAsMessages(scripted([state], { objects }))).toMatch(/takes control from its keys/);
    expect(whyNotAsMessages(scripted([toPlace, { ...state, id: 2 }], { objects }))).toBe(null);
    expect(whyNotAsMessages(scripted([{ ...position, id: 2 }], { objects }))).toMatch(/from the local player/);
  });

  test('two players, or two objects of one id', () => {
    const player = { ...one, player: true };
    expect(whyNotAsMessages(scripted([], { objects: [player, { ...player, id: 2 }] }))).toMatch(/one player/);
    expect(whyNotAsMessages(scripted([], { objects: [one, { ...two, id: 1 }] }))).toMatch(/one id/);
  });

  test('an operation that nobody knows is not left out: it is not supported', () => {
    expect(() => why({ op: 'levitate' })).toThrow(UnsupportedOperation);
  });

  test('operations after the last tick are not said, and not judged', () => {
    expect(whyNotAsMessages(scripted([{ op: 'stopCompletely', tick: 3 }], { ticks: 3 }))).toBe(null);
  });
});

function action(stamp: number) {
  return { action: MotionCommand.Wave, stamp, speed: 1, autonomous: false };
}

describe('the stamps of what is said', () => {
  const { beginning, byTick } = writeScenario(scripted([state, position, toPlace, { ...state, id: 2 }, state]));
  const creation = codecs.ObjectCreate(beginning[0]).message as ObjectCreate;
  const first = [...creation.physics.stamps];
  const motion = (tick: number): UpdateMotion => codecs.UpdateMotion(byTick.get(tick)![0]).message as UpdateMotion;
  const risen = (index: number, count: number): number => (first[index] + count) & 0xffff;

  test('every event of an object raises its movement and server-control stamps, over the end of 16 bits', () => {
    const seen = [0, 2, 3, 4].map((tick) => {
      const { guid, instanceStamp, movement } = motion(tick);
      return [guid, instanceStamp, movement.movementStamp, movement.serverControlStamp];
    });
    const expected = (guid: number, count: number) => [
      guid,
      first[StampIndex.Instance],
      risen(StampIndex.Movement, count),
      risen(StampIndex.ServerControl, count),
    ];
    expect(seen).toEqual([expected(1, 1), expected(1, 2), expected(2, 1), expected(1, 3)]);
    expect(risen(StampIndex.Movement, 3)).toBeLessThan(first[StampIndex.Movement]);
  });

  test('a position raises the position stamp alone', () => {
    const { pack } = codecs.UpdatePosition(byTick.get(1)![0]).message as UpdatePosition;
    expect([pack.positionStamp, pack.teleportStamp]).toEqual([
      risen(StampIndex.Position, 1),
      first[StampIndex.Teleport],
    ]);
  });
});

describe('the run', () => {
  test('fails when a message is not applied', () => {
    const objects = [one, { ...two, id: 0 }];
    expect(() => runScenarioAsBytes(scripted([], { objects }), motionTable('humanoid'), 'pipeline')).toThrow(
      /tick 0: 1 of 2 messages were applied/,
    );
  });

  test('is in the shipped order only', () => {
    expect(() => runScenarioAsBytes(scripted([]), motionTable('humanoid'), 'retail')).toThrow(/shipped order only/);
  });

  test('creates what the scenario has: place, heading, size, scale and the rest', () => {
    const object = { ...two, heading: 123.4, scale: 1.7, radius: 0.81, height: 3.1, runRate: 1.9, contact: false };
    const trace = runScenarioAsBytes(
      scripted([], { objects: [one, object], ticks: 3 }),
      motionTable('humanoid'),
      'pipeline',
    );
    expect(trace[0].map(({ id }) => id)).toEqual([1, 2]);
    expect(trace[0][1].pos[0]).toBeCloseTo(99, 4);
    expect(trace[0][1].heading).toBeCloseTo(123.4, 4);
    expect(trace[2][1].pos[2]).toBeLessThan(0);
  });
});
