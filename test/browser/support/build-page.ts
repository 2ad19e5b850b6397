import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * Builds the page before the browser tests, so that they never test an old one. `npm test`, which has just built it in
 * a stage of its own, says so in the environment variable GAIT_PAGE_BUILT.
 */
export default async function buildPage(): Promise<void> {
  if (process.env.GAIT_PAGE_BUILT !== '1') {
    await build({ root: fileURLToPath(new URL('../../..', import.meta.url)), logLevel: 'warn' });
  }
}
