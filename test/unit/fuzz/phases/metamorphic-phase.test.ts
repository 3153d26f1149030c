import type { Conventions, LooseSimulationRequest, SimulationRequest } from 'crosscheck';
import { parseBetaAddress, simulationRequestSchema } from 'crosscheck/contract';
import {
  type CasePlan,
  type FuzzedCall,
  knownChecks,
  type RelationName,
  relationNames,
} from 'crosscheck/fuzz';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseRequests } from '../../../support/case-requests.js';
import { nonEmpty } from '../../../support/non-empty.js';
import { rawForm, tokenTotals } from '../../../support/token-totals.js';
import { answered, context as checkContext } from '../../checks/observed.js';
import { casesOfEachKind, createPhase, type PhaseCase, phaseContext, plansOf } from './phase-context.js';

interface Sent {
  readonly body: string;
}
const related = 'related-requests';
const hash = (byte: string): string => byte.repeat(32);
const minimal: LooseSimulationRequest = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'ab'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${hash('ca')}`,
};
/** The base and the variant of each pair in the cases of a relation. */
const pairsIn = (name: RelationName, plans: readonly CasePlan[]) =>
  plans.flatMap((plan) => {
    const requests = caseRequests(plan).map((one): SimulationRequest => JSON.parse(`${(one as Sent).body}`));
    const { name: of, pairs = [] } = plan.relation ?? {};
    return of === name ? pairs.map((pair) => pair.map((at) => requests[at])) : [];
  }) as [SimulationRequest, SimulationRequest][];

/** The phase of one call. */
const phaseOf = (call: FuzzedCall, conventions: Partial<Conventions> = {}) =>
  createPhase('metamorphic', { ...phaseContext({ conventions }), calls: fc.constant(call) });

/** Enough cases to have each variant of each relation many times. */
const many = 600;

/** The variants of a request, each once. */
const variantsOf = (
  name: RelationName,
  request: LooseSimulationRequest,
  more: Partial<FuzzedCall> = {},
  conventions: Partial<Conventions> = {},
): SimulationRequest[] => {
  const pairs = pairsIn(name, plansOf(phaseOf({ request, ...more }, conventions), many));
  return [...new Set(pairs.map(([, variant]) => JSON.stringify(variant)))].map((text) => JSON.parse(text));
};

describe('the variants of a request', () => {
  const isValid = simulationRequestSchema();
  const { calls, ...context } = phaseContext();
  const known = calls.map((call) => ({ returns: [], ...call }));
  const plans = plansOf(createPhase('metamorphic', { ...context, calls: known }), many);

  it.each(relationNames)(
    'are valid, and others than the request unless only their place differs: %s',
    (name) => {
      for (const [request, variant] of nonEmpty(pairsIn(name, plans))) {
        expect(isValid.safeParse(variant).error).toBeUndefined();
        const isSame = JSON.stringify(variant) === JSON.stringify(request);
        expect(isSame).toBe(['determinism', 'isolation', 'concurrency'].includes(name));
      }
    },
  );

  it('have their members in another order, inside too', () => {
    const variants = variantsOf('key-order', {
      ...minimal,
      betaAssets: [{ amount: '1', tokenAddress: '' }],
    });
    expect(variants.map((variant) => JSON.stringify(variant))).toContain(
      `{"betaCaller":"${minimal.betaCaller}","betaAssets":[{"tokenAddress":"","amount":"1"}],"alphaCallParams":{"target":"${minimal.alphaCallParams?.target}"},"shardsKey":"1"}`,
    );
  });

  it('have defaults written or left out, each and all, except for required fields', () => {
    const variants = variantsOf('absent-or-default', {
      ...minimal,
      extraData: '0x',
      executorAddress: '0xee',
    });
    expect(variants).toContainEqual({
      ...minimal,
      extraData: '0x',
      executorAddress: '0xee',
      alphaCallParams: { ...minimal.alphaCallParams, arguments: '0x' },
    });
    expect(variants).toContainEqual({
      ...minimal,
      executorAddress: '0xee',
      feeAssetAddress: '',
      alphaCallParams: { ...minimal.alphaCallParams, arguments: '0x', methodName: '' },
    });
    expect(variantsOf('absent-or-default', { ...minimal, betaAssets: [{ amount: '1' }] })).toContainEqual({
      ...minimal,
      betaAssets: [{ amount: '1', tokenAddress: '' }],
    });
    const required = { requiredRequestFields: ['extraData'] } as const;
    expect(
      variantsOf('absent-or-default', { ...minimal, extraData: '0x' }, {}, required).filter(
        ({ extraData }) => extraData === undefined,
      ),
    ).toEqual([]);
  });

  it('list their assets in every other order', () => {
    const amounts = (assets: LooseSimulationRequest['betaAssets']) =>
      variantsOf('asset-order', { ...minimal, betaAssets: assets })
        .map(({ betaAssets }) => betaAssets.map(({ amount }) => amount).join())
        .sort();
    const [one, two, three] = [{ amount: '1' }, { amount: '2' }, { amount: '3' }];
    expect(amounts([one, two, three])).toEqual(['2,3,1', '3,1,2', '3,2,1']);
    expect(amounts([one, one])).toEqual([]);
    expect(amounts([one])).toEqual([]);
  });

  it('have amounts split and merged to the same totals', () => {
    const token = (form: 'raw' | 'upper') =>
      form === 'raw' ? `0:${hash('a1')}` : `0:${hash('a1').toUpperCase()}`;
    const assets = [
      { amount: '10', tokenAddress: token('raw') },
      { amount: '1' },
      { amount: '5', tokenAddress: token('upper') },
    ];
    const variants = variantsOf('split-amounts', { ...minimal, betaAssets: assets });
    expect(variants.map(({ betaAssets }) => betaAssets.map(({ amount }) => amount).join()).sort()).toEqual([
      '1,15',
      '1,9,1,5',
      '10,1,1,4',
      '10,1,2,3',
      '5,5,1,5',
    ]);
    for (const { betaAssets = [] } of variants) expect(tokenTotals(betaAssets)).toEqual(tokenTotals(assets));
    const huge = `${2n ** 256n - 1n}`;
    const merged = variantsOf('split-amounts', {
      ...minimal,
      betaAssets: [{ amount: huge }, { amount: '1' }],
    });
    expect(merged.map(({ betaAssets }) => betaAssets?.length)).toEqual([3, 3]);
  });

  it('split amounts only if the call cannot examine single assets', () => {
    const request = {
      ...minimal,
      alphaCallParams: { ...minimal.alphaCallParams, methodName: 'swap' },
      betaAssets: [{ amount: '10' }],
    };
    expect(variantsOf('split-amounts', request)).toEqual([]);
    expect(variantsOf('split-amounts', request, { returns: [] })).toHaveLength(2);
  });

  it('have the same addresses in other notations', () => {
    const executorAddress = `0x${'cd'.repeat(20)}`;
    expect(variantsOf('address-case', minimal)).toHaveLength(2);
    for (const { alphaCallParams, executorAddress: executor } of nonEmpty(
      variantsOf('address-case', { ...minimal, executorAddress }),
    )) {
      expect(alphaCallParams?.target?.toLowerCase()).toBe(minimal.alphaCallParams?.target);
      expect(executor?.toLowerCase()).toBe(executorAddress);
    }
    const accounts = variantsOf('address-form', minimal).map(({ betaCaller = '' }) => betaCaller);
    expect(accounts).toHaveLength(5);
    expect(new Set(accounts.map((text) => parseBetaAddress(text)?.form)).size).toBe(5);
    for (const caller of accounts) expect(rawForm(caller)).toBe(minimal.betaCaller);
  });
});

it('leaves texts as they are if formats are open', () => {
  const request = { ...minimal, betaAssets: [{ amount: '2' }, { amount: '1' }] };
  const kinds = plansOf(phaseOf({ request }, { requestValidation: 'off' }), many).map(({ kind }) => kind);
  const varied = relationNames.filter((name) => kinds.includes(name));
  expect(varied).toEqual(['determinism', 'key-order', 'asset-order', 'isolation', 'concurrency']);
});

describe('the metamorphic phase', () => {
  const context = phaseContext({ chains: { alpha: 'evm', beta: 'tvm' } });
  const phase = createPhase('metamorphic', context);
  const kinds = [...relationNames, related];
  const all = casesOfEachKind(phase, kinds, 20);
  const plans = all.filter(({ kind }) => kind !== related);

  it('generates cases of every relation and no other, with the names of the deployment', () => {
    expect(kinds).toEqual(expect.arrayContaining(plansOf(phase, 200).map(({ kind }) => kind)));
    for (const plan of all) {
      expect(plan.relation?.name).toBe(plan.kind === related ? undefined : plan.kind);
      for (const request of nonEmpty(caseRequests(plan)))
        expect('body' in request && request.body).toContain('"tvmCaller"');
    }
  });

  it('pairs a variant with requests that are the same', () => {
    for (const plan of nonEmpty(plans)) {
      const bodies = caseRequests(plan).map((request) => ('body' in request ? request.body : ''));
      const bases = plan.relation?.pairs.map(([base]) => bodies[base]) ?? [];
      expect(new Set(bases).size).toBe(1);
      for (const [base, variant] of nonEmpty(plan.relation?.pairs ?? [])) expect(variant).not.toBe(base);
    }
  });

  it('sends other requests before and during a request that must not see them', () => {
    const shapeOf = (kind: RelationName): number[] | undefined =>
      plans.find((plan: CasePlan) => plan.kind === kind)?.steps.map(({ requests }) => requests.length);
    expect(shapeOf('key-order')).toEqual([1, 1, 1, 1]);
    expect(shapeOf('concurrency')).toEqual([1, 4, 1]);
  });

  it('compares requests before and after, so that a state that moves on is not reported', () => {
    const pairsOf = (kind: RelationName) => plans.find((plan) => plan.kind === kind)?.relation?.pairs;
    const around = (base: number, variant: number, again: number) => [
      [base, variant],
      [again, variant],
    ];
    expect(pairsOf('key-order')).toEqual([...around(0, 1, 2), [3, 1]]);
    expect(pairsOf('concurrency')).toEqual([...around(0, 1, 5), ...around(0, 3, 5)]);
    expect(pairsOf('isolation')).toEqual([...around(1, 3, 8), ...around(3, 5, 7)]);
  });

  describe('of an unrelated request', () => {
    const plan = plans.find(({ kind }) => kind === 'isolation') as CasePlan;
    const names = caseRequests(plan).map((request) => ('body' in request ? request.body : ''));

    /** The paths that differ when each request is answered by a recipient: of what, its place and the body before it say. */
    const differing = (recipientOf: (place: number, before: string, body: string) => string): string[] => {
      const observations = caseRequests(plan).map((request, place) =>
        answered(request, {
          body: {
            response: {
              simulationStatus: true,
              outMessages: [{ callerAddress: recipientOf(place, `${names[place - 1]}`, `${names[place]}`) }],
            },
          },
        }),
      );
      return knownChecks
        .filter(({ family }) => family === 'metamorphic')
        .flatMap((check) => check.judge({ plan, observations }, checkContext))
        .map(({ path }) => path);
    };

    it('finds effects on the next request, and permanent ones', () => {
      const [base, , other, , another] = names as [string, string, string, string, string];
      expect(new Set([base, other, another]).size).toBe(3);
      expect(names).toEqual([base, base, other, base, another, base, other, base, base]);
      const caller = ['response.outMessages[].callerAddress'];
      expect(new Set(differing((_, before) => before))).toEqual(new Set(caller));
      // All unrelated requests leave the same behind.
      expect(differing((_, before, body) => String(before !== body))).toEqual(caller);
      let left = '';
      const lasting = (_: number, __: string, body: string): string => {
        if (body !== base) left = body;
        return left;
      };
      expect(differing(lasting)).toEqual(caller);
    });

    it('finds nothing in a state that moves on, whenever it does', () => {
      expect(differing(() => 'same')).toEqual([]);
      expect(differing(String)).toEqual([]);
      for (let moves = 0; moves < 2 ** 8; moves++) {
        const stateAt = (place: number): string =>
          String((moves & (2 ** place - 1)).toString(2).replaceAll('0', '').length);
        expect(differing(stateAt), moves.toString(2)).toEqual([]);
      }
    });
  });

  it('uses another relation if a call cannot be varied', () => {
    const fixed = phaseOf({ request: minimal });
    const possible = [...relationNames.filter((name) => !/asset|split/.test(name)), related];
    expect(casesOfEachKind(fixed, possible, 1)).toHaveLength(possible.length);
    expect(possible).toEqual(expect.arrayContaining(plansOf(fixed, 200).map(({ kind }) => kind)));
  });

  it('repeats a call between calls that differ from it in one member each', () => {
    for (const plan of nonEmpty(all.filter(({ kind }) => kind === related))) {
      const asked = caseRequests(plan).flatMap(({ expect: { kind, ...expected } }) =>
        kind === 'simulated' && 'request' in expected ? [expected.request as LooseSimulationRequest] : [],
      );
      const [base] = asked as [LooseSimulationRequest];
      expect(asked.filter((one) => JSON.stringify(one) === JSON.stringify(base))).toHaveLength(4);
      const changed = asked.filter(
        ({ shardsKey, extraData }) => shardsKey === base.shardsKey && extraData !== base.extraData,
      );
      expect(changed).toHaveLength(1);
      const assets = asked.filter(
        ({ shardsKey, betaAssets }) =>
          shardsKey === base.shardsKey && JSON.stringify(betaAssets) !== JSON.stringify(base.betaAssets),
      );
      expect(assets.length > 0).toBe((base.betaAssets ?? []).length > 0);
    }
  });

  it.each(['determinism', 'key-order', 'concurrency'] as const)('shrinks %s to the same relation', (kind) => {
    const first = nonEmpty(
      Array.from({ length: 200 }, (_, index) => phase.caseAt(1, index)).filter(
        ({ plan }) => plan.kind === kind,
      ),
    )[0] as PhaseCase;
    const shrunk = [];
    for (const simpler of first.shrinks()) if (shrunk.push(simpler.plan.kind) === 40) break;
    expect(new Set(shrunk)).toEqual(new Set([kind]));
  });
});
