import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { roster, VISITOR } from '../../game/roster.ts';
import type { Spot } from '../../game/routes.ts';
import type { Tinker } from '../../game/tinker.ts';
import { useDemoPage } from './support/demo-page.ts';
import { type Camera, project } from './support/picture.ts';
import { LONG, PATIENCE, shoot } from './support/visit.ts';

/** A page that has room for its panels, and not many pixels. */
const VIEW = { width: 1100, height: 620 };

declare const gait: Tinker;

describe('the demo page', () => {
  const demo = useDemoPage({ viewport: VIEW });
  let page: Page;

  beforeAll(() => {
    ({ page } = demo);
  });

  test('shows everybody: each body of the roster has one node and one figure', async () => {
    const { counts, guids } = await page.evaluate(() => ({
      counts: gait.counts,
      guids: gait.drawn().map(({ guid }) => guid),
    }));
    expect(guids.sort((a, b) => a - b)).toEqual(roster.map(({ guid }) => guid));
    expect(counts).toEqual({ bodies: roster.length, nodes: roster.length, figures: roster.length });
    await shoot(page, 'desktop');
  });

  describe('answers', () => {
    test('the key N and the button: the network is bad, which is said, and good again', async () => {
      const button = page.getByRole('button', { name: 'Bad network' });
      const notice = page.locator('.notice');
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      await page.keyboard.press('n');
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      expect(await notice.textContent()).toContain('200 ms late, 5 % lost');
      // The switch and the question take the same channel, in this order.
      expect(await page.evaluate(async () => (await gait.truth()).network.bad)).toBe(true);
      await button.click({ timeout: PATIENCE });
      expect(await button.getAttribute('aria-pressed')).toBe('false');
      expect(await notice.isVisible()).toBe(false);
      expect(await page.evaluate(async () => (await gait.truth()).network.bad)).toBe(false);
    });

    test('the key P: time stands still here and at the server, and goes on', async () => {
      await page.keyboard.press('p');
      const stands = await page.evaluate(async () => {
        const before = [gait.engine.world.clock.now, (await gait.truth()).time];
        for (let frames = 0; frames < 5; frames++) await new Promise((drawn) => requestAnimationFrame(drawn));
        const after = [gait.engine.world.clock.now, (await gait.truth()).time];
        return before.every((time, index) => time === after[index]);
      });
      expect(stands).toBe(true);
      await page.keyboard.press('p');
      const stoodAt = await page.evaluate(() => gait.engine.world.clock.now);
      await page.waitForFunction((time) => gait.engine.world.clock.now > time + 0.2, stoodAt, { timeout: PATIENCE });
    });

    test('a name in the list: the panel shows that person’s state', async () => {
      await page.getByRole('button', { name: 'Dov', exact: true }).click({ timeout: PATIENCE });
      const panel = page.locator('.details');
      await page.waitForFunction(
        () => document.querySelector('.details')?.textContent?.includes('MoveToObject'),
        undefined,
        { timeout: PATIENCE },
      );
      const text = await panel.textContent();
      for (const field of ['Dov', 'Chase', 'Move', 'Nodes', 'Substate', 'Contact', 'Dropped', 'From the server']) {
        expect(text).toContain(field);
      }
      expect(text).toMatch(/Contact\s*yes, walkable/);
    });

    test(
      'a click on a figure selects it; a double click on the ground calls the visitor there',
      async () => {
        const from = { x: 0, y: -26, z: 20 };
        const at = { x: 0, y: 0, z: 0 };
        // Time stands still, so that nobody walks into the clicks.
        const { fov, bodies } = await page.evaluate(
          (view) => {
            gait.pause(true);
            const { fov } = gait.look(view.from, view.at);
            gait.draw();
            return { fov, bodies: gait.drawn() };
          },
          { from, at },
        );
        const camera: Camera = { from, at, fov, ...VIEW };
        const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);
        const inTheMiddle = ({ x, y }: Spot) => Math.hypot(x, y) < 9;
        /** The one that is farthest from every body, itself left out. */
        const freest = <Place extends Spot>(places: readonly Place[]): Place => {
          const room = (place: Place) =>
            Math.min(...bodies.filter((body) => body !== (place as Spot)).map((body) => distance(place, body)));
          return [...places].sort((one, other) => room(other) - room(one))[0];
        };

        const person = freest(bodies.filter((body) => inTheMiddle(body) && body.guid !== VISITOR));
        const chest = project(camera, { ...person, z: 1 });
        await page.mouse.click(chest.x, chest.y);
        await page.waitForFunction(
          (name) => document.querySelector('.details summary')?.textContent?.includes(name),
          roster[person.guid - VISITOR].name,
          { timeout: PATIENCE },
        );

        const spots = Array.from({ length: 81 }, (_, index) => ({
          x: (index % 9) * 2 - 8,
          y: Math.floor(index / 9) * 2 - 8,
        }));
        const goal = freest(spots.filter(inTheMiddle));
        const pixel = project(camera, { ...goal, z: 0 });
        await page.mouse.dblclick(pixel.x, pixel.y);
        await page.evaluate(() => gait.pause(false));
        await page.waitForFunction(
          ({ x, y }) => {
            const visitor = gait.drawn().find(({ guid }) => guid === 0x50000001);
            return visitor !== undefined && Math.hypot(visitor.x - x, visitor.y - y) < 0.6;
          },
          goal,
          { timeout: PATIENCE },
        );
        await page.evaluate(() => gait.resetView());
      },
      LONG,
    );

    test('H opens the help, Escape closes it', async () => {
      await page.keyboard.press('h');
      expect(await page.getByRole('dialog').isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').isVisible()).toBe(false);
    });
  });
});
