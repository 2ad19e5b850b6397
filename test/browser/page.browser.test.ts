import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { behaviours, roster, VISITOR } from '../../game/roster.ts';
import type { Spot } from '../../game/routes.ts';
import type { DrawnBody, Tinker } from '../../game/tinker.ts';
import { launchBrowser } from './support/launch.ts';
import { newPage } from './support/new-page.ts';
import { type Camera, colourAt, colourOfHex, looksLike, project } from './support/picture.ts';
import { type Picture, readPng } from './support/png.ts';
import { type ServedFolder, serveFolder } from './support/serve.ts';
import { LONG, PATIENCE, shoot, visit, watchTroubles } from './support/visit.ts';

/** A page that has room for its panels, and not many pixels. */
const VIEW = { width: 1100, height: 620 };

/** What is near enough to the server's place: metres and degrees. */
const NEAR = 0.1;
const NEAR_DEGREES = 2;

declare const gait: Tinker;

/** Notes, in the page, what kinds of things come through the channels that it makes, in the order of their making. */
function recordPorts(): void {
  const channels: { buffers: number; others: number }[] = [];
  Object.assign(window, { channels });
  window.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      const counts = { buffers: 0, others: 0 };
      channels.push(counts);
      this.port1.addEventListener('message', ({ data }) => {
        if (data instanceof ArrayBuffer) counts.buffers++;
        else counts.others++;
      });
    }
  };
}

/**
 * Has everybody stand still, and waits until all are drawn where the server has them.
 *
 * @param limit Simulated seconds that this may take. A frame counts as a tenth at most: a page that is held up for longer
 * acknowledges nothing meanwhile, and the server sends again what it had already sent.
 * @returns The simulated seconds that it took, and who was farthest when it took too long.
 */
function settle(page: Page, limit: number) {
  return page.evaluate(
    async ({ near, nearDegrees, seconds }) => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      gait.halt(true);
      // The answer comes after the halt: from here on nobody moves at the server.
      const { bodies } = await gait.truth();
      const { clock } = gait.engine.world;
      let last = clock.now;
      let took = 0;
      for (;;) {
        await frame();
        took += Math.min(clock.now - last, 0.1);
        last = clock.now;
        const drawn = new Map(gait.drawn().map((body) => [body.guid, body]));
        const far = bodies.filter(({ guid, x, y, z, heading }) => {
          const body = drawn.get(guid);
          if (body === undefined) return true;
          const turn = Math.abs(body.heading - heading) % 360;
          return Math.hypot(body.x - x, body.y - y, body.z - z) > near || Math.min(turn, 360 - turn) > nearDegrees;
        });
        if (far.length === 0) return { took, far: [] };
        if (took > seconds) return { took, far: far.map((body) => ({ server: body, page: drawn.get(body.guid) })) };
      }
    },
    { near: NEAR, nearDegrees: NEAR_DEGREES, seconds: limit },
  );
}

describe('the demo page', () => {
  let served: ServedFolder;
  let browser: Browser;
  let page: Page;
  let troubles: string[] = [];

  beforeAll(async () => {
    served = await serveFolder();
    browser = await launchBrowser();
    page = await newPage(browser, { viewport: VIEW });
    troubles = watchTroubles(page, served.url);
    await page.addInitScript(recordPorts);
    await visit(page, served.url);
  }, LONG);

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  afterEach(() => {
    expect(troubles).toEqual([]);
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

  test(
    'draws each body where the client world has it, between its last two steps, frame after frame',
    async () => {
      const { position, heading, moved, turned } = await page.evaluate(async (cell) => {
        const paths = new Map<number, { x: number; y: number; heading: number; moved: number; turned: number }>();
        let position = 0;
        let heading = 0;
        const short = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180;
        const compass = (w: number, z: number) => (-2 * Math.atan2(z, w) * 180) / Math.PI;
        const start = gait.engine.world.clock.now;
        while (gait.engine.world.clock.now - start < 6) {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const { previousFrame: before, frame: after } = gait.engine.world.components;
          const { alpha } = gait.engine;
          for (const { guid, entity, x, y, heading: shown } of gait.drawn()) {
            const wantedX =
              before.f64[entity * cell.row + cell.x] +
              (after.f64[entity * cell.row + cell.x] - before.f64[entity * cell.row + cell.x]) * alpha;
            const wantedY =
              before.f64[entity * cell.row + cell.y] +
              (after.f64[entity * cell.row + cell.y] - before.f64[entity * cell.row + cell.y]) * alpha;
            const from = compass(before.f64[entity * cell.row + cell.qw], before.f64[entity * cell.row + cell.qz]);
            const wanted =
              from +
              short(from, compass(after.f64[entity * cell.row + cell.qw], after.f64[entity * cell.row + cell.qz])) *
                alpha;
            position = Math.max(position, Math.hypot(x - wantedX, y - wantedY));
            heading = Math.max(heading, Math.abs(short(wanted, shown)));
            const path = paths.get(guid) ?? { x, y, heading: shown, moved: 0, turned: 0 };
            path.moved += Math.hypot(x - path.x, y - path.y);
            path.turned += Math.abs(short(path.heading, shown));
            paths.set(guid, Object.assign(path, { x, y, heading: shown }));
          }
        }
        const all = [...paths.values()];
        return {
          position,
          heading,
          moved: all.filter((path) => path.moved > 3).length,
          turned: all.filter((path) => path.turned > 20).length,
        };
      }, FrameF64);
      expect(position).toBeLessThan(1e-4);
      expect(heading).toBeLessThan(1e-3);
      // Patrols, chasers and those who stick were under way meanwhile.
      expect(moved).toBeGreaterThanOrEqual(5);
      expect(turned).toBeGreaterThanOrEqual(3);
    },
    LONG,
  );

  test('gets its news as ArrayBuffers alone; the truth it asks for comes beside them', async () => {
    const [data, control] = await page.evaluate(
      () => (window as unknown as { channels: { buffers: number; others: number }[] }).channels,
    );
    expect(data.buffers).toBeGreaterThan(20);
    expect(data.others).toBe(0);
    expect(control.buffers).toBe(0);
    expect(control.others).toBeGreaterThan(2);
  });

  describe('seen by a fixed camera', () => {
    const camera: Camera = {
      from: { x: 2, y: -23, z: 19 },
      at: { x: 2, y: -1, z: 0.9 },
      fov: 0,
      ...VIEW,
    };
    /** Metres: the middle of a chest, and heights of a trunk, of which a raised or crossed arm hides one or two. */
    const CHEST = 1.22;
    /** Pixels that two people are apart when neither hides the other, arms and the places beside them included. */
    const CLEAR = { x: 65, y: 85 };
    /** Pixels from a trunk to the ground beside it. */
    const ASIDE = 24;
    /** How many people are looked at, at least. */
    const ENOUGH = 4;
    const TRUNK = [1.06, 1.16, 1.26, 1.36];
    /** Pixels by which a trunk may be off its feet: runners lean, and are shown up to a frame of their animation ahead. */
    const LEAN = [0, -3, 3, -6, 6];

    /** Stops time. Answers where the client world has the bodies. */
    const stop = () =>
      page.evaluate(
        ({ frameCell, bodyCell }) => {
          gait.pause(true);
          gait.draw();
          return Array.from(gait.engine.entities(), (entity) => {
            const { previousFrame: before, frame: after, body } = gait.engine.world.components;
            const { alpha } = gait.engine;
            const frameRow = entity * frameCell.row;
            return {
              guid: gait.engine.guidOf(entity),
              x:
                before.f64[frameRow + frameCell.x] +
                (after.f64[frameRow + frameCell.x] - before.f64[frameRow + frameCell.x]) * alpha,
              y:
                before.f64[frameRow + frameCell.y] +
                (after.f64[frameRow + frameCell.y] - before.f64[frameRow + frameCell.y]) * alpha,
              size: body.f32[entity * bodyCell.row + bodyCell.height] / 1.8,
            };
          });
        },
        { frameCell: FrameF64, bodyCell: BodyF32 },
      );

    /** Pictures that are taken until one is as it should be: an arm or a cloth may be before a chest at the moment. */
    const TRIES = 8;

    type Shot = { bodies: Awaited<ReturnType<typeof stop>>; picture: Picture };

    /** Stops time when enough people stand free, and takes a picture of the figures alone: one that fits, or the last. */
    const freeze = async (name: string, fits: (shot: Shot) => boolean): Promise<Shot> => {
      const end = performance.now() + PATIENCE;
      for (let tries = 1; ; ) {
        const bodies = await stop();
        if (inSight(bodies).length >= ENOUGH || performance.now() > end) {
          const shot = { bodies, picture: readPng(await shoot(page, name)) };
          if (fits(shot) || tries++ === TRIES) return shot;
        }
        await page.evaluate(() => gait.pause(false));
        await page.waitForTimeout(400);
      }
    };

    /** Who stands in the picture with nobody before them, and has a colour of their own. */
    const inSight = (bodies: readonly { guid: number; x: number; y: number; size: number }[]) => {
      const seen = bodies.map((body) => ({
        ...body,
        pixel: project(camera, { x: body.x, y: body.y, z: CHEST * body.size }),
        foot: project(camera, { x: body.x, y: body.y, z: 0 }),
      }));
      return seen.filter(
        ({ guid, pixel }) =>
          guid !== VISITOR &&
          pixel.x > 12 &&
          pixel.x < camera.width - 12 &&
          pixel.y > 12 &&
          pixel.y < camera.height - 12 &&
          seen.every(
            (other) =>
              other.guid === guid ||
              Math.abs(other.pixel.x - pixel.x) > CLEAR.x ||
              Math.abs(other.pixel.y - pixel.y) > CLEAR.y,
          ),
      );
    };
    const meant = (guid: number) => colourOfHex(behaviours[roster[guid - VISITOR].behaviour].colour);

    /** Who of these is seen, in their own colour, at a place in the picture: `aside` pixels beside theirs. */
    const shown = <Body extends { guid: number; x: number; y: number; size: number }>(
      picture: Picture,
      bodies: readonly Body[],
      aside = 0,
    ): Body[] =>
      bodies.filter(({ guid, x, y, size }) => {
        const own = TRUNK.filter((height) => {
          const pixel = project(camera, { x, y, z: height * size });
          return LEAN.some((lean) =>
            looksLike(colourAt(picture, { x: pixel.x + aside + lean, y: pixel.y }), meant(guid)),
          );
        });
        return own.length >= 2;
      });

    beforeAll(async () => {
      const { from, at } = camera;
      camera.fov = await page.evaluate(
        (view) => {
          gait.showInterface(false);
          gait.showMarkers(false);
          return gait.look(view.from, view.at).fov;
        },
        { from, at },
      );
    });

    afterAll(async () => {
      await page.evaluate(() => {
        gait.pause(false);
        gait.showMarkers(true);
        gait.showInterface(true);
        gait.resetView();
      });
    });

    test(
      'figures are where their bodies project to, and nowhere beside, also after they have moved',
      async () => {
        const agrees = ({ bodies, picture }: Shot): boolean => {
          const seen = inSight(bodies);
          const beside = [-ASIDE, ASIDE].flatMap((aside) => shown(picture, seen, aside));
          return shown(picture, seen).length === seen.length && beside.length === 0;
        };
        const first = await freeze('fixed-camera', agrees);
        const firstSeen = inSight(first.bodies);
        expect(firstSeen.length).toBeGreaterThanOrEqual(ENOUGH);
        expect(shown(first.picture, firstSeen)).toEqual(firstSeen);
        // Beside them is nobody else (see inSight): only ground.
        expect(shown(first.picture, firstSeen, -ASIDE)).toEqual([]);
        expect(shown(first.picture, firstSeen, ASIDE)).toEqual([]);

        // Time goes on until some of them are elsewhere.
        const places = firstSeen.map(({ guid, x, y, size }) => ({ guid, x, y, size }));
        await page.evaluate(() => gait.pause(false));
        await page.waitForFunction(
          (before) => {
            const now = new Map(gait.drawn().map((body) => [body.guid, body]));
            const away = ({ guid, x, y }: { guid: number; x: number; y: number }) => {
              const body = now.get(guid);
              return body !== undefined && Math.hypot(body.x - x, body.y - y) > 2.5;
            };
            return before.filter(away).length >= 2;
          },
          places,
          { timeout: PATIENCE },
        );
        const awayFrom = ({ bodies }: Shot) =>
          places.filter(({ guid, x, y }) => {
            const body = bodies.find((candidate) => candidate.guid === guid);
            return body !== undefined && Math.hypot(body.x - x, body.y - y) > 2.5;
          });
        /** Where somebody was and nobody has come since. */
        const leftBehind = (shot: Shot) =>
          awayFrom(shot).filter((place) => {
            const pixel = project(camera, { ...place, z: CHEST });
            return shot.bodies.every((body) => {
              const other = project(camera, { ...body, z: CHEST });
              return Math.abs(other.x - pixel.x) > CLEAR.x || Math.abs(other.y - pixel.y) > CLEAR.y;
            });
          });
        const later = (shot: Shot): boolean =>
          agrees(shot) && awayFrom(shot).length >= 2 && shown(shot.picture, leftBehind(shot)).length === 0;
        const second = await freeze('fixed-camera-later', later);
        const secondSeen = inSight(second.bodies);
        expect(awayFrom(second).length).toBeGreaterThanOrEqual(2);
        expect(shown(second.picture, secondSeen)).toEqual(secondSeen);
        // Where they were, their colour is gone.
        expect(shown(second.picture, leftBehind(second))).toEqual([]);
      },
      LONG,
    );
  });

  describe('and the server', () => {
    afterEach(async () => {
      await page.evaluate(() => {
        gait.badNetwork(false);
        gait.halt(false);
      });
    });

    test(
      'agree within two seconds once everybody stands still',
      async () => {
        const { took, far } = await settle(page, 2);
        expect(far).toEqual([]);
        expect(took).toBeLessThanOrEqual(2);
      },
      LONG,
    );

    test(
      'agree within five seconds through the bad network, and people keep moving meanwhile',
      async () => {
        await page.evaluate(() => gait.badNetwork(true));
        await page.evaluate(async () => {
          for (;;) {
            await new Promise((drawn) => requestAnimationFrame(drawn));
            const { lost, reordered } = (await gait.truth()).network;
            if (lost >= 5 && reordered >= 5) return;
          }
        });
        // Now, and not later: to take a picture holds the page up for long, and its acknowledgements with it.
        await shoot(page, 'desktop-bad-network');
        const { drawn, server, lost, reordered, longestHalt } = await page.evaluate(async () => {
          interface Path {
            x: number;
            y: number;
            length: number;
          }
          const follow = (paths: Map<number, Path>, bodies: readonly DrawnBody[] | readonly TrueBodyLike[]) => {
            for (const { guid, x, y } of bodies) {
              const path = paths.get(guid) ?? { x, y, length: 0 };
              path.length += Math.hypot(x - path.x, y - path.y);
              paths.set(guid, Object.assign(path, { x, y }));
            }
          };
          type TrueBodyLike = { guid: number; x: number; y: number };
          const sum = (paths: Map<number, Path>) => [...paths.values()].reduce((all, { length }) => all + length, 0);
          const drawnPaths = new Map<number, Path>();
          const serverPaths = new Map<number, Path>();
          const first = await gait.truth();
          const { clock } = gait.engine.world;
          let before = 0;
          let last = clock.now;
          let halt = 0;
          let longestHalt = 0;
          // Long enough for losses and overtakings to have happened, whatever the machine's pace.
          for (;;) {
            await new Promise((shown) => requestAnimationFrame(shown));
            follow(drawnPaths, gait.drawn());
            const truth = await gait.truth();
            follow(serverPaths, truth.bodies);
            const total = sum(drawnPaths);
            // A frame counts as a tenth of a second at most, as when they settle: the page may be held up.
            halt = total - before > 0.05 ? 0 : halt + Math.min(clock.now - last, 0.1);
            longestHalt = Math.max(longestHalt, halt);
            last = clock.now;
            before = total;
            const lost = truth.network.lost - first.network.lost;
            const reordered = truth.network.reordered - first.network.reordered;
            if (truth.time - first.time > 10 && lost >= 3 && reordered >= 3) {
              return { drawn: sum(drawnPaths), server: sum(serverPaths), lost, reordered, longestHalt };
            }
          }
        });
        expect(lost).toBeGreaterThanOrEqual(3);
        expect(reordered).toBeGreaterThanOrEqual(3);
        expect(server).toBeGreaterThan(40);
        expect(drawn / server).toBeGreaterThan(0.7);
        expect(drawn / server).toBeLessThan(1.4);
        expect(longestHalt).toBeLessThan(1);
        const { took, far } = await settle(page, 5);
        expect(far).toEqual([]);
        expect(took).toBeLessThanOrEqual(5);
        const { malformed, decoded } = await page.evaluate(() => gait.engine.counters);
        expect(malformed).toBe(0);
        expect(decoded).toBeGreaterThan(200);
      },
      LONG,
    );
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

describe('the demo page elsewhere', () => {
  let served: ServedFolder;
  let browser: Browser;

  beforeAll(async () => {
    served = await serveFolder();
    browser = await launchBrowser();
  }, LONG);

  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  test(
    'on a phone: nothing is cut off, fingers find the tools, panels open one at a time; follows at once without motion',
    async () => {
      const page = await newPage(browser, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      const troubles = watchTroubles(page, served.url);
      await visit(page, served.url);
      await shoot(page, 'phone');
      const tools = await page.locator('.toolbar button').all();
      expect(tools.length).toBe(8);
      for (const tool of tools) {
        const box = await tool.boundingBox();
        if (box === null) throw new Error('a tool is not shown');
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        expect(box.y + box.height).toBeLessThanOrEqual(844);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

      await page.locator('.people summary').tap({ timeout: PATIENCE });
      expect(await page.getByRole('button', { name: 'Lou', exact: true }).isVisible()).toBe(true);
      await shoot(page, 'phone-people');
      await page.getByRole('button', { name: 'Jonas', exact: true }).tap({ timeout: PATIENCE });
      await page.locator('.people summary').tap({ timeout: PATIENCE });
      await page.locator('.details summary').tap({ timeout: PATIENCE });
      await page.waitForFunction(() => document.querySelector('.details dd')?.textContent !== '', undefined, {
        timeout: PATIENCE,
      });
      expect(await page.locator('.people').getAttribute('open')).toBeNull();
      await shoot(page, 'phone-details');

      // Who is followed keeps out from under an open panel, with the name: names that would lie on one are not shown.
      await page.keyboard.press('f');
      const selected = page.locator('.label.selected');
      await selected.waitFor({ state: 'visible', timeout: PATIENCE });
      await shoot(page, 'phone-details-followed');
      await page.locator('.details summary').tap({ timeout: PATIENCE });
      await selected.waitFor({ state: 'visible', timeout: PATIENCE });
      await page.evaluate(() => gait.draw());
      const label = await selected.boundingBox();
      if (label === null) throw new Error('the selected has no name');
      expect(Math.abs(label.x + label.width / 2 - 195)).toBeLessThan(3);
      expect(troubles).toEqual([]);
      await page.close();
    },
    LONG,
  );

  test('without WebGL says so, and what one can do', async () => {
    const page = await newPage(browser);
    const troubles = watchTroubles(page, served.url);
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(original, this, [kind, ...rest]);
      } as typeof original;
    });
    await page.goto(served.url);
    const alert = page.getByRole('alert');
    await alert.waitFor({ state: 'visible', timeout: PATIENCE });
    expect(await alert.textContent()).toMatch(/draws with WebGL[\s\S]*hardware acceleration/);
    await shoot(page, 'no-webgl');
    expect(troubles).toEqual([]);
    await page.close();
  });
});
