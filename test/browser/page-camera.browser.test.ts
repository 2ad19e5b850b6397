import { BodyF32 } from '../../components/body.ts';
import { FrameF64 } from '../../components/frame.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { behaviours, roster, VISITOR } from '../../game/roster.ts';
import type { Tinker } from '../../game/tinker.ts';
import { useDemoPage } from './support/demo-page.ts';
import { type Camera, colourAt, colourOfHex, looksLike, project } from './support/picture.ts';
import { type Picture, readPng } from './support/png.ts';
import { LONG, PATIENCE, shoot } from './support/visit.ts';

/** A page that has room for its panels, and not many pixels. */
const VIEW = { width: 1100, height: 620 };

declare const gait: Tinker;

describe('the demo page', () => {
  const demo = useDemoPage({ viewport: VIEW });
  let page: Page;

  beforeAll(() => {
    ({ page } = demo);
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
});
