import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import type { Tinker } from '../../game/tinker.ts';
import { createServer, type GaitServer } from '../../server/index.ts';
import { launchBrowser } from './support/launch.ts';
import { newPage } from './support/demo-page.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

declare const gait: Tinker;

const VIEW = { width: 420, height: 300 };
const village = JSON.parse(readFileSync(new URL('../../content/scenes/village.json', import.meta.url), 'utf8'));

let browser: Browser;
let served: ServedFolder;
let server: GaitServer;
let address: string;
const pages: Page[] = [];
/** What a page that joins may not do: asking the server is no asking outside. */
const troubles: string[] = [];

beforeAll(async () => {
  [browser, served] = await Promise.all([launchBrowser(), serveFolder()]);
}, PATIENCE);

afterAll(async () => {
  await browser?.close();
  await served?.close();
});

afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  await server?.close();
});

async function open(): Promise<void> {
  troubles.length = 0;
  server = createServer({ motionTables: [human], scene: village, port: 0 });
  server.engine.spawn({ guid: 0x70000005, x: 2, y: -2 });
  address = (await server.listen()).url;
}

/** Opens the page on the server in a browser window of its own. */
async function join(): Promise<Page> {
  const page = await newPage(browser, { viewport: VIEW });
  pages.push(page);
  const seen = watchTroubles(page, served.url);
  page.on('close', () => troubles.push(...seen));
  await visit(page, served.url, `server=${encodeURIComponent(address)}`);
  return page;
}

const guidOf = (page: Page) => page.evaluate(() => gait.play?.guid ?? 0);

/** Where a page draws somebody. */
const drawn = (page: Page, guid: number) =>
  page.evaluate((who) => gait.drawn().find((body) => body.guid === who) ?? null, guid);

const truth = (guid: number) => server.engine.readFrame(server.engine.entityOf(guid));

describe('two pages on one server', () => {
  test(
    'draw each other walk, by the keys of the one, and lose who closes the page',
    async () => {
      await open();
      const [ann, ben] = [await join(), await join()];
      const [annGuid, benGuid] = [await guidOf(ann), await guidOf(ben)];
      expect([annGuid, benGuid]).toEqual([0x50000001, 0x50000002]);
      for (const page of [ann, ben]) {
        await page.waitForFunction(() => gait.counts.figures === 3, undefined, { timeout: PATIENCE });
      }
      const start = truth(annGuid);
      const before = await drawn(ben, annGuid);
      expect(Math.hypot((before?.x ?? 99) - start.x, (before?.y ?? 99) - start.y)).toBeLessThan(0.1);

      await ann.bringToFront();
      await ann.keyboard.down('w');
      await ben.waitForFunction(
        ({ guid, x, y }) => {
          const body = gait.drawn().find((one) => one.guid === guid);
          return body !== undefined && Math.hypot(body.x - x, body.y - y) > 2;
        },
        { guid: annGuid, x: start.x, y: start.y },
        { timeout: PATIENCE },
      );
      await ann.keyboard.up('w');
      await shoot(ben, 'server-ben-sees-ann');
      const apart = async (page: Page): Promise<number> => {
        const [there, body] = [truth(annGuid), await drawn(page, annGuid)];
        return body === null ? Number.NaN : Math.hypot(there.x - body.x, there.y - body.y);
      };
      for (const page of [ann, ben]) {
        await expect.poll(() => apart(page), { timeout: PATIENCE }).toBeLessThan(0.1);
      }
      expect(await ann.evaluate(() => gait.play?.corrections)).toBe(0);

      await ann.close();
      await ben.waitForFunction((guid) => gait.drawn().every((body) => body.guid !== guid), annGuid, {
        timeout: PATIENCE,
      });
      await ben.close();
      expect(troubles).toEqual([]);
    },
    LONG,
  );

  test(
    'are told when the server ends, and when there is none',
    async () => {
      await open();
      const page = await join();
      await server.close();
      await page.getByText('The connection to the server has ended').waitFor({ timeout: PATIENCE });
      await page.goto(`${served.url}?quality=low&server=${encodeURIComponent(address)}`);
      await page.getByText('The server could not be joined').waitFor({ timeout: PATIENCE });
    },
    LONG,
  );
});
