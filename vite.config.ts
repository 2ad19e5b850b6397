import { defineConfig } from 'vite';

/** The demo page: `vite` serves it, `vite build` writes it to dist/page, where it works from any path. */
export default defineConfig({
  base: './',
  assetsInclude: ['**/*.glb'],
  server: {
    watch: { ignored: ['**/bench/**', '**/dist/**', '**/test/**'] },
  },
  optimizeDeps: { entries: ['index.html'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/page',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      output: {
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
