import type { Difference } from '../checks/differences.js';
import type { Exchange } from '../client/exchange.js';
import { printPattern } from './print-pattern.js';

const mostDifferences = 10;

/** Describes each place where an answer differs: the field, what was expected, what came. */
export function differenceLines(
  differences: readonly Difference[],
  exchange?: Pick<Exchange, 'redact'>,
): string[] {
  const lines = differences
    .slice(0, mostDifferences)
    .flatMap(({ path, expected, received }) => [
      `- ${path || 'the whole'}`,
      `    expected: ${printPattern(expected, exchange)}`,
      `    received: ${printPattern(received, exchange)}`,
    ]);
  const more = differences.length - mostDifferences;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}
