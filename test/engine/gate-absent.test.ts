import { describe, expect, it } from 'vitest';
import { SequenceF64 } from '../../components/sequence.ts';
import { AbsentObjects } from '../../engine/absent-objects.ts';
import { NetLimits } from '../../engine/net-limits.ts';
import type { ObjectCreate } from '../../engine/wire/object-create.ts';
import { PhysicsData, PhysicsFlag, StampIndex } from '../../engine/wire/physics-data.ts';
import { BodySync, createRecorder, createReplay, MotionCommand } from '../../index.ts';
import { motionTable } from '../support/engines.ts';
import {
  createMessage,
  deleteMessage,
  fillCreatedMovement,
  motionMessage,
  playerMessage,
  positionAndMovementMessage,
  positionMessage,
} from '../support/messages.ts';
import { GUID, newRig } from '../support/rig.ts';

const STRANGER = 77;

/** A sword in somebody's hand, as servers send it: a parent and no position. */
function held(guid: number, fill: (message: ObjectCreate) => void = () => {}): Uint8Array {
  return createMessage(guid, (message) => {
    const { physics } = message;
    physics.flags = PhysicsFlag.Parent | PhysicsFlag.Scale | PhysicsFlag.Setup;
    physics.parent = GUID;
    physics.scale = 2;
    physics.stamps.fill(4);
    fill(message);
  });
}

/** The place of a body of {@link held}'s incarnation. */
const dropped = { instanceStamp: 4, positionStamp: 5, teleportStamp: 4, forcePositionStamp: 4, x: 40, y: 30 };

const policies = ['hold', 'spawn'] as const;

describe.each(policies)("a creation without a position (unknown: '%s')", (unknown) => {
  const rigWithSword = () => {
    const rig = newRig({ engine: { unknown } });
    rig.receive(held(STRANGER));
    return rig;
  };

  it('makes no body, neither among the entities nor to be shown, and is counted and told', () => {
    const rig = newRig({ engine: { unknown } });
    const shown = new BodySync(rig.engine.world, { enter: ({ guid }) => guid });
    rig.receive(
      held(STRANGER),
      createMessage(STRANGER + 1, ({ physics }) => {
        physics.flags = 0;
      }),
    );
    shown.update(1);
    expect([...rig.engine.entities()]).toEqual([rig.body]);
    expect([...shown.views.values()]).toEqual([GUID]);
    expect(rig.drops()).toEqual(['no position', 'no position']);
    expect([rig.engine.counters.applied, rig.engine.counters.droppedInAll]).toEqual([0, 2]);
    expect(rig.told.filter(({ type }) => type === 'spawned')).toEqual([]);
  });

  it('is remembered: a position brings the body, at once where it says, as the creation described it', () => {
    const rig = rigWithSword();
    rig.receive(positionMessage(STRANGER, dropped));
    const entity = rig.engine.entityOf(STRANGER);
    expect(rig.engine.readFrame(entity)).toMatchObject({ x: 40, y: 30 });
    expect(rig.engine.world.components.sequence.f64[entity * SequenceF64.row + SequenceF64.scale]).toBe(2);
    expect([rig.drops(), rig.engine.counters.applied]).toEqual([['no position'], 1]);
    rig.receive(positionMessage(STRANGER, dropped));
    expect(rig.drops()).toEqual(['no position', 'stale position stamp']);
  });

  it('is remembered: a position with a movement brings the body, and both count', () => {
    const rig = rigWithSword();
    const walk = { movementStamp: 5, serverControlStamp: 4, state: { forwardCommand: MotionCommand.WalkForward } };
    rig.receive(positionAndMovementMessage(STRANGER, dropped, walk));
    expect(rig.engine.readMotion(rig.engine.entityOf(STRANGER)).forwardCommand).toBe(MotionCommand.WalkForward);
  });

  it('a creation of the same incarnation with a position brings the body', () => {
    const rig = rigWithSword();
    rig.receive(held(STRANGER, ({ physics }) => Object.assign(physics, { flags: PhysicsFlag.Position })));
    expect(rig.engine.entityOf(STRANGER)).not.toBe(0);
    expect([rig.drops(), rig.engine.counters.applied]).toEqual([['no position'], 1]);
  });

  it.each([
    ['stale position stamp', positionMessage(STRANGER, { ...dropped, positionStamp: 4 })],
    ['stale teleport stamp', positionMessage(STRANGER, { ...dropped, teleportStamp: 3 })],
    ['stale instance', positionMessage(STRANGER, { ...dropped, instanceStamp: 3 })],
    ['stale instance', held(STRANGER, ({ physics }) => physics.stamps.fill(3))],
    ['stale instance', createMessage(STRANGER, ({ physics }) => physics.stamps.fill(3))],
  ])('what is older than it brings nobody: %s', (reason, message) => {
    const rig = rigWithSword();
    rig.receive(message);
    expect(rig.drops()).toEqual(['no position', reason]);
    expect(rig.engine.entityOf(STRANGER)).toBe(0);
    rig.receive(positionMessage(STRANGER, dropped));
    expect(rig.engine.entityOf(STRANGER)).not.toBe(0);
  });

  it('brings nobody by motion: that waits for the position, whichever comes first', () => {
    const rig = rigWithSword();
    const walk = { movementStamp: 5, serverControlStamp: 4, state: { forwardCommand: MotionCommand.WalkForward } };
    rig.receive(motionMessage(STRANGER, walk, 4));
    expect([rig.engine.entityOf(STRANGER), rig.engine.counters.held]).toEqual([0, 1]);
    rig.receive(positionMessage(STRANGER, dropped));
    rig.engine.step();
    expect(rig.engine.readMotion(rig.engine.entityOf(STRANGER)).forwardCommand).toBe(MotionCommand.WalkForward);
  });

  it('a position of an incarnation that is still to come waits for its creation', () => {
    const rig = rigWithSword();
    rig.receive(positionMessage(STRANGER, { ...dropped, instanceStamp: 5, teleportStamp: 5, positionStamp: 6 }));
    expect([rig.engine.entityOf(STRANGER), rig.engine.counters.held]).toEqual([0, 1]);
    rig.receive(held(STRANGER, ({ physics }) => physics.stamps.fill(5)));
    expect(rig.engine.readFrame(rig.engine.entityOf(STRANGER))).toMatchObject({ x: 40, y: 30 });
  });

  it('a deletion ends it, and is applied', () => {
    const rig = rigWithSword();
    rig.receive(deleteMessage(STRANGER, 3), deleteMessage(STRANGER, 4));
    expect([rig.drops(), rig.engine.counters.applied]).toEqual([['no position', 'stale instance'], 1]);
    rig.receive(createMessage(STRANGER));
    expect(rig.engine.entityOf(STRANGER)).not.toBe(0);
  });

  it('of a newer incarnation takes the older body out of the world', () => {
    const rig = newRig({ engine: { unknown } });
    rig.receive(held(GUID));
    expect(rig.engine.entityOf(GUID)).toBe(0);
    expect(rig.told.map(({ type }) => type)).toContain('despawned');
    rig.receive(positionMessage(GUID, dropped));
    expect(rig.engine.entityOf(GUID)).not.toBe(0);
  });

  it('of the incarnation that is there is dropped as ever', () => {
    const rig = newRig({ engine: { unknown } });
    rig.receive(held(GUID, ({ physics }) => physics.stamps.fill(0)));
    expect(rig.drops()).toEqual(['stale instance']);
    expect(rig.engine.entityOf(GUID)).toBe(rig.body);
  });

  it('brings no more bodies than messages may', () => {
    const rig = newRig({ engine: { unknown, budget: { bodies: 1 } } });
    rig.receive(held(STRANGER), positionMessage(STRANGER, dropped));
    expect(rig.drops()).toEqual(['no position', 'too many bodies']);
  });

  it('of the player leaves it without a body until it is placed', () => {
    const rig = newRig({ engine: { unknown } });
    rig.receive(playerMessage(STRANGER), held(STRANGER));
    rig.receive(positionMessage(STRANGER, dropped));
    expect(rig.engine.readFrame(rig.engine.entityOf(STRANGER))).toMatchObject({ x: 40, y: 30 });
  });
});

describe('objects without a position', () => {
  const from = (objects: AbsentObjects, guid: number) => objects.add(guid, new PhysicsData(), null);

  it('are forgotten oldest first when there are too many, and all of a connection when it ends', () => {
    const objects = new AbsentObjects();
    for (let guid = 1; guid <= NetLimits.absent + 1; guid++) from(objects, guid);
    expect([objects.count, objects.of(1), objects.of(2)?.guid]).toEqual([NetLimits.absent, undefined, 2]);

    const rig = newRig();
    rig.receive(held(STRANGER));
    rig.engine.disconnect(rig.engine.connections[0].transport);
    expect(rig.engine.entities()).toHaveLength(1);
    const network = Object(rig.engine).network as { absent: AbsentObjects };
    expect(network.absent.count).toBe(0);
  });

  it('keep of their creation what says anything of a body', () => {
    const objects = new AbsentObjects();
    const message = { physics: new PhysicsData() } as ObjectCreate;
    const { physics } = message;
    physics.flags = PhysicsFlag.MotionTable | PhysicsFlag.Movement | PhysicsFlag.Children | PhysicsFlag.Velocity;
    physics.motionTable = 0x09000001;
    physics.childCount = 255;
    physics.state = 0x410;
    physics.stamps[StampIndex.Vector] = 7;
    fillCreatedMovement(message, { state: { forwardCommand: MotionCommand.WalkForward } });
    objects.add(5, physics, null);
    const kept = objects.of(5);
    if (kept === undefined) throw new Error('it is not there');
    expect(kept.bytes.length).toBeLessThan(64);
    const read = objects.physicsOf(kept);
    expect([read.motionTable, read.state, read.stamps[StampIndex.Vector], read.childCount]).toEqual([
      0x09000001, 0x410, 7, 0,
    ]);
    expect(read.movement.state.forwardCommand).toBe(MotionCommand.WalkForward);
    expect(physics.flags & PhysicsFlag.Children).toBe(PhysicsFlag.Children);
  });

  it('are known again when a replay goes back', () => {
    const recorder = createRecorder();
    const connection = recorder.connection('hand-made');
    recorder.at(0);
    recorder.record('toClient', connection, held(STRANGER));
    recorder.at(9);
    recorder.record('toClient', connection, positionMessage(STRANGER, dropped));
    recorder.at(12);
    recorder.record('toClient', connection, deleteMessage(STRANGER, 4));
    const replay = createReplay({ motionTables: [motionTable('humanoid')], snapshotInterval: 2 }, recorder.capture());
    replay.seek(10);
    const hash = replay.engine.hash();
    expect(replay.engine.entities()).toHaveLength(1);
    replay.seek(12);
    replay.seek(5);
    expect(replay.engine.entities()).toHaveLength(0);
    replay.seek(10);
    expect(replay.engine.hash()).toBe(hash);
  });
});
