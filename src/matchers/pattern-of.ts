import { isAsymmetric } from '../checks/pattern.js';
import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';

/** Refuses what is no pattern, and one without members, which everything fits. */
export function patternOf<T>(matcher: string, pattern: T): T {
  const isObject = typeof pattern === 'object' && pattern !== null && !Array.isArray(pattern);
  if (isObject && (isAsymmetric(pattern) || Object.keys(pattern).length > 0)) return pattern;
  throw new UsageError(`${matcher} takes an object with the members to look for`, [
    `Received: ${printValue(pattern)}`,
  ]);
}
