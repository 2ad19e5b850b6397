import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Tinker } from '../../game/tinker.ts';
import { newPage, useBrowser } from './support/demo-page.ts';
import { type Camera, colourAt, colourOfHex, looksLike, project } from './support/picture.ts';
import { readPng } from './support/png.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

declare const gait: Tinker;

const RETAIL = fileURLToPath(new URL('../captures/retail-protocol-session.pcap', import.meta.url));

const seek = (page: Page, time: number) => page.evaluate((to) => gait.capture?.seek(to), time);

describe('the sample', () => {
  const demo = useBrowser();

  test(
    'is played by its address, on a phone: nothing is cut off, fingers find the tools and the time, all in their colours',
    async () => {
      const size = { width: 390, height: 844 };
      const page = await newPage(demo.browser, {
        viewport: size,
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const troubles = watchTroubles(page, demo.served.url);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('.pcap')) asked.push(request.url());
      });
      await visit(page, demo.served.url, 'capture=retail');
      expect(asked).toHaveLength(1);
      const file = await page.request.get(asked[0]);
      expect((await file.body()).equals(readFileSync(RETAIL))).toBe(true);
      expect(await page.evaluate(() => gait.capture !== null)).toBe(true);
      await page.evaluate(() => gait.pause(true));
      await seek(page, 32.3);
      await page.waitForTimeout(400);
      await shoot(page, 'phone-capture');

      const tools = await page.locator('.time-line :is(button, select)').all();
      expect(tools.length).toBe(12);
      for (const tool of tools) {
        const box = await tool.boundingBox();
        if (box === null) throw new Error('a tool is not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width);
        expect(box.y + box.height).toBeLessThanOrEqual(size.height);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      // Both names are in the picture, framed without a hand on the camera.
      for (const label of await page.locator('.label').all()) {
        const box = await label.boundingBox();
        if (box === null) throw new Error('a name is not shown');
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width);
        expect(box.y).toBeGreaterThan(50);
      }

      const track = await page.locator('.track').boundingBox();
      if (track === null) throw new Error('there is no line');
      await page.touchscreen.tap(track.x + track.width / 2, track.y + track.height / 2);
      await page.waitForFunction(() => Math.abs((gait.capture?.replay.time ?? 0) - 24.9) < 0.5, undefined, {
        timeout: PATIENCE,
      });
      await page.locator('.panel.capture summary').tap({ timeout: PATIENCE });
      await page.waitForTimeout(400);
      await shoot(page, 'phone-capture-panel');
      await page.locator('.panel.capture summary').tap({ timeout: PATIENCE });

      // Of the figures themselves: the shirts have the colours of the list.
      await seek(page, 8);
      const from = { x: 0, y: 5, z: 1.6 };
      const at = { x: 0, y: 0, z: 1.1 };
      const fov = await page.evaluate(
        (view) => {
          gait.showInterface(false);
          const { fov } = gait.look(view.from, view.at);
          gait.draw();
          return fov;
        },
        { from, at },
      );
      const camera: Camera = { from, at, fov, ...size };
      const picture = readPng(await shoot(page, 'phone-capture-figure'));
      const chest = colourAt(picture, project(camera, { x: 0, y: 0, z: 1.3 }));
      expect(looksLike(chest, colourOfHex('#f2b51d'))).toBe(true);
      expect(troubles).toEqual([]);
      await page.close();
    },
    LONG,
  );
});
