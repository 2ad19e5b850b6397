import { describe, expect, it } from 'vitest';
import {
  cellOf,
  cellsInUse,
  clearRow,
  type ColumnArray,
  type ColumnSchema,
  createColumns,
  defineColumns,
} from '../../components/columns.ts';
import { type ComponentName, componentSchemas, rowsOf } from '../../components/index.ts';
import { ringOf } from '../support/cells.ts';
import { newEngine } from '../support/engines.ts';
import { breaches } from '../support/invariants.ts';

const schemas = Object.entries(componentSchemas) as [ComponentName, ColumnSchema][];

/** Everything that the columns hold for an entity. */
function rowOf(components: Parameters<typeof rowsOf>[0], entity: number): Record<string, number[]> {
  const row: Record<string, number[]> = {};
  for (const [component, schema] of schemas) {
    const columns = rowsOf(components, component);
    for (const [name, spec] of Object.entries(schema)) {
      row[`${component}.${name}`] = ringOf(spec, columns[spec.array], entity, spec.length);
    }
  }
  return row;
}

describe('columns', () => {
  const definition = defineColumns((c) => ({ count: c.u8(), value: c.ring('f64', 3, 'count'), start: c.f32(-1) }));
  const { schema } = definition;

  it('have room for ids up to their capacity, and start with their initial values', () => {
    const columns = createColumns(definition, 4);
    expect(columns.count).toHaveLength(5);
    expect(columns.value).toHaveLength(15);
    expect(columns.value).toBeInstanceOf(Float64Array);
    expect([...columns.start]).toEqual([-1, -1, -1, -1, -1]);
  });

  it('count the cells of a ring that are in use, never more than it has', () => {
    const columns = createColumns(definition, 4);
    columns.count[2] = 2;
    columns.count[3] = 200;
    expect(cellsInUse(schema.value, columns, 1)).toBe(0);
    expect(cellsInUse(schema.value, columns, 2)).toBe(2);
    expect(cellsInUse(schema.value, columns, 3)).toBe(3);
    expect(cellsInUse(schema.start, columns, 3)).toBe(1);
  });

  it('of one entity are cleared without touching its neighbours', () => {
    const columns = createColumns(definition, 4);
    for (const name of ['count', 'value', 'start'] as const) columns[name].fill(7);
    clearRow(schema, columns, 2);
    for (const [name, spec] of Object.entries(schema)) {
      for (let id = 0; id <= 4; id++) {
        const expected = Array(spec.length).fill(id === 2 ? spec.initial : 7);
        expect(ringOf(spec, columns[name as keyof typeof columns], id, spec.length), `${name} of ${id}`).toEqual(
          expected,
        );
      }
    }
  });
});

describe('a world that grows', () => {
  it('keeps what its columns hold: 200 bodies in a world made for one', () => {
    const { engine } = newEngine({ capacity: 1 });
    const roomy = newEngine({ capacity: 1000 }).engine;
    expect(engine.world.capacity).toBe(1);
    for (let count = 0; count < 200; count++) {
      for (const of of [engine, roomy]) {
        const entity = of.spawn({ x: count, y: -count, heading: count });
        if (count % 3 === 1) of.moveTo(entity, { target: entity - 1 });
        if (count % 3 === 2) of.moveTo(entity, { x: 0, y: count });
        if (count % 50 === 0) of.step();
      }
    }
    expect(engine.world.capacity).toBe(256);
    expect(engine.hash()).toBe(roomy.hash());
    engine.step(20);
    roomy.step(20);
    expect(engine.hash()).toBe(roomy.hash());
    expect(breaches(engine.world)).toEqual([]);
  });

  it('keeps every cell of every ring, in use or not', () => {
    const { engine } = newEngine({ capacity: 2 });
    const bodies = [engine.spawn(), engine.spawn()];
    const { components } = engine.world;
    let value = 0;
    for (const [component, schema] of schemas) {
      const columns = rowsOf(components, component);
      for (const spec of Object.values(schema)) {
        if (component === 'identity') continue;
        for (const entity of bodies) {
          for (let slot = 0; slot < spec.length; slot++)
            columns[spec.array][cellOf(spec, columns[spec.array], entity, slot)] = value++ % 251;
        }
      }
    }
    const before = bodies.map((entity) => rowOf(components, entity));
    engine.world.growTo(1000);
    expect(engine.world.capacity).toBe(1024);
    expect(bodies.map((entity) => rowOf(components, entity))).toEqual(before);
  });

  it('gives new ids their initial values', () => {
    const { engine } = newEngine({ capacity: 1 });
    engine.world.growTo(9);
    const { components } = engine.world;
    for (const [component, schema] of schemas) {
      const columns = rowsOf(components, component);
      for (const [name, spec] of Object.entries(schema)) {
        expect(ringOf(spec, columns[spec.array], 9, spec.length), `${component}.${name}`).toEqual(
          Array.from({ length: spec.length }, () => asCell(columns[spec.array], spec.initial)),
        );
      }
    }
  });
});

/** A number as a column's cell holds it. */
function asCell(column: ColumnArray, value: number): number {
  const Kind = column.constructor as new (length: number) => ColumnArray;
  const cell = new Kind(1);
  cell[0] = value;
  return cell[0];
}

describe('a body in an id that was used before', () => {
  it('is as one in a fresh world, whatever the cells of the id held: all but its generation', () => {
    const options = { guid: 9, x: 3, y: 4, heading: 77, runRate: 1.5 };
    const fresh = newEngine().engine;
    const expected = rowOf(fresh.world.components, fresh.spawn(options));

    const { engine } = newEngine();
    const before = engine.spawn({ guid: 1 });
    engine.despawn(before);
    const { components } = engine.world;
    for (const [component, schema] of schemas) {
      const columns = rowsOf(components, component);
      for (const [name, spec] of Object.entries(schema)) {
        for (let slot = 0; slot < spec.length; slot++) {
          columns[spec.array][cellOf(spec, columns[spec.array], before, slot)] =
            component === 'identity' && name === 'alive' ? 0 : 123;
        }
      }
    }
    const entity = engine.spawn(options);
    expect(entity).toBe(before);
    const row = rowOf(components, entity);
    expect(row['identity.generation']).toEqual([124]);
    expect({ ...row, 'identity.generation': [1] }).toEqual(expected);
  });

  it('has a new generation each time', () => {
    const { engine } = newEngine();
    const generations: number[] = [];
    for (let count = 0; count < 5; count++) {
      const entity = engine.spawn();
      generations.push(engine.world.components.identity.generation[entity]);
      engine.despawn(entity);
    }
    expect(generations).toEqual([1, 2, 3, 4, 5]);
  });
});
