import type { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Texture } from '@babylonjs/core/Materials/Textures/texture.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { paintedTexture } from './painted-texture.ts';
import { seededRandom } from './random.ts';

/** Surfaces that scenes are made of. */
export type SurfaceKind =
  | 'stone'
  | 'wood'
  | 'plaster'
  | 'tiles'
  | 'slate'
  | 'rock'
  | 'bark'
  | 'grass'
  | 'glass'
  | 'plain';

type Paint = (context: CanvasRenderingContext2D, random: () => number) => void;

/** Pixels of a tile's side. */
const PIXELS = 256;

/** Surfaces of one colour, for which a few pixels are enough. */
const flat = { glass: '#33424f', plain: '#ffffff' } as const;
const FLAT_PIXELS = 4;

/** Metres that a tile covers. */
const tileSize: Readonly<Record<SurfaceKind, number>> = {
  stone: 1.6,
  wood: 1.6,
  plaster: 2.4,
  tiles: 1.6,
  slate: 1.6,
  rock: 1.8,
  bark: 0.8,
  grass: 5,
  glass: 2,
  plain: 2,
};

const paints: Readonly<Record<SurfaceKind, Paint>> = {
  stone: (context, random) => {
    fill(context, '#8f8b82');
    // Courses of blocks, each shifted by half a block.
    bricks(context, random, { rows: 4, columns: 3, gap: 3, tones: ['#b3aea1', '#a8a397', '#bcb6a8', '#9f9b90'] });
    speckle(context, random, 2600, 0.07);
  },
  wood: (context, random) => {
    fill(context, '#6d5238');
    const planks = 5;
    for (let plank = 0; plank < planks; plank++) {
      const top = (plank * PIXELS) / planks;
      context.fillStyle = ['#a17b52', '#96714a', '#a98259', '#8f6b46', '#9c764e'][plank];
      context.fillRect(0, top + 1.5, PIXELS, PIXELS / planks - 3);
      for (let grain = 0; grain < 9; grain++) {
        context.strokeStyle = `rgba(60, 38, 20, ${0.06 + random() * 0.12})`;
        context.lineWidth = 0.6 + random();
        const at = top + 4 + random() * (PIXELS / planks - 8);
        context.beginPath();
        context.moveTo(0, at);
        context.bezierCurveTo(
          PIXELS / 3,
          at + random() * 5 - 2.5,
          (PIXELS * 2) / 3,
          at + random() * 5 - 2.5,
          PIXELS,
          at,
        );
        context.stroke();
      }
    }
  },
  plaster: (context, random) => {
    fill(context, '#e6dcc6');
    blotches(context, random, 26, ['rgba(255, 252, 240, 0.16)', 'rgba(150, 130, 100, 0.1)'], 50);
    speckle(context, random, 1500, 0.05);
  },
  tiles: (context, random) => {
    fill(context, '#6e3527');
    bricks(context, random, { rows: 7, columns: 6, gap: 2, tones: ['#b25c41', '#a8543b', '#bb684b', '#9d4d37'] });
    courseShadows(context, 7);
  },
  slate: (context, random) => {
    fill(context, '#3f464d');
    bricks(context, random, { rows: 7, columns: 5, gap: 2, tones: ['#69727b', '#616a73', '#717b84', '#5a626b'] });
    courseShadows(context, 7);
  },
  rock: (context, random) => {
    fill(context, '#9a958a');
    blotches(
      context,
      random,
      60,
      ['rgba(255, 255, 245, 0.13)', 'rgba(60, 55, 45, 0.13)', 'rgba(120, 130, 90, 0.12)'],
      38,
    );
    speckle(context, random, 3200, 0.1);
  },
  bark: (context, random) => {
    fill(context, '#7a634d');
    for (let line = 0; line < 70; line++) {
      context.fillStyle = random() < 0.5 ? 'rgba(40, 28, 18, 0.25)' : 'rgba(190, 165, 130, 0.18)';
      context.fillRect(random() * PIXELS, random() * PIXELS, 2 + random() * 4, 30 + random() * 70);
    }
  },
  grass: (context, random) => {
    // Grey around white: it is multiplied with the colours of the ground.
    fill(context, '#e8e8e8');
    blotches(context, random, 70, ['rgba(255, 255, 255, 0.22)', 'rgba(120, 120, 120, 0.14)'], 30);
    for (let blade = 0; blade < 2600; blade++) {
      const light = random() < 0.5;
      context.strokeStyle = light ? 'rgba(255, 255, 255, 0.3)' : 'rgba(70, 70, 70, 0.22)';
      context.lineWidth = 1;
      const [x, y] = [random() * PIXELS, random() * PIXELS];
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + random() * 4 - 2, y - 3 - random() * 4);
      context.stroke();
    }
  },
  glass: (context) => fill(context, flat.glass),
  plain: (context) => fill(context, flat.plain),
};

/** A texture that repeats over surfaces whose places in it are metres. */
export function surfaceTexture(scene: Scene, kind: SurfaceKind): DynamicTexture {
  const texture = paintedTexture(scene, `surface ${kind}`, kind in flat ? FLAT_PIXELS : PIXELS, (context) =>
    paints[kind](context, seededRandom(kind.length * 31 + kind.charCodeAt(0))),
  );
  texture.wrapU = Texture.WRAP_ADDRESSMODE;
  texture.wrapV = Texture.WRAP_ADDRESSMODE;
  texture.uScale = 1 / tileSize[kind];
  texture.vScale = 1 / tileSize[kind];
  return texture;
}

function fill(context: CanvasRenderingContext2D, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, PIXELS, PIXELS);
}

function bricks(
  context: CanvasRenderingContext2D,
  random: () => number,
  { rows, columns, gap, tones }: { rows: number; columns: number; gap: number; tones: readonly string[] },
): void {
  const [width, height] = [PIXELS / columns, PIXELS / rows];
  for (let row = 0; row < rows; row++) {
    // One more than fit: the last one comes in again on the other side.
    for (let column = 0; column <= columns; column++) {
      const shift = row % 2 === 0 ? 0 : width / 2;
      const tone = tones[Math.floor(seededRandom(row * 97 + (column % columns) * 13)() * tones.length)];
      context.fillStyle = tone;
      context.fillRect(column * width - shift + gap / 2, row * height + gap / 2, width - gap, height - gap);
    }
  }
  blotches(context, random, 20, ['rgba(255, 255, 255, 0.07)', 'rgba(0, 0, 0, 0.07)'], 40);
}

function courseShadows(context: CanvasRenderingContext2D, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const shade = context.createLinearGradient(0, (row * PIXELS) / rows, 0, ((row + 1) * PIXELS) / rows);
    shade.addColorStop(0, 'rgba(0, 0, 0, 0.28)');
    shade.addColorStop(0.35, 'rgba(0, 0, 0, 0)');
    context.fillStyle = shade;
    context.fillRect(0, (row * PIXELS) / rows, PIXELS, PIXELS / rows);
  }
}

function speckle(context: CanvasRenderingContext2D, random: () => number, count: number, strength: number): void {
  for (let spot = 0; spot < count; spot++) {
    context.fillStyle = random() < 0.5 ? `rgba(0, 0, 0, ${strength})` : `rgba(255, 255, 255, ${strength})`;
    context.fillRect(random() * PIXELS, random() * PIXELS, 1.5, 1.5);
  }
}

/** Soft spots that go on across the tile's border. */
function blotches(
  context: CanvasRenderingContext2D,
  random: () => number,
  count: number,
  colours: readonly string[],
  most: number,
): void {
  for (let spot = 0; spot < count; spot++) {
    const [x, y, radius] = [random() * PIXELS, random() * PIXELS, most * (0.3 + 0.7 * random())];
    const colour = colours[spot % colours.length];
    for (const dx of [-PIXELS, 0, PIXELS]) {
      for (const dy of [-PIXELS, 0, PIXELS]) softSpot(context, x + dx, y + dy, radius, colour);
    }
  }
}

/** A spot that fades towards its rim. @param colour 'rgba(…)'. */
export function softSpot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  const { width, height } = context.canvas;
  if (x + radius < 0 || y + radius < 0 || x - radius > width || y - radius > height) return;
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, colour);
  gradient.addColorStop(1, colour.replace(/[\d.]+\)$/, '0)'));
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}
