import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entries = ['index.ts', 'npc/index.ts', 'rapier.ts', 'testing/index.ts', 'systems/render/index.ts'].concat(
  ['nav/index.ts', 'mods/index.ts', 'server/index.ts'].filter((file) => existsSync(`${root}${file}`)),
);

function documented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;
}

/** Whether an `export * as name` has a comment of its own. */
function documentedNamespace(symbol: ts.Symbol): boolean {
  const statement = symbol.declarations?.[0].parent;
  return statement !== undefined && ts.getJSDocCommentsAndTags(statement).length > 0;
}

it('everything that the entries export has a docstring, and so has every public method of its classes', () => {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    entries.map((file) => `${root}${file}`),
    { ...options, noEmit: true, incremental: false, tsBuildInfoFile: undefined },
  );
  const checker = program.getTypeChecker();
  const missing: string[] = [];
  let checked = 0;
  for (const entry of entries) {
    const file = program.getSourceFile(`${root}${entry}`);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    for (const exported of checker.getExportsOfModule(module)) {
      checked++;
      if (exported.declarations?.some(ts.isNamespaceExport)) {
        if (!documentedNamespace(exported)) missing.push(`${entry}: ${exported.name}`);
        continue;
      }
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!documented(symbol, checker)) missing.push(`${entry}: ${exported.name}`);
      for (const declaration of symbol.declarations ?? []) {
        if (!ts.isClassDeclaration(declaration)) continue;
        for (const member of declaration.members) {
          const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
          if (!ts.isMethodDeclaration(member) || ts.getCombinedModifierFlags(member) & hidden) continue;
          const method = checker.getSymbolAtLocation(member.name);
          if (method !== undefined && !documented(method, checker)) {
            missing.push(`${entry}: ${exported.name}.${method.name}`);
          }
        }
      }
    }
  }
  expect(missing).toEqual([]);
  expect(checked).toBeGreaterThan(200);
}, 60_000);
