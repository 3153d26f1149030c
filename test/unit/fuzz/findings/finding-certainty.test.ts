import { expect, it } from 'vitest';
import { confidenceByRuns } from '../../../../src/fuzz/findings/finding-certainty.js';

it.each([
  [0, 0, true, 'unconfirmed'],
  [0, 5, true, 'not-reproduced'],
  [1, 5, true, 'flaky'],
  [5, 5, true, 'stable'],
  [5, 5, false, 'unconfirmed'],
] as const)(
  'shown by %d of %d runs, of a deployment that is there (%s), it is %s',
  (shown, of, isReachable, confidence) => {
    expect(confidenceByRuns({ shown, of }, isReachable)).toBe(confidence);
  },
);
