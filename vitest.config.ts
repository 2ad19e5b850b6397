import { defineConfig } from 'vitest/config';

/** Unit, property and golden tests: plain Node, no browser. */
export default defineConfig({
  // Examples import the package by its name.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'test/browser/**', 'test/house/fixtures/**'],
    environment: 'node',
    // Left to itself, Vitest keeps a core free.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
