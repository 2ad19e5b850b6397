import { unknownOption } from '../parse-options.ts';

/** A command that was called wrongly. */
export class UsageError extends Error {}

/** The words of a call and its options; `--name value`, or `--name` alone for flags. */
export interface Call {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
}

/** Reads a call. @throws UsageError for an option that is not known, or that lacks its value. */
export function readCall(args: readonly string[], valueNames: readonly string[], flagNames: readonly string[]): Call {
  const words: string[] = [];
  const values = new Map<string, string>();
  const flags = new Set<string>();
  for (let index = 0; index < args.length; index++) {
    const [name, given] = args[index].split(/=(.*)/s, 2);
    if (!name.startsWith('-')) words.push(args[index]);
    else if (flagNames.includes(name) && given === undefined) flags.add(name);
    else if (valueNames.includes(name)) {
      const value = given ?? args[++index];
      if (value === undefined) throw new UsageError(`${name} needs a value`);
      values.set(name, value);
    } else throw new UsageError(unknownOption(name, [...valueNames, ...flagNames]));
  }
  return { words, values, flags };
}
