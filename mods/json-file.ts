import { checks } from '../index.ts';
import { JsonError, type JsonNode, kindOf, parseJson, placeOf } from './json-tree.ts';
import type { ModProblem } from './problem.ts';

/** Problems of a mod that are told at most: the rest follows from them, or the author sees them next time. */
const MOST_PROBLEMS = 50;

/** Collects the problems of a mod. */
export class Problems {
  readonly list: ModProblem[] = [];
  private readonly mod: string;

  constructor(mod: string) {
    this.mod = mod;
  }

  /** Notes a problem of a file as a whole, or of the mod. */
  add(file: string, message: string, path = '', line = 0, column = 0): void {
    if (this.list.length < MOST_PROBLEMS) this.list.push({ mod: this.mod, file, line, column, path, message });
  }
}

/** A JSON file of a mod: its values, and what is wrong with them at which place. */
export class JsonFile {
  readonly name: string;
  /** The value of the whole; null: it is no JSON, which was noted. */
  readonly root: JsonNode | null;
  private readonly text: string;
  private readonly problems: Problems;

  constructor(name: string, text: string, problems: Problems) {
    this.name = name;
    this.text = text;
    this.problems = problems;
    let root: JsonNode | null = null;
    try {
      root = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.problem(error.at, '', error.message);
    }
    this.root = root;
  }

  /** Notes a problem at a place in the text. */
  problem(at: number, path: string, message: string): void {
    const { line, column } = placeOf(this.text, at);
    this.problems.add(this.name, message, path, line, column);
  }

  /** Notes that something else was expected. */
  expected(node: JsonNode, path: string, expected: string): undefined {
    this.problem(node.at, path, `expected ${expected}, found ${kindOf(node)}`);
    return undefined;
  }

  /**
   * The values of an object by name. Names that are not known are noted.
   *
   * @param needed Names that must be there.
   * @returns Undefined: it is no object, which was noted.
   */
  fields(
    node: JsonNode,
    path: string,
    known: readonly string[],
    needed: readonly string[],
  ): ReadonlyMap<string, JsonNode> | undefined {
    if (node.entries === null) return this.expected(node, path, `an object with ${known.join(', ')}`);
    const fields = new Map<string, JsonNode>();
    for (const [name, entry] of node.entries) {
      if (known.includes(name)) fields.set(name, entry.node);
      else this.problem(entry.at, path, `unknown '${name}'${checks.suggestion(name, known)}`);
    }
    for (const name of needed) if (!fields.has(name)) this.problem(node.at, path, `${name} is missing`);
    return fields;
  }

  /** A text. @param what What it should be, in words. */
  string(node: JsonNode | undefined, path: string, what: string, pattern: RegExp): string | undefined {
    if (node === undefined) return undefined;
    if (typeof node.value === 'string' && pattern.test(node.value)) return node.value;
    return this.expected(node, path, what);
  }

  /** The items of a list. */
  list(node: JsonNode | undefined, path: string, what: string, most: number): readonly JsonNode[] {
    if (node === undefined) return [];
    if (node.items === null) this.expected(node, path, what);
    else if (node.items.length > most)
      this.problem(node.at, path, `expected at most ${most} items, found ${node.items.length}`);
    else return node.items;
    return [];
  }

  /**
   * Notes the error of a check that was given a part of this file, at the place that it names.
   *
   * @param node The part.
   * @param path Its place in the file, with which the check was told to start its error.
   */
  checked(node: JsonNode, path: string, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (!text.startsWith(path)) {
      this.problem(node.at, path, text);
      return;
    }
    const [, inner, message] = /^([\w.[\]]*): (.*)$/s.exec(text.slice(path.length)) ?? [
      '',
      '',
      text.slice(path.length),
    ];
    const unknown = /^unknown '([^']*)'/.exec(message)?.[1];
    let at = node;
    for (const [, name, index] of inner.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
      const next = name === undefined ? at.items?.[Number(index)] : at.entries?.get(name)?.node;
      if (next === undefined) break;
      at = next;
    }
    const key = unknown === undefined ? undefined : at.entries?.get(unknown);
    this.problem(key?.at ?? at.at, `${path}${inner}`, message);
  }
}
