import { describe, expect, it } from 'vitest';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { createSceneGround, type Engine, type Ground, MotionCommand, PhysicsState } from '../../index.ts';
import { newEngine } from '../support/engines.ts';
import type { Inbox } from '../support/inbox.ts';
import { createMessage, positionMessage } from '../support/messages.ts';

const GUID = 5;

type Way = [how: string, put: (engine: Engine, inbox: Inbox, z: number) => void];

/** Every way in which a body comes to be somewhere at once. */
const ways: Way[] = [
  ['place', (engine, _inbox, z) => engine.place(engine.entityOf(GUID), { x: 0, y: 0, z })],
  ['teleport', (engine, _inbox, z) => engine.teleport(engine.entityOf(GUID), { x: 0, y: 0, z })],
  [
    'a position with a newer teleport stamp',
    (_engine, inbox, z) => inbox.put(positionMessage(GUID, { positionStamp: 1, teleportStamp: 1, z })),
  ],
  [
    'a position with a newer force-position stamp',
    (_engine, inbox, z) => inbox.put(positionMessage(GUID, { positionStamp: 1, forcePositionStamp: 1, z })),
  ],
  ['a blip', (_engine, inbox, z) => inbox.put(positionMessage(GUID, { positionStamp: 1, cell: 1, x: 150, z }))],
  [
    'a position far from the viewer',
    (engine, inbox, z) => {
      engine.place(engine.entityOf(6), { x: -500, y: 0 });
      inbox.put(positionMessage(GUID, { positionStamp: 1, z }));
    },
  ],
  [
    'a creation of a newer instance',
    (_engine, inbox, z) =>
      inbox.put(
        createMessage(GUID, ({ physics }) => {
          physics.flags = PhysicsFlag.Position;
          physics.state = PhysicsState.Gravity;
          physics.position.z = z;
          physics.stamps[8] = 1;
        }),
      ),
  ],
];

/** A body that rests on the ground, the player; and another one, from which "far" is measured. */
function atRest(ground?: Ground): { engine: Engine; inbox: Inbox } {
  const { engine, inbox } = newEngine({ ground });
  engine.spawn({ guid: 6, x: 3 });
  engine.spawn({ guid: GUID, localPlayer: true });
  engine.world.viewer = 6;
  engine.step(90);
  return { engine, inbox };
}

/** A level terrain that reaches as far as the ways put bodies. */
const terrain = (): Ground => {
  const heights = Array.from({ length: 65 }, () => new Array<number>(65).fill(0));
  return createSceneGround({ name: 'level', terrain: { x: -640, y: -640, cell: 20, heights } });
};

describe.each<[string, () => Ground | undefined]>([
  ['level ground', () => undefined],
  ['a terrain', terrain],
])('a body at rest on %s', (_what, ground) => {
  it.each(ways)('that %s puts in the air falls, and lands', (_how, put) => {
    const { engine, inbox } = atRest(ground());
    put(engine, inbox, 8);
    engine.step(15);
    const entity = engine.entityOf(GUID);
    expect(engine.readMotion(entity)).toMatchObject({ contact: false, onWalkable: false });
    expect(engine.readFrame(entity).z).toBeLessThan(7.5);
    expect(engine.readFrame(entity).z).toBeGreaterThan(5);
    expect(engine.readMotion(entity).substate).toBe(MotionCommand.Falling);
    engine.step(60);
    expect(engine.readFrame(entity).z).toBe(0);
    expect(engine.readMotion(entity)).toMatchObject({ contact: true, onWalkable: true, substate: MotionCommand.Ready });
  });

  it.each(ways)('that %s puts under the ground comes up onto it', (_how, put) => {
    const { engine, inbox } = atRest(ground());
    put(engine, inbox, -8);
    engine.step(3);
    expect(engine.readFrame(engine.entityOf(GUID)).z).toBe(0);
  });

  it('that is spawned in the air falls, one that is spawned on the ground stands', () => {
    const { engine } = newEngine({ ground: ground() });
    const [above, on] = [engine.spawn({ z: 8 }), engine.spawn()];
    engine.step(10);
    expect(engine.readFrame(above).z).toBeLessThan(7.8);
    expect(engine.readMotion(on)).toMatchObject({ contact: true, onWalkable: true });
  });

  it('is where it was put in the same step, also for who sticks to it', () => {
    const { engine } = atRest(ground());
    const body = engine.entityOf(GUID);
    const other = engine.entityOf(6);
    engine.stickTo(other, body);
    engine.step();
    engine.place(body, { x: 30, y: 0 });
    engine.step(2);
    const { x } = engine.readFrame(other);
    engine.step();
    expect(engine.readFrame(other).x).toBeGreaterThan(x);
    engine.step(24);
    expect(Math.abs(engine.readFrame(other).x - 30)).toBeLessThan(17);
  });
});
