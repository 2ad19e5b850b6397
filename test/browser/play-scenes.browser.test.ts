import { SequenceF64 } from '../../components/sequence.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tinker } from '../../game/tinker.ts';
import { useDemoPage } from './support/demo-page.ts';
import { clickOn, feet, me, pass, put, until } from './support/play.ts';
import { LONG, shoot, visit } from './support/visit.ts';

const VIEW = { width: 900, height: 520 };
/** People in the crowd: as many as are drawn in software in reasonable time, and more than have skeletons. */
const CROWD = 48;

declare const gait: Tinker & { play: NonNullable<Tinker['play']> };

/** Waits until the models of all have come. */
async function everybodyHasSkeletons(page: Page): Promise<void> {
  await until(page, () => gait.held.skeletons === gait.counts.bodies, null);
}

async function chooseScene(page: Page, title: string): Promise<void> {
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Scenes' }).getByText(title, { exact: true }).click();
  await until(
    page,
    (name) => gait.play?.scene === name && gait.counts.figures > 1 && gait.play.me !== 0,
    title.toLowerCase(),
  );
  await pass(page, 1);
}

describe('scenes on the page', () => {
  const demo = useDemoPage({ viewport: VIEW }, `scene=village&crowd=${CROWD}`);
  let page: Page;

  beforeAll(() => {
    ({ page } = demo);
  });

  test(
    'a click walks around the house and through its door',
    async () => {
      await put(page, { x: -17.5, y: 6, z: 0, heading: 90 });
      // Through the door, from the place: the player is behind the house.
      await page.evaluate(() => gait.look({ x: -1, y: 6, z: 1.7 }, { x: -12, y: 6, z: 0.6 }));
      await page.evaluate(() => gait.draw());
      await page.evaluate(() => {
        Object.assign(window, { aside: 0 });
        const note = () => {
          const seen = window as never as { aside: number };
          if (gait.play?.me) seen.aside = Math.max(seen.aside, Math.abs(gait.engine.readFrame(gait.play.me).y - 6));
          if (gait.play?.scene === 'village') requestAnimationFrame(note);
        };
        note();
      });
      // The way is planned in the worker once what finds it has come; till then the walk is straight.
      await clickOn(page, { x: -12, y: 6, z: 0 });
      await until(page, () => (gait.play.errand?.way.length ?? 0) > 1, null);
      await pass(page, 1);
      await shoot(page, 'play-around-the-house');
      await until(page, () => gait.play.errand === null && gait.engine.readMoveTo(gait.play.me).type === 0, null);
      await pass(page, 1);
      const { x, y } = await me(page);
      expect(Math.hypot(x + 12, y - 6)).toBeLessThan(0.6);
      // Around a corner of a house seven metres wide.
      expect(await page.evaluate(() => (window as never as { aside: number }).aside)).toBeGreaterThan(3);
      await page.keyboard.press('c');
      await pass(page, 1);
      await shoot(page, 'play-in-the-house');
    },
    LONG,
  );

  test(
    'the village: the player slides along a wall, and the camera does not look through one',
    async () => {
      await put(page, { x: -20, y: 18, z: 0, heading: 50 });
      await page.keyboard.press('c');
      await page.keyboard.down('KeyW');
      await until(page, () => gait.engine.readFrame(gait.play.me).x > -15, null);
      const along = await me(page);
      await shoot(page, 'play-wall');
      await page.keyboard.up('KeyW');
      // The wall's side is at 19.5, and the body has a radius of 0.3.
      expect(along.y).toBeCloseTo(19.2, 1);
      expect(along.y).toBeLessThan(19.205);

      // With the back to the wall, which would be between.
      await put(page, { x: -15, y: 21, z: 0, heading: 0 });
      await page.keyboard.press('c');
      await pass(page, 1);
      const camera = await page.evaluate(() => {
        const { focus, eye, shown, distance } = gait.play.camera;
        return { shown, distance, eye, free: gait.play.freeWay(focus, eye) };
      });
      expect(camera.shown).toBeLessThan(1);
      expect(camera.eye.y).toBeGreaterThan(20.6);
      expect(camera.free).toBeCloseTo(camera.shown, 3);

      // What is kept for the next time, the model of the village's wolf, is there after the first time.
      await everybodyHasSkeletons(page);
      await chooseScene(page, 'Meadow');
      await everybodyHasSkeletons(page);
      const before = await page.evaluate(() => gait.held);
      await chooseScene(page, 'Village');
      expect(await page.evaluate(() => new URL(location.href).searchParams.get('scene'))).toBe('village');
      await everybodyHasSkeletons(page);
      await shoot(page, 'play-village');
      await chooseScene(page, 'Meadow');
      await everybodyHasSkeletons(page);
      const after = await page.evaluate(() => gait.held);
      for (const kind of ['meshes', 'materials', 'textures', 'nodes', 'geometries']) {
        expect([kind, after[kind]]).toEqual([kind, before[kind]]);
      }
    },
    LONG,
  );

  for (const title of ['Hills', 'Ravine', 'Stairs']) {
    test(
      `${title}: everybody stands on the ground while they go about`,
      async () => {
        await chooseScene(page, title);
        await pass(page, 2);
        const { count, above, below } = await feet(page);
        expect(count).toBeGreaterThan(2);
        // On slopes the body's sphere rides above the point below its middle: 16 cm at the steepest.
        expect(above).toBeLessThan(0.2);
        expect(below).toBeGreaterThan(-0.25);
        await shoot(page, `play-${title.toLowerCase()}`);
      },
      LONG,
    );
  }

  test(
    'Crowd: people and wolves go about out of step, only some have skeletons and names; the inspector opens by its button',
    async () => {
      await chooseScene(page, 'Crowd');
      await until(page, (count) => gait.counts.figures >= count && gait.held.skeletons > 20, CROWD + 4);
      await pass(page, 3);
      const seen = await page.evaluate((cell) => {
        const { sequence, motionState, body } = gait.engine.world.components;
        const entities = Array.from(gait.engine.entities());
        const going = entities.filter((entity) => body.moved[entity] === 1);
        return {
          going: going.length,
          frames: new Set(going.map((entity) => sequence.f64[entity * cell.row + cell.frame].toFixed(1))).size,
          kinds: new Set(entities.map((entity) => motionState.table[entity])).size,
          skeletons: gait.held.skeletons,
          names: document.querySelectorAll('.label').length,
        };
      }, SequenceF64);
      expect(seen.going).toBeGreaterThan(15);
      // Tenths of a frame: hardly two are at the same one.
      expect(seen.frames).toBeGreaterThan(seen.going * 0.5);
      expect(seen.kinds).toBe(2);
      expect(seen.skeletons).toBeLessThan(CROWD);
      expect(seen.names).toBeLessThan(20);
      expect(await page.evaluate(() => new URL(location.href).searchParams.get('crowd'))).toBe(String(CROWD));
      await shoot(page, 'play-crowd');
      const tool = page.getByRole('button', { name: 'Inspect', exact: true });
      await tool.click();
      await until(page, () => document.body.classList.contains('inspecting'), null);
      expect(await tool.getAttribute('aria-pressed')).toBe('true');
      await page.keyboard.press('i');
      await until(page, () => !document.body.classList.contains('inspecting'), null);
    },
    LONG,
  );

  test(
    'an address with an unknown scene says which there are, and plays',
    async () => {
      await visit(page, demo.served.url, 'scene=nowhere');
      const alert = page.getByRole('alert').filter({ hasText: 'nowhere' });
      expect(await alert.textContent()).toContain('meadow, village');
      expect(await page.evaluate(() => gait.play.scene)).toBe('meadow');
    },
    LONG,
  );
});
