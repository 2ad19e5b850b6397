import { defineConfig } from 'vitest/config';

/**
 * Browser tests: run in Node, drive Chromiums through playwright-core, two at a time: they draw in software, but wait for
 * some of the time.
 */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    environment: 'node',
    globalSetup: ['test/browser/support/build-page.ts'],
    maxWorkers: 2,
    // What is imported once is there for every file of a worker.
    isolate: false,
    // These only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
