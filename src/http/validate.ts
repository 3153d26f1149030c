import type { z } from 'zod';
import { type SchemaIssue, SchemaMismatchError } from '../errors/schema-error.js';
import type { Exchange } from '../internal/exchange.js';
import { printText } from '../internal/print.js';
import { exchangeLines } from './exchange-lines.js';

/**
 * Holds a request against its schema before it is sent.
 *
 * @throws {SchemaMismatchError} `REQUEST_INVALID`, with every field that is wrong.
 */
export function validateRequest<T>(schema: z.ZodType<T>, request: unknown, what: string): void {
  const { error } = schema.safeParse(request);
  if (!error) return;
  const issues = issuesOf(error);
  throw new SchemaMismatchError(issues, undefined, {
    summary: `The ${what} is not valid; nothing was sent`,
    details: [
      ...issues.map(issueText),
      'What to do: mend the fields, or say in the conventions of the deployment what it takes instead',
    ],
  });
}

/**
 * Holds an answer against its schema and gives the parsed value.
 *
 * @throws {SchemaMismatchError} `SCHEMA_MISMATCH`, with every field that is wrong.
 */
export function validateResponse<T>(
  schema: z.ZodType<T>,
  body: unknown,
  exchange: Exchange,
  deploymentName: string,
): T {
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const issues = issuesOf(error);
  throw new SchemaMismatchError(issues, exchange, {
    summary: `${deploymentName} answered 200 with JSON that is not of the interface's shape`,
    details: [...issues.map(issueText).map((text) => exchange.redact(text)), ...exchangeLines(exchange)],
  });
}

function issuesOf(error: z.ZodError): SchemaIssue[] {
  return error.issues.map(({ path, message }) => ({ path: pathText(path), message }));
}

/** Writes a path as in a program: `response.outMessages[0].shardsKey`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

function issueText({ path, message }: SchemaIssue): string {
  return printText(`- ${path || 'the whole'}: ${message}`, 400);
}
