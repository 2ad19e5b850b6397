import { cellOf, cellsInUse, type ColumnArray, type ColumnSchema } from '../components/columns.ts';
import { type ComponentName, componentSchemas, interpolationQueueSchema, rowsOf } from '../components/index.ts';
import type { GaitWorld } from './world.ts';

const bits = new DataView(new ArrayBuffer(8));
const components = Object.entries(componentSchemas) as [ComponentName, ColumnSchema][];

/** Two 32-bit lanes that take one word after the other. */
class Lanes {
  private a = 0x811c9dc5;
  private b = 0x9e3779b9;

  word(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.b = Math.imul(((this.b << 13) | (this.b >>> 19)) ^ value, 0x85ebca6b);
    this.a ^= this.b >>> 15;
  }

  number(value: number): void {
    bits.setFloat64(0, value);
    this.word(bits.getInt32(0));
    this.word(bits.getInt32(4));
  }

  text(value: string): void {
    for (let index = 0; index < value.length; index++) this.word(value.charCodeAt(index));
  }

  digest(): string {
    return (this.a >>> 0).toString(16).padStart(8, '0') + (this.b >>> 0).toString(16).padStart(8, '0');
  }
}

/**
 * A hash of everything that the simulation's future depends on: the clock and, for every body in ascending order, every
 * column and every ring cell in use. Two worlds that got the same inputs have the same hash, in every JS engine.
 *
 * @returns 16 hexadecimal digits.
 */
export function stateHash(world: GaitWorld): string {
  const lanes = new Lanes();
  lanes.number(world.clock.now);
  lanes.number(world.clock.tick);
  lanes.number(world.viewer);
  lanes.number(world.heldInput.awaited);
  lanes.text(world.ground?.fingerprint ?? '');
  world.refreshBodies();
  lanes.word(world.bodyCount);
  for (let index = 0; index < world.bodyCount; index++) {
    const entity = world.bodies[index];
    lanes.word(entity);
    for (const [name, schema] of components) {
      if (name !== 'interpolation') hashRow(lanes, schema, rowsOf(world.components, name), entity);
    }
    const slot = world.components.interpolation.slot[entity];
    lanes.word(slot === 0 ? 0 : 1);
    if (slot !== 0) hashRow(lanes, interpolationQueueSchema, world.interpolationQueues, slot);
  }
  return lanes.digest();
}

function hashRow(lanes: Lanes, schema: ColumnSchema, columns: Record<string, ColumnArray>, row: number): void {
  for (const name in schema) {
    const spec = schema[name];
    const cells = columns[spec.array];
    const used = cellsInUse(spec, columns, row);
    for (let slot = 0; slot < used; slot++) lanes.number(cells[cellOf(spec, cells, row, slot)]);
  }
}
