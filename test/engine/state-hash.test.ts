import { describe, expect, it } from 'vitest';
import { cellOf, type ColumnArray, type ColumnSchema } from '../../components/columns.ts';
import { type ComponentName, componentSchemas, interpolationQueueSchema, rowsOf } from '../../components/index.ts';
import { newEngine } from '../support/engines.ts';
import { positionMessage } from '../support/messages.ts';

const schemas = Object.entries(componentSchemas) as [ComponentName, ColumnSchema][];
const ringCounts = (schema: ColumnSchema) =>
  new Set(Object.values(schema).flatMap(({ countedBy }) => (countedBy === null ? [] : [countedBy])));

/** Another value that the cell can hold. */
function changed(value: number, isFloat: boolean): number {
  if (!isFloat) return value ^ 1;
  return Math.abs(value) > 1e30 ? value / 2 : value + 0.5;
}

/** A world with two live bodies and a dead one. The first has a queue of positions, and every ring of it holds some cells. */
function newWorld() {
  const { engine, inbox } = newEngine();
  const body = engine.spawn({ guid: 5, x: 1 });
  const other = engine.spawn({ guid: 6 });
  const dead = engine.spawn({ guid: 7 });
  engine.despawn(dead);
  inbox.put(positionMessage(5, { positionStamp: 1, x: 9 }));
  engine.step();
  const { world } = engine;
  const slot = world.components.interpolation.slot[body];
  expect(slot).not.toBe(0);
  const rows: [string, ColumnSchema, Record<string, ColumnArray>, number][] = schemas.map(([name, schema]) => [
    name,
    schema,
    rowsOf(world.components, name),
    body,
  ]);
  rows.push(['queue', interpolationQueueSchema, world.interpolationQueues, slot]);
  for (const [, schema, columns, row] of rows) {
    for (const name of ringCounts(schema)) columns[name][row] = 2;
    for (const spec of Object.values(schema)) {
      if (spec.length === 1) continue;
      for (let at = 0; at < spec.length; at++)
        columns[spec.array][cellOf(spec, columns[spec.array], row, at)] = 10 + at;
    }
  }
  return { engine, body, other, dead, rows };
}

describe('the state hash', () => {
  it('changes with every cell in use of every column of a live body, and of its interpolation queue', () => {
    const { engine, rows } = newWorld();
    const hash = engine.hash();
    let flipped = 0;
    for (const [component, schema, columns, row] of rows) {
      for (const [name, spec] of Object.entries(schema)) {
        const column = columns[spec.array];
        const used = spec.countedBy === null ? spec.length : columns[spec.countedBy][row];
        for (let slot = 0; slot < used; slot++) {
          const cell = cellOf(spec, column, row, slot);
          const value = column[cell];
          column[cell] = changed(value, spec.type.startsWith('f'));
          expect(column[cell], `${component}.${name}`).not.toBe(value);
          expect(engine.hash(), `${component}.${name}[${slot}]`).not.toBe(hash);
          column[cell] = value;
          flipped++;
        }
      }
    }
    expect(engine.hash()).toBe(hash);
    expect(flipped).toBeGreaterThan(200);
  });

  it('does not change with cells that are not in use: of rings beyond their count, and of the dead', () => {
    const { engine, dead, rows } = newWorld();
    const hash = engine.hash();
    let flipped = 0;
    for (const [component, schema, columns, row] of rows) {
      for (const [name, spec] of Object.entries(schema)) {
        const column = columns[spec.array];
        const flip = (of: number, slot: number) => {
          const cell = cellOf(spec, column, of, slot);
          const value = column[cell];
          column[cell] = changed(value, spec.type.startsWith('f'));
          expect(engine.hash(), `${component}.${name}[${slot}]`).toBe(hash);
          column[cell] = value;
          flipped++;
        };
        if (spec.countedBy !== null)
          for (let slot = columns[spec.countedBy][row]; slot < spec.length; slot++) flip(row, slot);
        if (component !== 'queue' && name !== 'alive') for (let slot = 0; slot < spec.length; slot++) flip(dead, slot);
      }
    }
    expect(flipped).toBeGreaterThan(200);
  });

  it('tells bodies apart: the same change on another body is another hash', () => {
    const { engine, body, other } = newWorld();
    const { parent } = engine.world.components.identity;
    parent[body] = 1;
    const first = engine.hash();
    parent[body] = 0;
    parent[other] = 1;
    expect(engine.hash()).not.toBe(first);
  });

  it('changes with the clock, the viewer and who is there', () => {
    const { engine, other } = newWorld();
    const seen = new Set([engine.hash()]);
    const { world } = engine;
    world.clock.tick++;
    seen.add(engine.hash());
    world.clock.now += 1e-9;
    seen.add(engine.hash());
    world.viewer = 5;
    seen.add(engine.hash());
    engine.despawn(other);
    seen.add(engine.hash());
    engine.spawn();
    seen.add(engine.hash());
    expect(seen.size).toBe(6);
  });

  it('is 16 hexadecimal digits, and reading it changes nothing', () => {
    const { engine } = newWorld();
    expect(engine.hash()).toMatch(/^[0-9a-f]{16}$/);
    expect(engine.hash()).toBe(engine.hash());
  });

  it('does not hang on the slot of the pool that a queue lies in', () => {
    const hashes = [0, 1].map((taken) => {
      const { engine, inbox } = newEngine();
      const first = engine.spawn({ guid: 1 });
      engine.spawn({ guid: 2 });
      engine.step();
      const messages = [1, 2].map((guid) => positionMessage(guid, { positionStamp: 1, x: 3 }));
      if (taken === 1) messages.reverse();
      inbox.put(...messages);
      engine.step();
      expect(engine.world.components.interpolation.slot[first]).toBe(1 + taken);
      return engine.hash();
    });
    expect(hashes[0]).toBe(hashes[1]);
  });
});
