import { cellOf, type ColumnArray, type ColumnSpec } from '../../components/columns.ts';
import { type ComponentName, type Components, componentSchemas, rowsOf } from '../../components/index.ts';

/** What the first `count` slots of an entity hold. */
export function ringOf(spec: ColumnSpec, cells: ColumnArray, entity: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => cells[cellOf(spec, cells, entity, slot)]);
}

/** What an entity's cells of a component hold, by name; rings are left out. */
export function cellsByName(components: Components, name: ComponentName, entity: number): Record<string, number> {
  const arrays = rowsOf(components, name);
  const single = Object.entries<ColumnSpec>(componentSchemas[name]).filter(([, spec]) => spec.length === 1);
  return Object.fromEntries(
    single.map(([cell, spec]) => [cell, arrays[spec.array][cellOf(spec, arrays[spec.array], entity)]]),
  );
}
