/** A place in a text, from 1 on. */
export interface TextPlace {
  /** Which line of the text. */
  readonly line: number;
  /** Which character of the line, counted in UTF-16 units. */
  readonly column: number;
}

/** A value of a JSON text that knows where it stands. */
export interface JsonNode {
  /** Where in the text it begins. */
  readonly at: number;
  /** Text, number, true, false or null; of objects and lists: null. */
  readonly value: string | number | boolean | null;
  /** Of objects: the values by name, and where each name begins. */
  readonly entries: ReadonlyMap<string, { readonly at: number; readonly node: JsonNode }> | null;
  /** Of lists. */
  readonly items: readonly JsonNode[] | null;
}

/** A text that is no JSON, or too much of it. */
export class JsonError extends Error {
  /** Where in the text. */
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Names that could change what objects are: no file needs them. */
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);
/** Objects and lists that lie in one another, and values of a text, at most. */
const DEEPEST = 32;
const MOST_VALUES = 100_000;
/** Characters of what was found that are shown. */
const SHOWN = 20;

/** Reads a JSON text. @throws JsonError that says where, what was found and what was expected. */
export function parseJson(text: string): JsonNode {
  return new Parser(text).whole();
}

/** The line and column of a place in a text. */
export function placeOf(text: string, at: number): TextPlace {
  let line = 1;
  let start = 0;
  for (let index = text.indexOf('\n'); index >= 0 && index < at; index = text.indexOf('\n', index + 1)) {
    line++;
    start = index + 1;
  }
  return { line, column: at - start + 1 };
}

/** The plain value of a node. */
export function plainValue(node: JsonNode): unknown {
  if (node.items !== null) return node.items.map(plainValue);
  if (node.entries === null) return node.value;
  return Object.fromEntries([...node.entries].map(([name, entry]) => [name, plainValue(entry.node)]));
}

/** What a node is, in words. */
export function kindOf(node: JsonNode): string {
  if (node.items !== null) return 'a list';
  if (node.entries !== null) return 'an object';
  const { value } = node;
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)}`;
  return String(value);
}

const spaces = /[ \t\r\n]*/y;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = /[A-Za-z_]+/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Parser {
  private readonly text: string;
  private at = 0;
  private depth = 0;
  private count = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): JsonNode {
    if (this.text.startsWith('\ufeff')) this.at = 1;
    const node = this.node();
    this.skip();
    if (this.at < this.text.length) this.fail('the end of the file');
    return node;
  }

  private node(): JsonNode {
    this.skip();
    if (++this.count > MOST_VALUES) throw new JsonError(this.at, `expected at most ${MOST_VALUES} values`);
    const { at, text } = this;
    switch (text[at]) {
      case '{':
        return this.nested(() => ({ at, value: null, entries: this.entries(), items: null }));
      case '[':
        return this.nested(() => ({ at, value: null, entries: null, items: this.items() }));
      case '"':
        return { at, value: this.string(), entries: null, items: null };
      default:
        return { at, value: this.plain(), entries: null, items: null };
    }
  }

  private nested(read: () => JsonNode): JsonNode {
    if (++this.depth > DEEPEST) throw new JsonError(this.at, `expected objects and lists at most ${DEEPEST} deep`);
    const node = read();
    this.depth--;
    return node;
  }

  private entries(): Map<string, { at: number; node: JsonNode }> {
    const entries = new Map<string, { at: number; node: JsonNode }>();
    this.at++;
    if (this.ends('}')) return entries;
    for (;;) {
      this.skip();
      const at = this.at;
      if (this.text[at] !== '"')
        this.fail(entries.size === 0 ? 'a name in double quotes or }' : 'a name in double quotes');
      const name = this.string();
      if (refusedNames.has(name)) throw new JsonError(at, `the name '${name}' is not allowed`);
      if (entries.has(name)) throw new JsonError(at, `'${name}' is there twice`);
      this.skip();
      if (this.text[this.at] !== ':') this.fail(`: after the name '${name}'`);
      this.at++;
      entries.set(name, { at, node: this.node() });
      if (this.ends('}')) return entries;
      if (this.text[this.at] !== ',') this.fail(', or }');
      this.at++;
    }
  }

  private items(): JsonNode[] {
    const items: JsonNode[] = [];
    this.at++;
    if (this.ends(']')) return items;
    for (;;) {
      items.push(this.node());
      if (this.ends(']')) return items;
      if (this.text[this.at] !== ',') this.fail(', or ]');
      this.at++;
    }
  }

  private ends(bracket: string): boolean {
    this.skip();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  private string(): string {
    const { text } = this;
    const start = this.at++;
    let read = '';
    for (;;) {
      const character = text[this.at];
      if (character === undefined || character === '\n')
        throw new JsonError(start, 'expected a " at the end of this text');
      if (character < ' ') this.fail('no control characters in a text');
      this.at++;
      if (character === '"') return read;
      read += character === '\\' ? this.escaped() : character;
    }
  }

  private escaped(): string {
    const letter = this.text[this.at];
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 1, this.at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('four hexadecimal digits after \\u');
      this.at += 5;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (letter === undefined || !Object.hasOwn(escapes, letter)) this.fail('one of " \\ / b f n r t u after \\');
    this.at++;
    return escapes[letter];
  }

  private plain(): number | boolean | null {
    const { text, at } = this;
    numbers.lastIndex = at;
    const number = numbers.exec(text)?.[0];
    if (number !== undefined) {
      this.at += number.length;
      const value = Number(number);
      if (!Number.isFinite(value)) throw new JsonError(at, `expected a number, found ${number}, which is too large`);
      return value;
    }
    words.lastIndex = at;
    const word = words.exec(text)?.[0];
    if (word !== 'true' && word !== 'false' && word !== 'null') this.fail('a value');
    this.at += word.length;
    return word === 'null' ? null : word === 'true';
  }

  private skip(): void {
    spaces.lastIndex = this.at;
    this.at += spaces.exec(this.text)?.[0].length ?? 0;
    if (this.text.startsWith('//', this.at) || this.text.startsWith('/*', this.at)) {
      throw new JsonError(this.at, 'expected JSON, which has no comments');
    }
  }

  private fail(expected: string): never {
    const rest = this.text.slice(this.at, this.at + SHOWN);
    const found = rest === '' ? 'the end of the file' : `'${/^\w+|./s.exec(rest)?.[0] ?? rest}'`;
    throw new JsonError(this.at, `expected ${expected}, found ${found}`);
  }
}
