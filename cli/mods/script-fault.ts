import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Where in a folder of mods an error comes from. */
export interface ScriptPlace {
  readonly mod: string;
  /** As `mod/scripts/main.js:12:5`. */
  readonly text: string;
}

/** The first place in a mod that an error tells of; null: none, as of code that is not a mod's. */
export function scriptPlaceOf(folder: string, error: unknown): ScriptPlace | null {
  const told = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : '';
  for (const root of [pathToFileURL(join(folder, '/')).href, join(folder, '/')]) {
    for (const part of told.split(root).slice(1)) {
      const [, mod, path, line, column = '1'] = /^([^/\s]+)(\/[^\s?:]+)(?:\?v=\w+)?:(\d+)(?::(\d+))?/.exec(part) ?? [];
      if (mod !== undefined) return { mod, text: `${mod}${path}:${line}:${column}` };
    }
  }
  return null;
}

/**
 * Where in a script's text its syntax is wrong, as `:2:11`; '': not found. Node tells this of no module that is imported, so
 * the text is read again as a function's, which is believed when it is wrong in the same way.
 */
export function syntaxPlace(text: string, error: unknown): string {
  const asFunction = text.replace(/^(\s*)export default\b/m, '$1__exported = ').replace(/^(\s*)export\b/gm, '$1      ');
  try {
    new Script(`async () => {\n${asFunction}\n}`, { filename: 'script' });
  } catch (again) {
    if (!(error instanceof Error) || !(again instanceof Error) || again.message !== error.message) return '';
    const [, line, marks] = /^script:(\d+)\n.*\n( *)\^/.exec(again.stack ?? '') ?? [];
    return line === undefined ? '' : `:${Number(line) - 1}:${marks.length + 1}`;
  }
  return '';
}

/** What an error says, in one line: who transforms code puts its own words before, and the code after. */
export function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const marked = /ERROR: (.+)/.exec(text);
  if (marked !== null) return marked[1];
  return text.split('\n', 1)[0];
}
