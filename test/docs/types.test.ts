import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { allBlocks, type Block, root } from './blocks.ts';
import { createProgram, entries, faultsOf } from './program.ts';

/**
 * What documents and entries are like for who writes against them in TypeScript. It is one file, as making a program of all
 * of it is what takes the time.
 */

/** What a part of something larger takes for granted, by the words with which its block begins. */
const surroundings: Readonly<Record<string, string>> = {
  "import { createCharacters } from 'gait/babylon';\nimport map": `
    declare const gait: import('gait').Engine;
    declare const scene: import('@babylonjs/core/scene.js').Scene;`,
  "import { createCharacters } from 'gait/babylon';\n\nconst characters": `
    import type robotMap from 'gait/models/human.json';
    declare const gait: import('gait').Engine;
    declare const scene: import('@babylonjs/core/scene.js').Scene;
    declare const robot: typeof robotMap;`,
  'const [{ createRapierGround }': `
    declare const scene: import('gait').SceneInput;
    declare const vertices: Float32Array;
    declare const indices: Uint32Array;`,
  'const input = new PlayerInput();': `
    import { isTakenInPage, listenToKeyboard } from '../../game/input/keyboard-device.ts';
    import { PlayerControl } from '../../game/input/player-control.ts';
    import { PlayerInput } from '../../game/input/player-input.ts';
    declare const engine: import('gait').Engine;
    declare const camera: { readonly yaw: number };`,
  "import { createRecorder, recordTransport } from 'gait';\n\nconst recorder": `
    declare const client: import('gait').Engine;
    declare const transport: import('gait').Transport;
    declare function save(bytes: Uint8Array): void;`,
};

function codeOf({ language, text }: Block): string {
  const scripts = [...text.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  const code = language === 'html' ? scripts.join('\n') : text;
  const around = Object.entries(surroundings).find(([beginning]) => text.startsWith(beginning))?.[1] ?? '';
  // A script of a page sees what is declared nowhere else; each block is a module of its own.
  return `${around.replaceAll('\n', ' ')}\n${code}\nexport {};\n`;
}

const blocks = allBlocks('ts', 'js', 'html').map((block) => {
  const name = `${block.document.replaceAll('/', '-')}-${block.line}`;
  return { ...block, file: `.cache/blocks/${name}.ts`, code: codeOf(block) };
});
const program = createProgram(new Map(blocks.map(({ file, code }) => [file, code])));
const checker = program.getTypeChecker();

describe('the blocks of code in the documents', () => {
  it('are many, and whatever a part takes for granted is said for one that is there', () => {
    expect(blocks.length).toBeGreaterThan(30);
    const used = Object.keys(surroundings).filter((beginning) => blocks.some(({ text }) => text.startsWith(beginning)));
    expect(used).toEqual(Object.keys(surroundings));
  });

  it.each(blocks)('$document:$line has no fault of types', ({ file }) => {
    expect(faultsOf(program, file)).toEqual([]);
  });
});

function documented(symbol: ts.Symbol): boolean {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0;
}

/** Whether an `export * as name` has a comment of its own. */
function documentedNamespace(symbol: ts.Symbol): boolean {
  const statement = symbol.declarations?.[0].parent;
  return statement !== undefined && ts.getJSDocCommentsAndTags(statement).length > 0;
}

/** The members of a class, an interface or a type that is an object: those that others see, and that it does not take over. */
function membersOf(declaration: ts.Declaration): ts.Symbol[] {
  const members: readonly ts.Node[] =
    ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)
      ? declaration.members
      : ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)
        ? declaration.type.members
        : [];
  return members.filter(isSeen).flatMap((member) => checker.getSymbolAtLocation(member.name) ?? []);
}

function isSeen(member: ts.Node): member is ts.NamedDeclaration & { name: ts.DeclarationName } {
  const kinds = [ts.isPropertySignature, ts.isMethodSignature, ts.isPropertyDeclaration, ts.isMethodDeclaration];
  if (![...kinds, ts.isGetAccessor].some((is) => is(member))) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
  return (ts.getCombinedModifierFlags(member as ts.Declaration) & hidden) === 0;
}

/** What the entries export, each with its name and its entry; what several export once. */
function exported(): { where: string; symbol: ts.Symbol; own: ts.Symbol }[] {
  return entries.flatMap((entry) => {
    const file = program.getSourceFile(`${root}${entry}`);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    return checker.getExportsOfModule(module).map((own) => {
      const symbol = own.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(own) : own;
      return { where: `${entry}: ${own.name}`, symbol, own };
    });
  });
}

describe('what the entries export', () => {
  const all = exported();

  it('has a docstring', () => {
    const missing = all.filter(({ symbol, own }) =>
      own.declarations?.some(ts.isNamespaceExport) ? !documentedNamespace(own) : !documented(symbol),
    );
    expect(missing.map(({ where }) => where)).toEqual([]);
    expect(all.length).toBeGreaterThan(250);
  });

  it('has a docstring for every member that others see: of classes, interfaces and types that are objects', () => {
    const missing = new Set<string>();
    let checked = 0;
    for (const { where, symbol, own } of all) {
      if (own.declarations?.some(ts.isNamespaceExport)) continue;
      for (const member of (symbol.declarations ?? []).flatMap(membersOf)) {
        checked++;
        if (!documented(member)) missing.add(`${where}.${member.name}`);
      }
    }
    expect([...missing]).toEqual([]);
    expect(checked).toBeGreaterThan(1000);
  });

  it('has docstrings for members that say more than their names', () => {
    const empty: string[] = [];
    for (const { where, symbol } of all) {
      for (const member of (symbol.declarations ?? []).flatMap(membersOf)) {
        const words = ts
          .displayPartsToString(member.getDocumentationComment(checker))
          .toLowerCase()
          .match(/[a-z]+/g);
        const said = words?.filter((word) => !['the', 'a', 'an', 'its', 'of'].includes(word)) ?? [];
        if (said.length === 1 && said[0] === member.name.toLowerCase()) empty.push(`${where}.${member.name}`);
      }
    }
    expect(empty).toEqual([]);
  });
});
