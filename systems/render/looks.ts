// Materials and textures work by side effect: without these imports nothing is drawn and nothing complains.
import '@babylonjs/core/Materials/standardMaterial.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import type { Material } from '@babylonjs/core/Materials/material.js';
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { ModelMap } from './model-map.ts';

/** How one of those who share a model differs from the others. */
export interface Look {
  /** Colours as '#rrggbb', by the names that the model's map gives them; what is left out stays as the model has it. */
  readonly colours?: Readonly<Record<string, string>>;
}

interface Dress {
  readonly materials: Map<Material | null, Material>;
  readonly texture: Texture | null;
  wearers: number;
}

/** The materials of a model in all colours that are worn. Those who look alike share theirs. */
export class Looks {
  private readonly scene: Scene;
  private readonly map: ModelMap;
  private readonly dresses = new Map<string, Dress>();

  constructor(scene: Scene, map: ModelMap) {
    this.scene = scene;
    this.map = map;
  }

  /** @throws Error when the map gives a name to a material that the file does not have, or to a column that there is not. */
  checkMaterials(materials: readonly Material[]): void {
    const { map } = this;
    for (const [colour, where] of Object.entries(map.colours)) {
      const there =
        typeof where === 'number'
          ? where < (map.palette?.length ?? 0)
          : materials.some(({ name }) => name === where) && map.palette === undefined;
      if (!there) {
        const kind = typeof where === 'number' ? `a palette of more than ${where} columns` : `a material '${where}'`;
        throw new Error(`model '${map.name}': at colours.${colour}: expected ${kind}`);
      }
    }
  }

  /**
   * Gives meshes the materials of a look.
   *
   * @returns What lets go of them when the meshes are gone.
   * @throws Error when the look names a colour that the map does not have, or has one that is no colour.
   */
  dress(meshes: readonly Mesh[], look: Look = {}): () => void {
    const colours = coloursOf(this.map, look);
    if (colours.length === 0 && this.map.palette === undefined) return () => undefined;
    const key = JSON.stringify(colours);
    const dress = this.dresses.get(key) ?? this.makeDress(key, new Map(colours));
    dress.wearers++;
    for (const mesh of meshes) {
      const own = mesh.material;
      mesh.material = this.materialFor(dress, own, new Map(colours));
    }
    return () => {
      dress.wearers--;
      if (dress.wearers > 0) return;
      this.dresses.delete(key);
      disposeOf(dress);
    };
  }

  /** Lets go of all materials. */
  dispose(): void {
    for (const dress of this.dresses.values()) disposeOf(dress);
    this.dresses.clear();
  }

  private makeDress(key: string, colours: ReadonlyMap<string, string>): Dress {
    const dress: Dress = { materials: new Map(), texture: this.paletteTexture(colours), wearers: 0 };
    this.dresses.set(key, dress);
    return dress;
  }

  private materialFor(dress: Dress, own: Material | null, colours: ReadonlyMap<string, string>): Material | null {
    const found = dress.materials.get(own);
    if (found !== undefined) return found;
    const made = dress.texture === null ? this.tinted(own, colours) : this.paletteMaterial(dress.texture);
    if (made === null) return own;
    dress.materials.set(own, made);
    return made;
  }

  private paletteMaterial(texture: Texture): Material {
    const material = new StandardMaterial(this.map.name, this.scene);
    material.diffuseTexture = texture;
    material.specularColor = new Color3(0.06, 0.06, 0.06);
    material.specularPower = 20;
    return material;
  }

  /** A material of the model in the look's colour, or null when the look leaves it as it is. */
  private tinted(own: Material | null, colours: ReadonlyMap<string, string>): Material | null {
    if (own === null) return null;
    const name = Object.keys(this.map.colours).find(
      (colour) => this.map.colours[colour] === own.name && colours.has(colour),
    );
    if (name === undefined) return null;
    const copy = own.clone(own.name) as (Material & { albedoColor?: Color3; diffuseColor?: Color3 }) | null;
    if (copy === null) return null;
    const colour = Color3.FromHexString(colours.get(name) as string);
    // Physical materials reckon with linear light.
    if (copy.albedoColor !== undefined) copy.albedoColor = colour.toLinearSpace();
    else if (copy.diffuseColor !== undefined) copy.diffuseColor = colour;
    return copy;
  }

  private paletteTexture(colours: ReadonlyMap<string, string>): Texture | null {
    const { palette } = this.map;
    if (palette === undefined) return null;
    const row = [...palette];
    for (const [name, value] of colours) row[this.map.colours[name] as number] = value;
    const bytes = new Uint8Array(row.length * 4);
    row.forEach((colour, column) => {
      const value = Number.parseInt(colour.slice(1), 16);
      bytes.set([value >> 16, (value >> 8) & 255, value & 255, 255], column * 4);
    });
    return RawTexture.CreateRGBATexture(bytes, row.length, 1, this.scene, false, false, Texture.NEAREST_SAMPLINGMODE);
  }
}

/**
 * The colours of a look, by name.
 *
 * @throws Error when the look names a colour that the map does not have, or has one that is no colour.
 */
export function coloursOf(map: ModelMap, look: Look = {}): [name: string, colour: string][] {
  const colours = Object.entries(look.colours ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, value] of colours) {
    if (!Object.hasOwn(map.colours, name)) {
      const there = Object.keys(map.colours).join(', ') || 'none';
      throw new Error(`model '${map.name}': a look has the colour '${name}'; there is ${there}`);
    }
    if (!/^#[0-9a-f]{6}$/i.test(value)) {
      throw new Error(`model '${map.name}': a look has the ${name} '${value}'; expected '#rrggbb'`);
    }
  }
  return colours;
}

function disposeOf({ materials, texture }: Dress): void {
  for (const material of materials.values()) material.dispose();
  texture?.dispose();
}
