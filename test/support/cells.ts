import type { ColumnArray, ColumnSpec } from '../../components/columns.ts';

/** Place of a slot's cell of a row in a column; the layout of rings is known here alone. */
export function cellOf(spec: ColumnSpec, column: ColumnArray, row: number, slot: number): number {
  return slot * (column.length / spec.length) + row;
}

/** What the first `count` slots of a row hold. */
export function ringOf(spec: ColumnSpec, column: ColumnArray, row: number, count: number): number[] {
  return Array.from({ length: count }, (_, slot) => column[cellOf(spec, column, row, slot)]);
}
