import { assertionMessage } from './assertion-message.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { printPattern } from './print-pattern.js';

const shape = /^0x[0-9a-fA-F]{64}$/;

/** Matches an operation id: `0x` and 64 hex digits (practice). For use inside another assertion. */
export function operationId(this: MatcherContext, received: unknown): MatcherResult {
  return {
    pass: typeof received === 'string' && shape.test(received),
    message: () =>
      assertionMessage('value', this.isNot, 'operationId()', [
        `Expected:   ${this.isNot ? 'no' : 'an'} operation id, 0x and 64 hex digits`,
        `Received:   ${printPattern(received)}`,
      ]),
  };
}
