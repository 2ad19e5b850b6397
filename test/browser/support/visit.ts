import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Tinker } from '../../../game/tinker.ts';

const SCREENSHOTS = fileURLToPath(new URL('../../../.cache/screenshots/', import.meta.url));

/** Waiting is for conditions; these only end what hangs. Drawing in software on a busy machine takes its time. */
export const PATIENCE = 120_000;
export const LONG = 300_000;

declare const gait: Tinker;

/** Everything that a page must not do, as it happens. */
export function watchTroubles(page: Page, origin: string): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`page error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) {
      troubles.push(`asked outside: ${url}`);
    }
  });
  return troubles;
}

/**
 * Opens the demo page, and waits until what it begins with is drawn.
 *
 * @param query More of the address, after `&`. Without a scene or a capture in it the page begins with the field.
 */
export async function visit(page: Page, url: string, query = ''): Promise<void> {
  // The simplest picture: what is tested is where things are.
  const view = /(^|&)(scene|capture|view)=/.test(query) ? '' : '&view=field';
  await page.goto(`${url}?quality=low${view}${query === '' ? '' : `&${query}`}`);
  await page.waitForFunction(() => 'gait' in window, undefined, { timeout: PATIENCE });
  await page.evaluate(() => gait.ready);
}

/** Takes a picture of a page, and keeps it in .cache/screenshots. */
export async function shoot(page: Page, name: string): Promise<Buffer> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  return page.screenshot({ path: `${SCREENSHOTS}${name}.png`, timeout: PATIENCE });
}
