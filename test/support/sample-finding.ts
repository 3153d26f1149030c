import type { CasePlan, Finding, RecordedCall } from 'crosscheck/fuzz';

// What tests of other rooms need besides the public functions.
export { writeCorpusEntry } from '../../src/fuzz/findings/corpus.js';
export { findingId } from '../../src/fuzz/model/finding.js';

/** A case of one simulation. */
export const samplePlan: CasePlan = {
  phase: 'valid',
  kind: 'call',
  steps: [
    {
      requests: [
        {
          endpoint: 'simulate',
          body: '{"shardsKey":"0"}',
          expect: { kind: 'simulated', request: { shardsKey: '0' } },
        },
      ],
    },
  ],
};

const completeRequest = {
  shardsKey: '0',
  alphaCallParams: { target: `0x${'00'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'00'.repeat(32)}`,
};

/** A case of one simulation that has what the default conventions require. */
export const completePlan: CasePlan = {
  phase: 'valid',
  kind: 'call',
  steps: [
    {
      requests: [
        {
          endpoint: 'simulate',
          body: JSON.stringify(completeRequest),
          expect: { kind: 'simulated', request: completeRequest },
        },
      ],
    },
  ],
};

/** What went over the wire for it. */
export const sampleCall: RecordedCall = {
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8545/alpha/simulator/simulate-message',
    headers: {
      accept: 'application/json',
      'user-agent': 'crosscheck',
      'content-type': 'application/json',
      authorization: '[redacted]',
    },
    body: '{"shardsKey":"0"}',
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"response":{"simulationStatus":true,"estimatedGas":"21000"}}',
  },
  startedAt: 1_763_712_000_000,
  durationMs: 12.4,
  attempts: [{ startedAfterMs: 0, durationMs: 12.4, status: 200 }],
};

/** A finding, with some of its members replaced. */
export function sampleFinding(given: Partial<Finding> = {}): Finding {
  return {
    id: 'schema-5e04402250',
    signature: {
      check: 'schema',
      endpoint: 'simulate',
      path: 'response.estimatedGas',
      class: 'string for integer',
    },
    severity: 'major',
    family: 'transport',
    message: 'response.estimatedGas must be an integer, got "21000"',
    ...(given.message === undefined
      ? { expected: 'response.estimatedGas must be an integer', received: '"21000"' }
      : {}),
    confidence: 'stable',
    runs: { shown: 5, of: 5 },
    occurrences: 12,
    caseId: '7:valid/123',
    firstSeenMs: 3_210,
    plan: samplePlan,
    shrinks: 14,
    exchanges: [sampleCall],
    ...(given.plan === undefined ? { answers: ['success'] } : {}),
    isKnown: false,
    ...given,
  };
}
