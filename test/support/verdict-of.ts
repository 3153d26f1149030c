import {
  type Conventions,
  defaultConventions,
  type InclusionVerdict,
  isIncluded,
  isRejected,
} from 'crosscheck';
import type { InclusionState } from 'crosscheck/contract';

/** Returns what a record says about its inclusion, by the public predicates. */
export function verdictOf(
  record: InclusionState,
  conventions: Conventions = defaultConventions,
): InclusionVerdict {
  const included = isIncluded(record, conventions);
  if (included) return 'included';
  if (isRejected(record, conventions)) return 'rejected';
  if (conventions.endsOnAlpha(record, conventions)) return 'not-applicable';
  return included === undefined ? 'unknown' : 'pending';
}
