import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellAt, isOutdoors, landblockOriginX, landblockOriginY, worldX, worldY } from '../../../engine/wire/cell.ts';

describe('cells', () => {
  it('a world coordinate is 192 m a landblock and the local coordinate', () => {
    expect(worldX(0xa9b40021, 12.5)).toBe(0xa9 * 192 + 12.5);
    expect(worldY(0xa9b40021, 100.25)).toBe(0xb4 * 192 + 100.25);
    expect(landblockOriginX(0xfe000001)).toBe(48768);
    expect(landblockOriginY(0x00ff0001)).toBe(48960);
  });

  it('outdoor cells are numbered from 1, northwards first', () => {
    expect(cellAt(0, 0)).toBe(0x00000001);
    expect(cellAt(0, 24)).toBe(0x00000002);
    expect(cellAt(24, 0)).toBe(0x00000009);
    expect(cellAt(191.9, 191.9)).toBe(0x00000040);
    expect(cellAt(192, 383)).toBe(0x01010008);
    expect(cellAt(0xa9 * 192 + 100, 0xb4 * 192 + 10)).toBe(0xa9b40021);
  });

  it('a place and its cell name the same landblock, everywhere on the map', () => {
    const coordinate = fc.double({ min: 0, max: 48959.9, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const cell = cellAt(x, y);
        const local = [x - landblockOriginX(cell), y - landblockOriginY(cell)];
        expect(Math.min(...local)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...local)).toBeLessThan(192);
        expect((cell & 0xffff) - 1).toBe(Math.floor(local[0] / 24) * 8 + Math.floor(local[1] / 24));
        expect(isOutdoors(cell)).toBe(true);
      }),
    );
  });

  it('places off the map belong to the nearest landblock', () => {
    expect(cellAt(-5, -5)).toBe(0x00000001);
    expect(cellAt(1e6, 1e6)).toBe(0xfefe0040);
  });

  it('cells from 0x100 are indoors', () => {
    expect(isOutdoors(0xa9b40100)).toBe(false);
    expect(isOutdoors(0xa9b40040)).toBe(true);
  });
});
