/** Something in a mod that its author should put right. */
export interface ModProblem {
  /** Name of the mod. */
  readonly mod: string;
  /** File in the mod; '': the mod as a whole. */
  readonly file: string;
  /** Line in the file, from 1 on; 0: the file as a whole. */
  readonly line: number;
  /** Place in the line, from 1 on; 0: the file as a whole. */
  readonly column: number;
  /** Place in the content, as in `npcs[0].components.patrol.pause`; '': the whole. */
  readonly path: string;
  /** What was found and what was expected. */
  readonly message: string;
}

/** A problem in one line, as compilers write it: `town/npcs.json:12:15: npcs[0].components.patrol.pause: expected …`. */
export function problemText({ mod, file, line, column, path, message }: ModProblem): string {
  const place = file === '' ? mod : `${mod}/${file}${line === 0 ? '' : `:${line}:${column}`}`;
  return `${place}: ${path === '' ? '' : `${path}: `}${message}`;
}
