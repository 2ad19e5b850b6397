/** Cells of a matrix as Babylon.js lays it out: row by row, for vectors from the left. */
export const MATRIX_CELLS = 16;

/**
 * Writes the matrix that does what `a` does and then what `b` does to `out`, which may be `a`. Both turn, resize and shift
 * only: their last column is not looked at.
 */
export function multiply(
  a: Float32Array,
  atA: number,
  b: Float32Array,
  atB: number,
  out: Float32Array,
  atOut: number,
): void {
  const b0 = b[atB];
  const b1 = b[atB + 1];
  const b2 = b[atB + 2];
  const b4 = b[atB + 4];
  const b5 = b[atB + 5];
  const b6 = b[atB + 6];
  const b8 = b[atB + 8];
  const b9 = b[atB + 9];
  const b10 = b[atB + 10];
  for (let row = 0; row < MATRIX_CELLS; row += 4) {
    const x = a[atA + row];
    const y = a[atA + row + 1];
    const z = a[atA + row + 2];
    const last = row === 12;
    out[atOut + row] = x * b0 + y * b4 + z * b8 + (last ? b[atB + 12] : 0);
    out[atOut + row + 1] = x * b1 + y * b5 + z * b9 + (last ? b[atB + 13] : 0);
    out[atOut + row + 2] = x * b2 + y * b6 + z * b10 + (last ? b[atB + 14] : 0);
    out[atOut + row + 3] = last ? 1 : 0;
  }
}

/** Writes the matrix of a size, a rotation and a position, each from its first cell on, to `out`. */
export function compose(
  size: Float32Array,
  atSize: number,
  turn: Float32Array,
  atTurn: number,
  position: Float32Array,
  atPosition: number,
  out: Float32Array,
  at: number,
): void {
  const x = turn[atTurn];
  const y = turn[atTurn + 1];
  const z = turn[atTurn + 2];
  const w = turn[atTurn + 3];
  const sx = size[atSize];
  const sy = size[atSize + 1];
  const sz = size[atSize + 2];
  out[at] = (1 - 2 * (y * y + z * z)) * sx;
  out[at + 1] = 2 * (x * y + z * w) * sx;
  out[at + 2] = 2 * (x * z - y * w) * sx;
  out[at + 3] = 0;
  out[at + 4] = 2 * (x * y - z * w) * sy;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[at + 6] = 2 * (y * z + x * w) * sy;
  out[at + 7] = 0;
  out[at + 8] = 2 * (x * z + y * w) * sz;
  out[at + 9] = 2 * (y * z - x * w) * sz;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[at + 11] = 0;
  out[at + 12] = position[atPosition];
  out[at + 13] = position[atPosition + 1];
  out[at + 14] = position[atPosition + 2];
  out[at + 15] = 1;
}
