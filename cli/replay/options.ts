import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from './usage.ts';

export interface Options {
  help: boolean;
  json: boolean;
  quiet: boolean;
  files: string[];
  trace: string | null;
  to: string | null;
  tables: string | null;
  /** Seconds; Infinity: to the end. */
  from: number;
  until: number;
  connection: number | null;
  serverPorts: number[];
}

function parse(argv: string[]) {
  try {
    return parseOptions({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        quiet: { type: 'boolean', short: 'q', default: false },
        trace: { type: 'string' },
        to: { type: 'string' },
        tables: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
        connection: { type: 'string' },
        'server-port': { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function number(name: string, text: string | undefined, least: number, most: number, whole: boolean): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most) || (whole && !Number.isInteger(value))) {
    const kind = whole ? 'a whole number' : 'a number of seconds';
    throw new UsageError(`${name} is "${text}", not ${kind} from ${least} to ${most}`);
  }
  return value;
}

/** Reads the command line. @throws UsageError for unknown options, wrong values and what does not go together. */
export function readOptions(argv: string[]): Options {
  const { values, positionals } = parse(argv);
  const options: Options = {
    help: values.help,
    json: values.json,
    quiet: values.quiet,
    files: positionals,
    trace: values.trace ?? null,
    to: values.to ?? null,
    tables: values.tables ?? null,
    from: 0,
    until: Number.POSITIVE_INFINITY,
    connection: null,
    serverPorts: [],
  };
  if (options.help) return options;
  options.from = number('--from', values.from, 0, 1e9, false) ?? 0;
  options.until = number('--until', values.until, 0, 1e9, false) ?? Number.POSITIVE_INFINITY;
  options.connection = number('--connection', values.connection, 0, 65_535, true);
  options.serverPorts = (values['server-port'] ?? []).map(
    (text) => number('--server-port', text, 1, 65_535, true) as number,
  );
  check(options);
  return options;
}

function check({ files, trace, to, tables, from, until }: Options): void {
  if (files.length === 0) throw new UsageError('no file is named');
  if (from >= until) throw new UsageError(`--from ${from} is not before --until ${until}`);
  if (trace === '') throw new UsageError('--trace names nothing');
  if (to === '') throw new UsageError('--to names no file');
  if (to !== null && files.length > 1) throw new UsageError('--to takes one capture at a time');
  if (trace?.endsWith('.json') && files.length > 1) {
    throw new UsageError('--trace names a file, and there are several captures: name a folder');
  }
  if (trace !== null && new Set(files.map((file) => basename(file))).size < files.length) {
    throw new UsageError('two captures have the same name, and so would their traces');
  }
  if (tables === null) return;
  if (!existsSync(tables)) throw new UsageError(`the folder of tables does not exist: ${tables}`);
  if (!statSync(tables).isDirectory()) throw new UsageError(`this is no folder of tables: ${tables}`);
}
