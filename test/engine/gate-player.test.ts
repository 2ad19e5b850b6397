import { StampsU16 } from '../../components/stamps.ts';
import { describe, expect, it } from 'vitest';
import { opcodeOf } from '../../engine/wire/opcodes.ts';
import { ActionType, createEngine, HoldKey, MotionCommand, MovementError, Opcode } from '../../index.ts';
import { moveToStateMessage } from '../support/client-actions.ts';
import { motionTable } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { breaches } from '../support/invariants.ts';
import { MINE, motionsTo, newServer, THEIRS } from '../support/player-server.ts';

const { WalkForward, WalkBackwards, RunForward, TurnRight, TurnLeft, SideStepRight, Ready, Wave, Crouch } =
  MotionCommand;

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
