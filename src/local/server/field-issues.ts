import type { z } from 'zod';
import { formatText, pathText } from '../../internal/print.js';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const longestList = 10;

/** Validates a value and returns its issues, each with the path of its field; `whole` names the value itself. */
export function fieldIssues(schema: z.ZodType, request: unknown, whole = 'the body'): string[] {
  const { error } = schema.safeParse(request, { error: expectation });
  if (!error) return [];
  const faults = error.issues.map(({ path, message }) => `${pathText(path) || whole} ${message}`);
  const more = faults.length - longestList;
  return (more > 0 ? [...faults.slice(0, longestList), `${more} more`] : faults).map((fault) =>
    formatText(fault),
  );
}

function expectation(issue: RawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return `must not have ${(issue.keys as string[]).join(', ')}`;
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined;
  if (issue.input === undefined) return 'is missing';
  return issue.code === 'invalid_type'
    ? `must be of type ${issue.expected}`
    : `must be one of ${issue.values.join(', ')}`;
}
