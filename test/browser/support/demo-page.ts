import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './launch.ts';
import { type ServedFolder, serveFolder } from './serve.ts';
import { LONG, PATIENCE, visit, watchTroubles } from './visit.ts';

/** What the tests of a block share, from their first on. */
export interface DemoBrowser {
  served: ServedFolder;
  browser: Browser;
}

/** As {@link DemoBrowser}, with a page that is open for all of them. */
export interface DemoPage extends DemoBrowser {
  page: Page;
}

/** Has the tests of a block share the built page, served, and a browser. */
export function useBrowser(): DemoBrowser {
  const demo = {} as DemoBrowser;
  beforeAll(async () => {
    demo.served = await serveFolder();
    demo.browser = await launchBrowser();
  }, LONG);
  afterAll(async () => {
    await demo.browser?.close();
    await demo.served?.close();
  });
  return demo;
}

/** Opens an empty page in a window of its own, which goes when the page's context is closed. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/**
 * Has the tests of a block share one page of the demo, which may do nothing that it must not in any of them.
 *
 * @param query More of the address, see `visit`.
 * @param prepare Runs in the page before its own code does.
 */
export function useDemoPage(options: BrowserContextOptions, query = '', prepare?: () => void): DemoPage {
  const demo = useBrowser() as DemoPage;
  let troubles: string[] = [];
  beforeAll(async () => {
    demo.page = await newPage(demo.browser, options);
    troubles = watchTroubles(demo.page, demo.served.url);
    if (prepare !== undefined) await demo.page.addInitScript(prepare);
    await visit(demo.page, demo.served.url, query);
  }, LONG);
  afterEach(() => {
    expect(troubles).toEqual([]);
  });
  return demo;
}
