import { type ParseArgsConfig, parseArgs } from 'node:util';
import { checks } from '../index.ts';

/**
 * Reads a command line as Node's `parseArgs` does, but for two things: a value may be a negative number, which whoever reads
 * it judges by its range, and errors say what was probably meant.
 *
 * @throws Error for an option that there is not, and for one that lacks its value.
 */
export function parseOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const { args = [], options = {} } = config;
  try {
    return parseArgs<Config>({ ...config, args: joinNegatives([...args], options) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? [];
    if (unknown !== undefined) throw new Error(unknownOption(unknown, Object.keys(options)), { cause: error });
    const [, lacking] =
      /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(error.message) ?? [];
    if (lacking !== undefined) throw new Error(`${lacking} needs a value`, { cause: error });
    throw error;
  }
}

/** What is told of an option that there is not. @param known With or without their dashes. */
export function unknownOption(name: string, known: readonly string[]): string {
  const bare = known.map((option) => option.replace(/^-+/, '')).filter((option) => option.length > 1);
  const near = checks.nearest(name.replace(/^-+/, ''), bare);
  if (near !== '') return `there is no option ${name}; did you mean --${near}?`;
  return `there is no option ${name}; the options are ${bare.map((option) => `--${option}`).join(', ')}`;
}

/** Puts a negative number to the option before it: else it is taken for an option itself. */
function joinNegatives(args: string[], options: NonNullable<ParseArgsConfig['options']>): string[] {
  const takesValue = (arg: string): string | undefined =>
    Object.keys(options).find(
      (name) => options[name].type === 'string' && (arg === `--${name}` || arg === `-${options[name].short}`),
    );
  const joined: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const name = takesValue(args[index]);
    if (args[index] === '--') return [...joined, ...args.slice(index)];
    if (name !== undefined && /^-[.\d]/.test(args[index + 1] ?? '')) joined.push(`--${name}=${args[++index]}`);
    else joined.push(args[index]);
  }
  return joined;
}
