import type { Page } from 'playwright-core';

/** A colour as hue (degrees), saturation and lightness (0 to 1). */
export interface Colour {
  hue: number;
  saturation: number;
  lightness: number;
}

/** A place in world metres: x east, y north, z up. */
export interface Place {
  x: number;
  y: number;
  z: number;
}

/** A pixel of a picture. */
export interface Pixel {
  x: number;
  y: number;
}

/** A camera as the tests set it up: the vertical field of view in radians, the picture in pixels. */
export interface Camera {
  from: Place;
  at: Place;
  fov: number;
  width: number;
  height: number;
}

/**
 * Where a camera sees a place, and how far that is. Worked out from the world's axes alone (x east, y north, z up, a
 * right-handed space), so that a page that mixes them up, or mirrors them, is found out.
 */
export function project(camera: Camera, place: Place): Pixel & { distance: number } {
  const ahead = unit(difference(camera.at, camera.from));
  const right = unit(cross(ahead, { x: 0, y: 0, z: 1 }));
  const up = cross(right, ahead);
  const way = difference(place, camera.from);
  const distance = dot(way, ahead);
  const scale = camera.height / 2 / Math.tan(camera.fov / 2) / distance;
  return { x: camera.width / 2 + dot(way, right) * scale, y: camera.height / 2 - dot(way, up) * scale, distance };
}

function difference(a: Place, b: Place): Place {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function dot(a: Place, b: Place): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function cross(a: Place, b: Place): Place {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

function unit(a: Place): Place {
  const length = Math.sqrt(dot(a, a));
  return { x: a.x / length, y: a.y / length, z: a.z / length };
}

/** The colours of a picture at some pixels: of each the mean of the 3 by 3 around it. A page decodes the picture. */
export async function coloursAt(decoder: Page, png: Buffer, pixels: readonly Pixel[]): Promise<Colour[]> {
  const means: number[][] = await decoder.evaluate(
    async ({ data, points }) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const bitmap = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no 2D canvas');
      context.drawImage(bitmap, 0, 0);
      return points.map(({ x, y }) => {
        const { data: cells } = context.getImageData(Math.round(x) - 1, Math.round(y) - 1, 3, 3);
        return [0, 1, 2].map((channel) => {
          let sum = 0;
          for (let cell = channel; cell < cells.length; cell += 4) sum += cells[cell];
          return sum / (cells.length / 4) / 255;
        });
      });
    },
    { data: png.toString('base64'), points: pixels },
  );
  return means.map(([red, green, blue]) => colourOf(red, green, blue));
}

/** The colour '#rrggbb'. */
export function colourOfHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return colourOf((value >> 16) / 255, ((value >> 8) & 0xff) / 255, (value & 0xff) / 255);
}

function colourOf(red: number, green: number, blue: number): Colour {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const range = most - least;
  const lightness = (most + least) / 2;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  let sector: number;
  if (most === red) sector = ((green - blue) / range + 6) % 6;
  else if (most === green) sector = (blue - red) / range + 2;
  else sector = (red - green) / range + 4;
  return { hue: sector * 60, saturation: range / (1 - Math.abs(2 * lightness - 1)), lightness };
}

/** Whether a lit, shaded surface of a colour may look like this: nearly its hue, and no grey. */
export function looksLike(seen: Colour, meant: Colour): boolean {
  const turn = Math.abs(seen.hue - meant.hue) % 360;
  return Math.min(turn, 360 - turn) < 22 && seen.saturation > 0.3;
}
