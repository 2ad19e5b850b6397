import { StampsU16 } from '../../components/stamps.ts';
import { BodyF32 } from '../../components/body.ts';
import { SequenceF64 } from '../../components/sequence.ts';
import { describe, expect, it } from 'vitest';
import { MotionCommand, MovementError, MovementType, PhysicsState, TransientState } from '../../index.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import {
  createMessage,
  motionMessage,
  playerMessage,
  playerTeleportMessage,
  positionAndMovementMessage,
  positionMessage,
  vectorMessage,
} from '../support/messages.ts';
import { GUID, newRig, type Rig } from '../support/rig.ts';

const STRANGER = 77;
const walk = { state: { forwardCommand: MotionCommand.WalkForward } };
/** Facing east. */
const east = { qw: Math.SQRT1_2, qz: -Math.SQRT1_2 };

function placeOf({ engine, body }: Rig): [number, number, number] {
  const { x, y, z } = engine.readFrame(body);
  return [x, y, z];
}

function waiting({ engine, body }: Rig): number {
  return engine.readMoveTo(body).interpolationNodes;
}

describe('the teleport stamp of a position', () => {
  it('older: drops the event', () => {
    const rig = newRig();
    rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.teleport] = 3;
    rig.receive(positionMessage(GUID, { positionStamp: 1, teleportStamp: 2, x: 9 }));
    expect(rig.drops()).toEqual(['stale teleport stamp']);
    expect([placeOf(rig), waiting(rig)]).toEqual([[0, 0, 0], 0]);
  });

  it('newer: the body is placed there at once and its move ends with 0x3C', () => {
    const rig = newRig();
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(positionMessage(GUID, { positionStamp: 1, teleportStamp: 1, x: 9, y: 7, ...east }));
    expect(placeOf(rig)).toEqual([9, 7, 0]);
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(90, 4);
    expect(rig.told.filter(({ type }) => type === 'cancelled')).toMatchObject([
      { movementType: MovementType.MoveToPosition, error: MovementError.Teleported },
    ]);
    expect(rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.teleport]).toBe(1);
  });

  it('newer: what waited to be moved through is forgotten, and who is stuck lets go', () => {
    const rig = newRig();
    const other = rig.engine.spawn({ x: 1 });
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 2 }));
    expect(waiting(rig)).toBe(1);
    rig.engine.stickTo(rig.body, other);
    rig.receive(positionMessage(GUID, { positionStamp: 2, teleportStamp: 1, x: 9 }));
    expect([waiting(rig), rig.engine.readMoveTo(rig.body).stuckTo]).toEqual([0, 0]);
    rig.engine.step(30);
    expect(placeOf(rig)).toEqual([9, 0, 0]);
  });

  it('newer: who chases the body is told', () => {
    const rig = newRig();
    const chaser = rig.engine.spawn({ x: 30 });
    rig.engine.moveTo(chaser, { target: rig.body });
    rig.receive(positionMessage(GUID, { positionStamp: 1, teleportStamp: 1, x: 9 }));
    expect(rig.engine.readMoveTo(chaser).type).toBe(0);
    expect(rig.told.filter(({ type }) => type === 'targetLost')).toMatchObject([{ entity: chaser, target: GUID }]);
  });

  it('newer: also in the air, for it asks for no contact', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, teleportStamp: 1, x: 9, z: 20, grounded: false }));
    expect(placeOf(rig)[0]).toBe(9);
    expect(placeOf(rig)[2]).toBeGreaterThan(19);
  });
});

describe('the position stamp', () => {
  it.each([
    [0, 1, true],
    [0, 0, false],
    [0xffff, 0, true],
    [0, 0x8000, false],
  ])('must be newer: last %i, then %i: passes %s', (last, stamp, passes) => {
    const rig = newRig();
    rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.position] = last;
    rig.receive(positionMessage(GUID, { positionStamp: stamp, x: 1 }));
    expect(rig.drops()).toEqual(passes ? [] : ['stale position stamp']);
    expect(waiting(rig)).toBe(passes ? 1 : 0);
  });
});

describe('a position event that passes', () => {
  it('without contact does nothing, but its stamp counts', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 4, x: 1, grounded: false }));
    expect([waiting(rig), placeOf(rig)]).toEqual([0, [0, 0, 0]]);
    expect(rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.position]).toBe(4);
  });

  it('is moved to, not jumped to', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 2 }));
    const [x] = placeOf(rig);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(0.5);
    rig.engine.step(30);
    expect(placeOf(rig)[0]).toBeCloseTo(2, 1);
  });

  it('farther than 96 m from the viewer is placed at once', () => {
    const rig = newRig();
    const viewer = rig.engine.spawn({ guid: 6, localPlayer: true, x: -95 });
    expect(rig.engine.world.viewer).toBe(6);
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 0.9 }));
    expect(waiting(rig)).toBe(1);
    rig.engine.place(viewer, { x: -95, y: 0 });
    rig.receive(positionMessage(GUID, { positionStamp: 2, x: 1.5 }));
    expect([waiting(rig), placeOf(rig)]).toEqual([0, [1.5, 0, 0]]);
  });

  it('with no viewer nothing is far', () => {
    const rig = newRig();
    rig.engine.place(rig.body, { x: 5000, y: 5000 });
    rig.receive(
      positionMessage(GUID, { positionStamp: 1, cell: 0x1a1a0001, x: 5000 - 26 * 192 + 1, y: 5000 - 26 * 192 }),
    );
    expect(waiting(rig)).toBe(1);
  });

  it('turns the body, but not one that a move steers', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 0.5, ...east }));
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(90, 3);
    const moving = newRig();
    moving.engine.moveTo(moving.body, { x: 0, y: 30 });
    moving.engine.step(10);
    moving.receive(positionMessage(GUID, { positionStamp: 1, x: 0.5, y: 1, ...east }));
    expect(moving.engine.readFrame(moving.body).heading).toBeLessThan(1);
  });

  it('within 0.05 m of the body only turns it', () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 0.04, ...east }));
    expect([waiting(rig), placeOf(rig)]).toEqual([0, [0, 0, 0]]);
    expect(rig.engine.readFrame(rig.body).heading).toBeCloseTo(90, 3);
  });

  it('does not touch what the body performs', () => {
    const rig = newRig();
    const before = rig.engine.readMotion(rig.body);
    rig.receive(positionMessage(GUID, { positionStamp: 1, x: 2, velocityX: 5 }));
    const after = rig.engine.readMotion(rig.body);
    expect([after.substate, after.forwardCommand, after.pendingMotions]).toEqual([
      before.substate,
      before.forwardCommand,
      before.pendingMotions,
    ]);
  });
});

describe('the force-position stamp', () => {
  it('newer, on the local player: placed there at once, and the move goes on', () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(positionMessage(GUID, { positionStamp: 9, forcePositionStamp: 1, x: 2, y: 1 }));
    expect(placeOf(rig)).toEqual([2, 1, 0]);
    expect(rig.engine.readMoveTo(rig.body).type).toBe(MovementType.MoveToPosition);
    const { stamps } = rig.engine.world.components;
    expect([
      stamps.u16[rig.body * StampsU16.row + StampsU16.position],
      stamps.u16[rig.body * StampsU16.row + StampsU16.forcePosition],
    ]).toEqual([9, 1]);
  });

  it('asks neither for contact nor for a newer position stamp', () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.receive(positionMessage(GUID, { positionStamp: 0, forcePositionStamp: 1, x: 2, z: 5, grounded: false }));
    expect(placeOf(rig)[0]).toBe(2);
  });

  it("on another's body: as any position; the stamp counts all the same", () => {
    const rig = newRig();
    rig.receive(positionMessage(GUID, { positionStamp: 1, forcePositionStamp: 1, x: 2 }));
    expect(waiting(rig)).toBe(1);
    expect(rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.forcePosition]).toBe(1);
  });

  it('not newer, on the local player: as any position', () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.receive(positionMessage(GUID, { positionStamp: 1, forcePositionStamp: 0, x: 2 }));
    expect(waiting(rig)).toBe(1);
  });
});

describe('PositionAndMovement', () => {
  it('is the position, then the movement, each with its own gates', () => {
    const rig = newRig();
    rig.receive(positionAndMovementMessage(GUID, { positionStamp: 1, x: 1 }, { movementStamp: 1, ...walk }));
    expect([waiting(rig), rig.engine.readMotion(rig.body).forwardCommand]).toEqual([1, MotionCommand.WalkForward]);
    rig.receive(positionAndMovementMessage(GUID, { positionStamp: 1, x: 1 }, { movementStamp: 2 }));
    expect(rig.drops()).toEqual(['stale position stamp']);
    expect(rig.engine.readMotion(rig.body).forwardCommand).toBe(MotionCommand.Ready);
    rig.receive(
      positionAndMovementMessage(GUID, { positionStamp: 2, teleportStamp: 1, x: 9 }, { movementStamp: 2, ...walk }),
    );
    expect(rig.drops()).toEqual(['stale position stamp', 'stale movement stamp']);
    expect(placeOf(rig)).toEqual([9, 0, 0]);
  });
});

describe('VectorUpdate', () => {
  it('with a newer vector stamp sets velocity and omega', () => {
    const rig = newRig({ spawn: { gravity: false } });
    rig.engine.place(rig.body, { x: 0, y: 0, z: 50 });
    rig.engine.step();
    rig.receive(
      vectorMessage(GUID, { vectorStamp: 1, velocityX: 3, velocityY: -2, velocityZ: 1, omegaZ: Math.fround(0.5) }),
    );
    const { body } = rig.engine.world.components;
    expect([
      body.f32[rig.body * BodyF32.row + BodyF32.velocityX],
      body.f32[rig.body * BodyF32.row + BodyF32.velocityY],
      body.f32[rig.body * BodyF32.row + BodyF32.velocityZ],
    ]).toEqual([3, -2, 1]);
    expect(body.f32[rig.body * BodyF32.row + BodyF32.omegaZ]).toBe(0.5);
  });

  it('upwards takes the body off the ground', () => {
    const rig = newRig();
    rig.receive(vectorMessage(GUID, { vectorStamp: 1, velocityX: 2, velocityZ: 5 }));
    expect(rig.told.filter(({ type }) => type === 'leaveGround')).toHaveLength(1);
    rig.engine.step(10);
    expect(placeOf(rig)[2]).toBeGreaterThan(0.5);
    expect(placeOf(rig)[0]).toBeCloseTo((2 * 11) / 30, 5);
  });

  it('with the same or an older stamp is dropped', () => {
    const rig = newRig();
    rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.vector] = 4;
    rig.receive(
      vectorMessage(GUID, { vectorStamp: 4, velocityZ: 5 }),
      vectorMessage(GUID, { vectorStamp: 3, velocityZ: 5 }),
    );
    expect(rig.drops()).toEqual(['stale vector stamp', 'stale vector stamp']);
    expect(rig.engine.world.components.body.f32[rig.body * BodyF32.row + BodyF32.velocityZ]).toBe(0);
  });

  it("the local player's own jump that comes back is not taken", () => {
    const rig = newRig({ spawn: { localPlayer: true } });
    rig.engine.jump(rig.body, 1);
    rig.engine.step();
    const before = rig.engine.world.components.body.f32[rig.body * BodyF32.row + BodyF32.velocityZ];
    rig.receive(vectorMessage(GUID, { vectorStamp: 1, velocityZ: 9 }));
    expect(rig.engine.world.components.body.f32[rig.body * BodyF32.row + BodyF32.velocityZ]).toBeLessThan(before);
    expect(rig.engine.world.components.stamps.u16[rig.body * StampsU16.row + StampsU16.vector]).toBe(1);
  });
});

describe('PlayerCreate', () => {
  const { LocalPlayer } = { LocalPlayer: 0x2 };
  const isPlayer = ({ engine }: Rig, guid: number) =>
    (engine.world.components.identity.kind[engine.entityOf(guid)] & LocalPlayer) !== 0;

  it('makes a body that is there the player and the viewer', () => {
    const rig = newRig();
    rig.receive(playerMessage(GUID));
    expect([isPlayer(rig, GUID), rig.engine.world.viewer]).toEqual([true, GUID]);
  });

  it('makes a body that is still to come the player', () => {
    const rig = newRig();
    rig.receive(playerMessage(STRANGER), createMessage(STRANGER));
    expect([isPlayer(rig, STRANGER), isPlayer(rig, GUID)]).toEqual([true, false]);
  });

  it('another one takes its place: there is one player', () => {
    const rig = newRig();
    rig.receive(playerMessage(GUID));
    rig.receive(createMessage(STRANGER), playerMessage(STRANGER));
    expect([isPlayer(rig, STRANGER), isPlayer(rig, GUID)]).toEqual([true, false]);
  });
});

describe('PlayerTeleport', () => {
  it.each(['PlayerCreate', 'spawn'])('ends the move of the player (who is it by %s) with 0x3C', (by) => {
    const rig = newRig({ spawn: { localPlayer: by === 'spawn' } });
    if (by === 'PlayerCreate') rig.receive(playerMessage(GUID));
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(playerTeleportMessage(1));
    expect(rig.told.filter(({ type }) => type === 'cancelled')).toMatchObject([{ error: MovementError.Teleported }]);
    rig.receive(positionMessage(GUID, { positionStamp: 1, teleportStamp: 1, x: 9 }));
    expect(placeOf(rig)).toEqual([9, 0, 0]);
  });

  it('with a stamp that is not newer is dropped', () => {
    const rig = newRig();
    rig.receive(playerMessage(GUID));
    rig.engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(playerTeleportMessage(0));
    expect(rig.drops()).toEqual(['stale teleport stamp']);
    expect(rig.engine.readMoveTo(rig.body).type).toBe(MovementType.MoveToPosition);
  });

  it('without a player is dropped', () => {
    const rig = newRig();
    rig.receive(playerTeleportMessage(1));
    expect(rig.drops()).toEqual(['nothing to control']);
  });
});

describe('ObjectCreate', () => {
  it('brings a body where and as it says', () => {
    const rig = newRig();
    rig.receive(
      createMessage(STRANGER, ({ physics }) => {
        physics.flags = PhysicsFlag.Position | PhysicsFlag.Scale | PhysicsFlag.MotionTable;
        physics.state = PhysicsState.Gravity;
        physics.motionTable = 0x09000000;
        physics.scale = 2;
        Object.assign(physics.position, { cell: 0x00010001, x: 3, y: 4, qw: Math.SQRT1_2, qz: -Math.SQRT1_2 });
      }),
    );
    const { engine } = rig;
    const entity = engine.entityOf(STRANGER);
    const bodyRow = entity * BodyF32.row;
    expect(engine.readFrame(entity)).toMatchObject({ x: 3, y: 196, z: 0 });
    expect(engine.readFrame(entity).heading).toBeCloseTo(90, 4);
    const { body, sequence } = engine.world.components;
    expect([sequence.f64[entity * SequenceF64.row + SequenceF64.scale], body.f32[bodyRow + BodyF32.height]]).toEqual([
      2,
      Math.fround(3.6),
    ]);
    expect(rig.drops()).toEqual([]);
  });

  it('takes the physics state: a body without GRAVITY does not fall', () => {
    const rig = newRig();
    const create = (guid: number, state: number) =>
      createMessage(guid, ({ physics }) => {
        physics.flags = PhysicsFlag.Position;
        physics.state = state;
        physics.position.z = 20;
      });
    rig.receive(create(STRANGER, 0), create(STRANGER + 1, PhysicsState.Gravity));
    rig.engine.step(20);
    expect(rig.engine.readFrame(rig.engine.entityOf(STRANGER)).z).toBe(20);
    expect(rig.engine.readFrame(rig.engine.entityOf(STRANGER + 1)).z).toBeLessThan(19);
  });

  it('in the air is not in contact', () => {
    const rig = newRig();
    rig.receive(
      createMessage(STRANGER, ({ physics }) => {
        physics.flags = PhysicsFlag.Position;
        physics.state = PhysicsState.Gravity;
        physics.position.z = 1.2;
      }),
    );
    const { bits } = rig.engine.world.components.transientState;
    expect(bits[rig.engine.entityOf(STRANGER)] & TransientState.Contact).toBe(0);
    expect(rig.engine.readFrame(rig.engine.entityOf(STRANGER)).z).toBeGreaterThan(1);
  });
});

describe("the policy 'spawn'", () => {
  const newSpawningRig = () => newRig({ engine: { unknown: 'spawn' } });

  it('a first position brings an unknown guid into the world, where it says', () => {
    const rig = newSpawningRig();
    rig.receive(
      positionMessage(STRANGER, { positionStamp: 7, teleportStamp: 3, instanceStamp: 2, x: 4, y: 5, ...east }),
    );
    const entity = rig.engine.entityOf(STRANGER);
    const stampsRow = entity * StampsU16.row;
    expect(rig.engine.readFrame(entity)).toMatchObject({ x: 4, y: 5, z: 0 });
    expect(rig.engine.readFrame(entity).heading).toBeCloseTo(90, 4);
    const { stamps } = rig.engine.world.components;
    expect([
      stamps.u16[stampsRow + StampsU16.instance],
      stamps.u16[stampsRow + StampsU16.position],
      stamps.u16[stampsRow + StampsU16.teleport],
    ]).toEqual([2, 7, 3]);
    expect(rig.drops()).toEqual([]);
  });

  it('motion that came before plays on a marked spot, and goes on where the first position places the body', () => {
    const rig = newSpawningRig();
    rig.receive(motionMessage(STRANGER, { movementStamp: 1, ...walk }));
    const entity = rig.engine.entityOf(STRANGER);
    expect(rig.engine.readMotion(entity).forwardCommand).toBe(MotionCommand.WalkForward);
    rig.receive(positionMessage(STRANGER, { positionStamp: 1, x: 40, y: 50 }));
    expect(rig.engine.entityOf(STRANGER)).toBe(entity);
    expect(rig.engine.readMotion(entity).forwardCommand).toBe(MotionCommand.WalkForward);
    expect(rig.engine.readFrame(entity)).toMatchObject({ x: 40 });
    expect(rig.engine.readFrame(entity).y).toBeGreaterThanOrEqual(50);
  });

  it.each([1, 0x7fff, 0x8000, 0xffff])("stamps start at the message's: a movement stamp of %i is taken", (stamp) => {
    const parts = { movementStamp: stamp, serverControlStamp: stamp, ...walk };
    const together = newSpawningRig();
    together.receive(positionAndMovementMessage(STRANGER, { positionStamp: stamp }, parts));
    expect(together.drops()).toEqual([]);
    const apart = newSpawningRig();
    apart.receive(positionMessage(STRANGER, { positionStamp: stamp }), motionMessage(STRANGER, parts));
    expect(apart.drops()).toEqual([]);
    for (const { engine } of [together, apart]) {
      expect(engine.readMotion(engine.entityOf(STRANGER)).forwardCommand).toBe(MotionCommand.WalkForward);
    }
  });
});
