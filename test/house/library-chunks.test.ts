import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import config from '../../vite.lib.config.ts';

it('no chunk of the library is named after the folder that the clone lies in', () => {
  const clone = basename(fileURLToPath(new URL('../../', import.meta.url)));
  const { output } = (config as { build: { rolldownOptions: { output: object } } }).build.rolldownOptions;
  const { chunkFileNames } = output as { chunkFileNames: (chunk: { name: string }) => string };
  expect(chunkFileNames({ name: clone })).toBe('chunks/core.js');
  expect(chunkFileNames({ name: 'terrain' })).toBe('chunks/[name].js');
});
