import { type Conventions, type InclusionState, isIncluded, isRejected } from '../contract/conventions.js';
import { booleanOf } from '../internal/user-callback.js';

/**
 * What a record says about the operation's message: `included` in consensus on the source chain; `rejected`, it
 * never will be; `not-applicable`, the operation ends on the destination chain; `pending`, not yet; `unknown`, the record
 * does not say: it has no stage, or one that the deployment does not name.
 */
export type InclusionVerdict = 'included' | 'rejected' | 'not-applicable' | 'pending' | 'unknown';

/**
 * Judges a record by the deployment's own predicates (section 3: not shown).
 *
 * @throws {UsageError} when one of them throws, or gives anything but true or false; the first two may leave it open by
 * undefined.
 */
export function inclusionVerdict(state: InclusionState, conventions: Conventions): InclusionVerdict {
  const included = isIncluded(state, conventions);
  if (included) return 'included';
  if (isRejected(state, conventions)) return 'rejected';
  const endsOnAlpha = (): boolean => conventions.endsOnAlpha(state, conventions);
  if (booleanOf('The convention endsOnAlpha', endsOnAlpha)) return 'not-applicable';
  return included === undefined ? 'unknown' : 'pending';
}
