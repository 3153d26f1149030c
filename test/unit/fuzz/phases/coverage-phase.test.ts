import type { DeploymentOptions, SimulationRequest } from 'crosscheck';
import { simulationRequest } from 'crosscheck/arbitraries';
import type { CasePlan, CaseRequest, Expectation } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { caseRequests } from '../../../support/case-requests.js';
import { fieldsOf, requestFields } from '../../../support/request-fields.js';
import { createPhase, onlyRequest, phaseContext, plansOf } from './phase-context.js';

let plans: CasePlan[];
beforeAll(() => {
  plans = casesFor({});
});

function casesFor(options: Partial<DeploymentOptions>): CasePlan[] {
  return plansOf(createPhase('coverage', phaseContext(options)));
}

function ofKind(kind: string, among: readonly CasePlan[] = plans): CaseRequest[] {
  return among.filter((plan) => plan.kind === kind).map(onlyRequest);
}

function bodyOf(request: CaseRequest): SimulationRequest {
  return JSON.parse((request as { body: string }).body);
}

type Steps = readonly (string | number)[];

function memberAt(value: unknown, path: Steps): unknown {
  return path.reduce<unknown>(
    (within, step) => (within as Record<string | number, unknown> | undefined)?.[step],
    value,
  );
}

/** What is expected of the boundary case in which something stands at a path of the body. */
function expectedAt(value: string, path: Steps, among = plans): Expectation | undefined {
  return ofKind('boundary', among).find((request) => memberAt(bodyOf(request), path) === value)?.expect;
}

const power = (exponent: bigint, step = 0n): string => String(2n ** exponent + step);

it.each<[string, string, Steps, object]>([
  ['the largest shards key', power(64n, -1n), ['shardsKey'], { kind: 'simulated' }],
  ['one more', power(64n), ['shardsKey'], { kind: 'rejected', mutation: 'overflow', path: 'shardsKey' }],
  ['one less than none', '-1', ['shardsKey'], { kind: 'rejected', mutation: 'negative', path: 'shardsKey' }],
  ['the first key that a double rounds', power(53n, 1n), ['shardsKey'], { kind: 'simulated' }],
  ['the largest amount', power(256n, -1n), ['betaAssets', 0, 'amount'], { kind: 'simulated' }],
  [
    'one more than the largest amount',
    power(256n),
    ['betaAssets', 0, 'amount'],
    { kind: 'rejected', mutation: 'overflow', path: 'betaAssets[].amount' },
  ],
  [
    'half a byte',
    '0xaaa',
    ['alphaCallParams', 'arguments'],
    { kind: 'rejected', mutation: 'odd-hex', path: 'alphaCallParams.arguments' },
  ],
  ['the zero address', `0x${'0'.repeat(40)}`, ['executorAddress'], { kind: 'simulated' }],
  [
    'an address that is too short',
    `0x${'a'.repeat(39)}`,
    ['executorAddress'],
    { kind: 'rejected', mutation: 'wrong-length', path: 'executorAddress' },
  ],
  ['the masterchain', `-1:${'0'.repeat(64)}`, ['betaCaller'], { kind: 'simulated' }],
  ['a workchain past it', `-2:${'0'.repeat(64)}`, ['betaCaller'], { mutation: 'unknown-workchain' }],
])('expects of %s what the schema says', (_, value, path, expected) => {
  expect(expectedAt(value, path)).toMatchObject(expected);
});

it('expects nothing of forms that the conventions leave open', () => {
  const open = casesFor({ conventions: { requestValidation: 'off' } });
  expect(expectedAt(power(64n), ['shardsKey'], open)).toMatchObject({ kind: 'no-server-error' });
  expect(expectedAt(power(64n, -1n), ['shardsKey'], open)).toMatchObject({ kind: 'simulated' });
  const rejected = ofKind('boundary', open).filter((request) => request.expect.kind === 'rejected');
  expect(rejected).toMatchObject([{ endpoint: 'inclusion', query: 'operationId=' }]);
});

it('sends many assets, each of another token', () => {
  const lists = ofKind('boundary').map((request) => bodyOf(request).betaAssets ?? []);
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most));
  expect(longest).toHaveLength(257);
  const counts = new Set(lists.map(({ length }) => length));
  for (const around of [0, 2, 16, 64, 256])
    for (const count of [around - 1, around, around + 1].filter((count) => count >= 0))
      expect(counts, `${count} assets`).toContain(count);
  expect(new Set(longest.map(({ tokenAddress }) => tokenAddress)).size).toBe(257);
});

it('combines each state of an optional field with each state of every other', () => {
  const rows = ofKind('optional-fields').map((request) => {
    const { alphaCallParams, betaAssets, executorAddress, extraData, feeAssetAddress } = bodyOf(request);
    const { arguments: bytes, methodName } = alphaCallParams ?? {};
    const states = [
      bytes,
      methodName,
      JSON.stringify(betaAssets),
      executorAddress,
      extraData,
      feeAssetAddress,
    ];
    return states.map((state) => state ?? 'absent');
  });
  const states = Array.from({ length: 6 }, (_, field) => [...new Set(rows.map((row) => row[field]))]);
  expect(states.map(({ length }) => length)).toEqual([3, 4, 5, 3, 3, 3]);
  for (const [one, ofOne] of states.entries()) {
    for (const [other, ofOther] of states.entries()) {
      if (one === other) continue;
      const met = new Set(rows.map((row) => `${row[one]} ${row[other]}`));
      expect(met.size).toBe(ofOne.length * ofOther.length);
    }
  }
});

it('expects a rejection of arguments without a method, and of what is required and absent', () => {
  const rejections = (among?: readonly CasePlan[]): Set<string> =>
    new Set(
      ofKind('optional-fields', among).flatMap(({ expect }) =>
        expect.kind === 'rejected' ? [`${expect.mutation} ${expect.path}`] : [],
      ),
    );
  expect(rejections()).toEqual(new Set(['arguments-without-method alphaCallParams.methodName']));
  const requiring = casesFor({ conventions: { requiredRequestFields: ['extraData'] } });
  expect(rejections(requiring)).toContain('missing extraData');
});

it('sends growing cases first, so that a campaign of few cases includes them', () => {
  const growing = plans.flatMap(({ growth }, at) => (growth === undefined ? [] : [`${growth.path} ${at}`]));
  const likely = ['betaAssets', ...fieldsOf('hex'), 'extraData'];
  expect(growing.slice(0, likely.length)).toEqual(likely.map((path, at) => `${path} ${at}`));
});

it('grows each dimension apart, up in one round and down in the next, each size together with the baseline', () => {
  const growing = plans.filter(({ growth }) => growth !== undefined);
  expect(new Set(growing.map(({ growth }) => `${growth?.dimension} ${growth?.path}`))).toEqual(
    new Set([
      'assets betaAssets',
      ...requestFields
        .filter((path) => path !== 'alphaCallParams' && path !== 'betaAssets')
        .map((path) => `text ${path}`),
      'text operationId',
      'depth extraData',
    ]),
  );
  for (const plan of growing) {
    const { sizes = [] } = plan.growth ?? {};
    const requests = caseRequests(plan);
    expect(sizes).toHaveLength(requests.length);
    expect(sizes.filter((size) => size === 0)).toHaveLength(requests.length / 2);
    const [base] = requests;
    for (const [at, size] of sizes.entries()) expect(requests[at] === base).toBe(size === 0);
    const grown = sizes.filter((size) => size > 0);
    const steps = grown.length / 3;
    expect(grown.slice(0, steps)).toEqual(grown.slice(0, steps).toSorted((a, b) => a - b));
    expect(grown.slice(steps, 2 * steps)).toEqual(grown.slice(0, steps).toReversed());
  }
});

it('has the same cases for every seed', () => {
  expect(plansOf(createPhase('coverage', phaseContext()), 30, 2)).toEqual(plans.slice(0, 30));
});

it('calls each target that calls have in common, with arguments of each kind and two assets or more', () => {
  const targets = ['ab', 'cd'].map((byte) => `0x${byte.repeat(20)}`);
  const calls = fc.constantFrom(...targets).chain((target) =>
    simulationRequest({
      'alphaCallParams.target': target,
      'alphaCallParams.methodName': fc.constantFrom('deposit', 'withdraw'),
    }).map((request) => ({ request })),
  );
  const shapes = ofKind('call-shape', plansOf(createPhase('coverage', { ...phaseContext(), calls }))).map(
    bodyOf,
  );
  for (const target of targets) {
    const ofTarget = shapes.filter(({ alphaCallParams: call }) => call.target === target);
    const lengths = ofTarget.map(({ alphaCallParams: call }) => (call.arguments ?? '').length / 2 - 1);
    expect(new Set(lengths)).toEqual(new Set([0, 1, 31, 32, 33, 64, 119, 257]));
    expect(new Set(ofTarget.map(({ betaAssets }) => betaAssets.length))).toEqual(new Set([2, 3, 4]));
    expect(new Set(ofTarget.map(({ alphaCallParams: call }) => call.methodName))).toEqual(
      new Set(['deposit', 'deposit(bytes,bytes)', 'withdraw', 'withdraw(bytes,bytes)']),
    );
  }
  expect(ofKind('call-shape')).toEqual([]);
});
