import { expect, it } from 'vitest';
import type { JudgedCase } from '../../../../src/fuzz/case-runner.js';
import { runResult } from '../../../../src/fuzz/findings/candidate-finding.js';
import { samplePlan } from '../../../support/sample-finding.js';

const request = { endpoint: 'simulate' };
const seen = { request, answer: { status: 200, headers: {}, text: '' } };
const inconclusive = { request, failure: { kind: 'timeout' } };

it.each([
  ['all of its requests are answered', [seen, seen], 'not-reproduced'],
  ['one is not', [seen, inconclusive], 'inconclusive'],
  ['none is', [inconclusive, inconclusive], 'inconclusive'],
])('a case without the finding is looked at, and %s', (_, observations, kind) => {
  const judged = { observed: { observations }, violations: [], exchanges: [] } as unknown as JudgedCase;
  expect(runResult('schema-5e04402250', judged, samplePlan)).toEqual({ kind });
});
