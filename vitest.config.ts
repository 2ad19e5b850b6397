import { defineConfig } from 'vitest/config';

/**
 * Test files that replace a module of ours, want one that nobody has started, run an example that others run, too, or measure
 * the heap: each in a context of its own.
 */
const ALONE = [
  'test/engine/collision/rapier-misuse.test.ts',
  'test/engine/local-and-remote-keys.test.ts',
  'test/examples/renderers.test.ts',
  'test/server/heap.test.ts',
];

const EXCLUDED = ['**/node_modules/**', 'dist/**', 'test/browser/**', 'test/house/fixtures/**'];

/** Unit, property and golden tests: plain Node, no browser. */
export default defineConfig({
  test: {
    // Left to itself, Vitest keeps a core free.
    maxWorkers: '100%',
    projects: [
      // What is imported once is there for every file of a worker: loading it anew for each took half of the time.
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...EXCLUDED, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    environment: 'node',
    setupFiles: ['test/support/property-seed.ts'],
    // These only end what hangs: how fast the machine is, is no test's matter.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  // Examples import the package by its name.
  resolve: { tsconfigPaths: true },
});
