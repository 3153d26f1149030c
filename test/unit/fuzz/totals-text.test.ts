import { expect, it } from 'vitest';
import { inconclusiveReasonText, totalsText } from '../../../src/fuzz/campaign-texts.js';
import {
  addExercised,
  type Exercise,
  exercisedText,
  type Given,
  gapText,
} from '../../../src/fuzz/exercised.js';

it.each([
  [1, '1 case, 1 request (0 inconclusive) in 5 ms, seed 7'],
  [2, '2 cases, 2 requests (0 inconclusive) in 5 ms, seed 7'],
])('counts %d in plain words', (count, text) => {
  const report = { cases: count, requests: count, inconclusive: 0, retried: {}, durationMs: 5, seed: 7 };
  expect(totalsText(report)).toBe(text);
});

it('counts the answers that were retried', () => {
  const report = { cases: 60, requests: 60, inconclusive: 0, retried: {}, durationMs: 5, seed: 7 };
  expect(totalsText({ ...report, retried: { 429: 1, 503: 10 } })).toBe(
    '60 cases, 60 requests (0 inconclusive; retried: 1 answer with status 429, 10 answers with status 503) in 5 ms, seed 7',
  );
});

it('names what was exercised, and leaves out what was not', () => {
  const none = addExercised([]);
  expect(exercisedText(none)).toBe('0 valid calls');
  expect(exercisedText({ ...none, counts: { ...none.counts, validCalls: 1, verdicts: 1, records: 1 } })).toBe(
    '1 valid call (1 got a verdict), 1 record of a known operation',
  );
  const controls = { validCalls: 2, verdicts: 2, observerAnswers: 1 };
  expect(exercisedText({ ...none, counts: { ...none.counts, validCalls: 3, verdicts: 2 }, controls })).toBe(
    '1 valid call, and 3 answered control requests',
  );
  const counts = { ...none.counts, validCalls: 1_200, verdicts: 1_200, failed: 1_200, records: 6 };
  expect(
    exercisedText({ ...none, counts, stages: { start: 4, finished: 2 }, endpoints: { quote: 3, fees: 0 } }),
  ).toBe(
    '1,200 valid calls (1,200 got a verdict, 1,200 failed), 6 records of known operations (start ×4, finished ×2), 3 successful answers of quote',
  );
});

it('explains failures, and says of phases without cases that none was sent', () => {
  const inconclusiveOutcomes = { network: 380, closed: 8, 503: 2 };
  expect(
    inconclusiveReasonText({ because: 'unreachable', endedBy: 'unreachable', inconclusiveOutcomes }),
  ).toBe(
    'the deployment stopped giving usable answers (503 ×2, connection failed ×380, connection closed ×8)',
  );
  expect(
    inconclusiveReasonText({
      because: 'unreachable',
      endedBy: 'unreachable',
      inconclusiveOutcomes: { cache: 203 },
    }),
  ).toBe(
    'a cache answers in place of the deployment (answer from a cache ×203): exclude these answers from the cache in front of the service, or call the service directly',
  );
  expect(inconclusiveReasonText({ because: 'no-cases', endedBy: 'cases', inconclusiveOutcomes: {} })).toBe(
    'no case was sent, because its phases have none; those of the phase corpus are in its folder',
  );
});

it('the gap names the most frequent error of the service if all given calls failed', () => {
  const { counts, ...none } = addExercised([]);
  const gap = (simulationErrors: Readonly<Record<string, number>>): string =>
    gapText(
      { text: 'no call sent a message', exercise: 'sentMessages' },
      {
        given: ['calls'],
        exercised: {
          ...none,
          counts: { ...counts, validCalls: 10, verdicts: 10, failed: 10 },
          simulationErrors,
        },
      },
      'flag',
    );
  const given = 'no call sent a message, although calls were given: all 10 calls failed';
  expect(gap({ 'execution reverted: "paused"': 10 })).toBe(
    `${given} with "execution reverted: \\"paused\\""`,
  );
  expect(gap({ 'out of gas': 3, paused: 7 })).toBe(`${given}, 7 of them with "paused"`);
  expect(gap({})).toBe(`${given}; simulate one to see why`);
});

it.each<[Exercise, readonly Given[], Partial<Record<Exercise, number>>, string]>([
  ['verdicts', ['calls'], {}, ', although calls were given; simulate one to see why'],
  [
    'succeeded',
    ['calls'],
    { validCalls: 388, verdicts: 346, failed: 346 },
    ', although calls were given: 346 of 388 calls failed, 42 got no verdict; simulate one to see why',
  ],
  [
    'carriedArguments',
    ['calls', 'tokens'],
    { validCalls: 387, verdicts: 387, failed: 345 },
    ', because none of the given calls does; name a function with parameters (--signature)',
  ],
  [
    'movedTokens',
    ['calls', 'tokens'],
    { validCalls: 387, verdicts: 387, failed: 345 },
    ', although calls were given: 345 of 387 calls failed; simulate one to see why',
  ],
  ['records', ['operationIds'], {}, ', although operations were given: poll one to see why'],
])('the gap %s of a campaign with given %j and counts %j', (exercise, given, changed, text) => {
  const { counts, ...none } = addExercised([]);
  const exercised = { ...none, counts: { ...counts, ...changed } };
  expect(gapText({ text: 'its text', exercise }, { given, exercised }, 'flag')).toBe(`its text${text}`);
});
