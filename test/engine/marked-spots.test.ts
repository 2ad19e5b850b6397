import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it } from 'vitest';
import { type EngineOptions, MotionCommand } from '../../index.ts';
import { motionMessage, positionMessage, vectorMessage } from '../support/messages.ts';
import { newRig, type Rig } from '../support/rig.ts';

const FIRST = 0x50000001;
const SECOND = 0x50000002;
const THIRD = 0x50000003;

const newSpawningRig = (options: Partial<EngineOptions> = {}) => newRig({ engine: { unknown: 'spawn', ...options } });
const nod = { state: { forwardCommand: MotionCommand.Nod } };
const placeOf = ({ engine }: Rig, guid: number) => {
  const { x, y, z, heading } = engine.readFrame(engine.entityOf(guid));
  return { x, y, z, heading };
};

describe("a body of which only motion is known, with the policy 'spawn'", () => {
  it('stands on a marked spot, and its motion is played at once', () => {
    const rig = newSpawningRig();
    rig.receive(motionMessage(FIRST, { movementStamp: 9, ...nod }, 4));
    const entity = rig.engine.entityOf(FIRST);
    expect(placeOf(rig, FIRST)).toEqual({ x: 0, y: 0, z: 0, heading: 0 });
    expect(rig.engine.readMotion(entity).forwardCommand).toBe(MotionCommand.Nod);
    expect(rig.engine.world.components.stamps.u16[entity * StampsU16.row + StampsU16.instance]).toBe(4);
    expect(rig.drops()).toEqual([]);
  });

  it('each on a spot of its own, in rows of eight that are 3 m apart', () => {
    const rig = newSpawningRig();
    const guids = Array.from({ length: 10 }, (_, index) => FIRST + index);
    rig.receive(...guids.map((guid) => motionMessage(guid, { movementStamp: 1 })));
    const places = guids.map((guid) => placeOf(rig, guid)).map(({ x, y }) => [x, y]);
    expect(places.slice(0, 3)).toEqual([
      [0, 0],
      [3, 0],
      [6, 0],
    ]);
    expect(places.slice(7)).toEqual([
      [21, 0],
      [0, 3],
      [3, 3],
    ]);
  });

  it('a spot is free again when its body is placed or leaves, and the lowest one is taken', () => {
    const rig = newSpawningRig();
    rig.receive(...[FIRST, SECOND, THIRD].map((guid) => motionMessage(guid, { movementStamp: 1 })));
    rig.receive(positionMessage(SECOND, { positionStamp: 1, x: 30 }));
    rig.receive(motionMessage(FIRST + 9, { movementStamp: 1 }));
    expect(placeOf(rig, FIRST + 9)).toMatchObject({ x: 3, y: 0 });
    rig.engine.despawn(rig.engine.entityOf(FIRST));
    rig.receive(motionMessage(FIRST + 10, { movementStamp: 1 }));
    expect(placeOf(rig, FIRST + 10)).toMatchObject({ x: 0, y: 0 });
  });

  it('stands where the option says', () => {
    const rig = newSpawningRig({
      markedSpot: (index) => ({ x: 100 + index, y: 50, heading: 180 }),
    });
    rig.receive(motionMessage(FIRST, { movementStamp: 1 }), motionMessage(SECOND, { movementStamp: 1 }));
    expect(placeOf(rig, FIRST)).toMatchObject({ x: 100, y: 50, z: 0 });
    expect(placeOf(rig, SECOND)).toMatchObject({ x: 101, y: 50, z: 0 });
    expect(placeOf(rig, SECOND).heading).toBeCloseTo(180, 6);
  });

  it.each([
    ['throws', () => JSON.parse('')],
    ['answers no place', () => ({ x: Number.NaN, y: 0 })],
    ['answers nothing', () => undefined],
  ])('an option that %s is reported, and the grid rules', (_what, markedSpot) => {
    const rig = newSpawningRig({ markedSpot: markedSpot as never });
    const errors: string[] = [];
    rig.engine.on('handlerError', ({ type }) => errors.push(type));
    rig.receive(motionMessage(FIRST, { movementStamp: 1 }));
    expect(placeOf(rig, FIRST)).toMatchObject({ x: 0, y: 0 });
    expect(errors).toEqual(['markedSpot']);
  });

  it.each([0, 1, 0x7fff, 0x8000, 0xffff])("stamps start at the messages': %i and the next are taken", (stamp) => {
    const rig = newSpawningRig();
    const next = (stamp + 1) & 0xffff;
    const action = [MotionCommand.Wave, 0x5000, false, 1] as const;
    rig.receive(motionMessage(FIRST, { movementStamp: stamp, serverControlStamp: stamp, actions: [action] }, stamp));
    const entity = rig.engine.entityOf(FIRST);
    expect(rig.engine.readMotion(entity).pendingMotions).toContain(MotionCommand.Wave);
    rig.receive(
      vectorMessage(FIRST, { vectorStamp: stamp, instanceStamp: stamp, omegaZ: 1 }),
      positionMessage(FIRST, {
        positionStamp: stamp,
        teleportStamp: stamp,
        forcePositionStamp: stamp,
        instanceStamp: stamp,
        x: 20,
      }),
    );
    expect(placeOf(rig, FIRST)).toMatchObject({ x: 20 });
    const again = positionMessage(FIRST, { positionStamp: next, teleportStamp: next, instanceStamp: stamp, x: 60 });
    rig.receive(again, motionMessage(FIRST, { movementStamp: next, serverControlStamp: stamp }, stamp));
    expect(placeOf(rig, FIRST)).toMatchObject({ x: 60 });
    expect(rig.drops()).toEqual([]);
    rig.receive(again);
    expect(rig.drops()).toEqual(['stale position stamp']);
  });

  it('a vector alone brings nobody', () => {
    const rig = newSpawningRig();
    rig.receive(vectorMessage(FIRST, { vectorStamp: 1, velocityX: 1 }));
    expect(rig.engine.entityOf(FIRST)).toBe(0);
  });

  it('keeps its spot in a snapshot', () => {
    const rig = newSpawningRig();
    rig.receive(motionMessage(FIRST, { movementStamp: 1 }));
    const bytes = rig.engine.snapshot();
    rig.receive(motionMessage(SECOND, { movementStamp: 1 }));
    rig.engine.restore(bytes);
    rig.receive(motionMessage(THIRD, { movementStamp: 1 }));
    expect(placeOf(rig, THIRD)).toMatchObject({ x: 3, y: 0 });
  });
});

describe('the option markedSpot', () => {
  it('is a function', () => {
    expect(() => newSpawningRig({ markedSpot: { x: 0, y: 0 } as never })).toThrow(/createEngine\.markedSpot.*function/);
  });
});
