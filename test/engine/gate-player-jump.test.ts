import { describe, expect, it } from 'vitest';
import { ActionType, MovementError } from '../../index.ts';
import { motionsTo, newServer, vectorsTo } from '../support/player-server.ts';

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
