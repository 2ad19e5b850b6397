import { relative } from 'node:path';
import type { Remark } from './discover.ts';
import type { Check, CheckKind, CheckResult, LeftOut } from './run.ts';

/** What the tool needs of the process that it runs in. */
export interface Io {
  /** Results: whole lines. */
  out(line: string): void;
  /** Progress and errors, written as given. */
  err(text: string): void;
  /** Whether `err` is a terminal, on which a line can be written over. */
  tty: boolean;
  /** Milliseconds, from wherever. */
  now(): number;
  /** Folder that printed paths are relative to. */
  cwd: string;
}

/** Results by outcome. */
export interface Tally {
  passed: number;
  failed: number;
  unsupported: number;
}

const KIND_TITLES: Record<CheckKind, string> = {
  trace: 'traces',
  case: 'cases',
  function: 'functions',
  wire: 'wire',
  file: 'files',
};

/** The name of the kind of a check, with the order for those that run in two. */
export function kindTitle({ kind, order }: Pick<Check, 'kind' | 'order'>): string {
  return order === undefined ? KIND_TITLES[kind] : `${KIND_TITLES[kind]} (${order})`;
}

function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith('..') ? file : path;
}

/** One line for a check that did not pass. */
export function resultLine(result: CheckResult, cwd: string): string {
  const mark = result.status === 'failed' ? 'FAILED' : 'UNSUPPORTED';
  return `${mark} ${kindTitle(result)} ${result.name}: ${result.text} [${shortPath(result.file, cwd)}]`;
}

/** One line for something that is passed over. */
export function remarkLine(remark: Remark, cwd: string): string {
  return `not run: ${shortPath(remark.file, cwd)} (${remark.text})`;
}

export function tallyOf(results: CheckResult[]): Tally {
  const tally: Tally = { passed: 0, failed: 0, unsupported: 0 };
  for (const result of results) tally[result.status]++;
  return tally;
}

/** `N passed, N failed`, and `, N unsupported` when there are any. */
export function tallyText(tally: Tally): string {
  const text = `${tally.passed} passed, ${tally.failed} failed`;
  return tally.unsupported > 0 ? `${text}, ${tally.unsupported} unsupported` : text;
}

/** A line for each kind of check that was made, with its counts. */
export function kindLines(results: CheckResult[]): string[] {
  const byKind = new Map<string, CheckResult[]>();
  for (const result of results) {
    const title = kindTitle(result);
    const ofKind = byKind.get(title);
    if (ofKind) ofKind.push(result);
    else byKind.set(title, [result]);
  }
  return [...byKind].sort().map(([title, ofKind]) => `${title}: ${tallyText(tallyOf(ofKind))}`);
}

/** Columns within which names are listed. */
const WIDTH = 116;

/** For each reason how many scenarios are left out for it, then their names. The commonest reason comes first. */
export function leftOutLines(leftOut: LeftOut[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of leftOut) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  const lines: string[] = [];
  for (const [reason, names] of [...byReason].sort(([, a], [, b]) => b.length - a.length)) {
    lines.push(`left out, ${names.length}: ${reason}`);
    let line = ' ';
    for (const name of names) {
      if (line.length > 1 && line.length + name.length > WIDTH) {
        lines.push(line);
        line = ' ';
      }
      line += ` ${name}`;
    }
    lines.push(line);
  }
  return lines;
}
