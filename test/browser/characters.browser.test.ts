import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { animations as humanAnimations } from '../../content/human/animations.ts';
import { animations as wolfAnimations } from '../../content/wolf/animations.ts';
import type { CharactersPage } from './fixtures/characters/main.ts';
import type { PeopleOptions } from './fixtures/characters/people.ts';
import type { SheetOptions } from './fixtures/characters/sheet.ts';
import { launchBrowser } from './support/launch.ts';
import { newPage } from './support/demo-page.ts';
import { drawOneByOne } from './support/draw-one-by-one.ts';
import { type RobotExtras, robotGlb } from '../support/robot-model.ts';
import { type Picture, readPng } from './support/png.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';
import { LONG, shoot, watchTroubles } from './support/visit.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/characters', import.meta.url));

/** How a robot shows what the human motion table plays. */
const robotMap = {
  name: 'robot',
  motionTable: 'human',
  scale: 0.01,
  up: 'z',
  root: { node: 'Bip_Root' },
  clips: [
    { animation: humanAnimations.stand.id, clip: 'Idle_01' },
    { animation: humanAnimations.walk.id, clip: 'Move_Walk' },
    { animation: humanAnimations.run.id, clip: 'Move_Run' },
  ],
};

declare const characters: CharactersPage;

/** Rows of a contact sheet, which has eight pictures each. */
const ROWS = 6;
const PICTURES = 8;

/** The animations of a body, in sheets of a few rows. */
function sheetsOf(animations: Record<string, { id: number }>, more: SheetOptions['rows'] = []): SheetOptions['rows'][] {
  const rows = [...Object.entries(animations).map(([name, { id }]) => ({ id, name })), ...more];
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, sheet) =>
    rows.slice(sheet * ROWS, (sheet + 1) * ROWS),
  );
}

/** How many different colours a part of a picture has. */
function coloursIn({ width, channels, bytes }: Picture, left: number, top: number, right: number, bottom: number) {
  const colours = new Set<number>();
  for (let y = Math.round(top); y < bottom; y++) {
    for (let x = Math.round(left); x < right; x++) {
      const at = (y * width + x) * channels;
      colours.add((bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2]);
    }
  }
  return colours.size;
}

/** The share of a picture's points that are green. */
function greenIn({ width, height, channels, bytes }: Picture): number {
  let green = 0;
  for (let at = 0; at < bytes.length; at += channels) {
    if (bytes[at + 1] > 1.5 * Math.max(bytes[at], bytes[at + 2])) green++;
  }
  return green / (width * height);
}

/** The share of two pictures' points that differ so much that one sees it. */
function unlike(a: Picture, b: Picture): number {
  let off = 0;
  for (let point = 0; point < a.width * a.height; point++) {
    let apart = 0;
    for (let channel = 0; channel < 3; channel++) {
      apart += Math.abs(a.bytes[point * a.channels + channel] - b.bytes[point * b.channels + channel]);
    }
    if (apart > 60) off++;
  }
  return off / (a.width * a.height);
}

describe('characters in a browser', () => {
  let folder: string;
  let served: ServedFolder;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gait-characters-'));
    await build({
      root: FIXTURE,
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 4000 },
    });
    served = await serveFolder(folder);
    browser = await launchBrowser();
  }, LONG);

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(width: number, height: number): Promise<{ page: Page; troubles: string[] }> {
    const page = await newPage(browser, { viewport: { width, height } });
    await drawOneByOne(page);
    const troubles = watchTroubles(page, served.url);
    await page.goto(served.url);
    await page.waitForFunction(() => 'characters' in window);
    return { page, troubles };
  }

  const sheets = [
    ...sheetsOf(humanAnimations, [{ id: humanAnimations.walk.id, name: 'walk backwards', backwards: true }]).map(
      (rows, sheet) => ['human', sheet, rows, { apart: 1.7, high: 2.4, yaw: 145 }] as const,
    ),
    ...sheetsOf(wolfAnimations).map(
      (rows, sheet) => ['wolf', sheet, rows, { apart: 2.1, high: 1.6, yaw: 120 }] as const,
    ),
  ];

  describe('of one page', () => {
    let page: Page;
    let troubles: string[];

    beforeAll(async () => {
      ({ page, troubles } = await open(1440, 900));
    }, LONG);

    afterAll(() => page?.close());

    test.each(sheets)(
      'a %s in each of its clips: sheet %i',
      async (body, sheet, rows, view) => {
        const width = 1440;
        const height = Math.round((width * view.high * rows.length) / (view.apart * PICTURES));
        await page.setViewportSize({ width, height });
        await page.evaluate(([name, options]) => characters.sheet(name, options), [
          body,
          { rows, pictures: PICTURES, pitch: 12, ...view },
        ] as const);
        const picture = readPng(await shoot(page, `clips-${body}-${sheet}`));
        expect(troubles).toEqual([]);
        // Somebody is in each: an empty place has air, and a floor with few shades.
        for (let row = 0; row < rows.length; row++) {
          for (let column = 0; column < PICTURES; column++) {
            const [wide, high] = [width / PICTURES, height / rows.length];
            const colours = coloursIn(
              picture,
              (column + 0.1) * wide,
              row * high,
              (column + 0.9) * wide,
              (row + 1) * high,
            );
            expect(colours, `${rows[row].name}, picture ${column}`).toBeGreaterThan(150);
          }
        }
      },
      LONG,
    );
  });

  /** Draws people in a page of their own. */
  async function drawn(name: string, options: PeopleOptions) {
    const { page, troubles } = await open(1100, 620);
    const told = await page.evaluate((wanted) => characters.people(wanted), options);
    const picture = readPng(await shoot(page, name));
    await page.close();
    expect(troubles).toEqual([]);
    return { picture, ...told };
  }

  test(
    'a crowd looks like those who have skeletons: the same poses, places, colours and shadows',
    async () => {
      const options = { count: 24, apart: 1.6, radius: 11, pitch: 18, steps: 41, alpha: 0.4 };
      const near = await drawn('people-near', { ...options, nearCount: 100 });
      const crowd = await drawn('people-crowd', { ...options, nearCount: 0 });
      expect([near.near, near.count]).toEqual([24, 24]);
      expect([crowd.near, crowd.count]).toEqual([0, 24]);
      expect(unlike(near.picture, crowd.picture)).toBeLessThan(0.004);
    },
    LONG,
  );

  test(
    'a model of one’s own has its vertex colours and its morph targets in a crowd as with a skeleton',
    async () => {
      const shown = async (name: string, nearCount: number, extras: RobotExtras) => {
        const { page, troubles } = await open(900, 300);
        const file = Buffer.from(await robotGlb(extras)).toString('base64');
        const near = await page.evaluate((options) => characters.own(options), { map: robotMap, file, nearCount });
        const picture = readPng(await shoot(page, name));
        await page.close();
        expect(troubles).toEqual([]);
        expect(near).toBe(nearCount);
        return picture;
      };
      const near = await shown('own-near', 6, { colours: true, morphs: true });
      const crowd = await shown('own-crowd', 0, { colours: true, morphs: true });
      expect(unlike(near, crowd)).toBeLessThan(0.004);
      // And both are seen: the model's own materials are grey and blue, and without the targets it is another picture.
      expect(greenIn(crowd)).toBeGreaterThan(0.01);
      expect(unlike(crowd, await shown('own-crowd-unmorphed', 0, { colours: true }))).toBeGreaterThan(0.02);
    },
    LONG,
  );

  test(
    '200 in a crowd, out of step',
    async () => {
      const { near, count } = await drawn('crowd-200', {
        nearCount: 0,
        count: 200,
        apart: 1.9,
        radius: 27,
        pitch: 24,
        steps: 60,
        alpha: 0.5,
      });
      expect([near, count]).toEqual([0, 200]);
    },
    LONG,
  );
});
