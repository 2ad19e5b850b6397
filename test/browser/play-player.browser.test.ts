import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tinker } from '../../game/tinker.ts';
import { newPage, useBrowser, useDemoPage } from './support/demo-page.ts';
import { clickOn, feet, me, pass, put, until } from './support/play.ts';
import { LONG, shoot, visit, watchTroubles } from './support/visit.ts';

const VIEW = { width: 900, height: 520 };

declare const gait: Tinker & { play: NonNullable<Tinker['play']> };

describe('playing on the page', () => {
  const demo = useDemoPage({ viewport: VIEW }, 'scene=meadow', () => {
    Object.assign(window, { pads: [] });
    navigator.getGamepads = () => (window as never as { pads: Gamepad[] }).pads;
  });
  let page: Page;

  beforeAll(() => {
    ({ page } = demo);
  });

  test(
    'begins in a meadow: everybody is there and stands on the ground, and the player is where the server has it',
    async () => {
      const { counts, apart } = await page.evaluate(async () => {
        const { bodies } = await gait.truth();
        const there = bodies.find(({ guid }) => guid === gait.play.guid);
        const here = gait.engine.readFrame(gait.play.me);
        return { counts: gait.counts, apart: there ? Math.hypot(there.x - here.x, there.y - here.y) : Number.NaN };
      });
      expect(counts).toEqual({ bodies: 7, nodes: 7, figures: 7 });
      expect(apart).toBeLessThan(0.05);
      const { above, below } = await feet(page);
      expect(above).toBeLessThan(0.12);
      expect(below).toBeGreaterThan(-0.05);
      await shoot(page, 'play-meadow');
    },
    LONG,
  );

  test(
    'keys move the player at once, and letting go, or losing the keyboard, ends it',
    async () => {
      await put(page, { x: 0, y: -2, z: 0, heading: 0 });
      await page.keyboard.down('KeyW');
      await until(page, () => gait.engine.readFrame(gait.play.me).y > 0.5, null);
      await page.keyboard.up('KeyW');
      await pass(page, 1);
      const stopped = await me(page);
      await pass(page, 0.5);
      expect((await me(page)).y).toBeCloseTo(stopped.y, 2);

      await page.keyboard.down('KeyS');
      await until(page, (y) => gait.engine.readFrame(gait.play.me).y < y - 0.4, stopped.y);
      await page.evaluate(() => dispatchEvent(new Event('blur')));
      await pass(page, 1);
      const lost = await me(page);
      await pass(page, 0.5);
      expect((await me(page)).y).toBeCloseTo(lost.y, 2);
      await page.keyboard.up('KeyS');

      // R goes on without a hand on the keyboard.
      await page.keyboard.press('KeyR');
      await until(page, (y) => gait.engine.readFrame(gait.play.me).y > y + 1, lost.y);
      await page.keyboard.press('KeyR');
      await pass(page, 1);
      expect(await page.evaluate(() => gait.play.autoruns)).toBe(false);
    },
    LONG,
  );

  test(
    'a click on the ground walks there, with a mark for as long as it lasts; a key ends it',
    async () => {
      // Nobody walks into the way of the click.
      await page.evaluate(() => gait.halt(true));
      await put(page, { x: 0, y: -4, z: 0, heading: 0 });
      await page.keyboard.press('c');
      await pass(page, 0.5);
      await clickOn(page, { x: -0.6, y: 9, z: 0.02 });
      await until(page, () => gait.play.marksGoal && gait.engine.readMoveTo(gait.play.me).type !== 0, null);
      await shoot(page, 'play-click');
      // The server is there first, then its messages.
      await until(page, () => gait.play.errand === null && gait.engine.readMoveTo(gait.play.me).type === 0, null);
      await pass(page, 1);
      const there = await me(page);
      expect(Math.hypot(there.x + 0.6, there.y - 9)).toBeLessThan(0.5);
      await until(page, () => !gait.play.marksGoal, null);

      await put(page, { x: 0, y: -4, z: 0, heading: 0 });
      await page.keyboard.press('c');
      await pass(page, 0.5);
      await clickOn(page, { x: -0.6, y: 12, z: 0.02 });
      await until(page, () => gait.engine.readMoveTo(gait.play.me).type !== 0, null);
      await page.keyboard.down('KeyA');
      await until(page, () => gait.engine.readMoveTo(gait.play.me).type === 0 && gait.play.errand === null, null);
      await page.keyboard.up('KeyA');
      await pass(page, 1.5);
      const { y, moves } = await me(page);
      expect(moves).toBe(0);
      expect(y).toBeLessThan(11);
      expect(await page.evaluate(() => gait.play.marksGoal)).toBe(false);
      // At the server, too.
      const apart = await page.evaluate(async () => {
        const there = (await gait.truth()).bodies.find(({ guid }) => guid === gait.play.guid);
        const here = gait.engine.readFrame(gait.play.me);
        return there ? Math.hypot(there.x - here.x, there.y - here.y) : Number.NaN;
      });
      expect(apart).toBeLessThan(0.1);

      // Somebody: the player goes to them.
      await put(page, { x: 2, y: -5, z: 0, heading: 0 });
      await page.keyboard.press('c');
      await pass(page, 0.5);
      const iris = await page.evaluate(() => {
        const [found] = gait.drawn().filter(({ guid }) => guid === gait.play.guid + 5);
        return { guid: found.guid, x: found.x, y: found.y, z: found.z };
      });
      await clickOn(page, { ...iris, z: iris.z + 1 });
      await until(page, (guid) => gait.play.errand?.guid === guid && gait.play.marksGoal, iris.guid);
      await until(page, () => gait.play.errand === null && gait.engine.readMoveTo(gait.play.me).type === 0, null);
      await pass(page, 1);
      const beside = await me(page);
      expect(Math.hypot(beside.x - iris.x, beside.y - iris.y)).toBeLessThan(1.8);
      await page.evaluate(() => gait.halt(false));
    },
    LONG,
  );

  test(
    'up the steps: the feet are on them, and nobody sinks or floats',
    async () => {
      await put(page, { x: 0, y: -14, z: 0, heading: 180 });
      await page.keyboard.press('c');
      await page.keyboard.down('ShiftLeft');
      await page.keyboard.down('KeyW');
      const off = await page.evaluate(async () => {
        let most = 0;
        let pictures = 0;
        for (;;) {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const mine = gait.drawn().find(({ guid }) => guid === gait.play.guid);
          if (mine === undefined) continue;
          pictures++;
          // Rolling over an edge, the feet are between the two steps.
          const around = [-0.3, 0, 0.3].map((dy) => gait.play.heightAt(mine.x, mine.y + dy, mine.z));
          most = Math.max(most, mine.z - Math.max(...around), Math.min(...around) - mine.z);
          if (mine.y < -19.5) return { most, pictures, z: mine.z };
        }
      });
      await page.keyboard.up('KeyW');
      await page.keyboard.up('ShiftLeft');
      expect(off.most).toBeLessThan(0.06);
      expect(off.z).toBeCloseTo(1.6, 1);
      expect(off.pictures).toBeGreaterThan(3);
      await shoot(page, 'play-steps');
    },
    LONG,
  );

  test(
    'a standing long jump takes the player over the gap',
    async () => {
      await put(page, { x: 0, y: -22.2, z: 1.6, heading: 180 });
      await pass(page, 0.5);
      await page.keyboard.down('Space');
      await pass(page, 1.1);
      // Charging, it stands, whatever else is pressed.
      await page.keyboard.down('KeyW');
      await pass(page, 0.3);
      expect((await me(page)).y).toBeCloseTo(-22.2, 1);
      await shoot(page, 'play-charge');
      await page.keyboard.up('Space');
      await until(page, () => gait.engine.readFrame(gait.play.me).y < -25.3, null);
      await page.keyboard.up('KeyW');
      await pass(page, 1.5);
      const over = await me(page);
      expect(over.y).toBeLessThan(-25.2);
      expect(over.z).toBeCloseTo(1.6, 1);
    },
    LONG,
  );

  test(
    'a gamepad moves the player where its stick points, and jumps',
    async () => {
      await put(page, { x: 0, y: -4, z: 0, heading: 0 });
      await page.keyboard.press('c');
      const push = (axes: number[], down: number[] = []) =>
        page.evaluate(
          ([stick, held]) => {
            const buttons = Array.from({ length: 17 }, (_, index) => {
              const pressed = held.includes(index);
              return { pressed, touched: pressed, value: pressed ? 1 : 0 };
            });
            Object.assign(window, { pads: [{ index: 0, connected: true, mapping: 'standard', axes: stick, buttons }] });
          },
          [axes, down] as const,
        );
      await push([0, -1, 0, 0]);
      await until(page, () => gait.engine.readFrame(gait.play.me).y > -2, null);
      await push([0.1, 0.1, 0.9, 0]);
      const yaw = await page.evaluate(() => gait.play.camera.yaw);
      await until(page, (from) => Math.abs(gait.play.camera.yaw - from) > 20, yaw);
      await push([0, 0, 0, 0], [0]);
      await pass(page, 0.4);
      await push([0, 0, 0, 0]);
      await until(page, () => gait.engine.readFrame(gait.play.me).z > 0.15, null);
      await page.evaluate(() => Object.assign(window, { pads: [] }));
      await pass(page, 1.5);
      expect((await me(page)).z).toBeLessThan(0.1);
    },
    LONG,
  );

  test(
    'on a slope the feet are on the ground as the player walks',
    async () => {
      await put(page, await page.evaluate(() => ({ x: -27, y: 14, z: gait.play.heightAt(-27, 14, 9), heading: 0 })));
      await page.keyboard.press('c');
      await page.keyboard.down('KeyW');
      const { most, climbed } = await page.evaluate(async () => {
        let most = 0;
        const start = gait.engine.readFrame(gait.play.me);
        for (;;) {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const mine = gait.drawn().find(({ guid }) => guid === gait.play.guid);
          if (mine === undefined) continue;
          most = Math.max(most, Math.abs(mine.z - gait.play.heightAt(mine.x, mine.y, mine.z)));
          if (mine.y > start.y + 5) return { most, climbed: mine.z - start.z };
        }
      });
      await page.keyboard.up('KeyW');
      expect(climbed).toBeGreaterThan(1);
      expect(most).toBeLessThan(0.08);
      await shoot(page, 'play-slope');
    },
    LONG,
  );
});

describe('playing on a phone', () => {
  const demo = useBrowser();

  test(
    'a thumb on the stick moves the player, targets are large enough, and the page neither scrolls nor zooms',
    async () => {
      const page = await newPage(demo.browser, {
        viewport: { width: 390, height: 780 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 1,
      });
      const troubles = watchTroubles(page, demo.served.url);
      await visit(page, demo.served.url, 'scene=meadow');
      const stick = await page.locator('.stick').boundingBox();
      if (stick === null) throw new Error('there is no stick');
      for (const target of await page.locator('.touch-button, .stick, .toolbar button:visible').all()) {
        const box = await target.boundingBox();
        if (box === null) throw new Error('a target is not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        expect(box.y + box.height).toBeLessThanOrEqual(780);
      }
      // Thumbs do not lie on the tools.
      const tools = await page.locator('.toolbar').boundingBox();
      expect(tools?.y).toBeGreaterThanOrEqual(stick.y + stick.height);
      const start = await me(page);
      const touch = await page.context().newCDPSession(page);
      const [x, y] = [stick.x + stick.width / 2, stick.y + stick.height / 2];
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await send('touchStart', [{ x, y }]);
      await send('touchMove', [{ x, y: y - 30 }]);
      await send('touchMove', [{ x, y: y - 60 }]);
      await until(page, (from) => gait.engine.readFrame(gait.play.me).y > from + 1.5, start.y);
      await shoot(page, 'play-phone');
      await send('touchEnd', []);
      await pass(page, 1.2);
      const stopped = await me(page);
      await pass(page, 0.5);
      expect((await me(page)).y).toBeCloseTo(stopped.y, 2);
      const { scale, scrolled } = await page.evaluate(() => ({
        scale: visualViewport?.scale,
        scrolled: scrollX + scrollY,
      }));
      expect(scale).toBe(1);
      expect(scrolled).toBe(0);
      expect(troubles).toEqual([]);
      await page.close();
    },
    LONG,
  );
});
