import type { Conventions, InclusionState } from '../contract/conventions.js';
import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';

/**
 * What a record says about the operation's message: `included` in consensus on the source chain; `rejected`, it
 * never will be; `not-applicable`, the operation ends on the destination chain; `pending`, not yet; `unknown`, the record
 * does not say: it has no stage, or one that the deployment does not name.
 */
export type InclusionVerdict = 'included' | 'rejected' | 'not-applicable' | 'pending' | 'unknown';

/**
 * Judges a record by the deployment's own predicates (section 3: not shown).
 *
 * @throws {UsageError} when a predicate gives something else than its type: a promise would be taken for true.
 */
export function inclusionVerdict(state: InclusionState, conventions: Conventions): InclusionVerdict {
  const included = judged('isIncluded', conventions.isIncluded(state, conventions));
  if (included) return 'included';
  if (isRejectedBy(state, conventions)) return 'rejected';
  if (judged('endsOnAlpha', conventions.endsOnAlpha(state, conventions))) return 'not-applicable';
  return included === undefined ? 'unknown' : 'pending';
}

/** Whether a record says that the operation is rejected; undefined when it does not say. */
export function isRejectedBy(state: InclusionState, conventions: Conventions): boolean | undefined {
  return judged('isRejected', conventions.isRejected(state, conventions));
}

function judged(name: keyof Conventions, says: unknown): boolean | undefined {
  if (typeof says === 'boolean' || says === undefined) return says;
  if (says instanceof Promise) void says.catch(() => {});
  throw new UsageError(
    `The convention ${name} must give true, false or undefined, not ${says instanceof Promise ? 'a promise' : printValue(says)}`,
  );
}
