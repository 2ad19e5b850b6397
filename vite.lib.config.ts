import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { inlineConstants, shippedCode } from './vite.constants.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The package's entries, as `exports` and `bin` of package.json name them. */
const entries = {
  index: file('index.ts'),
  babylon: file('systems/render/index.ts'),
  npc: file('npc/index.ts'),
  mods: file('mods/index.ts'),
  nav: file('nav/index.ts'),
  server: file('server/index.ts'),
  testing: file('testing/index.ts'),
  rapier: file('rapier.ts'),
  wire: file('wire.ts'),
  gait: file('cli/gait.ts'),
};

/** The bundler names a chunk of an index.ts after its folder; of ours that is whatever the clone is called. */
const clone = basename(file('.'));

/** The library: ES modules in dist/lib, with the peers and the dependencies left as imports. tsconfig.build.json adds the types. */
export default defineConfig({
  publicDir: false,
  plugins: [inlineConstants()],
  build: {
    target: 'es2022',
    outDir: 'dist/lib',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    lib: {
      formats: ['es'],
      entry: Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path))),
    },
    rolldownOptions: {
      optimization: shippedCode.optimization,
      external: [
        'bitecs',
        'mitt',
        'valibot',
        /^node:/,
        /^@babylonjs\//,
        /^babylonjs-gltf2interface/,
        /^@dimforge\//,
        /^@?recast-navigation/,
        'ws',
      ],
      output: {
        ...shippedCode.output,
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => `chunks/${name === clone ? 'core' : '[name]'}.js`,
      },
    },
  },
});
