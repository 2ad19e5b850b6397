import { describe, expect, it } from 'vitest';
import { MotionCommand } from '../../index.ts';
import { ScriptedWorld, sceneHashes, scriptHashes } from '../support/determinism-script.ts';
import { motionTable, newEngine } from '../support/engines.ts';

const tables = [motionTable('humanoid'), motionTable('humanoid-rooted-quarter')];

describe('a seeded script of calls and messages', () => {
  it('gives the same hash at every point, however often it runs', () => {
    const hashes = scriptHashes(tables, 1, 40);
    expect(new Set(hashes).size).toBe(40);
    expect(scriptHashes(tables, 1, 40)).toEqual(hashes);
    expect(scriptHashes(tables, 2, 1)).not.toEqual(hashes.slice(0, 1));
  });

  it('gives the same hashes on a scene with cliffs and obstacles, other ones than on level ground', () => {
    const hashes = sceneHashes(tables, 1, 40);
    expect(new Set(hashes).size).toBe(40);
    expect(sceneHashes(tables, 1, 40)).toEqual(hashes);
    expect(scriptHashes(tables, 1, 40)).not.toEqual(hashes);
  });

  it('gives the same hashes when another world goes on in between: worlds share nothing', () => {
    for (const role of ['client', 'server'] as const) {
      const alone = new ScriptedWorld(tables, 3, role);
      const expected = Array.from({ length: 20 }, () => alone.advance());
      const one = new ScriptedWorld(tables, 3, role);
      const other = new ScriptedWorld(tables, 4, 'client');
      const between = Array.from({ length: 20 }, () => {
        const hash = one.advance();
        other.advance();
        return hash;
      });
      expect(between).toEqual(expected);
    }
  });

  it('does not hang on the order of the bodies: who follows whom sees where it was before the step', () => {
    const paths = [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ].map((order) => {
      const { engine } = newEngine();
      for (const guid of order) engine.spawn({ guid, x: guid * 1.2, runRate: 2 });
      const [runner, stuck, chaser] = [1, 2, 3].map((guid) => engine.entityOf(guid));
      engine.step(30);
      engine.setMotion(runner, MotionCommand.RunForward, { speed: 2 });
      const path: number[] = [];
      for (let tick = 0; tick < 200; tick++) {
        if (tick % 40 === 0) {
          engine.stickTo(stuck, runner);
          engine.moveTo(chaser, { target: stuck }, { sticky: true });
        }
        if (tick % 60 === 0) engine.setMotion(runner, MotionCommand.TurnRight);
        engine.step();
        for (const entity of [runner, stuck, chaser]) {
          const { x, y, heading } = engine.readFrame(entity);
          path.push(x, y, heading);
        }
      }
      return path;
    });
    expect(paths[1]).toEqual(paths[0]);
    expect(paths[2]).toEqual(paths[0]);
  });

  it('gives the same hashes in a world that had room from the start', () => {
    const tight = new ScriptedWorld(tables, 5);
    const roomy = new ScriptedWorld(tables, 5);
    roomy.subject.engine.world.growTo(300);
    for (let count = 0; count < 20; count++) expect(roomy.advance()).toBe(tight.advance());
  });
});
