import { assertionMessage } from './assertion-message.js';
import type { MatcherContext, MatcherResult } from './matcher-context.js';
import { printPattern } from './print-pattern.js';

function isOperationId(value: unknown): boolean {
  return typeof value === 'string' && shape.test(value);
}

const shape = /^0x[0-9a-fA-F]{64}$/;

/** Matches an operation id: `0x` and 64 hex digits (practice). For use inside another assertion. */
export function operationId(this: MatcherContext, received: unknown): MatcherResult {
  return {
    // Of what is not there nobody can say what it is: negated, it does not match either.
    pass: received === undefined || received === null ? this.isNot === true : isOperationId(received),
    message: () =>
      assertionMessage('value', this.isNot, 'operationId()', [
        `Expected:   ${this.isNot ? 'no' : 'an'} operation id, 0x and 64 hex digits`,
        `Received:   ${printPattern(received)}`,
      ]),
  };
}
