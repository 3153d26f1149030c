import { type DetailLine, InconclusiveError, UsageError } from '../errors.js';
import { ownTimeout } from './within-test.js';

/**
 * Why a test that is expected to fail has failed, if that proves nothing: it made an invalid call, its time was over, or
 * nothing answered.
 */
export type UnprovenFailure = 'invalid' | 'out-of-time' | 'unanswered';

/**
 * Creates the error for a test that is expected to fail, and whose failure proves nothing.
 *
 * @param name - The test: `the test "sends a call"`.
 * @param line - The first line of its failure.
 */
export function expectedFailureError(name: string, why: UnprovenFailure, line: string): Error {
  const expected = `${name} is expected to fail, and`;
  if (why === 'invalid')
    return new UsageError(`${expected} makes an invalid call: ${line}`, [
      { advice: 'fix the call; it was rejected before anything was asserted' },
    ]);
  return new InconclusiveError({
    summary: `${expected} was inconclusive: ${line}`,
    details: [unprovenAdvice[why]],
  });
}

/** What to do about a failure that proves nothing. */
export const unprovenAdvice: Record<Exclude<UnprovenFailure, 'invalid'>, DetailLine> = {
  'out-of-time': {
    advice: `raise ${ownTimeout} or that of expect.poll, or make the wait shorter, so that the wait ends by itself`,
  },
  unanswered: { advice: 'check that the service answers, and that the URL is right' },
};
