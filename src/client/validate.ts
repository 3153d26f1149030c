import type { z } from 'zod';
import { neutralPath, wireFields, wireRequestSchema } from '../contract/dialect.js';
import { noSuchField } from '../contract/schema-introspection.js';
import type { Deployment } from '../deployment/deployment.js';
import { type SchemaIssue, SchemaMismatchError } from '../errors.js';
import { closest } from '../internal/closest.js';
import { pathText, printText } from '../internal/print.js';
import { type KnownMembers, noteMembers } from '../internal/shape-faults.js';
import type { Exchange } from './exchange.js';
import { exchangeLines } from './exchange-lines.js';

/** Throws when a request is not what its deployment takes. */
export type RequestCheck = (request: unknown) => void;

/** Gives the body of an answer as what the schema says that it is; throws when it is not. */
export type AnswerCheck<T> = (body: unknown, who: string, exchange: Exchange) => T;

/**
 * Makes a function that holds a simulation request, as it stands on the wire, against what its deployment takes. It
 * throws a {@link SchemaMismatchError} `REQUEST_INVALID` with every field that is wrong, by the deployment's names.
 */
export function simulationRequestCheck(
  { chains, conventions }: Pick<Deployment, 'chains' | 'conventions'>,
  what: string,
): RequestCheck {
  const schema = wireRequestSchema(chains, conventions);
  return (request) => {
    const shown = requestIssues(schema, request, wireFields(chains));
    if (shown.length === 0) return;
    // Programs read neutral paths, like all that a result holds; people the names of the deployment.
    const issues = shown.map(({ path, message }) => ({ path: neutralPath(path, chains), message }));
    throw requestMismatch(
      issues,
      what,
      'mend the fields, or say in the conventions of the deployment what it takes instead',
      shown,
    );
  };
}

/** A misspelt field of a request is a slip of who wrote it, and told the name that was meant. */
function requestIssues(
  schema: z.ZodType,
  request: unknown,
  wireNames: ReadonlyMap<string, string>,
): SchemaIssue[] {
  const knownAt: KnownMembers = new Map();
  const parsed = schema.safeParse(request, { error: (issue) => noteMembers(issue, knownAt) });
  return issuesOf(parsed, knownAt).map(({ path, message }) => {
    // A neutral name may be misspelt as well.
    const meant = message === noSuchField(path, []) ? closest(path, [...wireNames.keys()]) : undefined;
    return { path, message: meant === undefined ? message : noSuchField(path, [meant], wireNames) };
  });
}

/** Makes the error of a request that is not sent because it does not fit its schema. */
export function requestMismatch(
  issues: readonly SchemaIssue[],
  what: string,
  advice: string,
  shown: readonly SchemaIssue[] = issues,
): SchemaMismatchError {
  return new SchemaMismatchError(issues, undefined, {
    summary: `The ${what} is not valid; nothing was sent`,
    details: [...issueLines(shown), `What to do: ${advice}`],
  });
}

/**
 * Makes a function that holds the body of an answer against its schema, which transforms nothing. It throws a
 * {@link SchemaMismatchError} `SCHEMA_MISMATCH` with every field that is wrong.
 */
export function answerCheck<T>(schema: z.ZodType<T>): AnswerCheck<T> {
  return (body, who, exchange) => {
    const issues = issuesOf(schema.safeParse(body));
    if (issues.length === 0) return body as T;
    throw answerMismatch(
      issues,
      `${who} answered 200 with JSON that is not of the interface's shape`,
      exchange,
    );
  };
}

/** Makes the error of a 200 whose JSON does not fit its schema. */
export function answerMismatch(
  issues: readonly SchemaIssue[],
  summary: string,
  exchange: Exchange,
  advice?: string,
): SchemaMismatchError {
  const lines = issueLines(issues).map((line) => exchange.redact(line));
  return new SchemaMismatchError(issues, exchange, {
    summary,
    details: [
      ...lines,
      ...exchangeLines(exchange),
      ...(advice === undefined ? [] : [`What to do: ${advice}`]),
    ],
  });
}

/** Lists what a schema found, unknown members one by one. */
export function issuesOf(
  { error }: z.ZodSafeParseResult<unknown>,
  knownAt: KnownMembers = new Map(),
): SchemaIssue[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: pathText([...issue.path, key]),
          message: noSuchField(key, knownAt.get(pathText(issue.path)) ?? []),
        }))
      : { path: pathText(issue.path), message: plainMessage(issue.message) },
  );
}

/** In the words of JSON: the reader gives a bigint for an integer, and undefined is what is not there. */
export function plainMessage(message: string): string {
  return message
    .replace('Invalid input: ', '')
    .replace(
      'expected number, received bigint',
      'expected a number below 2^53, received a greater integer (z.bigint() takes it)',
    )
    .replaceAll(/\bbigint\b(?!\()/g, 'integer')
    .replace(/\breceived NaN$/, 'received a number that is no exact integer, or is out of range')
    .replace(/^(expected \w+), received undefined$/, 'missing, $1');
}

const mostLines = 10;

function issueLines(issues: readonly SchemaIssue[]): string[] {
  const lines = issues
    .slice(0, mostLines)
    .map(({ path, message }) => printText(`- ${path || 'the whole'}: ${message}`, 400));
  const more = issues.length - lines.length;
  return more === 0 ? lines : [...lines, `- and ${more} more`];
}
