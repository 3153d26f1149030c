import type { CasePlan, CaseRequest } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { caseRequests } from '../../../support/case-requests.js';
import { at, fixedCase, judged, ledgerOf, nothing, shown } from './scripted-ledger.js';

const call = (shardsKey: string): CaseRequest => {
  const request = { shardsKey, betaAssets: [{ amount: shardsKey }] };
  const sends = [{ shardsKey }, { shardsKey: '1' }];
  return {
    endpoint: 'simulate',
    body: JSON.stringify(request),
    expect: { kind: 'simulated', request, sends },
  };
};

/** The cases of these requests that are run to confirm a finding, each once. */
async function ranFor(...requests: CaseRequest[]): Promise<CasePlan[]> {
  const steps = requests.map((request) => ({ requests: [request] }));
  const plan: CasePlan = { phase: 'metamorphic', kind: 'key-order', steps };
  const ran = new Map<string, CasePlan>();
  const { ledger } = ledgerOf(() => nothing, {
    settings: { shrinkRuns: 0 },
    run: async (plan) => {
      ran.set(JSON.stringify(plan), plan);
      return judged(plan, shown);
    },
  });
  ledger.record(judged(plan, shown), fixedCase(plan), at(0));
  await ledger.settle();
  return [...ran.values()];
}

test.each(['7', '1763712000123', '18446744073709551615'])(
  'a finding is confirmed with a case with other keys than %s, because the deployment may have stored answers',
  async (key) => {
    const [own, fresh, ...more] = await ranFor(call(key), call('5'), call(key));
    expect(own && caseRequests(own)).toEqual([call(key), call('5'), call(key)]);
    expect(more).toEqual([]);
    const seen = caseRequests(fresh as CasePlan).map((request) => {
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
  },
);

test('a case without a valid call is run only as it is', async () => {
  const rejected = { kind: 'rejected', mutation: 'empty', path: '', reason: 'It is empty.' } as const;
  const request = { endpoint: 'simulate', body: '{"shardsKey":"7"}', expect: rejected } as const;
  expect((await ranFor(request)).flatMap(caseRequests)).toEqual([request]);
});
