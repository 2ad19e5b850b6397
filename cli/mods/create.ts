import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a new mod is made of. */
export interface NewMod {
  readonly folder: string;
  readonly name: string;
  /** Whether it has a script with a component and a system. */
  readonly script: boolean;
}

/** The files of a new mod by their path: it works as it is. */
export function newModFiles({ name, script }: Pick<NewMod, 'name' | 'script'>): Record<string, string> {
  const manifest = {
    name,
    format: 1,
    version: '0.1.0',
    about: 'Say here what this mod brings.',
    npcs: ['npcs/people.json'],
    ...(script ? { scripts: ['scripts/main.js'] } : {}),
  };
  const components = {
    patrol: {
      route: [
        [0, 0],
        [6, 0],
        [6, 6],
        [0, 6],
      ],
      pause: 1,
      pauseMost: 2,
    },
    flee: { tags: 'player', radius: 4, safe: 9 },
    idle: { emotes: ['Wave', 'Nod'] },
    ...(script ? { courage: { level: 0.5 } } : {}),
  };
  const people = {
    npcs: [
      {
        id: 'first',
        name: 'First',
        about: 'walks in a square, and keeps away from players',
        colour: '#2f7de1',
        place: { x: 0, y: 0, heading: 90 },
        components,
      },
      {
        id: 'second',
        name: 'Second',
        about: 'goes where the first goes',
        colour: '#12a36f',
        place: { x: -2, y: 0 },
        components: { follow: { leader: 'first' } },
      },
    ],
  };
  return {
    'mod.json': jsonText(manifest),
    'npcs/people.json': jsonText(people),
    ...(script ? { 'scripts/main.js': SCRIPT } : {}),
  };
}

const SCRIPT = `/** Courage grows; with all of it the body no longer flees. */
export default (mod) => {
  const courage = mod.component('courage', {
    level: { type: 'number', default: 0, least: 0, most: 1 },
    perSecond: { type: 'number', default: 0.01, least: 0, most: 1 },
  });

  mod.system({
    name: 'courage',
    before: 'npc',
    run(world) {
      const { level, perSecond } = courage.columns;
      for (const entity of courage.entities()) {
        level[entity] = Math.min(1, level[entity] + perSecond[entity] * world.clock.quantum);
        if (level[entity] === 1) mod.npc.remove(entity, 'flee');
      }
    },
  });
};
`;

/** JSON with short lists and objects on one line. */
function jsonText(value: unknown, indent = ''): string {
  return `${pretty(value, indent)}\n`;
}

const WIDTH = 100;

function pretty(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pretty(item, inner)}`);
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent !== '' && line.length + indent.length <= WIDTH && !line.includes('\n')) return line;
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}

/** Writes a new mod. Nothing is ever written over. @returns The paths of its files. @throws Error when its folder is there. */
export function createMod(mod: NewMod): string[] {
  const folder = join(mod.folder, mod.name);
  if (existsSync(folder)) throw new Error(`${folder} is there already; choose another name`);
  return Object.entries(newModFiles(mod)).map(([path, text]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    return file;
  });
}
