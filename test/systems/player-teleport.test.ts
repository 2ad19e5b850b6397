import { describe, expect, it } from 'vitest';
import { MotionCommand, MovementError } from '../../index.ts';
import { saidOf } from '../support/client-actions.ts';
import { createMessage, playerTeleportMessage, positionMessage } from '../support/messages.ts';
import { PhysicsFlag } from '../../engine/wire/physics-data.ts';
import { ME, newPlayer } from '../support/own-player.ts';

const { WalkForward, WalkBackwards, TurnRight, SideStepLeft, Wave } = MotionCommand;

describe('a PlayerTeleport', () => {
  const teleported = (parts: object) =>
    positionMessage(ME, { positionStamp: 11, teleportStamp: 41, forcePositionStamp: 60, instanceStamp: 7, ...parts });

  function inTransit() {
    const rig = newPlayer();
    rig.engine.setMotion(rig.player, WalkForward);
    rig.engine.step(10);
    rig.receive(playerTeleportMessage(41));
    rig.sent();
    return rig;
  }

  it('lets go of the keys and the move, and says so', () => {
    const { engine, player, told } = inTransit();
    engine.step(30);
    const { y } = engine.readFrame(player);
    engine.step(30);
    expect(engine.readFrame(player).y).toBe(y);
    expect(told.filter(({ type }) => type === 'inputHeld')).toHaveLength(1);
    expect(told.filter(({ type }) => type === 'inputFreed')).toHaveLength(0);
  });

  it('holds input back: calls answer Teleported, nothing moves and nothing is said', () => {
    const { engine, player, sent, told } = inTransit();
    const { Teleported } = MovementError;
    engine.step(20);
    const before = engine.readFrame(player);
    expect(engine.setMotion(player, WalkForward)).toBe(Teleported);
    expect(engine.clearMotion(player, TurnRight)).toBe(Teleported);
    expect(engine.jump(player)).toBe(Teleported);
    expect(engine.chargeJump(player)).toBe(Teleported);
    expect(engine.setMotion(player, Wave)).toBe(Teleported);
    engine.setHoldRun(player, true);
    engine.stop(player);
    engine.moveTo(player, { x: 9, y: 9 });
    engine.turnTo(player, 90);
    engine.step(30);
    expect(engine.readFrame(player)).toEqual(before);
    expect(sent()).toEqual([]);
    const cancelled = told.filter(({ type, error }) => type === 'cancelled' && error === Teleported);
    expect(cancelled.map(({ movementType }) => movementType)).toEqual([7, 9]);
  });

  it('until the position with its stamp: then what is pressed takes effect, and is told with the new stamps', () => {
    const { engine, player, sent, receive, told } = inTransit();
    engine.setMotion(player, WalkForward);
    engine.setMotion(player, WalkBackwards);
    engine.setMotion(player, TurnRight);
    engine.setMotion(player, SideStepLeft);
    engine.clearMotion(player, SideStepLeft);
    engine.setMotion(player, Wave);
    engine.step(10);
    receive(teleported({ x: 50, y: 60 }));
    const messages = sent();
    expect(messages.map(({ moveToState }) => saidOf(moveToState.raw))).toEqual([
      { forwardCommand: WalkBackwards, turnCommand: TurnRight },
    ]);
    expect(messages[0].moveToState.stamps.teleport).toBe(41);
    expect(messages[0].moveToState.position.x).toBeCloseTo(50, 1);
    expect(engine.readMotion(player).pendingMotions).not.toContain(Wave);
    engine.step(30);
    expect(engine.readFrame(player).x).not.toBe(50);
    expect(told.filter(({ type }) => type === 'inputFreed')).toHaveLength(1);
    expect(engine.setMotion(player, WalkForward)).toBe(0);
  });

  it('a position with an older stamp does not end it, one with a newer stamp does', () => {
    const { engine, player, receive } = inTransit();
    receive(teleported({ teleportStamp: 40, positionStamp: 11 }));
    expect(engine.setMotion(player, WalkForward)).toBe(MovementError.Teleported);
    receive(teleported({ teleportStamp: 42, positionStamp: 12, x: 5 }));
    expect(engine.setMotion(player, WalkForward)).toBe(0);
  });

  it('that comes after its position does nothing more', () => {
    const { engine, player, receive, told } = newPlayer();
    receive(teleported({ x: 50 }));
    receive(playerTeleportMessage(41));
    expect(engine.setMotion(player, WalkForward)).toBe(0);
    expect(told.filter(({ type }) => type === 'inputHeld')).toEqual([]);
  });

  it('is over when the player comes into the world anew', () => {
    const { engine, player, receive } = inTransit();
    receive(
      createMessage(ME, ({ physics }) => {
        physics.flags = PhysicsFlag.Position;
        physics.stamps.set([10, 20, 0, 30, 41, 50, 60, 0, 8]);
      }),
    );
    expect(engine.isAlive(player)).toBe(true);
    expect(engine.setMotion(engine.entityOf(ME), WalkForward)).toBe(0);
  });

  it('is kept in a snapshot', () => {
    const { engine, player, receive } = inTransit();
    const bytes = engine.snapshot();
    const held = engine.hash();
    receive(teleported({ x: 50 }));
    expect(engine.setMotion(player, WalkForward)).toBe(0);
    engine.restore(bytes);
    expect(engine.hash()).toBe(held);
    expect(engine.setMotion(player, WalkForward)).toBe(MovementError.Teleported);
  });
});

describe('a new force-position stamp', () => {
  it('puts the player back at once, and the answer says its keys with the new stamp', () => {
    const { engine, player, receive, sent } = newPlayer();
    engine.setMotion(player, WalkForward);
    engine.step(20);
    sent();
    receive(
      positionMessage(ME, {
        positionStamp: 11,
        teleportStamp: 40,
        forcePositionStamp: 61,
        instanceStamp: 7,
        x: 4,
        y: -3,
      }),
    );
    const [{ moveToState }] = sent();
    expect(saidOf(moveToState.raw)).toEqual({ forwardCommand: WalkForward });
    expect(moveToState.stamps.forcePosition).toBe(61);
    expect(moveToState.position.y).toBeGreaterThanOrEqual(-3);
    expect(moveToState.position.y).toBeLessThan(-2.5);
    expect(engine.readFrame(player).x).toBeCloseTo(4, 3);
  });
});

describe('a teleport and a new force-position stamp in one', () => {
  it('come by whichever position is first: input is not held back for ever', () => {
    const { engine, player, receive, sent, told } = newPlayer();
    const both = { teleportStamp: 41, instanceStamp: 7 };
    receive(positionMessage(ME, { ...both, positionStamp: 12, forcePositionStamp: 61, x: 30 }));
    expect(sent().at(-1)?.moveToState.stamps).toMatchObject({ teleport: 41, forcePosition: 61 });
    receive(positionMessage(ME, { ...both, positionStamp: 11, forcePositionStamp: 60, x: 30 }));
    receive(playerTeleportMessage(41));
    expect(engine.setMotion(player, WalkForward)).toBe(0);
    expect(told.filter(({ type }) => type === 'inputHeld')).toEqual([]);
  });
});
