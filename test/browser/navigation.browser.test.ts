import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { navigationHashes } from '../support/navigation-script.ts';
import { launchBrowser } from './support/launch.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/navigation', import.meta.url));
const content = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../content/${path}`, import.meta.url), 'utf8'));

let folder: string;
let served: ServedFolder;
let browser: Browser;
let page: Page;
const errors: Error[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gait-navigation-'));
  await build({
    root: FIXTURE,
    base: './',
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
  served = await serveFolder(folder);
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(served.url, { waitUntil: 'load' });
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

test('ways around walls are the same in Node and in Chromium: same plans, same hash', async () => {
  const theirs = await page.evaluate('gaitNavigationHashes(10)');
  expect(errors).toEqual([]);
  const ours = await navigationHashes(
    await content('motion-tables/human.json'),
    await content('scenes/village.json'),
    10,
  );
  expect(new Set(ours).size).toBe(10);
  expect(theirs).toEqual(ours);
});
