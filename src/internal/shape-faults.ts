import type { z } from 'zod';
import { type OptionFault, unknownName } from './options.js';
import { pathText, printValue } from './print.js';

/**
 * Holds a value against a schema and gives what is wrong, each fault with the path of its member below `under`, and
 * for a member that there is not, the name that was probably meant.
 */
export function shapeFaults(schema: z.ZodType, value: unknown, under = ''): OptionFault[] {
  const knownAt: KnownMembers = new Map();
  const { error } = schema.safeParse(value, { error: (issue) => expectation(issue, knownAt) });
  return (error?.issues ?? []).flatMap((issue) => {
    const path = below(under, pathText(issue.path));
    if (issue.code === 'unrecognized_keys') {
      const known = knownAt.get(pathText(issue.path)) ?? [];
      return issue.keys.map((name) => ({ path: below(path, name), message: unknownName(name, known) }));
    }
    const got = issue.path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)?.[part], value);
    const message = got === undefined ? issue.message : `${issue.message}, got ${printValue(got)}`;
    return [{ path: path || 'the value', message }];
  });
}

function expectation(issue: RawIssue, knownAt: KnownMembers): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return noteMembers(issue, knownAt);
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be one of ${issue.values.join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`;
    case 'too_small':
      return isNumber(issue) ? `must be at least ${issue.minimum}` : undefined;
    case 'too_big':
      return isNumber(issue) ? `must be at most ${issue.maximum}` : undefined;
    case 'invalid_union':
      return 'must be of another type';
    default:
      return undefined;
  }
}

function isNumber({ origin }: { readonly origin: string }): boolean {
  return ['number', 'int', 'bigint'].includes(origin);
}

function below(under: string, path: string): string {
  if (under === '' || path === '') return under + path;
  return path.startsWith('[') ? under + path : `${under}.${path}`;
}

/** What zod asks about the words of an issue. */
export type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** The members that schemas know, by the paths of the objects that had others. */
export type KnownMembers = Map<string, readonly string[]>;

/** Notes which members a schema knows that found others; the issue itself does not tell. */
export function noteMembers(issue: RawIssue, knownAt: KnownMembers): undefined {
  if (issue.code !== 'unrecognized_keys') return;
  const { shape = {} } = issue.inst as Partial<z.ZodObject>;
  knownAt.set(pathText(issue.path ?? []), Object.keys(shape));
}
