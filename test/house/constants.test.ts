import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FrameF64 } from '../../components/frame.ts';
import { MotionCommand } from '../../components/motion-command.ts';
import { constants, writeConstants } from '../../vite.constants.ts';

const components = fileURLToPath(new URL('../../components', import.meta.url));

describe('the constants that a build writes out', () => {
  it('are those of all components', () => {
    const named = readdirSync(components).flatMap((file) =>
      [
        ...readFileSync(`${components}/${file}`, 'utf8').matchAll(/^export const ([A-Z]\w+) = \{[^}]*\} as const;/gm),
      ].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !constants.has(name))).toEqual([]);
  });

  it('stand as numbers where their names stood, and nowhere else', () => {
    const code = [
      "import { FrameF64, OffsetKind } from '../components/frame.ts';",
      "import { MotionCommand } from './somewhere-else.ts';",
      'frame.f64[entity * FrameF64.row + FrameF64.y] = OffsetKind.None;',
      "const text = 'FrameF64.y'; other.FrameF64.y; FrameF64.missing; MotionCommand.Ready; Object.keys(FrameF64);",
    ];
    expect(writeConstants(code.join('\n')).split('\n')).toEqual([
      code[0],
      code[1],
      `frame.f64[entity * ${FrameF64.row} + ${FrameF64.y}] = 0;`,
      code[3],
    ]);
  });

  it('keep values above 2^31', () => {
    const code =
      "import { MotionCommand } from '../components/motion-command.ts'; const style = MotionCommand.NonCombat;";
    expect(writeConstants(code)).toContain(`style = ${MotionCommand.NonCombat};`);
    expect(MotionCommand.NonCombat).toBeGreaterThan(2 ** 31);
  });

  it('leave code without them as it is', () => {
    const code = "import { x } from './x.ts';\nexport const y = x.FrameF64;";
    expect(writeConstants(code)).toBe(code);
  });
});
