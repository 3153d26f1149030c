import type { z } from 'zod';
import { pathText } from './path-text.js';

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
