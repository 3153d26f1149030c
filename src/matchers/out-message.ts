import { differences, isOpen } from '../checks/differences.js';
import { noteUndecided } from '../checks/undecided.js';
import { outMessageNames } from '../contract/responses.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { patternOf } from './pattern-of.js';
import { printPattern } from './print-pattern.js';
import type { OutMessagePattern } from './to-emit-out-message.js';

/**
 * Matches an outgoing message (section 2.2) with the members of a pattern; the others may be anything. For use inside
 * another assertion.
 */
export function outMessage(
  this: MatcherContext,
  received: unknown,
  pattern: OutMessagePattern,
): MatcherResult {
  const differing = differences(received, patternOf('outMessage', pattern, outMessageNames));
  const isUndecided = received === undefined || received === null || isOpen(differing);
  if (isUndecided) noteUndecided();
  return {
    // What lacks the members that are asked for is neither such a message nor another: negated, it does not match either.
    pass: isUndecided ? this.isNot === true : differing.length === 0,
    message: () =>
      assertionMessage(
        'message',
        this.isNot,
        'outMessage(pattern)',
        this.isNot ? [`Received:   ${printPattern(received)}`] : ['Differs:', ...differenceLines(differing)],
      ),
  };
}
