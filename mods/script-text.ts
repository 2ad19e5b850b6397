/** A statement that takes something from another module, at the beginning of a line; `import(…)` and `import.meta` are none. */
const IMPORT = /^[ \t]*(?:import\b(?!\s*[(.:=])|export\b[^;\n'"]*\bfrom\s*['"])/m;
const BLOCK_COMMENT = /\/\*[\s\S]*?\*\//g;

/** What is told of a script that imports. */
export const IMPORTS = 'a script of a mod cannot import: it is one file, and is given all it needs';

/**
 * Where a script imports something: one that is run from its text, as the demo page does, cannot.
 *
 * @returns The line, from 1 on; 0: nowhere.
 */
export function importLineOf(text: string): number {
  const bare = text.replace(BLOCK_COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
  const at = IMPORT.exec(bare)?.index;
  return at === undefined ? 0 : bare.slice(0, at).split('\n').length;
}
