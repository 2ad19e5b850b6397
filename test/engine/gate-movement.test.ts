import { MotionU32 } from '../../components/motion-interp.ts';
import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it } from 'vitest';
import { MotionCommand, MovementError, MovementType } from '../../index.ts';
import { motionMessage, type MovementParts } from '../support/messages.ts';
import { GUID, newRig, type Rig } from '../support/rig.ts';

const walk = { state: { forwardCommand: MotionCommand.WalkForward } };
const OTHER = 9;

function forwardOf({ engine, body }: Rig): number {
  return engine.readMotion(body).forwardCommand;
}

function stampsOf({ engine, body }: Rig): { movement: number; serverControl: number } {
  const { stamps } = engine.world.components;
  return {
    movement: stamps.u16[body * StampsU16.row + StampsU16.movement],
    serverControl: stamps.u16[body * StampsU16.row + StampsU16.serverControl],
  };
}

/** A rig that has taken an event with these stamps. */
function rigAt(movementStamp: number, serverControlStamp = 0): Rig {
  const rig = newRig();
  const { stamps } = rig.engine.world.components;
  stamps.u16[rig.body * StampsU16.row + StampsU16.movement] = movementStamp;
  stamps.u16[rig.body * StampsU16.row + StampsU16.serverControl] = serverControlStamp;
  return rig;
}

describe('gate 2: the movement stamp must be newer than the last', () => {
  it.each([
    [0, 1, true],
    [0, 0, false],
    [5, 4, false],
    [0, 0x7fff, true],
    [0, 0x8000, false],
    [0xffff, 0, true],
    [0, 0xffff, false],
    [0x8001, 0x0001, true],
    [0x8001, 0x0002, false],
    [0xfff0, 0x7fef, true],
  ])('last %i, then %i: passes %s', (last, stamp, passes) => {
    const rig = rigAt(last);
    rig.receive(motionMessage(GUID, { movementStamp: stamp, ...walk }));
    expect(rig.drops()).toEqual(passes ? [] : ['stale movement stamp']);
    expect(forwardOf(rig)).toBe(passes ? MotionCommand.WalkForward : MotionCommand.Ready);
    expect(stampsOf(rig).movement).toBe(passes ? stamp : last);
  });

  it('a stale event interrupts nothing', () => {
    const rig = rigAt(5);
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(motionMessage(GUID, { movementStamp: 5 }));
    expect(rig.engine.readMoveTo(rig.body).type).toBe(MovementType.MoveToPosition);
  });
});

describe('gate 3: the server-control stamp must not be older than the last', () => {
  it.each([
    [4, 4, true],
    [4, 5, true],
    [4, 3, false],
    [0xffff, 0, true],
    [0, 0xffff, false],
  ])('last %i, then %i: passes %s', (last, stamp, passes) => {
    const rig = rigAt(0, last);
    rig.receive(motionMessage(GUID, { movementStamp: 1, serverControlStamp: stamp, ...walk }));
    expect(rig.drops()).toEqual(passes ? [] : ['stale server-control stamp']);
    expect(stampsOf(rig)).toEqual({ movement: 1, serverControl: passes ? stamp : last });
  });

  it('drops the event after its movement stamp was stored: the same movement stamp is then stale', () => {
    const rig = rigAt(0, 4);
    rig.receive(motionMessage(GUID, { movementStamp: 7, serverControlStamp: 3, ...walk }));
    rig.receive(motionMessage(GUID, { movementStamp: 7, serverControlStamp: 4, ...walk }));
    expect(rig.drops()).toEqual(['stale server-control stamp', 'stale movement stamp']);
    expect(forwardOf(rig)).toBe(MotionCommand.Ready);
  });
});

describe("gate 4: the local player's own echo", () => {
  it('is dropped before any interrupt, and the last move stays as autonomous as it was (pin P1)', () => {
    for (const autonomousBefore of [0, 1]) {
      const rig = newRig({ spawn: { localPlayer: true } });
      const { motionInterp } = rig.engine.world.components;
      rig.engine.moveTo(rig.body, { x: 30, y: 0 });
      motionInterp.lastMoveWasAutonomous[rig.body] = autonomousBefore;
      rig.receive(motionMessage(GUID, { movementStamp: 1, serverControlStamp: 2, autonomous: true, ...walk }));
      expect(rig.engine.readDrops(rig.body)).toEqual({ 'own autonomous echo': 1 });
      expect(rig.engine.readMoveTo(rig.body).type).toBe(MovementType.MoveToPosition);
      expect(rig.told.filter(({ type }) => type === 'cancelled' || type === 'controlLost')).toEqual([]);
      expect(motionInterp.lastMoveWasAutonomous[rig.body]).toBe(autonomousBefore);
      expect(stampsOf(rig)).toEqual({ movement: 1, serverControl: 2 });
    }
  });

  it("of another's body it is applied, and remembered as autonomous", () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, autonomous: true, ...walk }));
    expect(forwardOf(rig)).toBe(MotionCommand.WalkForward);
    const { lastMoveWasAutonomous } = rig.engine.world.components.motionInterp;
    expect(lastMoveWasAutonomous[rig.body]).toBe(1);
    rig.receive(motionMessage(GUID, { movementStamp: 2, ...walk }));
    expect(lastMoveWasAutonomous[rig.body]).toBe(0);
  });
});

describe("gate 5: a server's event on the local player", () => {
  it('hands control to the server: an event to game code, and the interpreted state rules', () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }));
    expect(rig.told.filter(({ type }) => type === 'controlLost')).toMatchObject([{ guid: GUID, entity: rig.body }]);
    expect(forwardOf(rig)).toBe(MotionCommand.WalkForward);
    expect(rig.engine.world.components.motionInterp.lastMoveWasAutonomous[rig.body]).toBe(0);
  });

  it("on another's body it does not", () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }));
    expect(rig.told.filter(({ type }) => type === 'controlLost')).toEqual([]);
  });
});

describe('the head of an event, on every type', () => {
  const types = Array.from({ length: 10 }, (_, type) => type);

  it.each(types)('type %i interrupts the current movement with 0x36', (type) => {
    const rig = newRig();
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(motionMessage(GUID, { movementStamp: 1, type }));
    expect(rig.told.filter((event) => event.type === 'cancelled')).toMatchObject([
      { movementType: MovementType.MoveToPosition, error: MovementError.ActionCancelled },
    ]);
  });

  it.each(types)('type %i lets go of what the body is stuck to', (type) => {
    const rig = newRig();
    const other = rig.engine.spawn({ guid: OTHER, x: 1 });
    rig.engine.stickTo(rig.body, other);
    rig.engine.step();
    rig.receive(motionMessage(GUID, { movementStamp: 1, type }));
    expect(rig.engine.readMoveTo(rig.body).stuckTo).toBe(0);
  });

  it.each(types)('type %i performs a style that differs', (type) => {
    const rig = newRig();
    const state = { currentStyle: MotionCommand.HandCombat };
    rig.receive(motionMessage(GUID, { movementStamp: 1, type, style: MotionCommand.HandCombat, state }));
    expect(rig.engine.readMotion(rig.body).style).toBe(MotionCommand.HandCombat);
    // By DoMotion: the raw state takes it too.
    expect(rig.engine.world.components.rawMotion.u32[rig.body * MotionU32.row + MotionU32.style]).toBe(
      MotionCommand.HandCombat,
    );
  });

  it('performs no style that it has already, and none that says "no style"', () => {
    const rig = newRig();
    for (const style of [MotionCommand.NonCombat, 0x80000000]) {
      rig.receive(
        motionMessage(GUID, {
          movementStamp: rig.engine.world.clock.tick,
          type: MovementType.StopCompletely,
          style,
        }),
      );
    }
    expect(rig.told.filter(({ type }) => type === 'motionDone')).toEqual([]);
  });
});

describe('types 1 to 5', () => {
  it.each([1, 2, 3, 4, 5])('type %i is the head only: what the body performs goes on', (type) => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }));
    const before = rig.engine.readMotion(rig.body);
    rig.receive(motionMessage(GUID, { movementStamp: 2, type }));
    const after = rig.engine.readMotion(rig.body);
    expect([after.forwardCommand, after.substate, after.pendingMotions]).toEqual([
      MotionCommand.WalkForward,
      before.substate,
      before.pendingMotions,
    ]);
    expect(rig.engine.readMoveTo(rig.body).type).toBe(0);
    expect(rig.engine.counters.applied).toBe(2);
  });
});

describe('type 0, an interpreted state', () => {
  it('with nothing in it is a full stop', () => {
    const rig = newRig();
    const all = {
      forwardCommand: MotionCommand.RunForward,
      turnCommand: MotionCommand.TurnRight,
      sidestepCommand: MotionCommand.SideStepRight,
    };
    rig.receive(motionMessage(GUID, { movementStamp: 1, state: all }));
    rig.engine.step(30);
    rig.receive(motionMessage(GUID, { movementStamp: 2 }));
    rig.engine.step(30);
    const before = rig.engine.readFrame(rig.body);
    rig.engine.step(30);
    expect(rig.engine.readFrame(rig.body)).toEqual(before);
    expect(rig.engine.readMotion(rig.body)).toMatchObject({
      substate: MotionCommand.Ready,
      forwardCommand: MotionCommand.Ready,
      turnCommand: 0,
      sidestepCommand: 0,
      modifiers: [],
    });
  });

  it('sticks to the object that it is flagged with', () => {
    const rig = newRig();
    rig.engine.spawn({ guid: OTHER, x: 1 });
    rig.receive(motionMessage(GUID, { movementStamp: 1, stickyObject: OTHER }));
    expect(rig.engine.readMoveTo(rig.body).stuckTo).toBe(0);
    rig.receive(motionMessage(GUID, { movementStamp: 2, motionFlags: 1, stickyObject: OTHER }));
    expect(rig.engine.readMoveTo(rig.body).stuckTo).toBe(OTHER);
  });

  it('sets and takes away the standing long jump as flagged', () => {
    const rig = newRig();
    const { standingLongJump } = rig.engine.world.components.motionInterp;
    rig.receive(motionMessage(GUID, { movementStamp: 1, motionFlags: 2 }));
    expect(standingLongJump[rig.body]).toBe(1);
    rig.receive(motionMessage(GUID, { movementStamp: 2 }));
    expect(standingLongJump[rig.body]).toBe(0);
  });

  it('performs an action that comes as its forward command', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, state: { forwardCommand: MotionCommand.Wave } }));
    expect(rig.engine.readMotion(rig.body).pendingMotions).toContain(MotionCommand.Wave);
  });

  it('reports a motion that the table does not have, and loses nothing else', () => {
    const rig = newRig();
    const state = { forwardCommand: MotionCommand.Reload, turnCommand: MotionCommand.TurnRight };
    rig.receive(motionMessage(GUID, { movementStamp: 1, state }));
    expect(rig.told.filter(({ type }) => type === 'unknownMotion')).toMatchObject([
      { guid: GUID, motion: MotionCommand.Reload },
    ]);
    expect(rig.engine.readMotion(rig.body).turnCommand).toBe(MotionCommand.TurnRight);
    rig.engine.step(30);
    expect(rig.engine.readFrame(rig.body).heading).toBeGreaterThan(20);
  });
});

describe('the actions of an interpreted state', () => {
  const waves = ({ engine, body }: Rig) =>
    engine.readMotion(body).pendingMotions.filter((motion) => motion === MotionCommand.Wave).length;
  const wave = (stamp: number, autonomous = false): MovementParts => ({
    actions: [[MotionCommand.Wave, stamp, autonomous, 1]],
  });

  it.each([
    [0, 1, true],
    [0, 0, false],
    [5, 4, false],
    [0, 0x3fff, true],
    [0, 0x4000, false],
    [0x7fff, 0, true],
    [0x3fff, 0x7ffe, true],
    [0, 0x7fff, false],
  ])('stamps have 15 bits: last %i, then %i: performed %s', (last, stamp, performed) => {
    const rig = newRig();
    const { serverActionStamp } = rig.engine.world.components.motionInterp;
    serverActionStamp[rig.body] = last;
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...wave(stamp) }));
    expect(waves(rig)).toBe(performed ? 1 : 0);
    expect(serverActionStamp[rig.body]).toBe(performed ? stamp : last);
  });

  it("the local player's own are left out, and their stamps do not count", () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...wave(3, true) }));
    expect(waves(rig)).toBe(0);
    rig.receive(motionMessage(GUID, { movementStamp: 2, ...wave(2) }));
    expect(waves(rig)).toBe(1);
  });
});

describe('types 6 to 9', () => {
  const place = { cell: 0x00010000 | 1, x: 3, y: 4, z: 0 };

  it('6 chases an object that is known, at the run rate of the event', () => {
    const rig = newRig();
    rig.engine.spawn({ guid: OTHER, x: 20 });
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 6, target: OTHER, ...place, runRate: 2.5 }));
    expect(rig.engine.readMoveTo(rig.body)).toMatchObject({ type: MovementType.MoveToObject, target: OTHER });
    expect(rig.engine.world.components.motionInterp.myRunRate[rig.body]).toBe(2.5);
  });

  it('6 without the object is a move to the origin of the event', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 6, target: OTHER, ...place, runRate: 2.5 }));
    expect(rig.engine.readMoveTo(rig.body)).toMatchObject({
      type: MovementType.MoveToPosition,
      x: 3,
      y: 196,
      target: 0,
    });
    expect(rig.engine.world.components.motionInterp.myRunRate[rig.body]).toBe(2.5);
  });

  it('7 moves to its origin, which is a place in a landblock', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 7, ...place }));
    expect(rig.engine.readMoveTo(rig.body)).toMatchObject({ type: MovementType.MoveToPosition, x: 3, y: 196, z: 0 });
  });

  it('8 turns to an object that is known', () => {
    const rig = newRig();
    rig.engine.spawn({ guid: OTHER, x: 20 });
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 8, target: OTHER, heading: 200, desiredHeading: 10 }));
    expect(rig.engine.readMoveTo(rig.body)).toMatchObject({ type: MovementType.TurnToObject, target: OTHER });
    rig.engine.step(90);
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(90, 3);
  });

  it('8 without the object turns to its standalone heading', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 8, target: OTHER, heading: 200, desiredHeading: 10 }));
    expect(rig.engine.readMoveTo(rig.body)).toMatchObject({ type: MovementType.TurnToHeading, target: 0 });
    rig.engine.step(120);
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(200, 3);
  });

  it('9 turns to its heading', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, type: 9, desiredHeading: 60 }));
    rig.engine.step(90);
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(60, 3);
  });

  it.each([
    [-90, 270],
    [450, 90],
    [720 + 30, 30],
    [-1e6 + 10, (-1e6 % 360) + 10 + 360],
  ])('angles are normalised: a turn to %i ends at %i', (wire, heading) => {
    for (const parts of [
      { type: 9, desiredHeading: wire },
      { type: 8, target: OTHER, heading: wire },
      { type: 7, ...place, cell: 1, x: 0, y: 0.1, paramsFlags: 0x1ee0f | 0x40, desiredHeading: wire },
    ]) {
      const rig = newRig();
      rig.receive(motionMessage(GUID, { movementStamp: 1, ...parts }));
      rig.engine.step(150);
      expect(rig.engine.readFrame(rig.body).heading, `type ${parts.type}`).toBeCloseTo(heading, 3);
      expect(rig.engine.readMoveTo(rig.body).type).toBe(0);
    }
  });
});
