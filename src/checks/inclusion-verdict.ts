import type { Conventions, InclusionState } from '../contract/conventions.js';
import { booleanOf } from '../errors/user-callback.js';

/**
 * What a record says about the operation's message: `included` in consensus on the source chain; `rejected`, it
 * never will be; `not-applicable`, the operation ends on the destination chain; `pending`, not yet.
 */
export type InclusionVerdict = 'included' | 'rejected' | 'not-applicable' | 'pending';

/**
 * Judges a record by the deployment's own predicates (section 3: not shown).
 *
 * @throws {UsageError} when one of them throws or returns anything but true or false.
 */
export function inclusionVerdict(state: InclusionState, conventions: Conventions): InclusionVerdict {
  const says = (name: 'isIncluded' | 'isRejected' | 'endsOnAlpha'): boolean =>
    booleanOf(`The convention ${name}`, () => conventions[name](state, conventions));
  if (says('isIncluded')) return 'included';
  if (says('isRejected')) return 'rejected';
  if (says('endsOnAlpha')) return 'not-applicable';
  return 'pending';
}
