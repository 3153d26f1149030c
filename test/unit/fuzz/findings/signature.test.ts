import { describe, expect, test } from 'vitest';
import type { CheckedViolation } from '../../../../src/checks/check.js';
import { signatureOf } from '../../../../src/fuzz/findings/finding.js';
import { findingId, sampleFinding, samplePlan } from '../../../support/sample-finding.js';

const { signature } = sampleFinding();

describe('signatureOf', () => {
  const checked = (at: number): CheckedViolation => ({
    check: {
      name: 'schema',
      family: 'transport',
      severity: 'major',
      about: '',
      source: '',
      judge: () => [],
    },
    violation: {
      at,
      path: 'response.estimatedGas',
      class: 'string for integer',
      expected: 'integer',
      received: '"21000"',
    },
  });

  test('takes the endpoint from the request that shows it, and no values', () => {
    const inclusion = {
      endpoint: 'inclusion',
      expect: { kind: 'unknown', operationId: '0x00' },
    } as const;
    const plan = { ...samplePlan, steps: [...samplePlan.steps, { requests: [inclusion] }] };
    expect(signatureOf(checked(0), plan)).toEqual(signature);
    expect(signatureOf(checked(1), plan)).toEqual({ ...signature, endpoint: 'inclusion' });
  });

  test('rejects a place that the case does not have', () => {
    expect(() => signatureOf(checked(1), samplePlan)).toThrow(RangeError);
  });
});

describe('findingId', () => {
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
