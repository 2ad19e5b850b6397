import type { Picture } from './png.ts';

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

/** The colour of a picture at a pixel: the mean of the 3 by 3 around it. Outside the picture there is none: black. */
export function colourAt({ width, height, channels, bytes }: Picture, pixel: Pixel): Colour {
  const sums = [0, 0, 0];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const x = Math.round(pixel.x) + dx;
      const y = Math.round(pixel.y) + dy;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      for (let channel = 0; channel < 3; channel++) sums[channel] += bytes[(y * width + x) * channels + channel];
    }
  }
  const [red, green, blue] = sums.map((sum) => sum / 9 / 255);
  return colourOf(red, green, blue);
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
