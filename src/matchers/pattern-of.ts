import { isAsymmetric } from '../checks/pattern.js';
import { patternFaults } from '../checks/pattern-faults.js';
import type { MemberNames } from '../contract/responses.js';
import { UsageError } from '../errors.js';
import { refuseFaults } from '../internal/options.js';
import { shapeText } from './shape-text.js';

/**
 * Refuses what is no pattern, one without members, which everything fits, and one that nothing can fit: it would
 * pass whenever it is negated. `names` are the members that the interface names (section 2).
 */
export function patternOf<T>(matcher: string, pattern: T, names: MemberNames): T {
  const isObject = typeof pattern === 'object' && pattern !== null && !Array.isArray(pattern);
  if (!isObject || (!isAsymmetric(pattern) && Object.keys(pattern).length === 0)) {
    throw new UsageError(`${matcher} takes an object with the members to look for`, [
      `Received: ${shapeText(pattern)}`,
    ]);
  }
  refuseFaults(`${matcher} has a bad pattern`, patternFaults(pattern, names, ''));
  return pattern;
}
