import { defineConfig } from 'vitest/config';

/** Checks of the package as its users get it: packed, installed in an empty project, imported, built, and run. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.check.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    environment: 'node',
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
