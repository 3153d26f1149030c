import { simulationRequestSchema } from 'crosscheck/contract';
import type { CasePlan } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { nonEmpty } from '../../../support/non-empty.js';
import { casesWith, createPhase, onlyRequest, phaseContext, plansOf } from './phase-context.js';

const cases = 600;
const knownId = `0x${'ab'.repeat(32)}`;
const phase = createPhase('invalid', phaseContext({}, [knownId]));
const plans = plansOf(phase, cases);

/** The query of a case that asks for an operation. */
function queryOf(plan: CasePlan): string | undefined {
  const request = onlyRequest(plan);
  return request.endpoint === 'inclusion' && 'query' in request ? (request.query ?? '') : undefined;
}

function bodyOf(plan: CasePlan): unknown {
  const request = onlyRequest(plan);
  return 'body' in request ? request.body : undefined;
}

function queries(plans: readonly CasePlan[]): string[] {
  return plans.flatMap((plan) => queryOf(plan) ?? []);
}

it.each(['overflow-by-one', 'proto-key', 'duplicate-key', 'not-utf-8', 'gzip', 'cut-off-in-string'])(
  'generates requests with the mutation %s',
  (mutation) => expect(casesWith(phase, ({ kind }) => kind === mutation)).toHaveLength(1),
);

it('names the mutation of each, and the path of what is wrong', () => {
  for (const plan of nonEmpty(plans))
    expect(onlyRequest(plan).expect).toMatchObject({ kind: 'rejected', mutation: plan.kind });
  const pathOf = (plan: CasePlan) => (onlyRequest(plan).expect as { path: string }).path;
  expect(casesWith(phase, (plan) => pathOf(plan) === 'betaAssets[].amount')).toHaveLength(1);
  expect(plans.map(pathOf).filter((path) => /\[\d/.test(path))).toEqual([]);
});

it('writes bodies for the deployment: its names, and bytes that are not text unchanged', () => {
  const chains = { alpha: 'evm', beta: 'tvm' };
  const phase = createPhase('invalid', phaseContext({ chains }));
  expect(casesWith(phase, (plan) => String(bodyOf(plan)).includes('"tvmCaller"'))).toHaveLength(1);
  const [binary] = casesWith(phase, (plan) => typeof bodyOf(plan) === 'object') as [CasePlan];
  const bytes = Buffer.from((bodyOf(binary) as { base64: string }).base64, 'base64');
  expect(Buffer.from(bytes.toString()).equals(bytes)).toBe(false);
});

describe('queries for known operations', () => {
  it.each([
    ['repeated-parameter', `operationId=${knownId}&operationId=${knownId}`],
    ['nul-character', `operationId=${knownId}%00`],
    ['parameter-name-case', `OPERATIONID=${knownId}`],
    ['empty-string', 'operationId='],
  ])('are mutated by %s', (mutation, query) => {
    expect(casesWith(phase, (plan) => plan.kind === mutation && queryOf(plan) === query)).toHaveLength(1);
  });

  it('repeat the id', () => {
    for (const plan of casesWith(phase, ({ kind }) => kind === 'repeated-parameter', 10))
      expect(queryOf(plan)).toContain(`=${knownId}`);
  });

  it('do not contain one valid id, which would be answered', () => {
    const good = /^(?:.*&)?operationId=0x[0-9a-f]{64}(?:&.*)?$/;
    for (const query of nonEmpty(queries(plans))) {
      const ids = new URLSearchParams(query).getAll('operationId');
      expect(good.test(query) && ids.length === 1).toBe(false);
    }
  });
});

describe('what the conventions leave open', () => {
  const conventions = {
    requestValidation: 'off',
    operationIdParameter: 'id',
    requiredRequestFields: [],
  } as const;
  const { deployment, ...context } = phaseContext({ conventions });
  const phase = createPhase('invalid', { deployment, ...context });
  const plans = plansOf(phase, cases);
  const nameOf = (plan: CasePlan) => `${onlyRequest(plan).endpoint} ${plan.kind}`;
  const open = ['empty-string', 'missing', 'parameter-name-case', 'repeated-parameter'];

  it.each(open)('leaves the query mutation %s', (mutation) => {
    expect(casesWith(phase, (plan) => nameOf(plan) === `inclusion ${mutation}`)).toHaveLength(1);
  });

  it('is not mutated', () => {
    const names = [...new Set(plans.map(nameOf))];
    for (const mutation of ['overflow-by-one', 'missing', 'not-hex', 'spaces', 'nul-character'])
      expect(names).not.toContain(`simulate ${mutation}`);
    const others = names.filter((name) => name.startsWith('inclusion '));
    expect(open.map((mutation) => `inclusion ${mutation}`)).toEqual(expect.arrayContaining(others));
    for (const plan of casesWith(phase, (plan) => nameOf(plan) === 'inclusion parameter-name-case', 3))
      expect(queryOf(plan)).toMatch(/^ID=/);
  });

  it('is not what makes a body invalid', () => {
    const schema = simulationRequestSchema(deployment.conventions);
    const isJsonBody = (plan: CasePlan): boolean =>
      !['duplicate-key', 'byte-order-mark'].includes(plan.kind) && isJson(bodyOf(plan));
    for (const plan of casesWith(phase, isJsonBody, 20))
      expect(schema.safeParse(JSON.parse(bodyOf(plan) as string)).success).toBe(false);
  });
});

it('shrinks to simpler cases with the same mutation', () => {
  const simplerPlans = new Map<CasePlan, CasePlan>();
  const shrinks = casesWith(
    phase,
    (plan, phaseCase) => {
      const [simpler] = phaseCase.shrinks();
      if (simpler !== undefined) simplerPlans.set(plan, simpler.plan);
      return simpler !== undefined;
    },
    30,
  );
  for (const plan of shrinks) {
    const simpler = simplerPlans.get(plan) as CasePlan;
    const { endpoint } = onlyRequest(plan);
    expect(onlyRequest(simpler)).toMatchObject({ endpoint, expect: { mutation: plan.kind } });
    expect(simpler).not.toEqual(plan);
  }
});

function isJson(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
