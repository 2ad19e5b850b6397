import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import village from '../../content/scenes/village.json' with { type: 'json' };
import { cellsInUse, type ColumnSchema } from '../../components/columns.ts';
import { type ComponentName, componentSchemas, rowsOf } from '../../components/index.ts';
import { createSceneGround, type Engine, MotionCommand } from '../../index.ts';
import { ringOf } from '../support/cells.ts';
import { newRig, type Rig } from '../support/rig.ts';

// Of the predicates in which local and remote bodies may differ, keys meet one: what re-applied movement takes. Here every
// body whose keys made the last move takes its raw state, so that nothing else may make a difference.
vi.mock('../../engine/local-player.ts', async (original) => ({
  ...(await original<typeof import('../../engine/local-player.ts')>()),
  rawStateRules: ({ components }: Engine['world'], entity: number) =>
    components.motionInterp.lastMoveWasAutonomous[entity] === 1,
}));

const { WalkForward, WalkBackwards, TurnRight, TurnLeft, SideStepRight, SideStepLeft } = MotionCommand;
const { Crouch, HandCombat, NonCombat, Wave } = MotionCommand;
const gaits = [WalkForward, WalkBackwards, TurnRight, TurnLeft, SideStepRight, SideStepLeft];

type Deed =
  | { kind: 'press' | 'release'; command: number }
  | { kind: 'run'; held: boolean }
  | { kind: 'jump'; extent: number }
  | { kind: 'charge' | 'stop' };

const command = fc.constantFrom(...gaits, ...gaits, Crouch, HandCombat, NonCombat, Wave);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('press' as const), command }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('release' as const), command }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('run' as const), held: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('jump' as const), extent: fc.constantFrom(0, 0.4, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('charge' as const, 'stop' as const) }) },
);
const stream = fc.array(fc.record({ what: deed, steps: fc.integer({ min: 0, max: 20 }) }), {
  minLength: 4,
  maxLength: 16,
  size: 'max',
});

function act({ engine, body }: Rig, what: Deed): number {
  switch (what.kind) {
    case 'press':
      return engine.setMotion(body, what.command);
    case 'release':
      return engine.clearMotion(body, what.command);
    case 'run':
      engine.setHoldRun(body, what.held);
      return 0;
    case 'jump':
      return engine.jump(body, what.extent);
    case 'charge':
      return engine.chargeJump(body);
    case 'stop':
      engine.stop(body);
      return 0;
  }
}

/** Every column of a rig's body but its kind, by name. */
function columnsOf({ engine, body }: Rig): Record<string, number[]> {
  const { components } = engine.world;
  const all: Record<string, number[]> = {};
  for (const [component, schema] of Object.entries(componentSchemas) as [ComponentName, ColumnSchema][]) {
    for (const [name, spec] of Object.entries(schema)) {
      const columns = rowsOf(components, component);
      all[`${component}.${name}`] = ringOf(spec, columns[spec.array], body, cellsInUse(spec, columns, body));
    }
  }
  delete all['identity.kind'];
  return all;
}

it('the same keys give a local and a remote body the same columns, bit for bit, on a scene with walls and steps', () => {
  const ground = createSceneGround(village);
  let jumps = 0;
  let metres = 0;
  fc.assert(
    fc.property(stream, fc.integer({ min: -14, max: 14 }), fc.integer({ min: -14, max: 24 }), (deeds, x, y) => {
      const rigs = [true, false].map((localPlayer) => {
        const rig = newRig({ spawn: { localPlayer, x, y, runRate: 1.5 }, engine: { ground } });
        rig.engine.world.components.motionInterp.lastMoveWasAutonomous[rig.body] = 1;
        return rig;
      });
      for (const { what, steps } of deeds) {
        const [local, remote] = rigs.map((rig) => {
          const answer = act(rig, what);
          rig.engine.step(steps);
          return answer;
        });
        expect(local).toBe(remote);
        if (what.kind === 'jump' && local === 0) jumps++;
        expect(columnsOf(rigs[0])).toEqual(columnsOf(rigs[1]));
      }
      const { x: endX, y: endY } = rigs[0].engine.readFrame(rigs[0].body);
      metres += Math.hypot(endX - x, endY - y);
    }),
    { seed: 20130402, numRuns: 40 },
  );
  // It did move, jump and meet things.
  expect(jumps).toBeGreaterThan(10);
  expect(metres).toBeGreaterThan(30);
}, 30_000);
