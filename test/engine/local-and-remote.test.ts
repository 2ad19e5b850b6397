import { MotionF64 } from '../../components/motion-interp.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsInUse, type ColumnSchema } from '../../components/columns.ts';
import { type ComponentName, componentSchemas, interpolationQueueSchema, rowsOf } from '../../components/index.ts';
import { MotionCommand } from '../../index.ts';
import { ringOf } from '../support/cells.ts';
import { motionMessage, positionMessage, vectorMessage } from '../support/messages.ts';
import { GUID, newRig, type Rig } from '../support/rig.ts';

/** Every column of a rig's body but its kind, by name. */
function columnsOf({ engine, body }: Rig): Record<string, number[]> {
  const { components, interpolationQueues } = engine.world;
  const all: Record<string, number[]> = {};
  const read = (component: string, schema: ColumnSchema, columns: ReturnType<typeof rowsOf>, row: number) => {
    for (const [name, spec] of Object.entries(schema)) {
      all[`${component}.${name}`] = ringOf(spec, columns[spec.array], row, cellsInUse(spec, columns, row));
    }
  };
  for (const [name, schema] of Object.entries(componentSchemas) as [ComponentName, ColumnSchema][]) {
    read(name, schema, rowsOf(components, name), body);
  }
  const slot = components.interpolation.slot[body];
  if (slot !== 0) read('queue', interpolationQueueSchema, interpolationQueues, slot);
  delete all['identity.kind'];
  return all;
}

/** The same body twice: as this client's player, and as somebody else's. */
function twins(): [local: Rig, remote: Rig] {
  const rigs: [Rig, Rig] = [newRig({ spawn: { localPlayer: true } }), newRig()];
  for (const { engine } of rigs) {
    // "Far" counts from the viewer: the same one for both.
    engine.world.viewer = GUID;
    engine.spawn({ guid: 9, x: 6, y: 2 });
  }
  return rigs;
}

const speed = fc.constantFrom(1, 2, 0.5, -1, 1.5);
const state = fc.record({
  forwardCommand: fc.constantFrom(
    MotionCommand.Ready,
    MotionCommand.WalkForward,
    MotionCommand.RunForward,
    MotionCommand.Crouch,
    MotionCommand.Wave,
  ),
  forwardSpeed: speed,
  turnCommand: fc.constantFrom(0, MotionCommand.TurnRight),
  turnSpeed: speed,
  sidestepCommand: fc.constantFrom(0, 0, MotionCommand.SideStepRight),
  currentStyle: fc.constantFrom(MotionCommand.NonCombat, MotionCommand.HandCombat),
});
const movement = fc.record({
  kind: fc.constant('movement' as const),
  type: fc.constantFrom(0, 0, 0, 5, 6, 7, 8, 9),
  stamp: fc.integer({ min: 1, max: 3 }),
  motionFlags: fc.constantFrom(0, 0, 0, 1, 2),
  state,
  actions: fc.array(fc.tuple(fc.constant(MotionCommand.Wave), fc.nat(9), fc.constant(false), speed), { maxLength: 2 }),
  place: fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) }),
  target: fc.constantFrom(9, 9, 1234),
  desiredHeading: fc.integer({ min: 0, max: 359 }),
  runRate: fc.constantFrom(1, 2.5),
  speed: fc.constantFrom(1, 1.5),
});
const position = fc.record({
  kind: fc.constant('position' as const),
  stamp: fc.integer({ min: 0, max: 2 }),
  teleport: fc.constantFrom(0, 0, 0, 0, 1),
  grounded: fc.constantFrom(true, true, true, false),
  place: fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) }),
  qz: fc.constantFrom(0, 0.3, -0.9),
});
const event = fc.record({ what: fc.oneof(movement, movement, position), steps: fc.integer({ min: 1, max: 25 }) });

describe('a local and a remote body', () => {
  it('do the same under the same events of a server, in every column', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 14, size: 'max' }), (events) => {
        const rigs = twins();
        let movementStamp = 1;
        let positionStamp = 0;
        let teleportStamp = 0;
        // The first event takes control from the player; before it the raw state rules.
        for (const rig of rigs) rig.receive(motionMessage(GUID, { movementStamp }));
        for (const { what, steps } of events) {
          if (what.kind === 'movement') movementStamp += what.stamp;
          else {
            positionStamp += what.stamp;
            teleportStamp += what.teleport;
          }
          for (const { inbox, engine } of rigs) {
            if (what.kind === 'movement') {
              const { place, kind: _kind, stamp: _stamp, state: interpreted, actions, ...parts } = what;
              const payload = parts.type === 0 ? { state: interpreted, actions } : {};
              inbox.put(motionMessage(GUID, { ...parts, ...place, ...payload, movementStamp, stickyObject: 9 }));
            } else {
              const { grounded, place, qz } = what;
              inbox.put(positionMessage(GUID, { grounded, ...place, qz, positionStamp, teleportStamp }));
            }
            engine.step(steps);
          }
          expect(columnsOf(rigs[0])).toEqual(columnsOf(rigs[1]));
        }
      }),
      { seed: 20130401, numRuns: 60 },
    );
  }, 60_000);

  it('differ in what re-applied movement takes after an autonomous move: the raw state only for the player', () => {
    const forward = twins().map(({ engine, body }) => {
      engine.setMotion(body, MotionCommand.WalkForward);
      engine.world.components.interpretedMotion.f64[body * MotionF64.row + MotionF64.forwardSpeed] = 3;
      engine.jump(body, 0.5);
      return engine.readMotion(body).forwardSpeed;
    });
    expect(forward).toEqual([1, 3]);
  });

  it('differ in own autonomous echoes', () => {
    const walking = twins().map((rig) => {
      const parts = { autonomous: true, state: { forwardCommand: MotionCommand.WalkForward } };
      rig.receive(motionMessage(GUID, { movementStamp: 1, ...parts }));
      return rig.engine.readMotion(rig.body).forwardCommand === MotionCommand.WalkForward;
    });
    expect(walking).toEqual([false, true]);
  });

  it('differ in the echo of a jump', () => {
    const rising = twins().map((rig) => {
      rig.receive(vectorMessage(GUID, { vectorStamp: 1, velocityZ: 5 }));
      return rig.engine.readFrame(rig.body).z > 0;
    });
    expect(rising).toEqual([false, true]);
  });

  it('differ in the blip distance indoors: 25 m for the player, 20 m for others, 100 m outdoors for all', () => {
    const indoors = 0x00000100;
    const blips = (cell: number, x: number) =>
      twins().map((rig) => {
        rig.engine.place(rig.body, { x: 0, y: 0 });
        rig.receive(positionMessage(GUID, { positionStamp: 1, cell, x, y: 0 }));
        return rig.engine.readFrame(rig.body).x === x;
      });
    expect(blips(indoors, 19)).toEqual([false, false]);
    expect(blips(indoors, 22)).toEqual([false, true]);
    expect(blips(indoors, 26)).toEqual([true, true]);
    expect(blips(1, 90)).toEqual([false, false]);
  });

  it('outdoors blip beyond 100 m', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, cell: 1, x: 99.9 }));
    expect(rig.engine.readFrame(rig.body).x).toBeLessThan(1);
    const other = newRig();
    other.receive(positionMessage(GUID, { positionStamp: 1, cell: 1, x: 100.5 }));
    expect(other.engine.readFrame(other.body).x).toBe(100.5);
  });

  it('differ in force position', () => {
    const placed = twins().map((rig) => {
      rig.receive(positionMessage(GUID, { positionStamp: 1, forcePositionStamp: 1, x: 3 }));
      return rig.engine.readFrame(rig.body).x === 3;
    });
    expect(placed).toEqual([true, false]);
  });
});
