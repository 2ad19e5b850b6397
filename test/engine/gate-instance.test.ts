import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { createMessage, deleteMessage, motionMessage, positionMessage, vectorMessage } from '../support/messages.ts';
import { GUID, newRig, type Rig } from '../support/rig.ts';

const walk = { state: { forwardCommand: MotionCommand.WalkForward } };
const STRANGER = 77;

function createWithInstance(guid: number, instance: number): Uint8Array {
  return createMessage(guid, (message) => message.physics.stamps.set([instance], 8));
}

function forwardOf({ engine }: Rig, guid: number): number {
  return engine.readMotion(engine.entityOf(guid)).forwardCommand;
}

/** A rig whose body is incarnation 2. */
function secondIncarnation(): Rig {
  const rig = newRig();
  rig.receive(createWithInstance(GUID, 2));
  rig.told.length = 0;
  return rig;
}

describe('gate 1: the instance stamp', () => {
  it('an older one drops the event, of any kind', () => {
    const rig = secondIncarnation();
    const before = rig.engine.readFrame(rig.engine.entityOf(GUID));
    rig.receive(
      motionMessage(GUID, { movementStamp: 1, ...walk }, 1),
      positionMessage(GUID, { positionStamp: 1, instanceStamp: 1, teleportStamp: 1, x: 9 }),
      vectorMessage(GUID, { vectorStamp: 1, instanceStamp: 1, velocityZ: 9 }),
      deleteMessage(GUID, 1),
    );
    expect(rig.drops()).toEqual(Array(4).fill('stale instance'));
    expect(forwardOf(rig, GUID)).toBe(MotionCommand.Ready);
    expect(rig.engine.readFrame(rig.engine.entityOf(GUID))).toEqual(before);
  });

  it('is compared with wraparound: 0xffff is older than 1', () => {
    const rig = newRig();
    rig.receive(createWithInstance(GUID, 1));
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }, 0xffff));
    expect(rig.drops()).toEqual(['stale instance']);
  });

  it('a newer one is held until that incarnation is created, then applied', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }, 3));
    expect(rig.engine.counters.held).toBe(1);
    expect(forwardOf(rig, GUID)).toBe(MotionCommand.Ready);
    rig.receive(createWithInstance(GUID, 3));
    rig.engine.step();
    expect(rig.engine.counters.held).toBe(0);
    expect(forwardOf(rig, GUID)).toBe(MotionCommand.WalkForward);
    expect(rig.drops()).toEqual([]);
  });

  it('a newer one that never comes is held for ten seconds, then dropped and counted', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }, 3));
    rig.engine.step(299);
    expect([rig.engine.counters.held, rig.drops()]).toEqual([1, []]);
    rig.engine.step(3);
    expect([rig.engine.counters.held, rig.drops()]).toEqual([0, ['held too long']]);
    expect(forwardOf(rig, GUID)).toBe(MotionCommand.Ready);
  });

  it('what is held for an incarnation is stale when a later one is created', () => {
    const rig = newRig();
    rig.receive(motionMessage(GUID, { movementStamp: 1, ...walk }, 3));
    rig.receive(createWithInstance(GUID, 4));
    rig.engine.step();
    expect(rig.drops()).toEqual(['stale instance']);
    expect(forwardOf(rig, GUID)).toBe(MotionCommand.Ready);
  });
});

describe('an unknown guid', () => {
  it('is held likewise and released when a creation brings it', () => {
    const rig = newRig();
    rig.receive(motionMessage(STRANGER, { movementStamp: 1, ...walk }));
    expect(rig.engine.counters.held).toBe(1);
    rig.receive(createMessage(STRANGER));
    rig.engine.step();
    expect(forwardOf(rig, STRANGER)).toBe(MotionCommand.WalkForward);
    expect(rig.engine.counters.held).toBe(0);
  });

  it('is released when the game spawns it', () => {
    const rig = newRig();
    rig.receive(motionMessage(STRANGER, { movementStamp: 1, ...walk }));
    rig.engine.spawn({ guid: STRANGER });
    rig.engine.step();
    expect(forwardOf(rig, STRANGER)).toBe(MotionCommand.WalkForward);
  });

  it('is released in the order in which it came', () => {
    const rig = newRig();
    rig.receive(
      motionMessage(STRANGER, { movementStamp: 1, state: { forwardCommand: MotionCommand.RunForward } }),
      motionMessage(STRANGER, { movementStamp: 2, ...walk }),
    );
    rig.engine.spawn({ guid: STRANGER });
    rig.engine.step();
    expect(rig.drops()).toEqual([]);
    expect(forwardOf(rig, STRANGER)).toBe(MotionCommand.WalkForward);
  });

  it('is released by its creation before anything that comes behind that in the same batch', () => {
    const rig = newRig();
    const run = { state: { forwardCommand: MotionCommand.RunForward } };
    rig.receive(motionMessage(STRANGER, { movementStamp: 1, ...run }));
    rig.receive(createMessage(STRANGER), motionMessage(STRANGER, { movementStamp: 2, ...walk }));
    expect(rig.drops()).toEqual([]);
    expect(rig.engine.counters).toMatchObject({ held: 0, applied: 3 });
    expect(forwardOf(rig, STRANGER)).toBe(MotionCommand.WalkForward);
  });

  it('and what is held for a later incarnation of it goes on waiting, no longer than before', () => {
    const rig = newRig();
    rig.receive(motionMessage(STRANGER, { movementStamp: 1, ...walk }, 4));
    rig.engine.step(150);
    rig.receive(createWithInstance(STRANGER, 3));
    expect(rig.engine.counters.held).toBe(1);
    rig.engine.step(148);
    expect(rig.engine.counters.held).toBe(1);
    rig.engine.step(4);
    expect([rig.engine.counters.held, rig.drops()]).toEqual([0, ['held too long']]);
  });

  it('with its delete waiting comes and goes at once', () => {
    const rig = newRig();
    rig.receive(deleteMessage(STRANGER, 1));
    rig.receive(createWithInstance(STRANGER, 1));
    expect(rig.engine.entityOf(STRANGER)).toBe(0);
    expect(rig.told.map(({ type }) => type).filter((type) => type.endsWith('spawned'))).toEqual([
      'spawned',
      'despawned',
    ]);
  });

  it('is dropped after ten seconds', () => {
    const rig = newRig();
    rig.receive(motionMessage(STRANGER, walk));
    rig.engine.step(302);
    expect([rig.engine.counters.held, rig.drops()]).toEqual([0, ['unknown guid']]);
  });

  it('is held 16 times at most', () => {
    const rig = newRig();
    rig.receive(
      ...Array.from({ length: 20 }, (_, index) => motionMessage(STRANGER, { movementStamp: index + 1, ...walk })),
    );
    expect(rig.engine.counters.held).toBe(16);
    expect(rig.drops()).toEqual(Array(4).fill('too many held'));
  });

  it('all together are held 512 times at most', () => {
    const rig = newRig();
    rig.receive(...Array.from({ length: 600 }, (_, index) => motionMessage(1000 + index, walk)));
    expect(rig.engine.counters.held).toBe(512);
    expect(rig.drops()).toEqual(Array(88).fill('too many held'));
  });
});

describe('ObjectCreate', () => {
  it('of a newer instance takes the place of the body with its guid', () => {
    const rig = newRig();
    const { engine } = rig;
    engine.moveTo(rig.body, { x: 30, y: 0 });
    rig.receive(createWithInstance(GUID, 1));
    expect([...engine.entities()]).toHaveLength(1);
    const entity = engine.entityOf(GUID);
    expect(engine.readMoveTo(entity).type).toBe(0);
    expect(rig.told.filter(({ type }) => type === 'spawned' || type === 'despawned').map(({ type }) => type)).toEqual([
      'despawned',
      'spawned',
    ]);
  });

  it('of the same or an older instance is dropped', () => {
    const rig = secondIncarnation();
    rig.receive(createWithInstance(GUID, 2), createWithInstance(GUID, 1));
    expect(rig.drops()).toEqual(['stale instance', 'stale instance']);
  });

  it('starts the stamps as it says', () => {
    const rig = newRig();
    rig.receive(createMessage(STRANGER, (message) => message.physics.stamps.set([1, 2, 3, 4, 5, 6, 7, 8, 9])));
    const { stamps } = rig.engine.world.components;
    const entity = rig.engine.entityOf(STRANGER);
    const row = entity * StampsU16.row;
    expect([...stamps.u16.subarray(row + StampsU16.position, row + StampsU16.instance + 1)]).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    rig.receive(motionMessage(STRANGER, { movementStamp: 2, serverControlStamp: 6, ...walk }, 9));
    expect(rig.drops()).toEqual(['stale movement stamp']);
  });
});

describe('ObjectDelete', () => {
  it('of this instance takes the body away', () => {
    const rig = secondIncarnation();
    rig.receive(deleteMessage(GUID, 2));
    expect(rig.engine.entityOf(GUID)).toBe(0);
    expect(rig.told.filter(({ type }) => type === 'despawned')).toHaveLength(1);
  });

  it('of an instance that is still to come is held and does not touch this one', () => {
    const rig = secondIncarnation();
    rig.receive(deleteMessage(GUID, 3));
    expect(rig.engine.entityOf(GUID)).not.toBe(0);
    expect(rig.engine.counters.held).toBe(1);
  });
});
