import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../test/browser/support/launch.ts';
import { PAGE_FOLDER, serveFolder } from '../test/browser/support/serve.ts';
import { median } from './statistics.ts';

const usage = `usage: npx tsx bench/first-picture.ts [options]

Loads the built page (npm run build:page) in a headless Chromium that draws in software, each time in a new browser profile,
and tells, in milliseconds since the navigation began, when there was

  something-to-look-at  the page's name on the colour of its sky
  code                  all that the first picture needs, run
  scene                 the scene, made
  submitted             the first picture, given to the graphics processor
  first-picture         that picture on the screen: ground, sky and all that stands still, drawn by WebGL
  everybody             people with models and shadows in it

and what had been fetched until then. Other work on the machine counts.

  --loads N      how often (default 5)
  --query TEXT   what the address says (default nothing)
  --waterfall    when each file of the last load was asked for and there
  --help         this text`;

/** A file that a load has fetched: milliseconds since the navigation began. */
interface Fetched {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Load {
  readonly marks: Readonly<Record<string, number>>;
  readonly files: readonly Fetched[];
}

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '5' },
    query: { type: 'string', default: '' },
    waterfall: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function load(url: string): Promise<Load> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(`${url}?${values.query}`);
    await page.waitForFunction("performance.getEntriesByName('everybody').length > 0", null, { timeout: 120_000 });
    return await page.evaluate(() => ({
      marks: Object.fromEntries([
        ...performance
          .getEntriesByName('first-contentful-paint')
          .map(({ startTime }) => ['something-to-look-at', startTime] as const),
        ...performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
      ]),
      files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
        name: entry.name,
        start: entry.startTime,
        end: entry.responseEnd,
      })),
    }));
  } finally {
    await browser.close();
  }
}

/** Bytes of a file of the page, as it is and as it is sent by servers that compress. */
function sizeOf(url: string, name: string): { bytes: number; gzip: number } {
  const path = new URL(name).pathname.slice(new URL(url).pathname.length);
  const content = readFileSync(`${PAGE_FOLDER}/${decodeURIComponent(path)}`);
  return { bytes: content.length, gzip: gzipSync(content).length };
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

async function run(): Promise<void> {
  const served = await serveFolder();
  try {
    const loads: Load[] = [];
    for (let index = 0; index < Number(values.loads); index++) loads.push(await load(served.url));
    const names = Object.keys(loads[0].marks);
    for (const name of names) {
      const times = loads.map(({ marks }) => marks[name]);
      const list = times.map((time) => time.toFixed(0)).join(', ');
      console.log(`${name}: median ${median(times).toFixed(0)} ms of ${times.length} loads (${list})`);
    }
    const { files, marks } = loads[loads.length - 1];
    const early = files.filter(({ start }) => start <= (marks.submitted ?? marks['first-picture']));
    for (const [title, list] of [
      ['the first picture waited for', early],
      ['asked for before everybody was there', files],
    ] as const) {
      const sizes = list.map(({ name }) => sizeOf(served.url, name));
      const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
      const gzip = sizes.reduce((sum, size) => sum + size.gzip, 0);
      console.log(`${title}: ${list.length} files, ${kilobytes(bytes)}, ${kilobytes(gzip)} gzipped`);
    }
    const twice = files.filter(({ name }, index) => files.findIndex((other) => other.name === name) < index);
    console.log(`fetched twice: ${twice.map(({ name }) => name).join(', ') || 'nothing'}`);
    if (!values.waterfall) return;
    for (const { name, start, end } of files) {
      const { gzip } = sizeOf(served.url, name);
      console.log(
        `${start.toFixed(0).padStart(6)} ${end.toFixed(0).padStart(6)} ${kilobytes(gzip).padStart(7)} ${name}`,
      );
    }
  } finally {
    await served.close();
  }
}

if (values.help) console.log(usage);
else await run();
