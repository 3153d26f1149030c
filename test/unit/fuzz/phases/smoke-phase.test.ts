import { expect, it } from 'vitest';
import { createSmokePhase } from '../../../../src/fuzz/phases/smoke-phase.js';
import { onlyRequest, phaseContext, plansOf } from './phase-context.js';

const chains = { alpha: 'evm', beta: 'tvm' };
const knownId = `0x${'ab'.repeat(32)}`;

it('asks for everything that the operations are for, and a little that they are not for', () => {
  const plans = plansOf(createSmokePhase(phaseContext({ chains }, [knownId])));
  const said = plans.map((plan) => {
    const { operation, expect } = onlyRequest(plan);
    return `${operation} ${plan.kind}: ${expect.kind}`;
  });
  expect(said).toEqual([
    'simulate call: simulated',
    'simulate minimal-request: simulated',
    'simulate full-request: simulated',
    'simulate no-fields: refused',
    'simulate empty-body: refused',
    'simulate other-content-type: refused',
    ...Array(3).fill('simulate wrong-method: wrong-method'),
    'inclusion unknown-operation-id: unknown',
    'inclusion known-operation-id: known',
    'inclusion missing-operation-id: refused',
    ...Array(3).fill('inclusion wrong-method: wrong-method'),
  ]);
});

it('writes the minimal request with what is required, and the full one with every field', () => {
  const [, minimal, full] = plansOf(createSmokePhase(phaseContext({ chains }))).map(onlyRequest);
  expect(memberNames(minimal)).toEqual(['evmCallParams', 'shardsKey', 'tvmAssets', 'tvmCaller']);
  expect(memberNames(full)).toEqual([
    'evmCallParams',
    'executorAddress',
    'extraData',
    'feeAssetAddress',
    'shardsKey',
    'tvmAssets',
    'tvmCaller',
  ]);
});

it('has a call to simulate also where no field is required', () => {
  const conventions = { requiredRequestFields: [] };
  const [, minimal, , none] = plansOf(createSmokePhase(phaseContext({ conventions }))).map(onlyRequest);
  expect(memberNames(minimal)).toEqual(['alphaCallParams']);
  expect(minimal?.expect.kind).toBe('simulated');
  expect(none?.expect.kind).toBe('survived');
});

it('asks by wrong methods for an operation that is known, which only the method keeps from an answer', () => {
  const queries = plansOf(createSmokePhase(phaseContext({}, [knownId])))
    .map(onlyRequest)
    .filter(({ operation, expect }) => operation === 'inclusion' && expect.kind === 'wrong-method');
  for (const query of queries)
    expect(query).toMatchObject({ method: expect.any(String), query: `operationId=${knownId}` });
});

function memberNames(request: object | undefined): string[] {
  return Object.keys(JSON.parse((request as { body: string }).body)).sort();
}
