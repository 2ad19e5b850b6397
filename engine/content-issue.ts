import * as v from 'valibot';
import { describe as describeValue, suggestion } from './checks.ts';

/** What is known of a schema, whichever it is: its parts are read by name. */
interface SchemaParts {
  readonly entries?: Readonly<Record<string, SchemaParts>>;
  readonly item?: SchemaParts;
  readonly wrapped?: SchemaParts;
  readonly options?: readonly SchemaParts[];
  /** The name that tells the options of a variant apart. */
  readonly key?: string;
  readonly literal?: unknown;
}

const kinds: Readonly<Record<string, string>> = { finite: 'a finite number', integer: 'a whole number' };

/**
 * Throws for content that is not even read: a path, text or bytes in the place of what is in the file.
 *
 * @param source Starts the error.
 * @param what What it should be, in words.
 */
export function requireParsed(source: string, content: unknown, what: string): void {
  if (typeof content === 'object' && content !== null && !Array.isArray(content) && !ArrayBuffer.isView(content))
    return;
  const found = typeof content === 'string' ? `the text '${content.slice(0, 40)}'` : describeValue(content);
  throw new Error(`${source}: expected the parsed JSON of ${what}, found ${found}`);
}

/**
 * Says in words what is wrong with content. Of several faults at one place an unknown name goes first: what is missing
 * besides is probably what it should be.
 *
 * @returns The place, and what was found and expected there.
 */
export function issueText(schema: v.GenericSchema, issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues.find(isUnknownName) ?? issues[0];
  const place = v.getDotPath(issue) ?? '(top)';
  if (isUnknownName(issue)) {
    const name = String(issue.path?.at(-1)?.key);
    return `${place}: unknown name${suggestion(name, namesAt(schema as SchemaParts, issue))}`;
  }
  if (issue.received === 'undefined' && issue.path !== undefined) return missingText(place);
  const expected = kinds[String(issue.type)] ?? issue.expected;
  return `${place}: expected ${expected ?? 'another value'}, found ${issue.received}`;
}

function missingText(place: string): string {
  const parts = place.split('.');
  const name = parts.pop();
  return `${parts.length === 0 ? '(top)' : parts.join('.')}: ${name} is missing`;
}

function isUnknownName({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

/** The names that the object around an issue's place may have. */
function namesAt(schema: SchemaParts, issue: v.BaseIssue<unknown>): string[] {
  const path: readonly v.IssuePathItem[] = issue.path ?? [];
  let at: SchemaParts | undefined = schema;
  for (const { key, input } of path.slice(0, -1)) {
    const parts = objectOf(at, input);
    at = parts?.entries === undefined ? parts?.item : parts.entries[String(key)];
  }
  return Object.keys(objectOf(at, path.at(-1)?.input)?.entries ?? {});
}

/** The schema itself under what is optional, and of a variant the one that its input names. */
function objectOf(schema: SchemaParts | undefined, input: unknown): SchemaParts | undefined {
  if (schema?.wrapped !== undefined) return objectOf(schema.wrapped, input);
  const { options, key } = schema ?? {};
  if (options === undefined || key === undefined) return schema;
  const kind = (input as Readonly<Record<string, unknown>> | null)?.[key];
  return options.find(({ entries }) => entries?.[key]?.literal === kind);
}
