import { expect, it } from 'vitest';
import { unprovenFailureOf } from '../../../src/properties/no-verdict.js';

it.each([
  ['UsageError: toReachStage takes the name of a stage', 'invalid'],
  ['InconclusiveError: expect(simulation).toUseGasWithin(5) is inconclusive: there is no gas', 'unanswered'],
  ['InclusionUnknownError: nobody answered', 'unanswered'],
  ['HttpTimeoutError: The simulator of staging sent no complete answer within 10 s', 'unanswered'],
  ['HttpStatusError: The simulator of staging answered with status 503', 'unanswered'],
  ["Error: expect(operationId).toReachInclusion() timed out (the test's own timeout of 1 s)", 'out-of-time'],
  ['HttpStatusError: The simulator of staging answered with status 400', undefined],
  ['Error: expect(simulation).toSimulateSuccessfully(): simulation failed: paused', undefined],
  ['Error: another reason, not an InconclusiveError: of this package', undefined],
])('finds in the text of a failure, %j, that it is %s', (text, why) => {
  expect(unprovenFailureOf(text)).toBe(why);
});
