import type { FuzzedCall } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nonEmpty } from '../../../support/non-empty.js';
import { requestFields } from '../../../support/request-fields.js';
import { createPhase, onlyRequest, phaseContext, plansOf } from './phase-context.js';

const chains = { alpha: 'evm', beta: 'tvm' };
const knownId = `0x${'ab'.repeat(32)}`;

it('sends valid requests of each kind and some invalid ones to both endpoints', () => {
  const plans = plansOf(createPhase('smoke', phaseContext({ chains }, [knownId])));
  const said = plans.map((plan) => {
    const { endpoint, expect } = onlyRequest(plan);
    return `${endpoint} ${plan.kind}: ${expect.kind}`;
  });
  expect(said).toEqual([
    'simulate call: simulated',
    'simulate minimal-request: simulated',
    'simulate full-request: simulated',
    'simulate method-with-parameters: simulated',
    ...Array(2).fill('simulate content-type-with-charset: simulated'),
    'simulate expect-continue: simulated',
    'simulate no-fields: rejected',
    'simulate empty-body: rejected',
    'simulate other-content-type: rejected',
    ...Array(3).fill('simulate wrong-method: wrong-method'),
    'inclusion unknown-operation-id: unknown',
    'inclusion known-operation-id: known',
    'inclusion missing-operation-id: rejected',
    ...Array(3).fill('inclusion wrong-method: wrong-method'),
  ]);
});

it('names the missing members', () => {
  const none = plansOf(createPhase('smoke', phaseContext({ chains }))).find(
    ({ kind }) => kind === 'no-fields',
  );
  expect(none && onlyRequest(none).expect).toMatchObject({
    path: 'shardsKey',
    reason: 'shardsKey missing, expected string.',
  });
});

it('writes the minimal request with what is required, and the full one with every field', () => {
  const [, minimal, full] = plansOf(createPhase('smoke', phaseContext({ chains }))).map(onlyRequest);
  expect(memberNames(minimal)).toEqual(['evmCallParams', 'shardsKey', 'tvmAssets', 'tvmCaller']);
  const everyName = requestFields.filter((path) => !/[.[]/.test(path));
  expect(memberNames(full)).toEqual(
    everyName.map((name) => name.replace(/^alpha/, 'evm').replace(/^beta/, 'tvm')).sort(),
  );
});

it('has a call to simulate also where no field is required', () => {
  const conventions = { requiredRequestFields: [] };
  const plans = plansOf(createPhase('smoke', phaseContext({ conventions })));
  const minimal = plans.map(onlyRequest)[1];
  const none = plans.filter(({ kind }) => kind === 'no-fields').map(onlyRequest)[0];
  expect(memberNames(minimal)).toEqual(['alphaCallParams']);
  expect(minimal?.expect.kind).toBe('simulated');
  expect(none?.expect.kind).toBe('no-server-error');
});

it('sends wrong methods with an otherwise valid request', () => {
  const queries = plansOf(createPhase('smoke', phaseContext({}, [knownId])))
    .map(onlyRequest)
    .filter(({ endpoint, expect }) => endpoint === 'inclusion' && expect.kind === 'wrong-method');
  for (const query of nonEmpty(queries))
    expect(query).toMatchObject({ method: expect.any(String), query: `operationId=${knownId}` });
});

function memberNames(request: object | undefined): string[] {
  return Object.keys(JSON.parse((request as { body: string }).body)).sort();
}

it('sends the simplest request if the case is about something else', () => {
  const plans = plansOf(createPhase('smoke', phaseContext({ chains })));
  const bodyOf = (kind: string) => plans.filter((plan) => plan.kind === kind).map(onlyRequest)[0];
  expect(bodyOf('other-content-type')).toMatchObject({
    body: (bodyOf('minimal-request') as { body: string }).body,
  });
});

it('sends a valid request as clients do that name a charset, ask before the body, or name parameters', () => {
  const plans = plansOf(createPhase('smoke', phaseContext({ chains })));
  const requests = (kind: string) => plans.filter((plan) => plan.kind === kind).map(onlyRequest);
  expect(requests('content-type-with-charset')).toMatchObject([
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    { headers: { 'content-type': 'application/json;charset=UTF-8' } },
  ]);
  expect(JSON.stringify(requests('expect-continue'))).toContain('Expect: 100-continue');
  expect(requests('method-with-parameters')).toMatchObject([
    { body: expect.stringContaining('(bytes,bytes)') },
  ]);
});

const callWith = (shardsKey: string, known: Partial<FuzzedCall>): FuzzedCall => {
  const [{ request } = { request: {} }] = fc.sample(phaseContext().calls, { numRuns: 1, seed: 1 });
  return { request: { ...request, shardsKey }, ...known };
};
const failing = callWith('1', { succeeds: false });
const bridging = callWith('2', { succeeds: true, returns: [] });
const returning = callWith('3', { succeeds: true, returns: [{ amount: '1' }] });
const unspecified = callWith('4', {});

it.each<[string, FuzzedCall, FuzzedCall[]]>([
  ['that sends something back', returning, [failing, bridging, returning]],
  ['that succeeds, if none sends something back', bridging, [failing, unspecified, bridging]],
  ['of any kind, if none succeeds', unspecified, [unspecified]],
])('sends a call %s', (_, wanted, calls) => {
  const phase = createPhase('smoke', { ...phaseContext(), calls: fc.constantFrom(...calls) });
  const [call] = plansOf(phase)
    .filter(({ kind }) => kind === 'call')
    .map(onlyRequest);
  expect(call?.expect).toMatchObject({ kind: 'simulated', request: wanted.request });
});
