import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sceneHashes, scriptHashes } from '../support/determinism-script.ts';
import { motionTable } from '../support/engines.ts';
import { trigDigest } from '../support/trig-digest.ts';
import { launchBrowser } from './support/launch.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';

const FIXTURE = fileURLToPath(new URL('./fixtures/determinism', import.meta.url));
/** How many hashes of a script are compared; there are 25 calls and more steps between two. */
const HASHES = 60;

const tables = [motionTable('humanoid'), motionTable('humanoid-rooted-quarter')];

describe('Node and Chromium', () => {
  let folder: string;
  let served: ServedFolder;
  let browser: Browser;
  let page: Page;
  const errors: Error[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gait-determinism-'));
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

  test.each([1, 20130131, 77])('the script of seed %i has the same hash at every point', async (seed) => {
    const theirs = await page.evaluate(`gaitHashes(${seed}, ${HASHES})`);
    expect(errors).toEqual([]);
    const ours = scriptHashes(tables, seed, HASHES);
    expect(new Set(ours).size).toBe(HASHES);
    expect(theirs).toEqual(ours);
  });

  test.each([2, 20130131])('the script of seed %i on a scene has the same hash at every point', async (seed) => {
    const theirs = await page.evaluate(`gaitSceneHashes(${seed}, ${HASHES})`);
    expect(errors).toEqual([]);
    const ours = sceneHashes(tables, seed, HASHES);
    expect(new Set(ours).size).toBe(HASHES);
    expect(theirs).toEqual(ours);
  });

  test('the trigonometry gives the same bits', async () => {
    expect(await page.evaluate('gaitTrigDigest()')).toBe(trigDigest());
  });
});
