import { describe, expect, it } from 'vitest';
import {
  ActionType,
  createEngine,
  createLoopback,
  type Engine,
  HoldKey,
  MotionCommand,
  MovementError,
} from '../../index.ts';
import { readAction, saidOf } from '../support/client-actions.ts';
import { motionTable, newEngine } from '../support/engines.ts';
import { Inbox } from '../support/inbox.ts';
import { motionMessage, playerMessage, vectorMessage } from '../support/messages.ts';
import { ME, newPlayer, OTHER } from '../support/own-player.ts';

const { WalkForward, WalkBackwards, RunForward, TurnRight, SideStepLeft, Ready, Crouch, Wave } = MotionCommand;

describe("a client's own player: MoveToState", () => {
  it('says nothing while nothing is pressed', () => {
    const { engine, sent } = newPlayer();
    engine.step(60);
    expect(sent()).toEqual([]);
  });

  it('goes out with the next step when a key is pressed and when it is let go, by default difference', () => {
    const { engine, player, keys } = newPlayer();
    engine.setMotion(player, WalkForward);
    expect(keys()).toEqual([]);
    engine.step();
    expect(keys()).toEqual([{ forwardCommand: WalkForward }]);
    engine.step(10);
    expect(keys()).toEqual([]);
    engine.setMotion(player, TurnRight, { speed: 1.5 });
    engine.step();
    expect(keys()).toEqual([{ forwardCommand: WalkForward, turnCommand: TurnRight, turnSpeed: 1.5 }]);
    engine.clearMotion(player, TurnRight);
    engine.step();
    // A stopped turn keeps its speed in the raw state.
    expect(keys()).toEqual([{ forwardCommand: WalkForward, turnSpeed: 1.5 }]);
    engine.clearMotion(player, WalkForward);
    engine.step();
    expect(keys()).toEqual([{ turnSpeed: 1.5 }]);
  });

  it('says every axis, its hold key and its speed', () => {
    const { engine, player, keys } = newPlayer();
    engine.setMotion(player, WalkBackwards, { speed: 0.5 });
    engine.step();
    engine.setMotion(player, SideStepLeft);
    engine.step();
    engine.setMotion(player, MotionCommand.HandCombat);
    engine.step();
    expect(keys()).toEqual([
      { forwardCommand: WalkBackwards, forwardSpeed: 0.5 },
      { forwardCommand: WalkBackwards, forwardSpeed: 0.5, sidestepCommand: SideStepLeft },
      { currentStyle: MotionCommand.HandCombat, forwardSpeed: 0.5, sidestepCommand: SideStepLeft },
    ]);
  });

  it('a key that repeats itself, or that is refused, changes nothing and is not told', () => {
    const { engine, player, keys } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step();
    keys();
    engine.setMotion(player, WalkForward);
    engine.clearMotion(player, TurnRight);
    engine.setMotion(player, MotionCommand.HandCombat);
    engine.step();
    keys();
    expect(engine.setMotion(player, Crouch)).toBe(MovementError.CannotCrouchInCombat);
    engine.step();
    expect(keys()).toEqual([]);
  });

  it('Shift while moving sends a fresh one; while standing still none, and the next key says it', () => {
    const { engine, player, keys } = newPlayer();
    engine.setHoldRun(player, true);
    engine.step(3);
    expect(keys()).toEqual([]);
    engine.setMotion(player, WalkForward);
    engine.step();
    expect(keys()).toEqual([{ currentHoldKey: HoldKey.Run, forwardCommand: WalkForward }]);
    engine.setHoldRun(player, false);
    engine.step();
    engine.setHoldRun(player, true);
    engine.step();
    engine.setHoldRun(player, true);
    engine.step();
    expect(keys()).toEqual([
      { forwardCommand: WalkForward },
      { currentHoldKey: HoldKey.Run, forwardCommand: WalkForward },
    ]);
  });

  it('a run that is asked for as such is told, too', () => {
    const { engine, player, keys } = newPlayer();
    engine.setMotion(player, RunForward);
    engine.step();
    engine.clearMotion(player, RunForward);
    engine.step();
    expect(keys()).toEqual([{ forwardCommand: RunForward }, {}]);
  });

  it('several of one step go out in order, each with its number', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.jump(player, 0.5);
    engine.clearMotion(player, WalkForward);
    engine.step();
    const messages = sent();
    expect(messages.map(({ actionType }) => actionType)).toEqual([
      ActionType.MoveToState,
      ActionType.Jump,
      ActionType.MoveToState,
    ]);
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(messages[0].moveToState.raw.forwardCommand).toBe(WalkForward);
    expect(messages[2].moveToState.raw.forwardCommand).toBe(Ready);
  });

  it('says where the body was when the key was pressed, its stamps, and whether it stands', () => {
    const { engine, player, sent } = newPlayer();
    engine.place(player, { x: 200, y: 3, heading: 90 });
    engine.step();
    sent();
    engine.setMotion(player, WalkForward);
    engine.step(5);
    const [{ moveToState }] = sent();
    expect(moveToState.position).toMatchObject({ cell: 0x01000001, x: 8, y: 3, z: 0 });
    expect(moveToState.position.qz).toBeCloseTo(-Math.SQRT1_2, 6);
    expect(moveToState.stamps).toMatchObject({ instance: 7, serverControl: 50, teleport: 40, forcePosition: 60 });
    expect([moveToState.contact, moveToState.standingLongJump]).toEqual([true, false]);
  });

  it('stop ends all of it', () => {
    const { engine, player, keys } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.setMotion(player, TurnRight);
    engine.step();
    keys();
    engine.stop(player);
    engine.step();
    expect(keys()).toEqual([{}]);
  });

  it('lists actions with stamps of 15 bits and the autonomous bit, as long as they play', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, Wave);
    engine.setMotion(player, Wave, { speed: 2 });
    engine.step();
    engine.setMotion(player, TurnRight);
    engine.step();
    const actions = sent().map(({ moveToState: { raw } }) =>
      Array.from({ length: raw.actions.count }, (_, index) => [
        raw.actions.command[index],
        raw.actions.stamp[index],
        raw.actions.autonomous[index],
        raw.actions.speed[index],
      ]),
    );
    expect(actions).toEqual([
      [[Wave, 1, 1, 1]],
      [
        [Wave, 1, 1, 1],
        [Wave, 2, 1, 2],
      ],
      [
        [Wave, 1, 1, 1],
        [Wave, 2, 1, 2],
      ],
    ]);
    engine.step(300);
    engine.clearMotion(player, TurnRight);
    engine.step();
    expect(sent().at(-1)?.moveToState.raw.actions.count).toBe(0);
  });

  it('lists the action with which a player begins before its first step', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const inbox = new Inbox();
    engine.connect(inbox);
    engine.setMotion(engine.spawn({ localPlayer: true }), Wave);
    engine.step();
    expect(inbox.sent.map((bytes) => readAction(bytes).moveToState.raw.actions.count)).toEqual([1]);
  });

  it('says that a standing long jump is charged', () => {
    const { engine, player, sent } = newPlayer();
    engine.chargeJump(player);
    engine.step();
    engine.setMotion(player, WalkForward);
    engine.step();
    expect(sent().map(({ moveToState }) => [moveToState.standingLongJump, moveToState.raw.forwardCommand])).toEqual([
      [true, Ready],
      [true, WalkForward],
    ]);
  });

  it("other bodies' motions are not the player's keys", () => {
    const { engine, sent } = newPlayer();
    const other = engine.entityOf(OTHER);
    engine.setMotion(other, WalkForward);
    engine.jump(other);
    engine.step(40);
    expect(sent()).toEqual([]);
  });
});

describe("a client's own player under the server's control", () => {
  const order = (parts: object = {}) =>
    motionMessage(ME, { movementStamp: 21, serverControlStamp: 51, type: 7, x: 0, y: 30, ...parts }, 7);

  it('sends nothing for motion that a server MoveTo drives', () => {
    const { engine, receive, sent, player } = newPlayer();
    receive(order());
    engine.step(60);
    expect(engine.readFrame(player).y).toBeGreaterThan(3);
    expect(sent()).toEqual([]);
  });

  it('a key takes control again: the move ends, and the keys are told with the new server-control stamp', () => {
    const { engine, receive, sent, player, told } = newPlayer();
    receive(order());
    engine.step(30);
    engine.setMotion(player, TurnRight);
    engine.step();
    const [{ moveToState }] = sent();
    expect(saidOf(moveToState.raw)).toEqual({ turnCommand: TurnRight });
    expect(moveToState.stamps.serverControl).toBe(51);
    expect(engine.readMoveTo(player).type).toBe(0);
    expect(told.filter(({ type }) => type === 'cancelled')).toMatchObject([{ error: MovementError.ActionCancelled }]);
  });

  it('a key that the server has stopped is told again although the raw state has not changed', () => {
    const { engine, receive, keys, player } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step();
    keys();
    receive(motionMessage(ME, { movementStamp: 21, serverControlStamp: 51 }, 7));
    engine.step(30);
    engine.setMotion(player, WalkForward);
    engine.step();
    expect(keys()).toEqual([{ forwardCommand: WalkForward }]);
    expect(engine.readMotion(player).forwardCommand).toBe(WalkForward);
  });

  it('Shift alone leaves the server its move', () => {
    const { engine, receive, sent, player } = newPlayer();
    receive(order());
    engine.setHoldRun(player, true);
    engine.step(30);
    expect(engine.readMoveTo(player).type).toBe(7);
    expect(sent()).toEqual([]);
  });

  it('drops the echo of its own keys and of its own jump', () => {
    const { engine, receive, player, told } = newPlayer();
    engine.setMotion(player, WalkForward);
    const echo = { movementStamp: 21, serverControlStamp: 50, autonomous: true };
    receive(motionMessage(ME, { ...echo, state: { forwardCommand: Ready } }, 7));
    receive(vectorMessage(ME, { vectorStamp: 31, velocityZ: 9, instanceStamp: 7 }));
    expect(engine.readMotion(player).forwardCommand).toBe(WalkForward);
    expect(engine.readFrame(player).z).toBe(0);
    expect(engine.readDrops(player)).toEqual({ 'own autonomous echo': 2 });
    expect(told.filter(({ type }) => type === 'messageDropped')).toEqual([]);
  });
});

describe("a client's own player: Jump", () => {
  it('says extent, velocity, stamps and whose it is', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step(10);
    sent();
    expect(engine.jump(player, 0.5)).toBe(0);
    engine.step();
    const [{ actionType, jump }] = sent();
    expect(actionType).toBe(ActionType.Jump);
    expect(jump).toMatchObject({ extent: 0.5, objectGuid: ME, spellId: 0 });
    expect(jump.stamps).toMatchObject({ instance: 7, serverControl: 50, teleport: 40, forcePosition: 60 });
    expect(jump.velocityY).toBeCloseTo(3.12, 2);
    expect(jump.velocityZ).toBeCloseTo(Math.sqrt(2 * 9.8 * 0.5), 5);
  });

  it('that the rules refuse is not told', () => {
    const { engine, player, sent } = newPlayer();
    engine.jump(player);
    engine.step(3);
    sent();
    expect(engine.jump(player)).toBe(MovementError.NotGrounded);
    engine.step();
    expect(sent().filter(({ actionType }) => actionType === ActionType.Jump)).toEqual([]);
  });
});

describe("a client's own player: AutonomousPosition", () => {
  const places = (sent: ReturnType<ReturnType<typeof newPlayer>['sent']>) =>
    sent.filter(({ actionType }) => actionType === ActionType.AutonomousPosition);

  it('about once a second while it moves, and once on stopping', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step(31);
    expect(places(sent())).toHaveLength(1);
    engine.step(90);
    expect(places(sent())).toHaveLength(3);
    engine.clearMotion(player, WalkForward);
    engine.step(60);
    const last = places(sent());
    expect(last).toHaveLength(1);
    expect(last[0].autonomousPosition.position.y).toBeCloseTo(engine.readFrame(player).y, 4);
    engine.step(120);
    expect(sent()).toEqual([]);
  });

  it('on stopping after a jump says where it landed', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step(10);
    engine.jump(player, 1);
    engine.clearMotion(player, WalkForward);
    engine.step(120);
    const last = places(sent()).at(-1);
    const { y, z } = engine.readFrame(player);
    expect(last?.autonomousPosition.position.y).toBeCloseTo(y, 4);
    expect(last?.autonomousPosition.position.z).toBeCloseTo(z, 4);
    expect(last?.autonomousPosition.contact).toBe(true);
  });

  it('a slow gait whose frames come with pauses has not stopped', () => {
    const { engine, player, sent } = newPlayer();
    engine.setMotion(player, WalkForward, { speed: 0.1 });
    engine.step(300);
    expect(places(sent()).length).toBeLessThanOrEqual(11);
  });

  it('says that it is in the air', () => {
    const { engine, player, sent } = newPlayer();
    engine.world.components.body.jumpHeight[player] = 12;
    engine.jump(player, 1);
    engine.step(35);
    expect(places(sent())[0].autonomousPosition.contact).toBe(false);
  });

  it('may be lost while it moves, but not the one on stopping, and no key', () => {
    const how: [number, boolean | undefined][] = [];
    const noting = new Inbox();
    noting.send = (message: Uint8Array, unreliable?: boolean) => {
      how.push([readAction(message).actionType, unreliable]);
    };
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const player = engine.spawn({ localPlayer: true });
    engine.connect(noting);
    engine.setMotion(player, TurnRight);
    engine.step(40);
    engine.clearMotion(player, TurnRight);
    engine.jump(player);
    engine.step(90);
    const of = (type: number) => how.filter(([action]) => action === type).map(([, unreliable]) => unreliable);
    expect(of(ActionType.MoveToState)).toEqual([false, false]);
    expect(of(ActionType.Jump)).toEqual([false]);
    expect(of(ActionType.AutonomousPosition)[0]).toBe(true);
    expect(of(ActionType.AutonomousPosition).at(-1)).toBe(false);
  });
});

describe('a client without a server, or without a player', () => {
  it('gathers nothing, and tells a server that comes what is pressed then', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const player = engine.spawn({ localPlayer: true });
    engine.setMotion(player, TurnRight);
    engine.setMotion(player, WalkForward);
    engine.step(40);
    const inbox = new Inbox();
    engine.connect(inbox);
    engine.step();
    expect(inbox.sent.map((bytes) => saidOf(readAction(bytes).moveToState.raw))).toEqual([
      { forwardCommand: WalkForward, turnCommand: TurnRight },
    ]);
  });

  it('a body that is no player says nothing, until the server says that it is one', () => {
    const { engine, inbox } = newEngine();
    const body = engine.spawn({ guid: ME });
    engine.setMotion(body, WalkForward);
    engine.step(40);
    expect(inbox.sent).toEqual([]);
    inbox.put(playerMessage(ME));
    engine.step(2);
    expect(inbox.sent.map((bytes) => saidOf(readAction(bytes).moveToState.raw))).toEqual([
      { forwardCommand: WalkForward },
    ]);
  });

  it('a transport that throws is given up and told, and the step goes on', () => {
    const engine = createEngine({ motionTables: [motionTable('humanoid')] });
    const player = engine.spawn({ localPlayer: true });
    const inbox = new Inbox();
    inbox.send = () => {
      throw new Error('broken');
    };
    engine.connect(inbox);
    const errors: unknown[] = [];
    engine.on('handlerError', ({ error }) => errors.push(error));
    engine.setMotion(player, WalkForward);
    expect(() => engine.step(3)).not.toThrow();
    expect(errors).toMatchObject([{ message: 'broken' }]);
    expect(engine.connections).toEqual([]);
  });
});

describe('a real server behind it', () => {
  it('takes what it sends: nothing is dropped in a minute of playing', () => {
    const server = createEngine({ motionTables: [motionTable('humanoid')], role: 'server' });
    const client = createEngine({ motionTables: [motionTable('humanoid')] });
    const [a, b] = createLoopback();
    server.connect(a, { player: server.spawn({ guid: ME }) });
    client.connect(b);
    const run = (engine: Engine, count: number) => {
      for (let tick = 0; tick < count; tick++) {
        server.step();
        engine.step();
      }
    };
    run(client, 10);
    const player = client.entityOf(ME);
    for (let round = 0; round < 12; round++) {
      client.setMotion(player, WalkForward);
      run(client, 30);
      client.setHoldRun(player, round % 2 === 0);
      client.setMotion(player, TurnRight);
      run(client, 30);
      client.jump(player, 0.7);
      client.clearMotion(player, TurnRight);
      run(client, 60);
      client.stop(player);
      client.setMotion(player, Wave);
      run(client, 40);
    }
    run(client, 90);
    expect(server.counters.droppedInAll).toBe(0);
    expect(server.counters.malformed).toBe(0);
    const here = client.readFrame(player);
    const there = server.readFrame(server.entityOf(ME));
    expect(Math.hypot(here.x - there.x, here.y - there.y, here.z - there.z)).toBeLessThan(0.01);
  });
});
