import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError, parseJson, placeOf, plainValue } from '../../mods/index.ts';

/** What is wrong with a text, with its line and column. */
function faultOf(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { line, column } = placeOf(text, error.at);
    return `${line}:${column} ${error.message}`;
  }
  return 'none';
}

describe('reading JSON with its places', () => {
  it('gives what JSON.parse gives, for every value that there is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (text, indent) => {
        const value = JSON.parse(text);
        if (text.includes('"__proto__"') || text.includes('"constructor"') || text.includes('"prototype"')) return;
        expect(plainValue(parseJson(JSON.stringify(value, null, indent)))).toEqual(value);
      }),
    );
  });

  it('never throws anything but its own error, and refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        if (!valid) expect(faultOf(text)).not.toBe('none');
        else faultOf(text);
      }),
    );
  });

  it.each([
    ['{\n  "a": 1,\n}', "3:1 expected a name in double quotes, found '}'"],
    ['{\n  "a" 1 }', "2:7 expected : after the name 'a', found '1'"],
    ['[1, 2', '1:6 expected , or ], found the end of the file'],
    ['{ "a": tru }', "1:8 expected a value, found 'tru'"],
    ["{ 'a': 1 }", "1:3 expected a name in double quotes or }, found '''"],
    ['{ "a": 1, "a": 2 }', "1:11 'a' is there twice"],
    ['{ "__proto__": {} }', "1:3 the name '__proto__' is not allowed"],
    ['{ "a": { "constructor": 1 } }', "1:10 the name 'constructor' is not allowed"],
    ['// hello\n{}', '1:1 expected JSON, which has no comments'],
    ['["a\nb"]', '1:2 expected a " at the end of this text'],
    ['["\\x"]', "1:4 expected one of \" \\ / b f n r t u after \\, found 'x'"],
    ['[1e999]', '1:2 expected a number, found 1e999, which is too large'],
    ['[01]', "1:3 expected , or ], found '1'"],
    ['[] []', "1:4 expected the end of the file, found '['"],
    ['', '1:1 expected a value, found the end of the file'],
    [`${'['.repeat(40)}`, '1:33 expected objects and lists at most 32 deep'],
    [`[${'1,'.repeat(100_001)}1]`, '1:200000 expected at most 100000 values'],
  ])('says of a text where it is wrong and what was expected: %#', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('knows where each value and each name stands', () => {
    const text = '{\n  "a": [1,\n    { "b": true }]\n}';
    const entry = parseJson(text).entries?.get('a');
    expect(placeOf(text, entry?.at ?? 0)).toEqual({ line: 2, column: 3 });
    const inner = entry?.node.items?.[1].entries?.get('b');
    expect(placeOf(text, inner?.node.at ?? 0)).toEqual({ line: 3, column: 12 });
  });
});
