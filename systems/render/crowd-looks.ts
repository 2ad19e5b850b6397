import type { Material } from '@babylonjs/core/Materials/material.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { coloursOf, type Look } from './looks.ts';
import type { ModelMap } from './model-map.ts';

/** Rows that a texture has at most: every machine with WebGL 2 can have so many. */
const MOST_ROWS = 2048;

/**
 * The colours of a crowd: a texture with one row for each look that is worn, and a column for each colour of the model's
 * palette, or for each of its colours that are materials. When a row of the texture is full, more lie beside them, block
 * after block.
 */
export class CrowdLooks {
  /** Colours of a look. */
  readonly columns: number;

  private readonly scene: Scene;
  private readonly map: ModelMap;
  /** The model's own colours, four bytes each. */
  private readonly own: Uint8Array;
  private readonly linear: readonly boolean[];
  private readonly rows = new Map<string, { row: number; wearers: number }>();
  private readonly keys: (string | undefined)[] = [];
  private readonly free: number[] = [];
  private bytes = new Uint8Array(0);
  private capacity = 0;
  private made: RawTexture | null = null;
  private stale = false;

  constructor(scene: Scene, map: ModelMap, materials: readonly Material[]) {
    this.scene = scene;
    this.map = map;
    if (map.palette !== undefined) {
      this.columns = map.palette.length;
      this.own = Uint8Array.from(map.palette.flatMap(bytesOf));
      this.linear = map.palette.map(() => false);
    } else {
      const named = Object.values(map.colours).map((name) => materials.find((material) => material.name === name));
      this.columns = Math.max(1, named.length);
      this.own = Uint8Array.from(named.flatMap((material) => materialBytes(material)));
      this.linear = named.map((material) => colourOf(material)?.linear === true);
    }
    this.grow(64);
  }

  /** The texture; another one after it had to grow. */
  get texture(): RawTexture {
    if (this.made === null) {
      const { columns, scene } = this;
      this.made = RawTexture.CreateRGBATexture(
        this.laidOut(),
        columns * this.blocks,
        Math.min(this.capacity, MOST_ROWS),
        scene,
        false,
        false,
        Texture.NEAREST_SAMPLINGMODE,
      );
    } else if (this.stale) this.made.update(this.laidOut());
    this.stale = false;
    return this.made;
  }

  /** Blocks of columns, and rows, of the texture. */
  get blocks(): number {
    return Math.ceil(this.capacity / MOST_ROWS);
  }

  get height(): number {
    return Math.min(this.capacity, MOST_ROWS);
  }

  /** Looks that are worn. */
  get count(): number {
    return this.rows.size;
  }

  /**
   * The number of a look. Give it back with {@link release}.
   *
   * @throws Error when the look names a colour that the map does not have, or has one that is no colour.
   */
  take(look: Look | undefined): number {
    const colours = coloursOf(this.map, look);
    const key = JSON.stringify(colours);
    const known = this.rows.get(key);
    if (known !== undefined) {
      known.wearers++;
      return known.row;
    }
    const row = this.free.pop() ?? this.rows.size;
    if (row >= this.capacity) this.grow(this.capacity * 2);
    this.rows.set(key, { row, wearers: 1 });
    this.keys[row] = key;
    const at = row * this.columns * 4;
    this.bytes.set(this.own, at);
    const names = Object.keys(this.map.colours);
    for (const [name, value] of colours) {
      const where = this.map.colours[name];
      const column = typeof where === 'number' ? where : names.indexOf(name);
      const bytes = this.linear[column] ? linearBytes(value) : bytesOf(value);
      this.bytes.set(bytes, at + column * 4);
    }
    this.stale = true;
    return row;
  }

  /** Gives back a look that {@link take} has numbered. */
  release(row: number): void {
    const key = this.keys[row] as string;
    const known = this.rows.get(key) as { row: number; wearers: number };
    known.wearers--;
    if (known.wearers > 0) return;
    this.rows.delete(key);
    this.keys[row] = undefined;
    this.free.push(row);
  }

  dispose(): void {
    this.made?.dispose();
    this.made = null;
  }

  private grow(capacity: number): void {
    const bytes = new Uint8Array(capacity * this.columns * 4);
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.capacity = capacity;
    this.made?.dispose();
    this.made = null;
  }

  /** The bytes as the texture has them. */
  private laidOut(): Uint8Array {
    const { blocks, columns, bytes, height } = this;
    if (blocks === 1) return bytes;
    const wide = columns * 4;
    const out = new Uint8Array(wide * blocks * height);
    for (let look = 0; look < this.capacity; look++) {
      const [block, row] = [Math.floor(look / height), look % height];
      out.set(bytes.subarray(look * wide, (look + 1) * wide), (row * blocks + block) * wide);
    }
    return out;
  }
}

/** A material's colour, and whether it is one of linear light. */
export function colourOf(material: Material | null | undefined): { colour: Color3; linear: boolean } | null {
  const { albedoColor, diffuseColor } = (material ?? {}) as { albedoColor?: Color3; diffuseColor?: Color3 };
  if (albedoColor !== undefined) return { colour: albedoColor, linear: true };
  return diffuseColor === undefined ? null : { colour: diffuseColor, linear: false };
}

function materialBytes(material: Material | undefined): number[] {
  const { r, g, b } = colourOf(material)?.colour ?? Color3.White();
  return [...[r, g, b].map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255)), 255];
}

function bytesOf(hex: string): number[] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, 255];
}

function linearBytes(hex: string): number[] {
  const { r, g, b } = Color3.FromHexString(hex).toLinearSpace();
  return [...[r, g, b].map((part) => Math.round(part * 255)), 255];
}
