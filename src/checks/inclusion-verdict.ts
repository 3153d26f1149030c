import type { Conventions, InclusionState } from '../contract/conventions.js';

/**
 * What a record says about the operation's message: `included` in consensus on the source chain; `rejected`, it
 * never will be; `not-applicable`, the operation ends on the destination chain; `pending`, not yet.
 */
export type InclusionVerdict = 'included' | 'rejected' | 'not-applicable' | 'pending';

/** Judges a record by the deployment's own predicates (section 3: not shown). */
export function inclusionVerdict(state: InclusionState, conventions: Conventions): InclusionVerdict {
  if (conventions.isIncluded(state, conventions)) return 'included';
  if (conventions.isRejected(state, conventions)) return 'rejected';
  if (conventions.endsOnAlpha(state, conventions)) return 'not-applicable';
  return 'pending';
}
