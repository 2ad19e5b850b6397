import { defineConfig, type Plugin } from 'vite';
import { inlineConstants, shippedCode } from './vite.constants.ts';

/** The file that the first picture waits for: the page's first words ask for it, not the program that they start. */
const openingFirst: Plugin = {
  name: 'gait-opening-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const opening = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'opening');
      if (opening === undefined) throw new Error('the build has no chunk named “opening”');
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${opening.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/** The demo page: `vite` serves it, `vite build` writes it to dist/page, where it works from any path. */
export default defineConfig({
  base: './',
  plugins: [inlineConstants(), openingFirst],
  assetsInclude: ['**/*.glb'],
  server: {
    watch: { ignored: ['**/bench/**', '**/dist/**', '**/test/**'] },
  },
  optimizeDeps: { entries: ['index.html'] },
  // Page and worker run the code as the library has it.
  worker: {
    format: 'es',
    plugins: () => [inlineConstants()],
    rolldownOptions: { optimization: shippedCode.optimization, output: { ...shippedCode.output } },
  },
  build: {
    target: 'es2022',
    outDir: 'dist/page',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      optimization: shippedCode.optimization,
      output: {
        ...shippedCode.output,
        // In the order in which they are needed, each in one file: a browser takes longer for ninety small ones.
        codeSplitting: {
          groups: [
            { name: 'start', test: /[\\/]game[\\/]main\.ts$|preload-helper|rolldown[\\/]runtime/, priority: 5 },
            { name: 'opening', test: /[\\/]game[\\/]opening\.ts$/, priority: 4 },
            { name: 'page', test: /[\\/]game[\\/](page|tinker)\.ts$/, priority: 3 },
            { name: 'models', test: /[\\/]render[\\/]gltf-loader\.ts$/, priority: 2 },
          ],
        },
      },
    },
    // Babylon.js alone passes the default of 500 kB.
    chunkSizeWarningLimit: 4000,
  },
});
