import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { inlineConstants, shippedCode } from '../vite.constants.ts';

/** Name of a script that measures, in a process of its own. */
export type BenchScript = 'measure' | 'memory-run' | 'wire-run' | 'ground-run' | 'npc-run' | 'render-run';

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds a script to .cache/bench, with the engine made as the library is made (vite.lib.config.ts): what is measured is
 * what a game gets. Each is built for itself: code that several scripts shared would be called in several ways.
 */
export async function buildBench(script: BenchScript): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [inlineConstants()],
    build: {
      ssr: true,
      target: 'es2022',
      minify: false,
      outDir: '.cache/bench',
      emptyOutDir: false,
      rolldownOptions: {
        optimization: shippedCode.optimization,
        input: { [script]: `${root}/bench/${script}.ts` },
        output: { ...shippedCode.output, entryFileNames: '[name].js' },
      },
    },
  });
}
