import { describe, expect, test } from 'vitest';
import { findingId, sampleFinding, samplePlan } from '../../../support/sample-finding.js';
import { at, type CheckedViolation, check, fixedCase, judged, ledgerOf, nothing } from './scripted-ledger.js';

const { signature } = sampleFinding();

describe('the signature of a finding', () => {
  const violated = (at: number): CheckedViolation => ({
    check: check(),
    violation: {
      at,
      path: 'response.estimatedGas',
      class: 'string for integer',
      expected: 'integer',
      received: '"21000"',
    },
  });
  const found = (plan: typeof samplePlan, violation: CheckedViolation) => {
    const { ledger, events } = ledgerOf(() => nothing);
    ledger.record(judged(plan, [violation]), fixedCase(plan), at(0));
    return events;
  };

  test('has the endpoint of the request that shows it, and no values', () => {
    const inclusion = {
      endpoint: 'inclusion',
      expect: { kind: 'unknown', operationId: '0x00' },
    } as const;
    const plan = { ...samplePlan, steps: [...samplePlan.steps, { requests: [inclusion] }] };
    expect(found(plan, violated(0))).toMatchObject([{ event: 'candidate', signature }]);
    expect(found(plan, violated(1))).toMatchObject([
      { event: 'candidate', signature: { ...signature, endpoint: 'inclusion' } },
    ]);
  });

  test('cannot be that of a request that the case does not have', () => {
    expect(() => found(samplePlan, violated(1))).toThrow(RangeError);
  });
});

describe('the id of a finding', () => {
  test('never changes: baselines and file names rely on it', () => {
    expect(findingId(signature)).toBe('schema-5e04402250');
  });

  test('differs for another check, endpoint, path or class', () => {
    const ids = [
      signature,
      { ...signature, check: 'drift' },
      { ...signature, endpoint: 'inclusion' as const },
      { ...signature, path: 'response.estimatedGa' },
      { ...signature, path: 'response.estimatedGass', class: 'tring for integer' },
      { ...signature, class: 'null for integer' },
    ].map(findingId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
