import { simulationRequestSchema } from 'crosscheck/contract';
import type { CasePlan } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import { createPhase } from '../../../../src/fuzz/phases/create-phase.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { onlyRequest, phaseContext, plansOf } from './phase-context.js';

const cases = 600;
const knownId = `0x${'ab'.repeat(32)}`;
const plans = plansOf(createPhase('invalid', phaseContext({}, [knownId])), cases);

function queries(plans: readonly CasePlan[], mutation?: string): string[] {
  return plans
    .filter((plan) => mutation === undefined || plan.kind === mutation)
    .map(onlyRequest)
    .flatMap((request) =>
      request.endpoint === 'inclusion' && 'query' in request ? [request.query ?? ''] : [],
    );
}

it('generates invalid fields, bodies that are not JSON and invalid queries, and names the mutation of each', () => {
  const mutations = new Set(plans.map(({ kind }) => kind));
  for (const mutation of [
    'overflow-by-one',
    'proto-key',
    'duplicate-key',
    'not-utf-8',
    'gzip',
    'cut-off-in-string',
  ])
    expect(mutations).toContain(mutation);
  for (const plan of nonEmpty(plans))
    expect(onlyRequest(plan).expect).toMatchObject({ kind: 'rejected', mutation: plan.kind });
  const paths = new Set(plans.map((plan) => (onlyRequest(plan).expect as { path: string }).path));
  expect(paths).toContain('betaAssets[].amount');
  expect([...paths].filter((path) => /\[\d/.test(path))).toEqual([]);
});

it('writes bodies for the deployment: its names, and bytes that are not text unchanged', () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const plans = plansOf(createPhase('invalid', phaseContext({ chains })), 200);
  const bodies = plans.map(onlyRequest).flatMap((request) => ('body' in request ? [request.body] : []));
  expect(bodies.some((body) => typeof body === 'string' && body.includes('"tvmCaller"'))).toBe(true);
  const bytes = bodies.flatMap((body) =>
    typeof body === 'object' ? [Buffer.from(body.base64, 'base64')] : [],
  );
  for (const each of nonEmpty(bytes)) expect(Buffer.from(each.toString()).equals(each)).toBe(false);
});

it('mutates queries for known operations', () => {
  const repeated = queries(plans, 'repeated-parameter');
  expect(repeated).toContain(`operationId=${knownId}&operationId=${knownId}`);
  for (const query of nonEmpty(repeated)) expect(query).toContain(`=${knownId}`);
  expect(queries(plans, 'nul-character')).toContain(`operationId=${knownId}%00`);
  expect(queries(plans, 'parameter-name-case')).toContain(`OPERATIONID=${knownId}`);
  expect(queries(plans, 'empty-string')).toContain('operationId=');
  // One good id would be answered.
  const good = /^(?:.*&)?operationId=0x[0-9a-f]{64}(?:&.*)?$/;
  for (const query of nonEmpty(queries(plans))) {
    const ids = new URLSearchParams(query).getAll('operationId');
    expect(good.test(query) && ids.length === 1).toBe(false);
  }
});

it('expects no rejection of what the conventions leave open', () => {
  const conventions = {
    requestValidation: 'off',
    operationIdParameter: 'id',
    requiredRequestFields: [],
  } as const;
  const { deployment, ...context } = phaseContext({ conventions });
  const plans = plansOf(createPhase('invalid', { deployment, ...context }), cases);
  const mutations = new Set(plans.map((plan) => `${onlyRequest(plan).endpoint} ${plan.kind}`));
  expect([...mutations].filter((mutation) => mutation.startsWith('simulate')).length).toBeGreaterThan(0);
  for (const mutation of ['overflow-by-one', 'missing', 'not-hex', 'spaces', 'nul-character'])
    expect(mutations).not.toContain(`simulate ${mutation}`);
  expect([...mutations].filter((mutation) => mutation.startsWith('inclusion')).toSorted()).toEqual([
    'inclusion empty-string',
    'inclusion missing',
    'inclusion parameter-name-case',
    'inclusion repeated-parameter',
  ]);
  for (const query of nonEmpty(queries(plans, 'parameter-name-case'))) expect(query).toMatch(/^ID=/);

  const schema = simulationRequestSchema(deployment.conventions);
  const bodies = plans
    .filter(({ kind }) => !['duplicate-key', 'byte-order-mark'].includes(kind))
    .map((plan) => (onlyRequest(plan) as { body?: unknown }).body);
  const texts = bodies.filter((body) => typeof body === 'string' && isJson(body)) as string[];
  for (const text of nonEmpty(texts)) expect(schema.safeParse(JSON.parse(text)).success).toBe(false);
});

it('shrinks to simpler cases with the same mutation', () => {
  const phase = createPhase('invalid', phaseContext({}, [knownId]));
  const shrunk = Array.from({ length: 50 }, (_, place) => phase.caseAt(1, place)).flatMap(
    ({ plan, shrinks }) => {
      const [simpler] = shrinks();
      return simpler === undefined ? [] : [{ plan, simpler: simpler.plan }];
    },
  );
  for (const { plan, simpler } of nonEmpty(shrunk)) {
    const { endpoint } = onlyRequest(plan);
    expect(onlyRequest(simpler)).toMatchObject({ endpoint, expect: { mutation: plan.kind } });
    expect(simpler).not.toEqual(plan);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
