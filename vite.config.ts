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
    // Babylon.js alone passes the default of 500 kB.
    chunkSizeWarningLimit: 4000,
  },
});
