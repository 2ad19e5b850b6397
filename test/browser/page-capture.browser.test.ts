import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import human from '../../content/motion-tables/human.json' with { type: 'json' };
import type { Tinker } from '../../game/tinker.ts';
import { roster } from '../../game/roster.ts';
import { createRecorder, MotionCommand } from '../../index.ts';
import { createMessage, motionMessage } from '../support/messages.ts';
import { useDemoPage } from './support/demo-page.ts';
import { project } from './support/picture.ts';
import { readPng } from './support/png.ts';
import { LONG, PATIENCE, shoot } from './support/visit.ts';

declare const gait: Tinker;

const VIEW = { width: 1100, height: 620 };
const RETAIL = fileURLToPath(new URL('../captures/retail-protocol-session.pcap', import.meta.url));

/** The two of the recorded session, and what it is that they are told (test/captures.test.ts holds the engine to it). */
const CRIER = 0x7c88c06f;
const NODDER = 0x8035bbb2;
const animationOf = (emote: number) => human.links.find(({ to }) => to === emote)?.anims[0].anim;
const { Cry, Cringe, Nod, ScratchHead, WalkForward } = MotionCommand;
const emotes: Readonly<Record<string, number>> = { Cry, Cringe, Nod, ScratchHead };

/** What everybody does, by what stands beside their names. */
const doings = (page: Page) =>
  page.evaluate(() => Object.fromEntries(gait.capture?.doings().map(({ name, text }) => [name, text]) ?? []));

const seek = (page: Page, time: number) => page.evaluate((to) => gait.capture?.seek(to), time);

/** Takes the file of a capture through the page's file picker. */
async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Drops a file on the page, as a hand with a mouse does. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ({ name, base64 }) => {
      const binary = atob(base64);
      const file = new File([Uint8Array.from(binary, (character) => character.charCodeAt(0))], name);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );
}

/** Waits until the models have come, and everybody has one. */
const areModelled = (page: Page, people: number) =>
  page.waitForFunction((wanted) => gait.held.skeletons >= wanted, people, { timeout: PATIENCE });

/** Notes of every picture that the page draws from now on whether there is ground at its lower edge, or but sky. */
function watchGround(): void {
  const pictures: string[] = [];
  Object.assign(window, { pictures });
  const scene = document.querySelector('#scene') as HTMLCanvasElement;
  const small = document.createElement('canvas');
  small.width = 32;
  small.height = 32;
  const context = small.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const look = () => {
    requestAnimationFrame(look);
    context.clearRect(0, 0, 32, 32);
    context.drawImage(scene, 0, 0, 32, 32);
    const { data } = context.getImageData(0, 30, 32, 1);
    // Of a frame that draws nothing nothing can be read.
    if (data[3] === 0) return;
    // A strip on the ground may be as blue as the sky, but does not go all along the edge.
    const pixels = Array.from({ length: 32 }, (_, pixel) => [data[pixel * 4], data[pixel * 4 + 2]]);
    pictures.push(pixels.every(([red, blue]) => blue > red) ? 'sky' : 'ground');
  };
  requestAnimationFrame(look);
}

const isShown = (page: Page) =>
  page.waitForFunction(() => gait.capture !== null && gait.counts.figures > 0, undefined, { timeout: PATIENCE });

describe('a capture on the page', () => {
  const demo = useDemoPage({ viewport: VIEW });
  let page: Page;
  let before: Readonly<Record<string, number>>;

  beforeAll(async () => {
    ({ page } = demo);
    await areModelled(page, roster.length);
    before = await page.evaluate(() => gait.held);
    await choose(page, RETAIL);
    await page.waitForFunction(() => gait.capture !== null, undefined, { timeout: PATIENCE });
    await page.evaluate(() => gait.pause(true));
  }, LONG);

  test('that is chosen says what is in it', async () => {
    await seek(page, 60);
    await page.waitForFunction(
      () => document.querySelector('.panel.capture')?.textContent?.includes('1,985'),
      undefined,
      { timeout: PATIENCE },
    );
    const text = ((await page.locator('.panel.capture').textContent()) ?? '').replaceAll(/\s+/g, ' ');
    expect(text).toContain('retail-protocol-session.pcap');
    expect(text).toContain('pcap, 0:49.8 long, 2025-11-18, 18:24 UTC');
    expect(text).toMatch(/Packets632To the client495To the server137Fragments2,111Messages2,088/);
    expect(text).toMatch(/0x7c88c06fCry, Ready ×4, Cringe ×3/);
    expect(text).toMatch(/0x8035bbb2Nod, Ready ×2, ScratchHead/);
    expect(text).toContain('Odd framesnone');
    for (const kind of ['GameEvent (0xf7b0)738', 'UpdateMotion12', 'action 0xc842']) expect(text).toContain(kind);
    // And what became of it: all that came to the client, twelve of which moved somebody.
    expect(text).toMatch(/Messages so far1,985Moved somebody12Of other kinds1,973Unreadable0Held0Droppednone/);
  });

  test('lets the field rest: nobody of it is drawn, and its server stands still', async () => {
    const { nodes, times } = await page.evaluate(async () => {
      const names = gait.drawn().map(({ guid }) => guid);
      const times = [(await gait.truth()).time];
      await new Promise((later) => setTimeout(later, 600));
      times.push((await gait.truth()).time);
      return { nodes: names, times };
    });
    expect(nodes.sort()).toEqual([CRIER, NODDER].sort());
    expect(times[1]).toBe(times[0]);
  });

  test.each([
    [3, { '0x7c88c06f': 'Cry' }],
    [8, { '0x7c88c06f': 'Ready' }],
    [12.5, { '0x7c88c06f': 'Cringe' }],
    [26.3, { '0x7c88c06f': 'Ready', '0x8035bbb2': 'Nod' }],
    [32.3, { '0x7c88c06f': 'Cringe', '0x8035bbb2': 'ScratchHead' }],
    [49.8, { '0x7c88c06f': 'Ready', '0x8035bbb2': 'Ready' }],
  ])('shows at %d s what its characters do: figures, clips, names', async (time, expected) => {
    await seek(page, time);
    expect(await doings(page)).toEqual(expected);
    const { playing, counts, drawn } = await page.evaluate(() => ({
      playing: gait.drawn().map(({ entity, guid }) => [guid, gait.engine.readMotion(entity).animation]),
      counts: gait.counts,
      drawn: gait.drawn().map(({ guid, x, y, z }) => [guid, x, y, z]),
    }));
    const people = Object.keys(expected).length;
    expect(counts).toEqual({ bodies: people, nodes: people, figures: people });
    // On marked spots, three metres from each other.
    expect(drawn).toEqual(
      [
        [CRIER, 0, 0, 0],
        [NODDER, 3, 0, 0],
      ].slice(0, people),
    );
    const shown = new Map(playing as [number, number][]);
    for (const [name, text] of Object.entries(expected)) {
      expect(shown.get(Number(name))).toBe(text === 'Ready' ? 1 : animationOf(emotes[text]));
    }
    // The same stands beside the names, above the heads.
    await page.waitForFunction(
      (wanted) => {
        const labels = Array.from(document.querySelectorAll('.label'), (label) => label.textContent);
        return labels.sort().join() === wanted;
      },
      Object.entries(expected)
        .map(([name, text]) => `${name}${text}`)
        .sort()
        .join(),
      { timeout: PATIENCE },
    );
  });

  test(
    'plays by itself, faster and slower, with the emotes at their times, to its end',
    async () => {
      await page.getByLabel('Speed').selectOption('16');
      await seek(page, 0);
      const seen = await page.evaluate(async () => {
        const frames: [number, string[]][] = [];
        gait.pause(false);
        while (gait.capture?.playing) {
          await new Promise((drawn) => requestAnimationFrame(drawn));
          const { capture } = gait;
          if (capture) frames.push([capture.replay.time, capture.doings().map(({ name, text }) => `${name} ${text}`)]);
        }
        return frames;
      });
      expect(seen.length).toBeGreaterThan(3);
      const windows: [from: number, to: number, doing: string][] = [
        [1.6, 4.3, '0x7c88c06f Cry'],
        [11.6, 13.2, '0x7c88c06f Cringe'],
        [26, 26.8, '0x8035bbb2 Nod'],
        [31.7, 33.3, '0x7c88c06f Cringe'],
        [31.1, 32.8, '0x8035bbb2 ScratchHead'],
        [46.7, 48.3, '0x7c88c06f Cringe'],
      ];
      for (const [time, doing] of seen) {
        const busy = windows.filter(([from, to]) => time > from && time < to).map(([, , what]) => what);
        const edge = windows.some(([from, to]) => Math.abs(time - from) < 0.15 || Math.abs(time - to) < 0.15);
        if (!edge) expect([time, doing.filter((text) => !text.endsWith('Ready'))]).toEqual([time, busy]);
      }
      expect(seen.at(-1)?.[0]).toBeCloseTo(49.87, 1);
      await page.getByLabel('Speed').selectOption('1');
    },
    LONG,
  );

  test(
    'goes back and forth: the same state and the same picture at the same time',
    async () => {
      await page.evaluate(() => {
        gait.pause(true);
        gait.showInterface(false);
        gait.look({ x: 1.5, y: 6, z: 2 }, { x: 1.5, y: 0, z: 1 });
      });
      await areModelled(page, 2);
      const at = async (time: number) => {
        await seek(page, time);
        const hash = await page.evaluate(() => gait.engine.hash());
        return { hash, picture: Buffer.from(readPng(await page.screenshot({ timeout: PATIENCE })).bytes) };
      };
      const first = await at(32.2);
      const other = await at(12.4);
      const again = await at(32.2);
      const back = await at(12.4);
      await page.evaluate(() => {
        gait.showInterface(true);
        gait.resetView();
      });
      expect([again.hash, back.hash]).toEqual([first.hash, other.hash]);
      expect(first.hash).not.toBe(other.hash);
      expect(again.picture.equals(first.picture)).toBe(true);
      expect(back.picture.equals(other.picture)).toBe(true);
      expect(first.picture.equals(other.picture)).toBe(false);
    },
    LONG,
  );

  describe('answers', () => {
    const time = () => page.evaluate(() => gait.capture?.replay.time ?? -1);
    const isAt = (wanted: number) =>
      page.waitForFunction((to) => Math.abs((gait.capture?.replay.time ?? -1) - to) < 1e-6, wanted, {
        timeout: PATIENCE,
      });

    test(
      'keys: play and pause, a step, a motion, and through the time',
      async () => {
        await seek(page, 10);
        await page.keyboard.press('.');
        await isAt(10 + 1 / 30);
        await page.keyboard.press(',');
        await isAt(10);
        await page.keyboard.press('n');
        // The step that begins at 11.5333 s takes the message of 11.51 s.
        await page.waitForFunction(() => gait.capture?.doings()[0].text === 'Cringe', undefined, { timeout: PATIENCE });
        const mark = await time();
        await page.keyboard.press('n');
        await page.keyboard.press('b');
        await isAt(mark);
        await page.keyboard.press('Space');
        expect(await page.evaluate(() => gait.capture?.playing)).toBe(true);
        await page.waitForFunction((from) => (gait.capture?.replay.time ?? 0) > from, mark, { timeout: PATIENCE });
        await page.keyboard.press('Space');
        expect(await page.evaluate(() => gait.capture?.playing)).toBe(false);

        const slider = page.getByRole('slider', { name: 'Time' });
        await slider.focus();
        await page.keyboard.press('Home');
        await isAt(0);
        await page.keyboard.press('ArrowRight');
        await isAt(1);
        await page.keyboard.press('PageUp');
        await isAt(11);
        await page.waitForFunction(
          () => document.querySelector('[role=slider]')?.getAttribute('aria-valuetext') === '0:11 of 0:49',
          undefined,
          { timeout: PATIENCE },
        );
      },
      LONG,
    );

    test(
      'a press and a drag on the line, and a motion in the list',
      async () => {
        const box = await page.locator('.track').boundingBox();
        if (box === null) throw new Error('there is no line');
        const { duration } = await page.evaluate(() => ({ duration: gait.capture?.replay.duration ?? 0 }));
        const xOf = (at: number) => box.x + (box.width * at) / duration;
        await page.mouse.move(xOf(3), box.y + 8);
        await page.mouse.down();
        await page.waitForFunction(() => Math.abs((gait.capture?.replay.time ?? 0) - 3) < 0.1, undefined, {
          timeout: PATIENCE,
        });
        expect(await page.locator('.track .hint').textContent()).toContain('0x7c88c06f: Cry');
        await page.mouse.move(xOf(32), box.y + 8, { steps: 4 });
        await page.mouse.up();
        await page.waitForFunction(() => Math.abs((gait.capture?.replay.time ?? 0) - 32) < 0.1, undefined, {
          timeout: PATIENCE,
        });
        await page.waitForFunction(() => gait.counts.figures === 2, undefined, { timeout: PATIENCE });
        await shoot(page, 'capture');

        await page.locator('.cast button', { hasText: '0x8035bbb2' }).click({ timeout: PATIENCE });
        await page.locator('.moments button', { hasText: 'Nod' }).click({ timeout: PATIENCE });
        await page.waitForFunction(() => gait.capture?.doings().some(({ text }) => text === 'Nod'), undefined, {
          timeout: PATIENCE,
        });
      },
      LONG,
    );
  });

  test('goes on when a file is no capture, which is said', async () => {
    const notice = page.getByRole('alert');
    const steps = await page.evaluate(() => gait.capture?.replay.time);
    await drop(page, 'letter.txt', Buffer.from('Dear reader, this is a letter and no capture at all.'));
    await notice.waitFor({ state: 'visible', timeout: PATIENCE });
    expect(await notice.textContent()).toMatch(/letter\.txt is no capture that can be read: .+/);
    await shoot(page, 'capture-refused');
    await notice.getByRole('button', { name: 'Close' }).click({ timeout: PATIENCE });
    expect(await notice.isVisible()).toBe(false);
    // A capture of something else, too: a pcap header and nothing after it.
    await drop(page, 'empty.pcap', readFileSync(RETAIL).subarray(0, 24));
    await notice.waitFor({ state: 'visible', timeout: PATIENCE });
    expect(await notice.textContent()).toContain('empty.pcap holds no messages of the game');
    expect(await page.evaluate(() => gait.capture?.replay.time)).toBe(steps);
    await notice.getByRole('button', { name: 'Close' }).click({ timeout: PATIENCE });
  });

  test(
    'that is dropped takes the place of the one before; names from files are text, and far places are in the picture',
    async () => {
      const name = '<img src=x onerror="document.title=1">';
      const recorder = createRecorder();
      const connection = recorder.connection();
      const add = (at: number, message: Uint8Array) => {
        recorder.at(at);
        recorder.record('toClient', connection, message);
      };
      add(
        0,
        createMessage(7, (message) => {
          message.name = name;
          message.physics.flags = 0x8000;
          Object.assign(message.physics.position, { cell: 0x7d640001, x: 10, y: 20, z: 40 });
        }),
      );
      add(2, motionMessage(7, { movementStamp: 1, state: { forwardCommand: WalkForward } }));
      add(9, motionMessage(7, { movementStamp: 2 }));
      await drop(page, 'named.gaitcap', recorder.bytes());
      await isShown(page);
      await page.waitForFunction(() => document.querySelector('.panel.capture h1')?.textContent === 'named.gaitcap');
      await page.evaluate(() => gait.pause(true));
      await seek(page, 5);
      const found = await page.evaluate(() => ({
        label: document.querySelector('.label bdi')?.textContent,
        images: document.images.length,
        drawn: gait.drawn(),
        body: gait.engine.readFrame(gait.engine.entities()[0]),
        box: document.querySelector('.label')?.getBoundingClientRect().toJSON(),
        doing: gait.capture?.doings()[0].text,
      }));
      expect(found.label).toBe(name.slice(0, 27).concat('…'));
      expect(found.images).toBe(0);
      expect(found.doing).toBe('WalkForward');
      expect(found.body.x).toBeCloseTo(0x7d * 192 + 10, 3);
      expect(Math.hypot(found.drawn[0].x - found.body.x, found.drawn[0].z - found.body.z)).toBeLessThan(0.01);
      expect(found.drawn[0].y - (0x64 * 192 + 20)).toBeGreaterThan(3);
      expect(found.box.left).toBeGreaterThan(250);
      expect(found.box.right).toBeLessThan(VIEW.width - 250);
      expect(found.box.top).toBeGreaterThan(0);
      await shoot(page, 'capture-named');
    },
    LONG,
  );

  test(
    'ends: the field is back, holds what it held before, and its server goes on',
    async () => {
      await page.getByRole('button', { name: 'Back to the field' }).click({ timeout: PATIENCE });
      await page.waitForFunction((people) => gait.counts.figures === people, roster.length, { timeout: PATIENCE });
      await areModelled(page, roster.length);
      const { capture, held, time } = await page.evaluate(async () => ({
        capture: gait.capture,
        held: gait.held,
        time: (await gait.truth()).time,
      }));
      expect(capture).toBeNull();
      expect(held).toEqual(before);
      await page.waitForFunction(async (from) => (await gait.truth()).time > from + 0.3, time, { timeout: PATIENCE });
    },
    LONG,
  );

  test(
    'has ground in every picture from its first, on the way back too; no name lies on a panel, and panels scroll',
    async () => {
      await page.keyboard.press('o');
      await page.evaluate(watchGround);
      await page.getByRole('button', { name: /sample/i }).click({ timeout: PATIENCE });
      // The first of its people changes what is drawn: there are shadows from then on.
      await isShown(page);
      const seen = () => page.evaluate(() => (window as never as { pictures: string[] }).pictures.length);
      const more = async (pictures: number) => {
        const from = await seen();
        await page.waitForFunction(
          (wanted) => (window as never as { pictures: string[] }).pictures.length >= wanted,
          from + pictures,
          { timeout: PATIENCE },
        );
      };
      await more(6);
      await page.keyboard.press('x');
      await page.waitForFunction((people) => gait.counts.figures === people, roster.length, { timeout: PATIENCE });
      await more(6);
      const pictures = await page.evaluate(() => (window as never as { pictures: string[] }).pictures);
      expect(pictures.filter((what) => what !== 'ground')).toEqual([]);

      const [from, at] = [
        { x: 4, y: -24, z: 9 },
        { x: 9, y: 0, z: 0 },
      ];
      const { fov, bodies } = await page.evaluate(
        (view) => ({ ...gait.look(view.from, view.at), bodies: gait.drawn() }),
        { from, at },
      );
      await page.waitForTimeout(600);
      await more(2);
      const { panels, names } = await page.evaluate(() => {
        const boxes = (selector: string) =>
          Array.from(document.querySelectorAll<HTMLElement>(selector))
            .filter(({ style }) => style.visibility !== 'hidden')
            .map((one) => one.getBoundingClientRect().toJSON() as DOMRect);
        return { panels: boxes('.panel, .toolbar'), names: boxes('.label') };
      });
      const isOn = (panel: DOMRect, { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>) =>
        left < panel.right - 1 && right > panel.left + 1 && top < panel.bottom - 1 && bottom > panel.top + 1;
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => panels.some((panel) => isOn(panel, name)))).toEqual([]);
      // There were some to be hidden.
      const heads = bodies.map(({ x, y, z }) => project({ from, at, fov, ...VIEW }, { x, y, z: z + 2 }));
      const covered = heads.filter(({ x, y }) =>
        panels.some((panel) => isOn(panel, { left: x - 5, right: x + 5, top: y - 5, bottom: y })),
      );
      expect(covered.length).toBeGreaterThan(0);
      await shoot(page, 'names-and-panels');

      await page.mouse.move(120, 300);
      await page.mouse.wheel(0, 400);
      await page.waitForFunction(() => (document.querySelector('.panel.people')?.scrollTop ?? 0) > 20, undefined, {
        timeout: PATIENCE,
      });
    },
    LONG,
  );
});
