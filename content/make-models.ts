import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { humanMap, humanModel } from './human/model.ts';
import { format } from './make-human.ts';
import { writeGlb } from './sculpt/glb.ts';
import { wolfMap, wolfModel } from './wolf/model.ts';

/**
 * Makes the models: for each a binary glTF and the map that tells which of its clips show which animations.
 *
 * `npx tsx content/make-models.ts` writes the files of content/models; a test fails when they differ from what this makes.
 */

/** Our models by the names of their files. */
export const models = {
  human: { model: humanModel, map: humanMap },
  wolf: { model: wolfModel, map: wolfMap },
} as const;

/** The bytes of a model's files, by their paths in content/. */
export async function modelFiles(name: keyof typeof models): Promise<Record<string, Uint8Array>> {
  const { model, map } = models[name];
  return {
    [`models/${name}.glb`]: await writeGlb(model()),
    [`models/${name}.json`]: new TextEncoder().encode(format(map())),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(fileURLToPath(new URL('models/', import.meta.url)), { recursive: true });
  for (const name of Object.keys(models) as (keyof typeof models)[]) {
    for (const [path, bytes] of Object.entries(await modelFiles(name))) {
      writeFileSync(fileURLToPath(new URL(path, import.meta.url)), bytes);
    }
  }
}
