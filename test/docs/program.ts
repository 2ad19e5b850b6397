import ts from 'typescript';
import { root } from './blocks.ts';

/** The files of the package's entries. */
export const entries = [
  ...['index.ts', 'npc/index.ts', 'rapier.ts', 'wire.ts', 'testing/index.ts', 'systems/render/index.ts'],
  ...['nav/index.ts', 'mods/index.ts', 'server/index.ts'],
] as const;

/**
 * A program of the package's entries and of texts that are no files, as the project's own settings have it. Names that are
 * not used are no fault: what a document shows is a part of something.
 *
 * @param texts By file name, from the repository's root.
 */
export function createProgram(texts: ReadonlyMap<string, string>): ts.Program {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const options: ts.CompilerOptions = {
    ...parsed.options,
    ...{ noEmit: true, incremental: false, tsBuildInfoFile: undefined },
    ...{ noUnusedLocals: false, noUnusedParameters: false },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  const textOf = (name: string): string | undefined =>
    texts.get(name.startsWith(root) ? name.slice(root.length) : name);
  host.fileExists = (name) => textOf(name) !== undefined || fileExists(name);
  host.readFile = (name) => textOf(name) ?? readFile(name);
  return ts.createProgram(
    [...entries, ...texts.keys()].map((file) => `${root}${file}`),
    options,
    host,
  );
}

/** What is wrong with a file of a program, a line each: `12: expected …`. */
export function faultsOf(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(`${root}${file}`);
  if (source === undefined) throw new Error(`the program has no ${file}`);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ start, messageText }) => {
      const line = source.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    },
  );
}
