import { defineDeployment } from 'crosscheck';
import type { CasePlan, CaseRequest } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { caseRequests } from '../../../../src/case/case-plan.js';
import { freshCases } from '../../../../src/fuzz/findings/rerun-cases.js';

const url = 'http://127.0.0.1:1';
const freshCase = freshCases(defineDeployment({ simulatorUrl: url, observerUrl: url }));

const call = (shardsKey: string): CaseRequest => {
  const request = { shardsKey, betaAssets: [{ amount: shardsKey }] };
  const sends = [{ shardsKey }, { shardsKey: '1' }];
  return {
    endpoint: 'simulate',
    body: JSON.stringify(request),
    expect: { kind: 'simulated', request, sends },
  };
};
const planOf = (...requests: CaseRequest[]): CasePlan => ({
  phase: 'metamorphic',
  kind: 'key-order',
  steps: requests.map((request) => ({ requests: [request] })),
});

test.each(['7', '1763712000123', '18446744073709551615'])('a fresh case has other keys than %s', (key) => {
  const fresh = freshCase(planOf(call(key), call('5'), call(key))) as CasePlan;
  const seen = caseRequests(fresh).map((request) => {
    const { body, expect: expected } = request as {
      body: string;
      expect: { request: object; sends: object };
    };
    const sent = JSON.parse(body);
    expect(expected).toMatchObject({
      request: { shardsKey: sent.shardsKey },
      sends: [{ shardsKey: sent.shardsKey }, { shardsKey: '1' }],
    });
    return sent;
  });
  const [first, other, again] = seen.map(({ shardsKey }) => shardsKey as string);
  expect(again).toBe(first);
  expect(new Set([key, '5', first, other]).size).toBe(4);
  expect(BigInt(first as string)).toBeLessThan(2n ** 64n);
  expect(seen.map(({ betaAssets }) => betaAssets)).toEqual([
    [{ amount: key }],
    [{ amount: '5' }],
    [{ amount: key }],
  ]);
});

test('a case without a valid call has no fresh one', () => {
  const rejected = { kind: 'rejected', mutation: 'empty', path: '', reason: 'It is empty.' } as const;
  expect(freshCase(planOf({ endpoint: 'simulate', body: '{"shardsKey":"7"}', expect: rejected }))).toBe(
    undefined,
  );
});
