import { existsSync, statSync } from 'node:fs';
import { parseOptions } from '../parse-options.ts';
import { ORDERS } from './discover.ts';
import type { Order, Via } from './types.ts';

export const USAGE = `usage: npx gait conformance [options] DIR...      in a project that has the package
       npm run conformance -- [options] DIR...    in the repository

Checks the movement core against measured data: every scenario against its traces in both orders, every case against
its expectations in both orders, every function vector and every wire vector. A DIR is a folder laid out like
test/golden (scenarios/, tables/, traces/, traces-retail-order/, functions/, wire/), a folder of cases
(NAME.json with NAME.expect.json), or a folder that holds such folders, however deep.

  --order pipeline|retail|both   the shipped order, retail's own, or both (default)
  --only TEXT                    only what has TEXT in its name
  --tables DIR                   where motion tables are looked up that the folder does not have in its tables/
                                 (default: golden/tables beside the folder, then test/golden/tables)
  --trace OUTDIR                 also writes our trace of each scenario, in the shipped order, to OUTDIR/NAME.json
  --via direct|wire              how the core is reached: by direct calls (default), or by messages as bytes through
                                 NetIngest and SequenceGate, in the shipped order: scenarios only, those whose
                                 operations a server's messages can say; the others are listed with the reason
  --allow-unsupported            what is not supported does not make the exit code non-zero
  --list                         only lists what would be checked, and what would be left out
  --help                         prints this

Exit code: 0 all passed; 1 something failed, was not supported, or nothing was found to check; 2 wrong usage.
`;

/** Wrong usage; the message says how. */
export class UsageError extends Error {}

export interface Options {
  help: boolean;
  list: boolean;
  allowUnsupported: boolean;
  orders: Order[];
  via: Via;
  only: string;
  tables: string | null;
  /** Folder for our traces. */
  traceFolder: string | null;
  folders: string[];
}

const ORDER_CHOICES: Record<string, Order[]> = { both: ORDERS, pipeline: ['pipeline'], retail: ['retail'] };

function parse(argv: string[]) {
  try {
    return parseOptions({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        list: { type: 'boolean', default: false },
        'allow-unsupported': { type: 'boolean', default: false },
        order: { type: 'string' },
        only: { type: 'string', default: '' },
        via: { type: 'string', default: 'direct' },
        tables: { type: 'string' },
        trace: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function needFolder(path: string, what: string): void {
  if (!existsSync(path)) throw new UsageError(`${what} does not exist: ${path}`);
  if (!statSync(path).isDirectory()) throw new UsageError(`${what} is not a folder: ${path}`);
}

/** Reads the command line. Throws UsageError for unknown options, wrong values and folders that are not there. */
export function readOptions(argv: string[]): Options {
  const { values, positionals } = parse(argv);
  const order = values.order ?? (values.via === 'wire' ? 'pipeline' : 'both');
  const options: Options = {
    help: values.help,
    list: values.list,
    allowUnsupported: values['allow-unsupported'],
    orders: ORDER_CHOICES[order],
    via: values.via === 'wire' ? 'wire' : 'direct',
    only: values.only,
    tables: values.tables ?? null,
    traceFolder: values.trace ?? null,
    folders: positionals,
  };
  if (options.help) return options;
  if (!Object.hasOwn(ORDER_CHOICES, order)) {
    throw new UsageError(`--order is "${order}", not pipeline, retail or both`);
  }
  if (values.via !== 'direct' && values.via !== 'wire') {
    throw new UsageError(`--via is "${values.via}", not direct or wire`);
  }
  if (values.via === 'wire' && order !== 'pipeline') {
    throw new UsageError(`--order is "${order}", but --via wire runs the shipped order only: pipeline`);
  }
  if (values.trace === '') throw new UsageError('--trace names no folder');
  if (positionals.length === 0) throw new UsageError('no folder is named');
  for (const folder of positionals) needFolder(folder, 'the folder');
  if (options.tables !== null) needFolder(options.tables, 'the folder of tables');
  return options;
}
