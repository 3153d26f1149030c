import type { z } from 'zod';
import { fitsSchema } from '../contract/fits-schema.js';
import { type SchemaIssue, SchemaMismatchError } from '../errors/schema-error.js';
import type { Exchange } from '../internal/exchange.js';
import { pathText } from '../internal/path-text.js';
import { printText } from '../internal/print.js';
import { exchangeLines } from './exchange-lines.js';

/** Throws when a request is not what its deployment takes. */
export type RequestCheck = (request: unknown) => void;

/** Gives the body of an answer as what the schema says that it is; throws when it is not. */
export type AnswerCheck<T> = (body: unknown, who: string, exchange: Exchange) => T;

/**
 * Makes a function that holds a request against its schema before it is sent. It throws a
 * {@link SchemaMismatchError} `REQUEST_INVALID` with every field that is wrong.
 */
export function requestCheck(schema: z.ZodType, what: string): RequestCheck {
  const fits = fitsSchema(schema);
  return (request) => {
    const issues = fits(request) ? [] : issuesOf(schema.safeParse(request));
    if (issues.length === 0) return;
    throw new SchemaMismatchError(issues, undefined, {
      summary: `The ${what} is not valid; nothing was sent`,
      details: [
        ...issueLines(issues),
        'What to do: mend the fields, or say in the conventions of the deployment what it takes instead',
      ],
    });
  };
}

/**
 * Makes a function that holds the body of an answer against its schema, which transforms nothing. It throws a
 * {@link SchemaMismatchError} `SCHEMA_MISMATCH` with every field that is wrong.
 */
export function answerCheck<T>(schema: z.ZodType<T>): AnswerCheck<T> {
  const fits = fitsSchema(schema);
  return (body, who, exchange) => {
    const issues = fits(body) ? [] : issuesOf(schema.safeParse(body));
    if (issues.length === 0) return body as T;
    throw new SchemaMismatchError(issues, exchange, {
      summary: `${who} answered 200 with JSON that is not of the interface's shape`,
      details: [...issueLines(issues).map((line) => exchange.redact(line)), ...exchangeLines(exchange)],
    });
  };
}

function issuesOf({ error }: z.ZodSafeParseResult<unknown>): SchemaIssue[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: pathText([...issue.path, key]), message: 'no such field' }))
      : { path: pathText(issue.path), message: plainMessage(issue.message) },
  );
}

/** In the words of JSON: the reader gives a bigint for an integer, and undefined is what is not there. */
export function plainMessage(message: string): string {
  return message
    .replace('Invalid input: ', '')
    .replaceAll('bigint', 'integer')
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
