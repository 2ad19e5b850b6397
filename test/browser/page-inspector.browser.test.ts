import { StampsU16 } from '../../components/stamps.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tinker } from '../../game/tinker.ts';
import { createReplay, readCapture } from '../../index.ts';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import { newPage, useDemoPage } from './support/demo-page.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

declare const gait: Tinker;

const VIEW = { width: 1280, height: 800 };

/** Waits until somebody runs after somebody, stops time, selects and looks at them. Answers the guid. */
async function stopAtChase(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    () => {
      for (const entity of gait.engine.entities()) {
        const { type, nodes, movingAway, currentCommand } = gait.engine.readMoveTo(entity);
        if (type !== 6 || nodes[0]?.type !== 7 || movingAway || currentCommand === 0) continue;
        gait.pause(true);
        const { x, y, heading } = gait.engine.readFrame(entity);
        const aside = ((heading + 125) * Math.PI) / 180;
        gait.look({ x: x + Math.sin(aside) * 9, y: y + Math.cos(aside) * 9, z: 6 }, { x, y, z: 0.6 });
        const guid = gait.engine.guidOf(entity);
        gait.select(guid);
        return guid;
      }
      return 0;
    },
    undefined,
    { timeout: PATIENCE },
  );
  return (await found.jsonValue()) as number;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Inspector' });
const text = (page: Page, title: string) =>
  panel(page).locator(`dt:text-is("${title}") + dd`).first().textContent({ timeout: PATIENCE });

describe('the inspector on the page', () => {
  const demo = useDemoPage({ viewport: VIEW });
  let page: Page;

  beforeAll(async () => {
    ({ page } = demo);
    await page.waitForFunction(() => gait.held.skeletons >= 13, undefined, { timeout: PATIENCE });
  }, LONG);

  test(
    'opens and closes by its key: what it holds comes and is gone again, and the focus is back',
    async () => {
      await page.evaluate(() => gait.pause(true));
      await page.waitForTimeout(500);
      const held = await page.evaluate(() => gait.held);
      await page.locator('#scene').focus();
      await page.keyboard.press('i');
      await panel(page).waitFor({ timeout: PATIENCE });
      const open = await page.evaluate(() => gait.held);
      expect(open.meshes - held.meshes).toBe(4);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached', timeout: PATIENCE });
      expect(await page.evaluate(() => gait.held)).toEqual(held);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('scene');
      await page.evaluate(() => gait.pause(false));
    },
    LONG,
  );

  test(
    'over a chase: says what the columns say, and draws it',
    async () => {
      await page.getByRole('button', { name: 'Inspect' }).click({ timeout: PATIENCE });
      const guid = await stopAtChase(page);
      expect(guid).not.toBe(0);
      await page.waitForTimeout(500);
      const known = await page.evaluate(
        ({ of, cell }) => {
          const entity = gait.engine.entityOf(of);
          const { x, y, z } = gait.engine.readFrame(entity);
          const { stamps } = gait.engine.world.components;
          return {
            place: [x, y, z].map((part) => part.toFixed(2).replace('-', '−')).join(', '),
            movement: stamps.u16[entity * cell.row + cell.movement],
          };
        },
        { of: guid, cell: StampsU16 },
      );
      expect(await text(page, 'Place')).toBe(known.place);
      expect(await text(page, 'Movement')).toBe(String(known.movement));
      expect(await text(page, 'Move')).toBe('MoveToObject');
      expect(await text(page, 'Nodes')).toMatch(/go$/);
      expect(await panel(page).locator('.strip .cycle').count()).toBe(1);
      expect(await panel(page).locator('.strip .head').count()).toBe(1);
      await shoot(page, 'inspector-chase');
    },
    LONG,
  );

  test(
    'steps, and goes back to what was kept: the same world, with everybody’s figure where they stand',
    async () => {
      const state = () => page.evaluate(() => ({ tick: gait.engine.world.clock.tick, hash: gait.engine.hash() }));
      await panel(page).getByRole('button', { name: 'Keep' }).click({ timeout: PATIENCE });
      const before = await state();
      for (let step = 0; step < 3; step++) {
        await panel(page).getByRole('button', { name: 'Step' }).click({ timeout: PATIENCE });
      }
      expect((await state()).tick).toBe(before.tick + 3);
      await panel(page).getByRole('button', { name: 'Go back' }).click({ timeout: PATIENCE });
      expect(await state()).toEqual(before);
      const { counts, away } = await page.evaluate(() => {
        gait.draw();
        const places = gait.drawn().map(({ entity, x, y }) => {
          const frame = gait.engine.readFrame(entity);
          return Math.hypot(frame.x - x, frame.y - y);
        });
        return { counts: gait.counts, away: Math.max(...places) };
      });
      expect(counts.figures).toBe(counts.bodies);
      // A step of a runner at most: the picture lies between two.
      expect(away).toBeLessThan(0.5);
      expect(await panel(page).getByRole('status').textContent()).toMatch(/^Step \d+ is back\.$/);
    },
    LONG,
  );

  test(
    'records the network from now on: the file is a capture with everybody in it',
    async () => {
      await panel(page).getByRole('button', { name: 'Record' }).click({ timeout: PATIENCE });
      await panel(page).getByRole('button', { name: 'Play' }).click({ timeout: PATIENCE });
      const { tick } = await page.evaluate(() => ({ tick: gait.engine.world.clock.tick }));
      await page.waitForFunction((from) => gait.engine.world.clock.tick > from + 60, tick, { timeout: PATIENCE });
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: PATIENCE }),
        panel(page).getByRole('button', { name: /^Stop/ }).click({ timeout: PATIENCE }),
      ]);
      expect(download.suggestedFilename()).toMatch(/^step-\d+\.gaitcap$/);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const capture = readCapture(Buffer.concat(chunks));
      const replay = createReplay({ motionTables: [human] }, capture);
      replay.seek(replay.duration);
      expect(replay.engine.entities().length).toBe(13);
    },
    LONG,
  );

  test(
    'refuses a file that is no snapshot, which is said, and the world goes on',
    async () => {
      await panel(page)
        .locator('input[type=file]')
        .setInputFiles({
          name: 'letter.gaitsnap',
          mimeType: '',
          buffer: Buffer.from('Dear reader, this is a letter.'),
        });
      await panel(page).locator('.status.bad').waitFor({ timeout: PATIENCE });
      expect(await panel(page).getByRole('status').textContent()).toMatch(/snapshot/);
      const { tick } = await page.evaluate(() => ({ tick: gait.engine.world.clock.tick }));
      await page.waitForFunction((from) => gait.engine.world.clock.tick > from, tick, { timeout: PATIENCE });
    },
    LONG,
  );

  test(
    'by keys alone: bodies, what is drawn, and out again; its fields keep the page’s keys to themselves',
    async () => {
      const who = panel(page).getByLabel('Body', { exact: true });
      await who.focus();
      const before = await who.inputValue();
      await page.keyboard.press('ArrowDown');
      await page.waitForFunction(
        (old) => document.querySelector('[data-gait-inspector]')?.shadowRoot?.querySelector('select')?.value !== old,
        before,
        { timeout: PATIENCE },
      );
      // P pauses on the page; here it is a letter in a list of names.
      await page.keyboard.press('p');
      expect(await page.evaluate(() => gait.engine.paused)).toBe(false);
      await panel(page).getByLabel('Collision, contact').focus();
      await page.keyboard.press('Space');
      await page.evaluate(() => gait.draw());
      expect(await panel(page).getByLabel('Collision, contact').isChecked()).toBe(false);
      await page.keyboard.press('Escape');
      await panel(page).waitFor({ state: 'detached', timeout: PATIENCE });
    },
    LONG,
  );

  test(
    'in a capture its step is the time line’s, and there is no other past to go to',
    async () => {
      await page.goto(`${demo.served.url}?quality=low&capture=retail`);
      await page.waitForFunction(() => 'gait' in window, undefined, { timeout: PATIENCE });
      await page.evaluate(() => gait.ready);
      await page.evaluate(async () => {
        gait.pause(true);
        await gait.capture?.seek(32.3);
      });
      await page.keyboard.press('i');
      await panel(page).getByRole('button', { name: 'Step' }).click({ timeout: PATIENCE });
      await page.waitForFunction(() => Math.abs((gait.capture?.replay.time ?? 0) - 32.3 - 1 / 30) < 1e-6, undefined, {
        timeout: PATIENCE,
      });
      expect(
        await panel(page)
          .getByRole('button', { name: /Keep|Record/ })
          .count(),
      ).toBe(0);
      await page.waitForTimeout(600);
      await shoot(page, 'inspector-capture');
    },
    LONG,
  );

  test(
    'on a phone: a sheet at the bottom, nothing is cut off, fingers find its tools',
    async () => {
      const size = { width: 390, height: 844 };
      // Two pages would both be drawn.
      await page.close();
      const phone = await newPage(demo.browser, {
        viewport: size,
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const phoneTroubles = watchTroubles(phone, demo.served.url);
      await visit(phone, demo.served.url);
      await phone.getByRole('button', { name: 'Inspect' }).tap({ timeout: PATIENCE });
      await stopAtChase(phone);
      await phone.waitForTimeout(800);
      await shoot(phone, 'inspector-phone');
      for (const tool of await panel(phone).locator('header :is(button, select)').all()) {
        const box = await tool.boundingBox();
        if (box === null) throw new Error('a tool is not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      }
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      await panel(phone).getByRole('button', { name: 'Close the inspector' }).tap({ timeout: PATIENCE });
      await panel(phone).waitFor({ state: 'detached', timeout: PATIENCE });
      expect(phoneTroubles).toEqual([]);
      await phone.close();
    },
    LONG,
  );
});
