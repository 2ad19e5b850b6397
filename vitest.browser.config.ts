import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the longest. They begin, so that no worker is left with one of them alone at the end. */
const LONGEST = ['characters', 'play-player', 'play-scenes', 'page-capture', 'page-inspector', 'server'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.browser.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return [...files].sort((one, other) => place(one) - place(other));
  }
}

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
    sequence: { sequencer: LongestFirst },
    // These only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
