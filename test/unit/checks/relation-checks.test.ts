import { formatBetaAddress } from 'crosscheck/contract';
import {
  type CaseRelation,
  knownChecks,
  type Observation,
  type RelationName,
  relationNames,
} from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { answered, context, simulate, validCall, violationText } from './observed.js';

const metamorphicChecks = knownChecks.filter(({ family }) => family === 'metamorphic');
const account = { workchain: 0, hash: 'ca'.repeat(32) } as const;
const raw = formatBetaAddress({ ...account, form: 'raw' });
const friendly = formatBetaAddress({ ...account, form: 'bounceable' });
const message = {
  callerAddress: '0x0a',
  operationId: '0x01',
  payload: '0xff',
  shardsKey: 1n,
  targetAddress: raw,
  tokensBurned: [{ amount: '5', tokenAddress: '' }],
  tokensLocked: null,
};
const success = {
  simulationStatus: true,
  simulationError: '',
  estimatedGas: 100n,
  debugInfo: { blockNumber: 7n, callData: '0xabcd', from: '0xee', to: '0xff' },
  outMessages: [message],
};
const failure = {
  ...success,
  simulationStatus: false,
  simulationError: 'execution reverted: Refused(1)',
  outMessages: null,
};
const said = (response: object): Observation => answered(simulate(validCall), { body: { response } });
const withMessage = (changes: object) => ({ ...success, outMessages: [{ ...message, ...changes }] });
/** What is found in a base, a variant and the base again. */
function differences(
  name: RelationName,
  answers: readonly (Observation | object)[],
  pairs: CaseRelation['pairs'] = [
    [0, 1],
    [2, 1],
  ],
): [at: number, path: string, kind: string][] {
  const observations = answers.map(
    (answer) => ('durationMs' in answer ? answer : said(answer)) as Observation,
  );
  const plan = {
    phase: 'metamorphic' as const,
    kind: name,
    steps: observations.map(({ request }) => ({ requests: [request] })),
    relation: { name, pairs },
  };
  return metamorphicChecks
    .flatMap((check) => check.judge({ plan, observations }, context))
    .map((violation) => [violation.at, violation.path, violation.class]);
}
const around = (base: object, variant: object, again: object = base) => [base, variant, again];
const paths = (name: RelationName, base: object, variant: object): string[] =>
  differences(name, around(base, variant)).map(([, path]) => path);

it('there is one for each relation', () => {
  expect(metamorphicChecks.map(({ name }) => name)).toEqual(relationNames);
});

describe('a variant', () => {
  it('differs in the verdict, and then in nothing else', () => {
    for (const name of relationNames)
      expect(differences(name, around(success, failure))).toEqual([
        [1, 'response.simulationStatus', 'differs'],
      ]);
  });

  it('differs in the status', () => {
    const rejected = answered(simulate(validCall), { status: 400, body: { error: 'bad' } });
    expect(differences('key-order', around(success, rejected))).toEqual([[1, '', 'status differs']]);
    expect(differences('key-order', around(rejected, rejected))).toEqual([]);
  });

  it('differs in each member by itself', () => {
    expect(paths('key-order', success, { ...success, outMessages: [message, message] })).toEqual([
      'response.outMessages',
    ]);
    for (const [name, value] of Object.entries({
      callerAddress: '0x0b',
      targetAddress: 'another',
      payload: '0x',
      shardsKey: 2n,
      tokensBurned: [{ amount: '6', tokenAddress: '' }],
      tokensLocked: [{ amount: '6', tokenAddress: '' }],
    }))
      expect(paths('concurrency', success, withMessage({ [name]: value })), name).toEqual([
        `response.outMessages[].${name}`,
      ]);
    expect(
      paths('key-order', failure, { ...failure, simulationError: 'execution reverted: Refused(2)' }),
    ).toEqual(['response.simulationError']);
    for (const [name, value] of Object.entries({ callData: '0xabce', from: '0xef', to: '0xfe' }))
      expect(
        paths('isolation', success, {
          ...success,
          debugInfo: { ...success.debugInfo, [name]: value },
        }),
      ).toEqual([`response.debugInfo.${name}`]);
  });

  it('differs in gas and base fee where all of them name one block', () => {
    const others = { estimatedGas: 200n, feeParams: { currentBaseFee: '9', isEip1559: true } };
    const members = ['estimatedGas', 'feeParams.currentBaseFee', 'feeParams.isEip1559'];
    const unplaced = <T extends object>(simulation: T) => ({
      ...simulation,
      debugInfo: { ...success.debugInfo, blockNumber: undefined },
    });
    const changed = { ...success, ...others };
    expect(paths('address-case', success, changed)).toEqual(members.map((name) => `response.${name}`));
    expect(paths('address-case', success, unplaced(changed))).toEqual([]);
    expect(differences('address-case', around(success, changed, unplaced(success)))).toEqual([]);
    expect(paths('asset-order', success, changed)).toEqual([]);
  });

  it('differs in call data, and not in the gas that follows from it', () => {
    const callData = { ...success.debugInfo, callData: '0x00' };
    expect(paths('address-case', success, { ...success, debugInfo: callData, estimatedGas: 200n })).toEqual([
      'response.debugInfo.callData',
    ]);
  });

  it('says where a long member differs', () => {
    const long = (end: string) => ({ ...success, debugInfo: { callData: `0x${'0'.repeat(500)}${end}` } });
    const observations = [long('aa'), long('bb'), long('aa')].map(said);
    const steps = observations.map(({ request }) => ({ requests: [request] }));
    const relation = { name: 'key-order', pairs: [[0, 1]] } as const;
    const plan = { phase: 'metamorphic', kind: 'key-order', steps, relation } as const;
    const [violation] = metamorphicChecks.flatMap((check) => check.judge({ plan, observations }, context));
    expect(violation && violationText(violation)).toBe(
      `expected the same response.debugInfo.callData with another order of members, got "…${'0'.repeat(20)}bb" instead of "…${'0'.repeat(20)}aa"`,
    );
  });

  it('is described in JSON', () => {
    const observations = [success, failure].map(said);
    const steps = observations.map(({ request }) => ({ requests: [request] }));
    const relation = { name: 'key-order', pairs: [[0, 1]] } as const;
    const plan = { phase: 'metamorphic', kind: 'key-order', steps, relation } as const;
    const [violation] = metamorphicChecks.flatMap((check) => check.judge({ plan, observations }, context));
    expect(violation && violationText(violation)).toBe(
      'expected the same response.simulationStatus with another order of members, got false instead of true',
    );
  });

  it('may differ in prices, ids and notation, and between absent, null and empty', () => {
    const like = {
      ...withMessage({
        operationId: '0x02',
        callerAddress: '0x0A',
        targetAddress: friendly,
        tokensBurned: [{ amount: '2' }, { amount: '3', tokenAddress: '' }],
        tokensLocked: [{ amount: '0', tokenAddress: raw }],
      }),
      message: 'at another moment',
      feeParams: { suggestedGasPrice: '2', suggestedGasTip: '1' },
      debugInfo: { blockNumber: 7n, callData: '0xABCD', from: '0xEE', to: '0xFF' },
    };
    expect(paths('determinism', success, like)).toEqual([]);
    const noMessages = { ...success, outMessages: null };
    expect(paths('key-order', noMessages, { ...success, outMessages: [] })).toEqual([]);
    const error = (address: string) => ({ ...failure, simulationError: `UnknownToken("${address}", 0xAB)` });
    expect(paths('address-form', error(raw), error(friendly))).toEqual([]);
  });
});

describe('nothing is found', () => {
  it('where the base changes by itself', () => {
    expect(differences('key-order', around(success, failure, failure))).toEqual([]);
    const [one, two, three] = ['1', '2', '3'].map((amount) => withMessage({ tokensBurned: [{ amount }] }));
    expect(differences('key-order', [one, two, three] as object[])).toEqual([]);
  });

  it('where the state may have changed', () => {
    const at = (blockNumber: bigint | undefined, simulation: object) => ({
      ...simulation,
      debugInfo: { ...success.debugInfo, blockNumber },
    });
    expect(differences('key-order', around(at(7n, success), at(8n, failure)))).toEqual([]);
    expect(differences('key-order', around(at(7n, success), at(7n, failure), at(8n, success)))).toEqual([]);
    expect(differences('key-order', around(at(undefined, success), at(8n, failure)))).toHaveLength(1);
  });

  it('where an answer says nothing about the request', () => {
    const inconclusive = { request: simulate(validCall), durationMs: 1 };
    expect(differences('key-order', around(success, inconclusive))).toEqual([]);
    expect(differences('key-order', [inconclusive, failure, success])).toEqual([]);
    for (const status of [429, 500, 503, 408]) {
      const busy = answered(simulate(validCall), { status, body: { error: 'later' } });
      expect(differences('key-order', around(success, busy))).toEqual([]);
      expect(differences('key-order', around(busy, success))).toEqual([]);
    }
    expect(differences('key-order', around(success, answered(simulate(validCall), { body: {} })))).toEqual(
      [],
    );
  });
});

describe('what a relation leaves open', () => {
  it('includes the error, single messages and bytes if assets are listed differently', () => {
    for (const name of ['asset-order', 'split-amounts'] as const) {
      const others = {
        ...success,
        debugInfo: { callData: '0x00' },
        outMessages: [
          { tokensLocked: [{ amount: '2' }], payload: '0x00' },
          { tokensBurned: [{ amount: '3' }] },
        ],
      };
      expect(paths(name, success, others)).toEqual([]);
      expect(paths(name, failure, { ...failure, simulationError: 'another asset' })).toEqual([]);
      expect(paths(name, success, withMessage({ tokensBurned: [{ amount: '4' }] }))).toEqual([
        'response.outMessages',
      ]);
    }
  });

  it('includes what may contain the caller, if its form differs', () => {
    const others = { ...withMessage({ payload: '0x00' }), debugInfo: { callData: '0x00' } };
    expect(paths('address-form', success, others)).toEqual([]);
    expect(paths('address-form', success, withMessage({ shardsKey: 2n }))).toEqual([
      'response.outMessages[].shardsKey',
    ]);
  });
});

it('two variants of one step are compared each by itself', () => {
  const pairs = [
    [0, 1],
    [3, 1],
    [0, 2],
    [3, 2],
  ] as const;
  expect(differences('concurrency', [success, success, failure, success], pairs)).toEqual([
    [2, 'response.simulationStatus', 'differs'],
  ]);
});
