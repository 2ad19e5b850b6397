import { defineConfig } from 'vitest/config';

/** Browser tests: run in Node, drive a Chromium through playwright-core, one at a time (it draws in software). */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    environment: 'node',
    globalSetup: ['test/browser/support/build-page.ts'],
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
