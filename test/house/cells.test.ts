import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = [
  'engine',
  'systems',
  'npc',
  'nav',
  'mods',
  'testing',
  'server',
  'game',
  'cli',
  'examples',
  'bench',
  'test',
];
const files = rooms.flatMap((room) =>
  readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${room}/${file}`),
);

/** A cell read or written in an array: the array's type, the place's type. */
const cell = /\b(f64|f32|u32|u16|u8)\[\s*[^\][]*?\b[A-Z]\w*?(F64|F32|U32|U16|U8)\.(\w+)\s*\]/g;

describe('cells of rows', () => {
  it('are read and written in the array of their type', () => {
    const wrong: string[] = [];
    let read = 0;
    for (const file of files) {
      for (const [text, array, place] of readFileSync(`${root}/${file}`, 'utf8').matchAll(cell)) {
        read++;
        if (array.toUpperCase() !== place) wrong.push(`${file}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(read).toBeGreaterThan(1000);
  });

  it('would be found in another array', () => {
    const [found] = [...`moveTo.u32[row + ${'MoveToF64'}.speed]`.matchAll(cell)];
    expect(found.slice(1)).toEqual(['u32', 'F64', 'speed']);
  });
});
