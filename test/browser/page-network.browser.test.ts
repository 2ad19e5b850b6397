import { FrameF64 } from '../../components/frame.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { DrawnBody, Tinker } from '../../game/tinker.ts';
import { useDemoPage } from './support/demo-page.ts';
import { LONG, shoot } from './support/visit.ts';

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
  const demo = useDemoPage({ viewport: VIEW }, '', recordPorts);
  let page: Page;

  beforeAll(() => {
    ({ page } = demo);
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
});
