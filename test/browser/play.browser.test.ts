import { SequenceF64 } from '../../components/sequence.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Place } from '../../game/play/play-control.ts';
import type { Tinker } from '../../game/tinker.ts';
import { launchBrowser } from './support/launch.ts';
import { newPage } from './support/new-page.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

const VIEW = { width: 900, height: 520 };
/** People in the crowd: as many as are drawn in software in reasonable time, and more than have skeletons. */
const CROWD = 70;

declare const gait: Tinker & { play: NonNullable<Tinker['play']> };

/** Puts the player somewhere, and waits until it stands there, in the picture as well as at the server. */
async function put(page: Page, to: Place & { heading?: number }): Promise<void> {
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
async function until<Argument>(page: Page, condition: (argument: Argument) => unknown, argument: Argument) {
  await page.waitForFunction(condition as never, argument as never, { timeout: PATIENCE, polling: 60 });
}

/** Lets simulated seconds pass in the page. */
async function pass(page: Page, seconds: number): Promise<void> {
  const now = await page.evaluate(() => gait.engine.world.clock.now);
  await until(page, (time) => gait.engine.world.clock.now >= time, now + seconds);
}

/** Where the player is in the client's world, and the kind of move that the server makes it do; 0: none. */
function me(page: Page) {
  return page.evaluate(() => ({
    ...gait.engine.readFrame(gait.play.me),
    moves: gait.engine.readMoveTo(gait.play.me).type,
  }));
}

/** Clicks the point of the picture where a place is, once the camera has come to rest. */
async function clickOn(page: Page, place: Place): Promise<void> {
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
function feet(page: Page) {
  return page.evaluate(() => {
    const all = gait.drawn().map(({ entity, x, y, z }) => {
      const bits = gait.engine.world.components.transientState.bits[entity];
      // In contact and on something that can be walked on.
      return (bits & 3) === 3 ? z - gait.play.heightAt(x, y, z) : 0;
    });
    return { count: all.length, above: Math.max(...all), below: Math.min(...all) };
  });
}

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

describe('playing on the page', () => {
  let served: ServedFolder;
  let browser: Browser;
  let page: Page;
  let troubles: string[] = [];

  beforeAll(async () => {
    served = await serveFolder();
    browser = await launchBrowser();
    page = await newPage(browser, { viewport: VIEW });
    troubles = watchTroubles(page, served.url);
    await page.addInitScript(() => {
      Object.assign(window, { pads: [] });
      navigator.getGamepads = () => (window as never as { pads: Gamepad[] }).pads;
    });
    await visit(page, served.url, `scene=meadow&crowd=${CROWD}`);
  }, LONG);

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  afterEach(() => {
    expect(troubles).toEqual([]);
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
    'the village: the player slides along a wall, and the camera does not look through one',
    async () => {
      await chooseScene(page, 'Village');
      expect(await page.evaluate(() => new URL(location.href).searchParams.get('scene'))).toBe('village');
      await shoot(page, 'play-village');
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
      await everybodyHasSkeletons(page);
      await chooseScene(page, 'Meadow');
      await everybodyHasSkeletons(page);
      const after = await page.evaluate(() => gait.held);
      for (const kind of ['meshes', 'materials', 'textures', 'nodes', 'geometries']) {
        expect([kind, after[kind]]).toEqual([kind, before[kind]]);
      }
    },
    LONG,
  );

  test(
    'a click walks around the house and through its door',
    async () => {
      await chooseScene(page, 'Village');
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
    'on a slope the feet are on the ground as the player walks',
    async () => {
      await chooseScene(page, 'Meadow');
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

  test(
    'an address with an unknown scene says which there are, and plays',
    async () => {
      const other = await newPage(browser, { viewport: VIEW });
      await visit(other, served.url, 'scene=nowhere');
      const alert = other.getByRole('alert').filter({ hasText: 'nowhere' });
      expect(await alert.textContent()).toContain('meadow, village');
      expect(await other.evaluate(() => gait.play.scene)).toBe('meadow');
      await other.close();
    },
    LONG,
  );
});

describe('playing on a phone', () => {
  test(
    'a thumb on the stick moves the player, targets are large enough, and the page neither scrolls nor zooms',
    async () => {
      const served = await serveFolder();
      const browser = await launchBrowser();
      const page = await newPage(browser, {
        viewport: { width: 390, height: 780 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 1,
      });
      const troubles = watchTroubles(page, served.url);
      try {
        await visit(page, served.url, 'scene=meadow');
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
      } finally {
        await browser.close();
        await served.close();
      }
    },
    LONG,
  );
});
