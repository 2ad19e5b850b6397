import { describe, expect, it } from 'vitest';
import { createIntent, type Intent } from '../../../game/input/intent.ts';
import { PlayerControl } from '../../../game/input/player-control.ts';
import { shortWay } from '../../../game/input/steering.ts';
import { type Engine, MotionCommand, MovementError } from '../../../index.ts';
import { NetworkRig } from '../../support/network-rig.ts';
import { newRig } from '../../support/rig.ts';

/** Plays an intent in each of some steps. */
function play(engine: Engine, control: PlayerControl, entity: number, intent: Partial<Intent>, steps: number): void {
  for (let step = 0; step < steps; step++) {
    control.apply(entity, { ...createIntent(), ...intent });
    engine.step();
  }
}

describe('what plays an intent on a body', () => {
  it('moves the local player and a body of any other kind alike: the same place, bit for bit', () => {
    const ends = [{ localPlayer: true }, {}].map((spawn) => {
      const { engine, body } = newRig({ spawn });
      const control = new PlayerControl(engine);
      play(engine, control, body, { forward: 1 }, 20);
      expect(engine.readFrame(body).y).toBeGreaterThan(1.5);
      play(engine, control, body, { forward: 1, turn: 1 }, 15);
      play(engine, control, body, { forward: -1, sidestep: 1 }, 15);
      play(engine, control, body, { facing: 200 }, 40);
      expect(control.jump(body, 0.7)).toBe(MovementError.None);
      play(engine, control, body, { forward: 1 }, 40);
      play(engine, control, body, {}, 20);
      const { x, y, z, qw, qz } = engine.readFrame(body);
      return [x, y, z, qw, qz];
    });
    expect(ends[0]).toEqual(ends[1]);
  });

  it('tells only what has changed', () => {
    const rig = new NetworkRig();
    const { engine, player, guid } = rig.join(0x50000001);
    rig.step(60);
    expect(guid).toBe(0x50000001);
    let sent = 0;
    const [connection] = engine.connections;
    const { transport } = connection;
    const send = transport.send.bind(transport);
    transport.send = (bytes, unreliable) => {
      sent++;
      send(bytes, unreliable);
    };
    const control = new PlayerControl(engine);
    for (let step = 0; step < 20; step++) {
      control.apply(player(), { ...createIntent(), forward: 1 });
      rig.step();
    }
    // One MoveToState: a place is due after a second.
    expect(sent).toBe(1);
  });

  it.each([0, 45, 130, 179, 181, 300])('faces %s degrees within four seconds and rests', (facing) => {
    const { engine, body } = newRig({ spawn: { localPlayer: true } });
    play(engine, new PlayerControl(engine), body, { facing }, 120);
    expect(Math.abs(shortWay(engine.readFrame(body).heading, facing))).toBeLessThanOrEqual(5);
    expect(engine.readMotion(body).turnCommand).toBe(0);
  });

  it('goes to where a stick points and keeps to it', () => {
    const { engine, body } = newRig({ spawn: { localPlayer: true } });
    play(engine, new PlayerControl(engine), body, { towards: 135 }, 150);
    const { x, y, heading } = engine.readFrame(body);
    expect(Math.abs(shortWay(heading, 135))).toBeLessThanOrEqual(5);
    expect((Math.atan2(x, y) * 180) / Math.PI).toBeGreaterThan(110);
    expect(Math.hypot(x, y)).toBeGreaterThan(10);
  });

  it('presses anew what is held when the rules have let go of its keys', () => {
    const rig = new NetworkRig();
    const { engine, player, guid } = rig.join(0x50000001);
    rig.step(60);
    const control = new PlayerControl(engine);
    const hold = (steps: number) => {
      for (let step = 0; step < steps; step++) {
        control.apply(player(), { ...createIntent(), forward: 1, run: false });
        rig.step();
      }
    };
    hold(20);
    rig.server.teleport(rig.server.entityOf(guid), { x: 40, y: 0 });
    hold(60);
    expect(engine.readMotion(player()).forwardCommand).toBe(MotionCommand.WalkForward);
    expect(engine.readFrame(player()).x).toBeCloseTo(40, 1);
    expect(engine.readFrame(player()).y).toBeGreaterThan(2);
    expect(rig.apart(guid, engine)).toBeLessThan(1);
  });

  it('ends a standing long jump that is not done with a jump of no height', () => {
    const { engine, body } = newRig({ spawn: { localPlayer: true } });
    const control = new PlayerControl(engine);
    expect(control.chargeJump(body)).toBe(MovementError.None);
    play(engine, control, body, { forward: 1 }, 10);
    expect(engine.readFrame(body).y).toBe(0);
    control.cancelJump(body);
    let highest = 0;
    for (let step = 0; step < 30; step++) {
      play(engine, control, body, { forward: 1 }, 1);
      highest = Math.max(highest, engine.readFrame(body).z);
    }
    expect(highest).toBeLessThan(0.05);
    expect(engine.readFrame(body).y).toBeGreaterThan(1);
  });

  it('does nothing for nobody, and starts afresh with another body', () => {
    const { engine, body } = newRig();
    const control = new PlayerControl(engine);
    expect(control.jump(0, 1)).toBe(0);
    play(engine, control, 0, { forward: 1 }, 1);
    play(engine, control, body, { forward: 1 }, 5);
    engine.despawn(body);
    play(engine, control, body, { forward: 1 }, 1);
    const other = engine.spawn();
    play(engine, control, other, { forward: 1 }, 10);
    expect(engine.readFrame(other).y).toBeGreaterThan(0.3);
  });

  it('lets go of what it has pressed', () => {
    const { engine, body } = newRig();
    const control = new PlayerControl(engine);
    play(engine, control, body, { forward: 1, sidestep: -1, turn: 1 }, 5);
    control.release(body);
    engine.step(5);
    const { forwardCommand, sidestepCommand, turnCommand } = engine.readMotion(body);
    expect([forwardCommand, sidestepCommand, turnCommand]).toEqual([MotionCommand.Ready, 0, 0]);
  });
});
