import type {} from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Tinker } from '../../game/tinker.ts';
import { newPage, useBrowser } from './support/demo-page.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

declare const gait: Tinker;

describe('the demo page elsewhere', () => {
  const demo = useBrowser();

  test(
    'on a phone: nothing is cut off, fingers find the tools, panels open one at a time; follows at once without motion',
    async () => {
      const page = await newPage(demo.browser, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const troubles = watchTroubles(page, demo.served.url);
      await visit(page, demo.served.url);
      await shoot(page, 'phone');
      const tools = await page.locator('.toolbar button').all();
      expect(tools.length).toBe(8);
      for (const tool of tools) {
        const box = await tool.boundingBox();
        if (box === null) throw new Error('a tool is not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        expect(box.y + box.height).toBeLessThanOrEqual(844);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

      await page.locator('.people summary').tap({ timeout: PATIENCE });
      expect(await page.getByRole('button', { name: 'Lou', exact: true }).isVisible()).toBe(true);
      await shoot(page, 'phone-people');
      await page.getByRole('button', { name: 'Jonas', exact: true }).tap({ timeout: PATIENCE });
      await page.locator('.people summary').tap({ timeout: PATIENCE });
      await page.locator('.details summary').tap({ timeout: PATIENCE });
      await page.waitForFunction(() => document.querySelector('.details dd')?.textContent !== '', undefined, {
        timeout: PATIENCE,
      });
      expect(await page.locator('.people').getAttribute('open')).toBeNull();
      await shoot(page, 'phone-details');

      // Who is followed keeps out from under an open panel, with the name: names that would lie on one are not shown.
      await page.keyboard.press('f');
      // A name that is hidden may still look as it did: whoever was selected before.
      const selected = page.locator('.label.selected', { hasText: 'Jonas' });
      await selected.waitFor({ state: 'visible', timeout: PATIENCE });
      await shoot(page, 'phone-details-followed');
      await page.locator('.details summary').tap({ timeout: PATIENCE });
      await selected.waitFor({ state: 'visible', timeout: PATIENCE });
      await page.evaluate(() => gait.draw());
      const label = await selected.boundingBox();
      if (label === null) throw new Error('the selected has no name');
      expect(Math.abs(label.x + label.width / 2 - 195)).toBeLessThan(3);
      expect(troubles).toEqual([]);
      await page.close();
    },
    LONG,
  );

  test('without WebGL says so, and what one can do', async () => {
    const page = await newPage(demo.browser);
    const troubles = watchTroubles(page, demo.served.url);
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
      } as typeof original;
    });
    await page.goto(demo.served.url);
    const alert = page.getByRole('alert');
    await alert.waitFor({ state: 'visible', timeout: PATIENCE });
    expect(await alert.textContent()).toMatch(/draws with WebGL[\s\S]*hardware acceleration/);
    await shoot(page, 'no-webgl');
    expect(troubles).toEqual([]);
    await page.close();
  });
});
