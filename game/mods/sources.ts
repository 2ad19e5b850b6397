import { type PageMod, tellMods } from './watch.ts';

/**
 * The mods of content/mods. While `npm start` runs, a file that is saved runs this module anew, and nothing else: the page
 * is not loaded again.
 */
const texts = import.meta.glob<string>('../../content/mods/*/**/*.{json,js,mjs}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function modsOf(): PageMod[] {
  const mods = new Map<string, Record<string, string>>();
  for (const [file, text] of Object.entries(texts)) {
    const [, name, path] = /\/mods\/([^/]+)\/(.+)$/.exec(file) ?? [];
    if (name === undefined || path === undefined) continue;
    const files = mods.get(name) ?? {};
    mods.set(name, files);
    files[path] = text;
  }
  return [...mods].map(([name, files]) => ({ name, files }));
}

tellMods(modsOf());
import.meta.hot?.accept();
