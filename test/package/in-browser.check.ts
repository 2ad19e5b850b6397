import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { createEngine } from '../../index.ts';
import { launchBrowser } from '../browser/support/launch.ts';
import { serveFolder } from '../browser/support/serve.ts';
import { install, pack, type Project, ROOT, run } from './installed.ts';

const { peerDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const PATIENCE = 120_000;

/** What the pages of these checks leave at their window. */
interface Left {
  left?: { hash: string; walked: number[]; models: number; bones: number; triangles: number };
}

let folder: string;
let project: Project;
let browser: Browser;
beforeAll(async () => {
  if (process.env.GAIT_LIBRARY_BUILT !== '1')
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', 'build:lib'], ROOT);
  folder = mkdtempSync(join(tmpdir(), 'gait-packed-'));
  project = install(pack(folder).tarball, Object.keys(peerDependencies));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  project?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Three who walk, and what came of it. Runs as it is here and in pages. */
const THREE = `
const engine = createEngine({ motionTables: [human] });
const bodies = [0, 1, 2].map((index) => engine.spawn({ guid: 5 + index, x: 3 * index }));
bodies.forEach((body, index) => engine.moveTo(body, { x: 3 * index, y: 5 + index }));
`;

function hashOfThree(): string {
  const engine = createEngine({ motionTables: [human] });
  const bodies = [0, 1, 2].map((index) => engine.spawn({ guid: 5 + index, x: 3 * index }));
  bodies.forEach((body, index) => {
    engine.moveTo(body, { x: 3 * index, y: 5 + index });
  });
  engine.step(120);
  return engine.hash();
}

/** Opens a folder's page and waits for what it leaves; anything that it complains of is an error. */
async function leftBy(root: string): Promise<NonNullable<Left['left']>> {
  const served = await serveFolder(root);
  const page: Page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.stack ?? error.message));
  page.on('requestfailed', (request) => troubles.push(`${request.url()} ${request.failure()?.errorText}`));
  try {
    await page.goto(served.url);
    await Promise.race([
      page.waitForFunction(() => (window as Left).left !== undefined, undefined, { timeout: PATIENCE }),
      page.waitForEvent('pageerror', { timeout: PATIENCE }).then((error) => Promise.reject(error)),
    ]).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${troubles.join('\n')}`);
    });
    expect(troubles).toEqual([]);
    return (await page.evaluate(() => (window as Left).left)) as NonNullable<Left['left']>;
  } finally {
    await page.close();
    await served.close();
  }
}

describe('the package in a page', () => {
  it('that Vite has built: the model of glTF is loaded, and three characters walk', async () => {
    project.write(
      'index.html',
      '<!doctype html><link rel="icon" href="data:,"><canvas width="320" height="240"></canvas><script type="module" src="/main.ts"></script>',
    );
    project.write(
      'main.ts',
      `import { Engine } from '@babylonjs/core/Engines/engine.js';
      import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
      import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
      import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
      import { Scene } from '@babylonjs/core/scene.js';
      import { createEngine } from 'gait';
      import { createCharacters } from 'gait/babylon';
      import map from 'gait/models/human.json';
      import file from 'gait/models/human.glb?url';
      import human from 'gait/motion-tables/human.json';
      ${THREE}
      const graphics = new Engine(document.querySelector('canvas'));
      const scene = new Scene(graphics);
      new FreeCamera('eye', new Vector3(3, 2, -9), scene);
      new HemisphericLight('sky', Vector3.Up(), scene);
      const characters = createCharacters(engine, scene, { models: [{ map, file }], onProblem: (problem) => { throw new Error(JSON.stringify(problem)); } });
      const begun = bodies.map((body) => engine.readFrame(body).y);
      await scene.whenReadyAsync();
      // The model comes by itself; with the first picture after that everybody has it.
      while (scene.skeletons.length < 3) {
        scene.render();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      for (let step = 0; step < 120; step++) {
        engine.step();
        if (step % 30 === 0) scene.render();
      }
      scene.render();
      window.left = {
        hash: engine.hash(),
        walked: bodies.map((body, index) => engine.readFrame(body).y - begun[index]),
        models: bodies.filter((body) => characters.of(body) !== undefined).length,
        bones: scene.skeletons[0].bones.length,
        triangles: scene.getActiveIndices() / 3,
      };`,
    );
    await build({
      root: project.folder,
      base: './',
      logLevel: 'error',
      configFile: false,
      build: { outDir: 'built', chunkSizeWarningLimit: 10_000, target: 'es2022' },
    });
    const left = await leftBy(join(project.folder, 'built'));
    expect(left.hash).toBe(hashOfThree());
    left.walked.forEach((walked, index) => {
      expect(walked).toBeGreaterThan(4 + index);
    });
    expect(left.models).toBe(3);
    expect(left.bones).toBeGreaterThan(10);
    expect(left.triangles).toBeGreaterThan(1000);
  });

  it('without any bundler: by an import map', async () => {
    project.write(
      'plain.js',
      `import { createEngine } from 'gait';
      const human = await (await fetch('node_modules/gait/content/motion-tables/human.json')).json();
      ${THREE}
      engine.step(120);
      window.left = { hash: engine.hash() };`,
    );
    const imports = {
      gait: './node_modules/gait/dist/lib/index.js',
      bitecs: './node_modules/bitecs/dist/core/index.min.mjs',
      mitt: './node_modules/mitt/dist/mitt.mjs',
      valibot: './node_modules/valibot/dist/index.mjs',
    };
    project.write(
      'index.html',
      `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script><script type="module" src="plain.js"></script>`,
    );
    expect((await leftBy(project.folder)).hash).toBe(hashOfThree());
  });
});
