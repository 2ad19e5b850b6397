import type { Plugin } from 'vite';
import * as body from './components/body.ts';
import * as frame from './components/frame.ts';
import * as identity from './components/identity.ts';
import * as motionCommand from './components/motion-command.ts';
import * as motionInterp from './components/motion-interp.ts';
import * as motionState from './components/motion-state.ts';
import * as moveTo from './components/move-to.ts';
import * as network from './components/network.ts';
import * as physicsState from './components/physics-state.ts';
import * as sequence from './components/sequence.ts';
import * as stamps from './components/stamps.ts';
import * as target from './components/target.ts';
import * as transientState from './components/transient-state.ts';

/** The named numbers of the components: places of cells in rows, flags, commands. By name, then by member. */
export const constants: ReadonlyMap<string, Readonly<Record<string, number>>> = new Map(
  [
    body,
    frame,
    identity,
    motionCommand,
    motionInterp,
    motionState,
    moveTo,
    network,
    physicsState,
    sequence,
    stamps,
    target,
    transientState,
  ]
    .flatMap((module) => Object.entries<unknown>(module))
    .filter((entry): entry is [string, Record<string, number>] => isNumbers(entry[1])),
);

function isNumbers(value: unknown): value is Record<string, number> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((member) => typeof member === 'number')
  );
}

const imports = /import\s*\{([^}]*)\}\s*from\s*['"][^'"]*(?:components\/[\w-]+|index)\.ts['"]/g;

/**
 * Writes the numbers themselves where code names them (`FrameF64.x` becomes `0`), in modules that import them from a
 * component. A processor that reads a cell of a row should not look the cell's place up first: V8 does not take an
 * object's members for constants across modules, nor across those that a bundler has put into one.
 */
export function writeConstants(code: string): string {
  const names = new Set<string>();
  for (const [, list] of code.matchAll(imports)) {
    for (const name of list.split(',')) if (constants.has(name.trim())) names.add(name.trim());
  }
  if (names.size === 0) return code;
  const members = new RegExp(`(?<![.\\w'"\`])(${[...names].join('|')})\\.(\\w+)\\b`, 'g');
  return code.replace(members, (text, name: string, member: string) => {
    const value = constants.get(name)?.[member];
    return value === undefined ? text : String(value);
  });
}

/** {@link writeConstants} as a plugin. Lines stay where they are, so source maps hold by line. */
export function inlineConstants(): Plugin {
  return {
    name: 'gait:inline-constants',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /\.ts$/ },
      handler: (code) => ({ code: writeConstants(code), map: null }),
    },
  };
}

/**
 * What else makes constants of constants: top-level `const` stays `const` (a bundler's `var` can change, for all that the
 * engine knows), and numbers are written where their names stand.
 */
export const shippedCode = {
  optimization: { inlineConst: { mode: 'all', pass: 2 } },
  output: { topLevelVar: false },
} as const;
