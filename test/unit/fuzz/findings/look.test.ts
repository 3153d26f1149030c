import { expect, it } from 'vitest';
import { lookFor } from '../../../../src/fuzz/findings/look.js';
import type { JudgedCase } from '../../../../src/fuzz/running/judged-case.js';
import { samplePlan } from '../../../support/sample-finding.js';

const request = { endpoint: 'simulate' };
const seen = { request, answer: { status: 200 } };
const unseen = { request, failure: { kind: 'timeout' } };

it.each([
  ['all of its requests are answered', [seen, seen], 'not-shown'],
  ['one is not', [seen, unseen], 'unseen'],
  ['none is', [unseen, unseen], 'unseen'],
])('a case without the finding is looked at, and %s', (_, observations, kind) => {
  const judged = { observed: { observations }, violations: [], exchanges: [] } as unknown as JudgedCase;
  expect(lookFor('schema-5e04402250', judged, samplePlan)).toEqual({ kind });
});
