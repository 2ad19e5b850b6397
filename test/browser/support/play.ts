import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Place } from '../../../game/play/play-control.ts';
import type { Tinker } from '../../../game/tinker.ts';
import { PATIENCE } from './visit.ts';

declare const gait: Tinker & { play: NonNullable<Tinker['play']> };

/** Puts the player somewhere, and waits until it stands there, in the picture as well as at the server. */
export async function put(page: Page, to: Place & { heading?: number }): Promise<void> {
  await page.evaluate((place) => gait.play.put(place), to);
  await until(
    page,
    ({ x, y, z }) => {
      const mine = gait.drawn().find(({ guid }) => guid === gait.play.guid);
      return mine !== undefined && Math.hypot(mine.x - x, mine.y - y, mine.z - z) < 0.3;
    },
    to,
  );
}

/** Waits for something in the page. Waiting is for conditions; the limit only ends what hangs. */
export async function until<Argument>(page: Page, condition: (argument: Argument) => unknown, argument: Argument) {
  await page.waitForFunction(condition as never, argument as never, { timeout: PATIENCE, polling: 60 });
}

/** Lets simulated seconds pass in the page. */
export async function pass(page: Page, seconds: number): Promise<void> {
  const now = await page.evaluate(() => gait.engine.world.clock.now);
  await until(page, (time) => gait.engine.world.clock.now >= time, now + seconds);
}

/** Where the player is in the client's world, and the kind of move that the server makes it do; 0: none. */
export function me(page: Page) {
  return page.evaluate(() => ({
    ...gait.engine.readFrame(gait.play.me),
    moves: gait.engine.readMoveTo(gait.play.me).type,
  }));
}

/** Clicks the point of the picture where a place is, once the camera has come to rest. */
export async function clickOn(page: Page, place: Place): Promise<void> {
  const { x, y, depth } = await page.evaluate(async (at) => {
    for (let last = gait.play.screenOf(at); ; ) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const now = gait.play.screenOf(at);
      if (Math.hypot(now.x - last.x, now.y - last.y) < 0.2) return now;
      last = now;
    }
  }, place);
  expect(depth).toBeGreaterThan(0);
  expect(depth).toBeLessThan(1);
  await page.mouse.click(x, y);
}

/** Metres between where the feet of all that stand are drawn and the ground below them, the greatest. */
export function feet(page: Page) {
  return page.evaluate(() => {
    const all = gait.drawn().map(({ entity, x, y, z }) => {
      const bits = gait.engine.world.components.transientState.bits[entity];
      // In contact and on something that can be walked on.
      if ((bits & 3) !== 3) return { above: 0, below: 0 };
      const [here, east, west, north, south] = [
        [0, 0],
        [0.3, 0],
        [-0.3, 0],
        [0, 0.3],
        [0, -0.3],
      ].map(([dx, dy]) => gait.play.heightAt(x + dx, y + dy, z));
      // Rolling over an edge, the feet are between its two sides.
      const isEdge = Math.max(Math.abs(east + west - 2 * here), Math.abs(north + south - 2 * here)) > 0.1;
      const around = isEdge ? [here, east, west, north, south] : [here];
      return { above: z - Math.max(...around), below: z - Math.min(...around) };
    });
    return {
      count: all.length,
      above: Math.max(...all.map(({ above }) => above)),
      below: Math.min(...all.map(({ below }) => below)),
    };
  });
}
