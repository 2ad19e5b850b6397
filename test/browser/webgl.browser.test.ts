import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';

const PAGE = `<!doctype html>
<title>clear</title>
<canvas width="8" height="8"></canvas>
<script type="module" src="./clear.js"></script>`;

const SCRIPT = `
const gl = document.querySelector('canvas').getContext('webgl2');
gl.clearColor(0.2, 0.4, 0.6, 1);
gl.clear(gl.COLOR_BUFFER_BIT);
const pixel = new Uint8Array(4);
gl.readPixels(3, 5, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
window.pixel = [...pixel];`;

describe('the browser of the browser tests', () => {
  let folder: string;
  let served: ServedFolder;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gait-page-'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'clear.js'), SCRIPT);
    served = await serveFolder(folder);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('draws with WebGL2 what a served module script tells it to', async () => {
    const page = await browser.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(served.url, { waitUntil: 'load' });
    expect(errors).toEqual([]);
    expect(await page.evaluate('window.pixel')).toEqual([51, 102, 153, 255]);
    await page.close();
  });

  test('is answered 404 for a file that is not there or lies outside the folder', async () => {
    for (const path of ['missing.js', '..%2fpackage.json', '%00', '%E0%A4%A']) {
      const response = await fetch(served.url + path);
      expect(response.status, path).toBe(404);
    }
  });

  test('is not started when GAIT_CHROMIUM names no file: the error says so', async () => {
    const before = process.env.GAIT_CHROMIUM;
    process.env.GAIT_CHROMIUM = join(folder, 'no-browser');
    try {
      await expect(launchBrowser()).rejects.toThrow(/GAIT_CHROMIUM names .*no-browser/);
    } finally {
      if (before === undefined) {
        delete process.env.GAIT_CHROMIUM;
      } else {
        process.env.GAIT_CHROMIUM = before;
      }
    }
  });
});
