import { StampsU16 } from '../../components/stamps.ts';
import { FrameF64 } from '../../components/frame.ts';
import { describe, expect, it } from 'vitest';
import { decodeUpdateMotion, UpdateMotion } from '../../engine/wire/update-motion.ts';
import { decodeUpdatePosition, UpdatePosition } from '../../engine/wire/update-position.ts';
import { opcodeOf } from '../../engine/wire/opcodes.ts';
import { ByteReader } from '../../engine/wire/reader.ts';
import { decodeVectorUpdate, VectorUpdate } from '../../engine/wire/vector-update.ts';
import {
  ActionType,
  createEngine,
  type EngineOptions,
  HoldKey,
  MotionCommand,
  MovementError,
  Opcode,
} from '../../index.ts';
import {
  type ActionParts,
  jumpMessage,
  moveToStateMessage,
  type MoveToStateParts,
  placeMessage,
} from '../support/client-actions.ts';
import { listen, motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { breaches } from '../support/invariants.ts';

const MINE = 0x50000001;
const THEIRS = 0x50000002;
const { WalkForward, WalkBackwards, RunForward, TurnRight, TurnLeft, SideStepRight, Ready, Wave, Crouch } =
  MotionCommand;

/** A server with two players, and the peers that play them. */
function newServer(options: Partial<EngineOptions> = {}, spawn: object = {}) {
  const engine = createEngine({ motionTables: [motionTable('humanoid')], role: 'server', ...options });
  const mine = engine.spawn({ guid: MINE, ...spawn });
  const theirs = engine.spawn({ guid: THEIRS, x: 8 });
  const [me, them] = [new Inbox(), new Inbox()];
  engine.connect(me, { player: mine });
  engine.connect(them, { player: theirs });
  engine.step(5);
  const told = listen(engine);
  me.sent.length = 0;
  them.sent.length = 0;
  let sequence = 0;
  const stampsOf = (entity: number) => {
    const { stamps } = engine.world.components;
    const stampsRow = entity * StampsU16.row;
    return {
      instance: stamps.u16[stampsRow + StampsU16.instance],
      serverControl: stamps.u16[stampsRow + StampsU16.serverControl],
      teleport: stamps.u16[stampsRow + StampsU16.teleport],
      forcePosition: stamps.u16[stampsRow + StampsU16.forcePosition],
    };
  };
  /** What a well-behaved client says of where its body is. */
  const here = () => {
    const { x, y, z, qw, qz } = engine.readFrame(mine);
    return { cell: 0x00000001, x, y, z, qw, qz };
  };
  const filled = (parts: ActionParts) => ({
    ...parts,
    sequence: parts.sequence ?? ++sequence,
    stamps: { ...stampsOf(mine), ...parts.stamps },
    position: { ...here(), ...parts.position },
  });
  return {
    engine,
    mine,
    theirs,
    me,
    them,
    told,
    here,
    stampsOf,
    /** The peer presses or lets go of keys; then one step. */
    keys(raw: MoveToStateParts['raw'], parts: MoveToStateParts = {}): void {
      me.put(
        moveToStateMessage({ ...filled(parts), raw, actions: parts.actions, standingLongJump: parts.standingLongJump }),
      );
      engine.step();
    },
    place(position: ActionParts['position'], parts: ActionParts = {}): void {
      me.put(placeMessage(filled({ ...parts, position })));
      engine.step();
    },
    jump(extent: number, parts: ActionParts & { objectGuid?: number } = {}): void {
      me.put(
        jumpMessage({ ...filled(parts), extent, objectGuid: parts.objectGuid ?? MINE, velocityX: 99, velocityZ: 999 }),
      );
      engine.step();
    },
    drops: () => told.filter(({ type }) => type === 'messageDropped').map(({ reason }) => reason),
    of: (type: string) => told.filter((event) => event.type === type),
  };
}

const reader = new ByteReader();
const motionsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.UpdateMotion)
    .map((bytes) => {
      const message = new UpdateMotion();
      reader.reset(bytes);
      expect(decodeUpdateMotion(reader, message)).toBe(true);
      return message;
    });
const positionsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.UpdatePosition)
    .map((bytes) => {
      const message = new UpdatePosition();
      reader.reset(bytes);
      expect(decodeUpdatePosition(reader, message)).toBe(true);
      return message;
    });
const vectorsTo = (inbox: Inbox) =>
  inbox.sent
    .filter((bytes) => opcodeOf(bytes) === Opcode.VectorUpdate)
    .map((bytes) => {
      const message = new VectorUpdate();
      reader.reset(bytes);
      expect(decodeVectorUpdate(reader, message)).toBe(true);
      return message;
    });

describe('MoveToState', () => {
  it("is what the player's body does, each axis adjusted with its hold key", () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward, forwardHoldKey: HoldKey.Run, turnCommand: TurnLeft, turnSpeed: 0.5 });
    const motion = rig.engine.readMotion(rig.mine);
    expect(motion).toMatchObject({
      forwardCommand: RunForward,
      forwardSpeed: 1,
      turnCommand: TurnRight,
      turnSpeed: -0.5,
    });
    rig.keys({ currentHoldKey: HoldKey.Run, forwardCommand: WalkBackwards, sidestepCommand: SideStepRight });
    const { forwardCommand, forwardSpeed, sidestepCommand, turnCommand } = rig.engine.readMotion(rig.mine);
    expect([forwardCommand, sidestepCommand, turnCommand]).toEqual([WalkForward, SideStepRight, 0]);
    expect(forwardSpeed).toBeCloseTo(-0.65, 5);
    rig.keys({});
    expect(rig.engine.readMotion(rig.mine)).toMatchObject({
      forwardCommand: Ready,
      sidestepCommand: 0,
      turnCommand: 0,
    });
    expect(rig.drops()).toEqual([]);
  });

  it('is told as an autonomous event: the movement stamp rises, the server-control stamp is repeated; to the sender, too', () => {
    const rig = newServer();
    const { stamps } = rig.engine.world.components;
    const [movement, control] = [
      stamps.u16[rig.mine * StampsU16.row + StampsU16.movement],
      stamps.u16[rig.mine * StampsU16.row + StampsU16.serverControl],
    ];
    rig.keys({ forwardCommand: WalkForward });
    for (const inbox of [rig.me, rig.them]) {
      const [message, ...more] = motionsTo(inbox);
      expect(more).toEqual([]);
      expect(message).toMatchObject({
        guid: MINE,
        instanceStamp: stamps.u16[rig.mine * StampsU16.row + StampsU16.instance],
      });
      expect(message.movement).toMatchObject({
        movementStamp: movement + 1,
        serverControlStamp: control,
        autonomous: true,
        type: 0,
      });
      expect(message.movement.state.forwardCommand).toBe(WalkForward);
    }
  });

  it('cancels the move that the server had it on', () => {
    const rig = newServer();
    rig.engine.moveTo(rig.mine, { x: 0, y: 40 });
    rig.engine.step(20);
    rig.keys({ turnCommand: TurnRight });
    expect(rig.engine.readMoveTo(rig.mine).type).toBe(0);
    expect(rig.of('cancelled')).toMatchObject([{ error: MovementError.ActionCancelled }]);
  });

  it('from before the last order is applied, and its sender is told the outcome as an order', () => {
    const rig = newServer();
    const seen = rig.stampsOf(rig.mine);
    rig.engine.moveTo(rig.mine, { x: 0, y: 40 });
    rig.engine.step(3);
    rig.me.sent.length = 0;
    rig.them.sent.length = 0;
    rig.keys({ turnCommand: TurnRight }, { stamps: seen });
    expect(rig.engine.readMoveTo(rig.mine).type).toBe(0);
    const flags = (inbox: Inbox) =>
      motionsTo(inbox).map(({ movement }) => [
        movement.autonomous,
        movement.serverControlStamp,
        movement.state.turnCommand,
      ]);
    const control = seen.serverControl + 1;
    expect(flags(rig.them)).toEqual([[true, control, TurnRight]]);
    expect(flags(rig.me)).toEqual([
      [true, control, TurnRight],
      [false, control + 1, TurnRight],
    ]);
  });

  it.each([
    ['instance', 'stale instance'],
    ['teleport', 'stale teleport stamp'],
    ['forcePosition', 'stale force-position stamp'],
  ] as const)('with a stale %s stamp is dropped', (name, reason) => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward }, { stamps: { [name]: 0xffff } });
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(Ready);
    expect(rig.drops()).toEqual([reason]);
    expect(rig.engine.counters.dropped[reason]).toBe(1);
    expect(rig.engine.connections[0].counters.dropped[reason]).toBe(1);
  });

  it('that a later one has overtaken is dropped', () => {
    const rig = newServer();
    rig.keys({}, { sequence: 6 });
    rig.keys({ forwardCommand: WalkForward }, { sequence: 5 });
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(Ready);
    expect(rig.drops()).toEqual(['stale action']);
  });

  it('numbers may wrap around', () => {
    const rig = newServer();
    rig.keys({}, { sequence: 0xffffffff });
    rig.keys({ forwardCommand: WalkForward }, { sequence: 0 });
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(WalkForward);
  });

  it.each([
    ['a turn that is none', { turnCommand: WalkForward }],
    ['a sidestep that is none', { sidestepCommand: TurnRight }],
    ['a style that is none', { currentStyle: Ready }],
    ['a gait that is a turn', { forwardCommand: MotionCommand.StopTurning }],
  ])('with %s is dropped whole', (_what, raw) => {
    const rig = newServer();
    const before = rig.engine.hash();
    const twin = newServer();
    twin.engine.step();
    rig.keys(raw);
    expect(rig.drops()).toEqual(['not allowed']);
    expect(rig.engine.readMotion(rig.mine)).toEqual(twin.engine.readMotion(twin.mine));
    expect(before).not.toBe('');
  });

  it('with motions faster than keys make them is cut to what the rules of the server say', () => {
    const slow = newServer();
    slow.keys({ forwardCommand: WalkForward, forwardSpeed: 50, turnCommand: TurnRight, turnSpeed: -9 });
    expect(slow.engine.readMotion(slow.mine)).toMatchObject({ forwardSpeed: 1, turnSpeed: -1 });
    const fast = newServer({ players: { motionSpeed: 3 } });
    fast.keys({ forwardCommand: WalkForward, forwardSpeed: 50 });
    expect(fast.engine.readMotion(fast.mine).forwardSpeed).toBe(3);
    const runner = newServer({}, { runRate: 2 });
    runner.keys({ forwardCommand: RunForward, forwardSpeed: 50 });
    expect(runner.engine.readMotion(runner.mine).forwardSpeed).toBe(2);
  });

  it('does not teach the body another run rate', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward, forwardSpeed: 0.25, forwardHoldKey: HoldKey.Run });
    rig.keys({ forwardCommand: WalkForward, forwardHoldKey: HoldKey.Run });
    expect(rig.engine.readMotion(rig.mine).forwardSpeed).toBe(1);
  });

  it('performs each of its actions once, however often it is listed, and tells them with stamps of the server', () => {
    const rig = newServer();
    rig.keys({}, { actions: [[Wave, 100, 1]] });
    rig.keys(
      { turnCommand: TurnRight },
      {
        actions: [
          [Wave, 100, 1],
          [Wave, 101, 0.5],
        ],
      },
    );
    rig.keys(
      {},
      {
        actions: [
          [Wave, 100, 1],
          [Wave, 101, 0.5],
        ],
      },
    );
    const waves = rig.engine.readMotion(rig.mine).pendingMotions.filter((motion) => motion === Wave);
    expect(waves).toHaveLength(2);
    const told = motionsTo(rig.them).map(
      ({
        movement: {
          state: { actions },
        },
      }) =>
        Array.from({ length: actions.count }, (_, at) => [
          actions.command[at],
          actions.stamp[at],
          actions.autonomous[at],
        ]),
    );
    expect(told).toEqual([[[Wave, 1, 1]], [[Wave, 2, 1]], []]);
  });

  it('an action that the rules refuse is told to the game, and the rest is applied', () => {
    const rig = newServer();
    rig.keys({ turnCommand: TurnRight }, { actions: [[Crouch, 1, 1]] });
    expect(rig.engine.readMotion(rig.mine).turnCommand).toBe(TurnRight);
    expect(rig.of('playerRefused')).toMatchObject([
      { guid: MINE, action: ActionType.MoveToState, error: MovementError.InvalidMovementType },
    ]);
  });

  it('charges a standing long jump, and others see it', () => {
    const rig = newServer();
    rig.keys({}, { standingLongJump: true });
    expect(rig.engine.world.components.motionInterp.standingLongJump[rig.mine]).toBe(1);
    expect(motionsTo(rig.them)[0].movement.motionFlags).toBe(2);
    rig.keys({ forwardCommand: WalkForward }, { standingLongJump: true });
    rig.engine.step(20);
    expect(rig.engine.readFrame(rig.mine).y).toBe(0);
    rig.jump(1);
    rig.engine.step(10);
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThan(0.5);
  });
});

describe('a peer', () => {
  it('moves its own body only', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward }, { stamps: rig.stampsOf(rig.theirs) });
    rig.jump(1, { objectGuid: THEIRS });
    rig.engine.step(20);
    expect(rig.engine.readFrame(rig.theirs)).toMatchObject({ x: 8, y: 0, z: 0 });
    expect(rig.engine.readFrame(rig.mine).z).toBe(0);
    expect(rig.drops()).toEqual(['not its own']);
  });

  it('without a player moves nobody', () => {
    const rig = newServer();
    const stranger = new Inbox();
    rig.engine.connect(stranger);
    stranger.put(moveToStateMessage({ raw: { forwardCommand: WalkForward }, stamps: rig.stampsOf(rig.mine) }));
    rig.engine.step(20);
    expect(rig.drops()).toEqual(['nothing to control']);
    for (const body of [rig.mine, rig.theirs]) expect(rig.engine.readMotion(body).forwardCommand).toBe(Ready);
  });

  it('whose body has left moves nobody, not even who has its id now', () => {
    const rig = newServer();
    rig.engine.despawn(rig.mine);
    const next = rig.engine.spawn({ guid: 77 });
    expect(next).toBe(rig.mine);
    rig.keys({ forwardCommand: WalkForward });
    expect(rig.drops()).toEqual(['nothing to control']);
    expect(rig.engine.readMotion(next).forwardCommand).toBe(Ready);
  });

  it('may be given another body, or none: it is told, and the body that it had stands still', () => {
    const rig = newServer();
    const [connection] = rig.engine.connections;
    rig.keys({ forwardCommand: WalkForward });
    const third = rig.engine.spawn({ guid: 99, x: 3 });
    connection.player = 99;
    rig.me.sent.length = 0;
    rig.engine.step(40);
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(Ready);
    expect(opcodeOf(rig.me.sent[0])).toBe(Opcode.PlayerCreate);
    rig.keys({ turnCommand: TurnRight }, { position: { x: 3, y: 0 } });
    expect(rig.engine.readMotion(third).turnCommand).toBe(TurnRight);
    connection.player = 0;
    rig.engine.step(2);
    expect(rig.engine.readMotion(third).turnCommand).toBe(0);
    rig.keys({ turnCommand: TurnRight });
    expect(rig.drops()).toEqual(['nothing to control']);
  });

  it('loses its body to a peer that is given it later', () => {
    const rig = newServer();
    const heir = new Inbox();
    rig.engine.connect(heir, { player: rig.mine });
    rig.engine.step();
    rig.keys({ forwardCommand: WalkForward });
    expect(rig.drops()).toEqual(['nothing to control']);
    heir.put(
      moveToStateMessage({ raw: { turnCommand: TurnRight }, stamps: rig.stampsOf(rig.mine), position: rig.here() }),
    );
    rig.engine.step();
    expect(rig.engine.readMotion(rig.mine)).toMatchObject({ forwardCommand: Ready, turnCommand: TurnRight });
  });
});

describe('a place that a peer says', () => {
  it('is where its body is, when it can have come there; upright', () => {
    const rig = newServer();
    rig.place({ x: 0.5, y: 1.5, qw: Math.SQRT1_2, qx: 0.1, qy: 0.2, qz: Math.SQRT1_2 });
    const { x, y, z, qx, qy, heading } = rig.engine.readFrame(rig.mine);
    expect([x, y, z, qx, qy]).toEqual([0.5, 1.5, 0, 0, 0]);
    expect(heading).toBeCloseTo(270, 4);
    expect(rig.drops()).toEqual([]);
  });

  it.each([
    ['far away', { x: 30 }],
    ['up in the air', { z: 6 }],
    ['below the ground', { z: -3 }],
    ['across the world', { cell: 0x05050001, x: 3 }],
  ])('that is %s is not believed: the force-position stamp rises, and the peer is put back', (_what, position) => {
    const rig = newServer();
    const before = rig.stampsOf(rig.mine);
    rig.place(position);
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 0, y: 0, z: 0 });
    expect(rig.drops()).toEqual(['out of reach']);
    expect(rig.of('putBack')).toMatchObject([{ entity: rig.mine, guid: MINE }]);
    const [message] = positionsTo(rig.me);
    expect(message.pack).toMatchObject({ x: 0, y: 0, z: 0, forcePositionStamp: before.forcePosition + 1 });
    expect(positionsTo(rig.them)).toEqual([]);
    rig.place({ x: 0.1 }, { stamps: before });
    expect(rig.drops()).toEqual(['out of reach', 'stale force-position stamp']);
    rig.place({ x: 0.1 });
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(0.1, 6);
  });

  it('of a MoveToState is judged alike, and its keys count all the same', () => {
    const rig = newServer();
    rig.keys({ turnCommand: TurnRight }, { position: { x: 50 } });
    expect(rig.engine.readFrame(rig.mine).x).toBe(0);
    expect(rig.engine.readMotion(rig.mine).turnCommand).toBe(TurnRight);
    expect(rig.of('putBack')).toHaveLength(1);
    expect(rig.drops()).toEqual([]);
  });

  it('may be ahead of the server as the body runs, not twice as fast', () => {
    const walk = (metresPerSecond: number) => {
      const rig = newServer();
      for (let second = 1; second <= 8; second++) {
        rig.engine.step(29);
        rig.place({ x: 0, y: metresPerSecond * second });
      }
      return rig.of('putBack').length;
    };
    expect(walk(4)).toBe(0);
    expect(walk(8)).toBeGreaterThan(0);
  });

  it('that its own keys bring about costs nothing, also after a long silence', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.step(600);
    const { y } = rig.engine.readFrame(rig.mine);
    expect(y).toBeGreaterThan(50);
    rig.place({ y: y + 0.4 });
    expect(rig.drops()).toEqual([]);
  });

  it('saves nothing up while waiting', () => {
    const rig = newServer();
    rig.engine.step(3000);
    rig.place({ y: 15 });
    expect(rig.of('putBack')).toHaveLength(1);
  });

  it('climbs as high as a jump, and no higher by climbing again', () => {
    const rig = newServer();
    let highest = 0;
    for (let count = 1; count <= 60; count++) {
      rig.place({ z: 0.4 * count }, { contact: false });
      highest = Math.max(highest, rig.engine.readFrame(rig.mine).z);
    }
    expect(highest).toBeLessThan(2);
  });

  it('that an earlier one overtakes is the later one', () => {
    const rig = newServer();
    rig.place({ y: 1 }, { sequence: 9 });
    rig.place({ y: 0.5 }, { sequence: 8 });
    expect(rig.engine.readFrame(rig.mine).y).toBe(1);
    expect(rig.drops()).toEqual(['stale action']);
    rig.keys({ forwardCommand: WalkForward }, { sequence: 7, position: { y: 0.5 } });
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThanOrEqual(1);
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(WalkForward);
  });

  it('out of reach is not believed, but waited for, while keys from before it are missing', () => {
    const rig = newServer();
    rig.place({ y: 0.1 }, { sequence: 1 });
    rig.place({ y: 40 }, { sequence: 3 });
    expect(rig.drops()).toEqual(['out of reach']);
    expect(rig.of('putBack')).toEqual([]);
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.1, 6);
  });

  it('out of reach that nothing explains within a second puts the peer back', () => {
    const rig = newServer();
    rig.place({ y: 0.1 }, { sequence: 1 });
    rig.place({ y: 40 }, { sequence: 3 });
    rig.engine.step(25);
    expect(rig.of('putBack')).toEqual([]);
    rig.engine.step(10);
    expect(rig.of('putBack')).toHaveLength(1);
    expect(positionsTo(rig.me).at(-1)?.pack.forcePositionStamp).toBe(1);
  });

  it('out of reach is believed when the keys that led there come after it', () => {
    const rig = newServer({}, { runRate: 2 });
    rig.place({ y: 0 }, { sequence: 1 });
    const start = rig.here();
    rig.place({ y: 22 }, { sequence: 3 });
    expect(rig.engine.readFrame(rig.mine).y).toBe(0);
    rig.keys({ forwardCommand: WalkForward, currentHoldKey: HoldKey.Run }, { sequence: 2, position: { y: start.y } });
    rig.engine.step(40);
    expect(rig.of('putBack')).toEqual([]);
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThan(20);
  });

  it('where it stopped is where its body rests, when the key was let go of later than that was said', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward, turnCommand: TurnRight }, { sequence: 1 });
    rig.engine.step(30);
    const { x, y, qw, qz } = rig.here();
    rig.place({ x, y, qw, qz }, { sequence: 3 });
    rig.engine.step(15);
    expect(Math.hypot(rig.here().x - x, rig.here().y - y)).toBeGreaterThan(1);
    rig.keys({}, { sequence: 2, position: { x, y } });
    rig.engine.step(60);
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(x, 5);
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(y, 5);
    expect(rig.here().qz).toBeCloseTo(qz, 5);
    expect(rig.of('putBack')).toEqual([]);
  });

  it('does not count while the server moves the body', () => {
    const rig = newServer();
    rig.engine.moveTo(rig.mine, { x: 0, y: 40 });
    rig.engine.step(30);
    const { y } = rig.engine.readFrame(rig.mine);
    rig.place({ y: y - 2 });
    expect(rig.engine.readFrame(rig.mine).y).toBeGreaterThan(y);
    expect(rig.drops()).toEqual(['server in control']);
    expect(rig.of('putBack')).toEqual([]);
  });

  it('through a wall is not believed', () => {
    const wall = {
      sweep(world: import('../../index.ts').GaitWorld, entity: number): boolean {
        const { frame, previousFrame } = world.components;
        const frameRow = entity * FrameF64.row;
        if (previousFrame.f64[frameRow + FrameF64.y] < 1 !== frame.f64[frameRow + FrameF64.y] < 1)
          frame.f64[frameRow + FrameF64.y] = previousFrame.f64[frameRow + FrameF64.y];
        frame.f64[frameRow + FrameF64.z] = 0;
        return true;
      },
      heightAt: () => 0,
    };
    const rig = newServer({ ground: wall });
    rig.place({ y: 0.9 });
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.9, 6);
    rig.place({ y: 2 });
    expect(rig.engine.readFrame(rig.mine).y).toBeCloseTo(0.9, 6);
    expect(rig.of('putBack')).toHaveLength(1);
  });

  it('goes along with a teleport by the server: what was said before is stale', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.step(5);
    const before = rig.stampsOf(rig.mine);
    rig.engine.teleport(rig.mine, { x: 60, y: 60 });
    rig.me.sent.length = 0;
    rig.place({ x: 0, y: 1 }, { stamps: before });
    expect(rig.drops()).toEqual(['stale teleport stamp']);
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 60, y: 60 });
    const opcodes = rig.me.sent.map(opcodeOf);
    expect(opcodes.indexOf(Opcode.PlayerTeleport)).toBeGreaterThanOrEqual(0);
    expect(opcodes.indexOf(Opcode.PlayerTeleport)).toBeLessThan(opcodes.indexOf(Opcode.UpdatePosition));
    expect(positionsTo(rig.me)[0].pack.teleportStamp).toBe(before.teleport + 1);
    rig.engine.step(30);
    // Its keys ended with it.
    expect(rig.engine.readFrame(rig.mine)).toMatchObject({ x: 60, y: 60 });
    rig.place({ x: 61, y: 60 });
    expect(rig.engine.readFrame(rig.mine).x).toBeCloseTo(61, 6);
  });
});

describe('Jump', () => {
  it("rises by the server's own reckoning, and the others are told", () => {
    const rig = newServer({}, { jumpHeight: 2 });
    rig.jump(0.5);
    const { velocityX, velocityY, velocityZ } = vectorsTo(rig.them)[0];
    expect([velocityX, velocityY]).toEqual([0, 0]);
    expect(velocityZ).toBeCloseTo(Math.sqrt(2 * 9.8 * 1) - 9.8 / 30, 1);
    expect(vectorsTo(rig.me)).toEqual([]);
    let highest = 0;
    for (let tick = 0; tick < 40; tick++) {
      rig.engine.step();
      highest = Math.max(highest, rig.engine.readFrame(rig.mine).z);
    }
    expect(highest).toBeGreaterThan(0.9);
    expect(highest).toBeLessThan(1.1);
    expect(rig.engine.readFrame(rig.mine).z).toBe(0);
  });

  it.each([-0.1, 1.01, 50])('with an extent of %f is refused', (extent) => {
    const rig = newServer();
    rig.jump(extent);
    rig.engine.step(3);
    expect(rig.engine.readFrame(rig.mine).z).toBe(0);
    expect(rig.drops()).toEqual(['not allowed']);
  });

  it('in the air is refused, and the game is told why', () => {
    const rig = newServer();
    rig.jump(1);
    rig.engine.step(3);
    rig.jump(1);
    expect(rig.drops()).toEqual(['not allowed']);
    expect(rig.of('playerRefused')).toMatchObject([{ action: ActionType.Jump, error: MovementError.NotGrounded }]);
  });

  it('that comes after the place where it has landed is dropped', () => {
    const rig = newServer();
    rig.place({ y: 1 }, { sequence: 3 });
    rig.jump(1, { sequence: 2 });
    expect(rig.engine.readFrame(rig.mine).z).toBe(0);
    rig.place({ y: 1.2, z: 0.3 }, { sequence: 6, contact: false });
    rig.jump(1, { sequence: 5 });
    rig.engine.step(3);
    expect(rig.engine.readFrame(rig.mine).z).toBeGreaterThan(0.3);
    expect(rig.drops()).toEqual(['stale action']);
  });

  it('with stale stamps, or overtaken by a later one, is refused', () => {
    const rig = newServer();
    rig.jump(1, { stamps: { teleport: 9 } });
    rig.jump(0, { sequence: 100 });
    rig.engine.step(60);
    rig.jump(1, { sequence: 99 });
    expect(rig.drops()).toEqual(['stale teleport stamp', 'stale action']);
  });

  it("ends the server's move, and the others are told that it does", () => {
    const rig = newServer();
    rig.engine.moveTo(rig.mine, { x: 0, y: 40 });
    rig.engine.step(20);
    rig.them.sent.length = 0;
    rig.jump(1);
    expect(rig.engine.readMoveTo(rig.mine).type).toBe(0);
    expect(motionsTo(rig.them).map(({ movement }) => [movement.type, movement.autonomous])).toEqual([[0, true]]);
    expect(vectorsTo(rig.them)).toHaveLength(1);
  });
});

describe('a connection that ends', () => {
  it('leaves its body standing still, which the others are told', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.step(10);
    rig.them.sent.length = 0;
    rig.me.close();
    rig.engine.step(2);
    const { y } = rig.engine.readFrame(rig.mine);
    rig.engine.step(30);
    expect(rig.engine.readFrame(rig.mine).y - y).toBeLessThan(0.5);
    expect(motionsTo(rig.them).map(({ movement }) => [movement.state.forwardCommand, movement.autonomous])).toEqual([
      [Ready, false],
    ]);
    expect(rig.of('disconnected')).toMatchObject([{ player: MINE, reason: 'closed' }]);
    expect(rig.engine.isAlive(rig.mine)).toBe(true);
  });

  it('so does one that the game ends', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.engine.disconnect(rig.me);
    rig.engine.step(40);
    expect(rig.engine.readMotion(rig.mine).forwardCommand).toBe(Ready);
  });
});

describe('the options of players and interest', () => {
  const make = (options: object) => () =>
    createEngine({ motionTables: [motionTable('humanoid')], role: 'server', ...options });
  it.each([
    [{ players: { reachFactr: 2 } }, /createEngine\.players: unknown 'reachFactr'.*'reachFactor'/],
    [{ players: { reachFactor: 0.5 } }, /createEngine\.players\.reachFactor: expected a number from 1/],
    [{ players: { motionSpeed: Number.NaN } }, /createEngine\.players\.motionSpeed/],
    [{ players: 3 }, /createEngine\.players: expected an object/],
    [{ interest: { rang: 2 } }, /createEngine\.interest: unknown 'rang'.*'range'/],
    [{ interest: { range: -1 } }, /createEngine\.interest\.range: expected a number from 0/],
    [{ interest: { hysteresis: Number.NaN } }, /createEngine\.interest\.hysteresis/],
  ])('%j is refused', (options, message) => {
    expect(make(options)).toThrow(message);
  });

  it('leave the state well-formed', () => {
    const rig = newServer();
    rig.keys({ forwardCommand: WalkForward });
    rig.jump(1);
    rig.engine.step(5);
    expect(breaches(rig.engine.world)).toEqual([]);
  });
});
