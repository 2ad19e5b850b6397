import type { ByteReader } from './reader.ts';
import { WireReason } from './wire-reason.ts';
import type { ByteWriter } from './writer.ts';

const MODEL_MARK = 0x11;

/** What a creation says about looks (retail's ObjDesc). Kept as it is; nothing here moves a body. */
export class ModelData {
  /** How many palettes there are, 0 to 255. */
  paletteCount = 0;
  /** How many textures are replaced, 0 to 255. */
  textureCount = 0;
  /** How many parts are replaced, 0 to 255. */
  partCount = 0;
  /** Id of the palette below; on the wire only with palettes. Ids have 31 bits. */
  basePalette = 0;
  /** Ids of the palettes. */
  readonly palette = new Uint32Array(255);
  /** Where each palette begins, u8. */
  readonly paletteOffset = new Uint8Array(255);
  /** How far each palette reaches, u8. */
  readonly paletteLength = new Uint8Array(255);
  /** The part of which each texture is replaced, u8. */
  readonly texturePart = new Uint8Array(255);
  /** Ids of the textures that are replaced. */
  readonly textureOld = new Uint32Array(255);
  /** Ids of what replaces them. */
  readonly textureNew = new Uint32Array(255);
  /** Which parts are replaced, u8. */
  readonly partIndex = new Uint8Array(255);
  /** Ids of what replaces the parts. */
  readonly partModel = new Uint32Array(255);
}

/** Reads model data with the alignment that ends it. */
export function decodeModelData(reader: ByteReader, out: ModelData): boolean {
  const at = reader.position;
  if (reader.u8() !== MODEL_MARK && reader.ok) return reader.fail(WireReason.BadType, at);
  const palettes = reader.u8();
  const textures = reader.u8();
  const parts = reader.u8();
  out.paletteCount = palettes;
  out.textureCount = textures;
  out.partCount = parts;
  out.basePalette = palettes > 0 ? reader.packedDword() : 0;
  for (let i = 0; i < palettes && reader.ok; i++) {
    out.palette[i] = reader.packedDword();
    out.paletteOffset[i] = reader.u8();
    out.paletteLength[i] = reader.u8();
  }
  for (let i = 0; i < textures && reader.ok; i++) {
    out.texturePart[i] = reader.u8();
    out.textureOld[i] = reader.packedDword();
    out.textureNew[i] = reader.packedDword();
  }
  for (let i = 0; i < parts && reader.ok; i++) {
    out.partIndex[i] = reader.u8();
    out.partModel[i] = reader.packedDword();
  }
  return reader.ok && reader.align();
}

/** Writes model data with the alignment that ends it. */
export function encodeModelData(writer: ByteWriter, model: ModelData): void {
  writer.u8(MODEL_MARK);
  writer.u8(model.paletteCount, 'number of palettes');
  writer.u8(model.textureCount, 'number of textures');
  writer.u8(model.partCount, 'number of parts');
  if (model.paletteCount > 0) writer.packedDword(model.basePalette, 'base palette');
  for (let i = 0; i < model.paletteCount; i++) {
    writer.packedDword(model.palette[i], 'palette');
    writer.u8(model.paletteOffset[i]);
    writer.u8(model.paletteLength[i]);
  }
  for (let i = 0; i < model.textureCount; i++) {
    writer.u8(model.texturePart[i]);
    writer.packedDword(model.textureOld[i], 'old texture');
    writer.packedDword(model.textureNew[i], 'new texture');
  }
  for (let i = 0; i < model.partCount; i++) {
    writer.u8(model.partIndex[i]);
    writer.packedDword(model.partModel[i], 'part');
  }
  writer.align();
}
